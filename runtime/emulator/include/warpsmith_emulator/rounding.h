/// Floating-point operations in another rounding mode than to nearest.
#pragma once

#include "warpsmith_emulator/qualifiers.h"
#include <fenv.h>

namespace warpsmith::emulator {

/// The rounding mode of the host's arithmetic until the end of the scope.
class ScopedRounding {
public:
  WARPSMITH_DEVICE explicit ScopedRounding(int mode) : saved(fegetround()) { fesetround(mode); }
  WARPSMITH_DEVICE ~ScopedRounding() { fesetround(saved); }
  ScopedRounding(const ScopedRounding &) = delete;
  ScopedRounding &operator=(const ScopedRounding &) = delete;

private:
  int saved;
};

/// An operand or result that the compiler must not move across a change of the mode.
template <typename Type>
WARPSMITH_DEVICE Type pinned(Type value) {
  volatile Type kept = value;
  return kept;
}

/// `value`, where no code generator will fuse what makes it with what uses it.
template <typename Type>
WARPSMITH_INLINE Type unfused(Type value) {
#if defined(__x86_64__) && !defined(__CUDA__)
  asm("" : "+x"(value));
#endif
  return value;
}

/// operation(operands...), rounded to nearest, alone.
template <typename Result, typename Operation, typename... Operands>
WARPSMITH_INLINE Result exactly(Operation operation, Operands... operands) {
  return unfused<Result>(operation(unfused(operands)...));
}

/// operation(operands...), rounded in `mode`: FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD.
template <typename Result, typename Operation, typename... Operands>
WARPSMITH_DEVICE Result rounded(int mode, Operation operation, Operands... operands) {
  const ScopedRounding scope(mode);
  return pinned<Result>(operation(pinned(operands)...));
}

} // namespace warpsmith::emulator
