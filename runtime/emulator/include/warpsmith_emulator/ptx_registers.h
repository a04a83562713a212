/// Vectors of registers, as PTX instructions take them. Emulation mode only.
#pragma once

#include "warpsmith_emulator/qualifiers.h"

namespace warpsmith::emulator::ptx {

/// `{a, b, c}`: where the registers are, and which of them are variables. The others are the values
/// of expressions, in temporaries.
template <int Count, int Bytes>
struct Registers {
  void *at[Count];
  bool isVariable[Count];
};
template <typename First, typename... Others>
WARPSMITH_UNCHECKED Registers<1 + sizeof...(Others), sizeof(First)> registers(First &&first,
                                                                              Others &&...others) {
  static_assert(((sizeof(Others) == sizeof(First)) && ...), "Registers of one size.");
  // No lambda: it would be instrumented, and not inlined.
  return {{const_cast<void *>(static_cast<const volatile void *>(__builtin_addressof(first))),
           const_cast<void *>(static_cast<const volatile void *>(__builtin_addressof(others)))...},
          {__is_lvalue_reference(First), __is_lvalue_reference(Others)...}};
}

} // namespace warpsmith::emulator::ptx
