// wgmma: PTX ISA, "Asynchronous Warpgroup Level Matrix Multiply-Accumulate Instructions".
//
// No thread waits where it issues: an operation is complete when the last of the 128 threads has
// issued it, and runs when the first of them waits for it, the latest moment at which its operands
// must still be there.
#include "runtime/emulator/lib/Warpgroup.h"
#include "runtime/emulator/lib/MatrixArithmetic.h"
#include "runtime/emulator/lib/MatrixDescriptor.h"
#include <algorithm>
#include <cstring>

namespace warpsmith::emulator {
namespace {

constexpr uint32_t InFlightPattern = 0x7fa5a5a5; // a signalling NaN
constexpr uint32_t KBytes = 32;                  // of every operand row

[[noreturn]] void refuse(const char *kind, const std::string &message, const Location &where) {
  current->block->fail(*current, errorAt(*current, kind, "wgmma: " + message, spell(where)));
}

Warpgroup &warpgroup(Thread &thread, const Location &where) {
  Block &block = *thread.block;
  if (computeCapability() != 90)
    refuse("wgmma", "an instruction of sm_90a only", where);
  const int number = thread.rank / WarpgroupThreads;
  if ((number + 1) * WarpgroupThreads > block.threadCount())
    refuse("wgmma", "the thread's warpgroup has fewer than four warps", where);
  std::shared_ptr<Warpgroup> &group = block.warpgroups[number];
  if (!group)
    group = std::make_shared<Warpgroup>();
  if (!group->agent)
    group->agent = block.newAgent("the wgmma of warpgroup " + std::to_string(number));
  if (!thread.wgmma) {
    thread.wgmma = std::make_shared<WgmmaThread>(thread.fiber->memory());
    runningRegisters = &thread.wgmma->watch;
  }
  return *group;
}

/// Row and column of a thread's sum: PTX ISA, "Register Fragments for wgmma.mma_async, D".
int rowOfSum(int thread, int index) {
  return thread / 32 * 16 + thread % 32 / 4 + index / 2 % 2 * 8;
}
int columnOfSum(int thread, int index) {
  return thread % 4 * 2 + index % 2 + index / 4 * 8;
}

void checkDescriptor(uint64_t bits, const char *name, const Location &where) {
  if (const std::string mistake = MatrixDescriptor::mistake(bits); !mistake.empty())
    refuse("wgmma", std::string("the descriptor of ") + name + " " + mistake, where);
}

WgmmaOperation &newOperation(Warpgroup &group, const WarpgroupProduct &product,
                             const Location &where) {
  WgmmaOperation &operation = group.operations.emplace_back();
  operation.product = product;
  operation.product.sums = operation.product.aValues = nullptr;
  operation.aInRegisters = product.aValues != nullptr;
  operation.where = where;
  operation.number = group.agent;
  operation.clock = current->clock;
  if (!operation.aInRegisters)
    checkDescriptor(product.aDescriptor, "A", where);
  checkDescriptor(product.bDescriptor, "B", where);
  return operation;
}

void requireSame(const WgmmaOperation &operation, const WarpgroupProduct &product,
                 const Location &where) {
  const WarpgroupProduct &first = operation.product;
  if (operation.where.line() != where.line() || operation.where.column() != where.column())
    refuse("wgmma",
           "this thread is here while others of its warpgroup are at the instruction at " +
               spell(operation.where),
           where);
  const auto same = [&](auto WarpgroupProduct::*field, const char *name) {
    if (first.*field != product.*field)
      refuse("wgmma", std::string("the warpgroup's threads disagree in ") + name, where);
  };
  same(&WarpgroupProduct::n, "the shape");
  if (!operation.aInRegisters)
    same(&WarpgroupProduct::aDescriptor, "the descriptor of A");
  same(&WarpgroupProduct::bDescriptor, "the descriptor of B");
  same(&WarpgroupProduct::accumulate, "scale-d");
}

/// The thread's record of these registers; null when they are new to it.
WgmmaThread::Registers *find(WgmmaThread &own, const WarpgroupProduct &product,
                             const Location &where) {
  const std::size_t count = product.n / 2;
  for (WgmmaThread::Registers &known : own.registers) {
    if (known.addresses.size() == count &&
        std::equal(known.addresses.begin(), known.addresses.end(), product.sums))
      return &known;
    if (known.inFlight)
      for (std::size_t i = 0; i < count; ++i)
        if (std::find(known.addresses.begin(), known.addresses.end(), product.sums[i]) !=
            known.addresses.end())
          refuse("wgmma",
                 "sums of an operation in flight are used by one of another shape or order", where);
  }
  return nullptr;
}

uint32_t bitsAt(const void *address) {
  uint32_t bits;
  std::memcpy(&bits, address, sizeof bits);
  return bits;
}

/// Registers that the thread itself has accessed need a fence before a product has them.
void requireFence(const WgmmaThread &own, const void *reg, const char *what,
                  const Location &where) {
  if (own.watch.accessedSinceFence(reg))
    refuse("wgmma",
           std::string(what) +
               " accessed by the thread without a wgmma.fence between that and this instruction",
           where);
}

/// A's fragments, which belong to the product until the wait. A temporary's value is its alone.
void takeFragments(WgmmaThread &own, WgmmaOperation &operation, const WarpgroupProduct &product,
                   const Location &where) {
  for (int i = 0; i < 4; ++i) {
    void *const reg = product.aValues[i];
    operation.aValues[current->rank % WarpgroupThreads][i] = bitsAt(reg);
    if (!product.aVariables[i] || !own.watch.isVariable(reg))
      continue;
    const RegisterWatch::InFlight *const user = own.watch.inFlight(reg, sizeof(uint32_t));
    if (user && user->role == RegisterWatch::Role::Sum)
      refuse("wgmma",
             "a sum of the product at " + spell(user->where) +
                 " is a fragment of A before the wgmma.wait_group that covers that product",
             where);
    requireFence(own, reg, "a fragment of A has been", where);
    own.watch.begin(&reg, 1, RegisterWatch::Role::Fragment, own.issued, where);
  }
}

void takeSums(WgmmaThread &own, WgmmaOperation &operation, const WarpgroupProduct &product,
              const Location &where) {
  WgmmaThread::Registers *known = find(own, product, where);
  const bool continues = known && known->inFlight;
  if (!own.fenced)
    refuse("wgmma", "no wgmma.fence comes before the first wgmma.mma_async", where);
  if (!operation.sums) {
    operation.continues = continues;
    operation.sums = continues ? known->sums : std::make_shared<WgmmaSums>();
    if (!continues) {
      operation.sums->n = product.n;
      operation.sums->values.resize(static_cast<std::size_t>(WgmmaRows) * product.n);
    }
  } else if (continues != operation.continues || (continues && known->sums != operation.sums)) {
    refuse("wgmma", "the warpgroup's threads disagree in whether these sums are in flight", where);
  }
  if (!continues) {
    const int thread = current->rank % WarpgroupThreads;
    for (int i = 0; i < product.n / 2; ++i) {
      if (!own.watch.isVariable(product.sums[i]))
        refuse("wgmma",
               "a sum is not a variable of the thread: what would move it to memory comes before "
               "the wgmma.wait_group",
               where);
      if (const auto *user = own.watch.inFlight(product.sums[i], sizeof(uint32_t)))
        refuse("wgmma",
               "a fragment of A of the product at " + spell(user->where) +
                   " is a sum before the wgmma.wait_group that covers that product",
               where);
      requireFence(own, product.sums[i], "sums have been", where);
      operation.sums->values[rowOfSum(thread, i) * product.n + columnOfSum(thread, i)] =
          product.accumulate ? bitsAt(product.sums[i]) : 0;
      std::memcpy(product.sums[i], &InFlightPattern, sizeof InFlightPattern);
    }
    if (!known) {
      std::erase_if(own.registers, [](const auto &registers) { return !registers.inFlight; });
      known = &own.registers.emplace_back();
      known->addresses.assign(product.sums, product.sums + product.n / 2);
    }
    known->sums = operation.sums;
    known->inFlight = true;
    own.watch.begin(product.sums, product.n / 2, RegisterWatch::Role::Sum, own.issued, where);
  } else {
    own.watch.extend(product.sums[0], own.issued, where);
  }
  known->last = own.issued;
}

// --- Running ---------------------------------------------------------------------------------

/// 16 bytes of shared memory that the operation reads. Of tiles at a matrix's edge some may never
/// have been written: they are poison, NaN in floating-point types, and so are the sums that come
/// of them, which must not be stored.
void readChunk(const WgmmaOperation &operation, uint32_t address, const char *name, void *bytes) {
  const void *from = genericFromShared(address);
  SharedMemory &shared = current->block->shared;
  if (!shared.contains(from))
    refuse("out-of-range", std::string("operand ") + name + " lies outside shared memory",
           operation.where);
  const auto mistake = shared.read(operation, from, 16, Access::Asynchronous);
  if (mistake && mistake->kind != std::string_view("uninitialised"))
    refuse(mistake->kind, std::string("operand ") + name + ": " + mistake->message,
           operation.where);
  std::memcpy(bytes, from, 16);
}

uint32_t element(const std::byte *from, int bytes) {
  uint32_t bits = 0;
  std::memcpy(&bits, from, bytes);
  return bits;
}

/// A (rows x K) or, transposed in place, B (K x columns) from shared memory.
void readOperand(const WgmmaOperation &operation, MatrixOperand &operand, bool isA) {
  const WarpgroupProduct &product = operation.product;
  const char *name = isA ? "A" : "B";
  const MatrixDescriptor descriptor(isA ? product.aDescriptor : product.bDescriptor);
  const MatrixType type = isA ? product.a : product.b;
  const bool negated = (isA ? product.aScale : product.bScale) < 0;
  const bool acrossK = isA ? product.aTransposed : product.bTransposed;
  const uint32_t outer = isA ? WgmmaRows : product.n, bytes = elementBytes(type);
  std::byte chunk[16];
  const auto set = [&](uint32_t o, uint32_t k, uint32_t at) {
    const uint32_t bits = element(chunk + at, static_cast<int>(bytes));
    operand.set(static_cast<int>(isA ? o : k), static_cast<int>(isA ? k : o), type, bits, negated);
  };
  if (acrossK) {
    for (uint32_t k = 0; k < KBytes / bytes; ++k)
      for (uint32_t o = 0; o < outer; o += 8) {
        readChunk(operation, descriptor.chunkAcrossK(o, k), name, chunk);
        for (uint32_t i = 0; i < 8; ++i)
          set(o + i, k, i * bytes);
      }
    return;
  }
  for (uint32_t o = 0; o < outer; ++o)
    for (uint32_t from = 0; from < KBytes; from += 16) {
      readChunk(operation, descriptor.chunkAlongK(o, from), name, chunk);
      for (uint32_t i = 0; i < 16; i += bytes)
        set(o, (from + i) / bytes, i);
    }
}

/// A from registers: PTX ISA, "Register Fragments for wgmma.mma_async, A". Each holds 32 bits of a
/// row; the second and fourth are 8 rows further down, the third and fourth 16 bytes further right.
void unpackA(const WgmmaOperation &operation, MatrixOperand &operand) {
  const MatrixType type = operation.product.a;
  const int bytes = elementBytes(type), perRegister = 4 / bytes;
  for (int thread = 0; thread < WarpgroupThreads; ++thread)
    for (int i = 0; i < 4; ++i) {
      const int row = rowOfSum(thread, i % 2 * 2);
      const int k = thread % 4 * perRegister + i / 2 * 16 / bytes;
      for (int j = 0; j < perRegister; ++j) {
        const uint32_t bits = operation.aValues[thread][i] >> (8 * bytes % 32 * j);
        operand.set(row, k + j, type,
                    bytes == 2   ? bits & 0xffff
                    : bytes == 1 ? bits & 0xff
                                 : bits,
                    operation.product.aScale < 0);
      }
    }
}

void compute(const WgmmaOperation &operation) {
  static MatrixOperand a, b;
  const WarpgroupProduct &product = operation.product;
  const int k = static_cast<int>(KBytes) / elementBytes(product.b);
  a.special = b.special = false;
  a.stride = k;
  b.stride = product.n;
  if (operation.aInRegisters)
    unpackA(operation, a);
  else
    readOperand(operation, a, true);
  readOperand(operation, b, false);
  WgmmaSums &sums = *operation.sums;
  if (!product.accumulate)
    std::fill(sums.values.begin(), sums.values.end(), 0);
  // Of FP8 products it keeps fewer bits, also of their sum.
  const TensorCoreModel hopper =
      isFp8(product.a) ? TensorCoreModel{13, 0, 13} : TensorCoreModel{25, 0};
  multiplyAccumulate(a, b, sums.values.data(), WgmmaRows, product.n, k, product.a, product.b,
                     hopper);
}

/// Gives the sums of operations below `target` back to the thread, unless a later one has them.
void deliver(Thread &thread, WgmmaThread &own, uint64_t target, const Location &where) {
  const int number = thread.rank % WarpgroupThreads;
  const void *frame = __builtin_frame_address(0);
  for (WgmmaThread::Registers &registers : own.registers) {
    if (!registers.inFlight || registers.last > target)
      continue;
    const WgmmaSums &sums = *registers.sums;
    for (std::size_t i = 0; i < registers.addresses.size(); ++i) {
      void *to = registers.addresses[i];
      if (thread.fiber->memory().contains(to) && to < frame)
        refuse("wgmma", "the variables of the sums are gone before the wait for them", where);
      if (bitsAt(to) != InFlightPattern)
        refuse("wgmma", "sums have been changed while they were in flight", where);
      const int index = static_cast<int>(i);
      std::memcpy(to, &sums.values[rowOfSum(number, index) * sums.n + columnOfSum(number, index)],
                  sizeof(uint32_t));
    }
    registers.inFlight = false;
  }
  own.watch.end(target);
}

} // namespace

void warpgroupFence(Location where) {
  warpgroup(*current, where);
  current->wgmma->fenced = true;
  current->wgmma->watch.fence();
}

void warpgroupMultiply(const WarpgroupProduct &product, Location where) {
  Thread &thread = *current;
  Warpgroup &group = warpgroup(thread, where);
  WgmmaThread &own = *thread.wgmma;
  const uint64_t index = own.issued++ - group.computed;
  if (index == group.operations.size())
    newOperation(group, product, where);
  WgmmaOperation &operation = group.operations[index];
  if (operation.issued)
    requireSame(operation, product, where);
  takeSums(own, operation, product, where);
  if (operation.aInRegisters)
    takeFragments(own, operation, product, where);
  // Each warp multiplies its own rows, and has to have seen the operands itself.
  operation.clock.meet(thread.clock);
  thread.block->progress();
  if (++operation.issued < WarpgroupThreads)
    return;
  std::erase_if(group.waiting, [&](const Warpgroup::Waiting &waiting) {
    if (waiting.target > group.computed + index + 1)
      return false;
    thread.block->wake(*waiting.thread);
    return true;
  });
}

void warpgroupCommit(Location where) {
  warpgroup(*current, where);
  current->wgmma->groups.push_back(current->wgmma->issued);
}

void warpgroupWait(int pending, Location where) {
  Thread &thread = *current;
  Warpgroup &group = warpgroup(thread, where);
  WgmmaThread &own = *thread.wgmma;
  uint64_t target = 0;
  while (static_cast<int>(own.groups.size()) > pending) {
    target = own.groups.front();
    own.groups.pop_front();
  }
  if (target == 0)
    return;
  if (target > group.computed &&
      group.operations[target - group.computed - 1].issued < WarpgroupThreads) {
    group.waiting.push_back({&thread, target});
    thread.block->wait(thread, "a wgmma that not all threads of its warpgroup have issued", where);
  }
  for (; group.computed < target; ++group.computed) {
    WgmmaOperation &operation = group.operations.front();
    operation.clock.see(group.agent, static_cast<uint32_t>(group.computed + 1));
    compute(operation);
    group.operations.pop_front();
  }
  thread.clock.see(group.agent, static_cast<uint32_t>(target));
  deliver(thread, own, target, where);
}

std::optional<ErrorRecord> unfinishedProducts(const Thread &thread) {
  if (!thread.wgmma || thread.wgmma->watch.empty())
    return std::nullopt;
  return errorAt(thread, "wgmma",
                 "wgmma: the thread ends without a wgmma.wait_group that covers its product",
                 spell(thread.wgmma->watch.first().where));
}

} // namespace warpsmith::emulator
