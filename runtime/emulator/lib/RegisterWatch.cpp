#include "runtime/emulator/lib/RegisterWatch.h"
#include "runtime/emulator/lib/Block.h"
#include "runtime/emulator/lib/KernelTable.h"
#include <algorithm>

namespace warpsmith::emulator {

RegisterWatch::RegisterWatch(const Stack &stack) : top(at(stack.top())), size(stack.size()) {
}

void RegisterWatch::fence() {
  std::fill(accessed.begin(), accessed.end(), 0);
}

void RegisterWatch::begin(void *const *registers, int count, Role role, uint64_t product,
                          const Location &where) {
  for (int i = 0; i < count; ++i) {
    const std::uintptr_t address = at(registers[i]);
    if (!ranges.empty() && ranges.back().end == address && ranges.back().product == product &&
        ranges.back().role == role)
      ranges.back().end += WordBytes;
    else
      ranges.push_back({address, address + WordBytes, role, product, where});
  }
  bound();
}

void RegisterWatch::extend(const void *firstRegister, uint64_t product, const Location &where) {
  const InFlight *first = find(at(firstRegister), at(firstRegister) + WordBytes);
  const uint64_t before = first->product;
  for (InFlight &range : ranges)
    if (range.role == Role::Sum && range.product == before) {
      range.product = product;
      range.where = where;
    }
}

void RegisterWatch::end(uint64_t product) {
  std::erase_if(ranges, [&](const InFlight &range) { return range.product <= product; });
  bound();
}

void RegisterWatch::bound() {
  lowest = highest = 0;
  for (const InFlight &range : ranges) {
    lowest = lowest ? std::min(lowest, range.begin) : range.begin;
    highest = std::max(highest, range.end);
  }
}

const RegisterWatch::InFlight *RegisterWatch::find(std::uintptr_t begin, std::uintptr_t end) const {
  for (const InFlight &range : ranges)
    if (begin < range.end && end > range.begin)
      return &range;
  return nullptr;
}

void refuseAccess(const RegisterWatch::InFlight &reg, bool write, const std::string &where) {
  Thread &thread = *current;
  const std::string kernel = kernelName(thread.block->grid());
  const bool sum = reg.role == RegisterWatch::Role::Sum;
  thread.block->fail(thread,
                     errorAt(thread, "wgmma",
                             std::string("wgmma: ") + (write ? "write of " : "read of ") +
                                 (sum ? "a sum" : "a fragment of A") + " of the product at " +
                                 spell(reg.where) + (kernel.empty() ? "" : " of " + kernel) +
                                 " before the wgmma.wait_group that covers the product (PTX ISA, "
                                 "wgmma.wait_group)",
                             where));
}

void accessRegisters(void *const *registers, int count, int bytes, bool write, Location where) {
  if (!runningRegisters)
    return;
  for (int i = 0; i < count; ++i)
    if (runningRegisters->isVariable(registers[i]))
      if (const auto *reg = runningRegisters->access(registers[i], bytes))
        refuseAccess(*reg, write, spell(where));
}

} // namespace warpsmith::emulator
