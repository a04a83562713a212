/// reduce() over tiles and coalesced groups; the sum is taken in the order of the ranks.
#pragma once

#include "cooperative_groups.h"

namespace cooperative_groups {

template <typename Type>
struct plus {
  WARPSMITH_DEVICE Type operator()(Type a, Type b) const { return a + b; }
};
template <typename Type>
struct less {
  WARPSMITH_DEVICE Type operator()(Type a, Type b) const { return b < a ? b : a; }
};
template <typename Type>
struct greater {
  WARPSMITH_DEVICE Type operator()(Type a, Type b) const { return a < b ? b : a; }
};
template <typename Type>
struct bit_and {
  WARPSMITH_DEVICE Type operator()(Type a, Type b) const { return a & b; }
};
template <typename Type>
struct bit_or {
  WARPSMITH_DEVICE Type operator()(Type a, Type b) const { return a | b; }
};
template <typename Type>
struct bit_xor {
  WARPSMITH_DEVICE Type operator()(Type a, Type b) const { return a ^ b; }
};

template <typename Group, typename Type, typename Operation>
WARPSMITH_DEVICE Type
reduce(const Group &group, Type value, Operation operation,
       warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
  return group.reduce(value, operation, where);
}

} // namespace cooperative_groups
