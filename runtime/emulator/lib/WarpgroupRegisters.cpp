// setmaxnreg: PTX ISA, "Miscellaneous Instructions: setmaxnreg".
#include "runtime/emulator/include/warpsmith_emulator/warp_matrix.h"
#include "runtime/emulator/lib/Cluster.h"
#include "runtime/emulator/lib/Warpgroup.h"

namespace warpsmith::emulator {
namespace {

constexpr int Fewest = 24, Most = 256, Unit = 8, RegistersPerMultiprocessor = 65536;

[[noreturn]] void refuse(const std::string &message, const Location &where) {
  current->block->fail(*current,
                       errorAt(*current, "setmaxnreg", "setmaxnreg: " + message, spell(where)));
}

/// Registers a thread of each warpgroup has, together, as far as setmaxnreg has said so.
int known(const Block &block) {
  int sum = 0;
  for (const auto &[number, group] : block.warpgroups)
    if (!group->registerChanges.empty())
      sum += group->registerChanges.back();
  return sum;
}

} // namespace

void setRegisters(int count, bool increase, Location where) {
  Thread &thread = *current;
  Block &block = *thread.block;
  if (computeCapability() < 90)
    refuse("an instruction of sm_90a", where);
  if (count < Fewest || count > Most || count % Unit)
    refuse(std::to_string(count) + " registers; they are a multiple of 8 from 24 to 256", where);
  const int number = thread.rank / WarpgroupThreads;
  if ((number + 1) * WarpgroupThreads > block.threadCount())
    refuse("the thread's warpgroup has fewer than four warps", where);
  std::shared_ptr<Warpgroup> &shared = block.warpgroups[number];
  if (!shared)
    shared = std::make_shared<Warpgroup>();
  std::vector<int> &changes = shared->registerChanges;
  const std::size_t index = thread.registerChanges++;
  if (index < changes.size()) {
    if (changes[index] != count)
      refuse("the warpgroup's threads disagree in the number of registers", where);
    return;
  }
  // The pool is what the block was launched with, at most a multiprocessor's registers.
  const int groups = block.threadCount() / WarpgroupThreads;
  const int pool = RegistersPerMultiprocessor / block.threadCount() / Unit * Unit * groups;
  const int before = changes.empty() ? 0 : changes.back();
  if (before && (increase ? count < before : count > before))
    refuse(std::string(increase ? ".inc" : ".dec") + " from " + std::to_string(before) + " to " +
               std::to_string(count) + " registers",
           where);
  while (changes.size() == index && known(block) - before + count > pool)
    block.yield(thread, where,
                "waiting for registers: the block has " + std::to_string(pool) +
                    " for one thread of each warpgroup, and the others keep " +
                    std::to_string(known(block) - before));
  if (changes.size() == index)
    changes.push_back(count);
  else if (changes[index] != count)
    refuse("the warpgroup's threads disagree in the number of registers", where);
  block.progress();
}

std::optional<ErrorRecord> missedRegisterChange(const Thread &thread) {
  const auto found = thread.block->warpgroups.find(thread.rank / WarpgroupThreads);
  if (found == thread.block->warpgroups.end() ||
      thread.registerChanges == found->second->registerChanges.size())
    return std::nullopt;
  return errorAt(thread, "setmaxnreg",
                 "setmaxnreg: the thread ends without having executed an instruction that other "
                 "threads of its warpgroup have",
                 {});
}

} // namespace warpsmith::emulator
