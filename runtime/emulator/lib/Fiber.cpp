#include "runtime/emulator/lib/Fiber.h"
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

// Present when the program is built with the address sanitizer, whose runtime then provides them.
extern "C" {
__attribute__((weak)) void __sanitizer_start_switch_fiber(void **fakeStack, const void *bottom,
                                                          std::size_t size);
__attribute__((weak)) void __sanitizer_finish_switch_fiber(void *fakeStack, const void **oldBottom,
                                                           std::size_t *oldSize);
__attribute__((weak)) void __asan_unpoison_memory_region(const volatile void *begin,
                                                         std::size_t size);
}

namespace warpsmith::emulator {
namespace {

constexpr std::size_t StackBytes = 256 * 1024;

/// Tells the sanitizer which stack runs from now on.
void startSwitch(void **fakeStack, const void *bottom, std::size_t size) {
  if (__sanitizer_start_switch_fiber)
    __sanitizer_start_switch_fiber(fakeStack, bottom, size);
}

void finishSwitch(void *fakeStack, const void **oldBottom, std::size_t *oldSize) {
  if (__sanitizer_finish_switch_fiber)
    __sanitizer_finish_switch_fiber(fakeStack, oldBottom, oldSize);
}

} // namespace

Stack::Stack() {
  const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void *memory = mmap(nullptr, StackBytes + page, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    std::perror("emulator: no memory for the stacks of a block's threads");
    std::abort();
  }
  mprotect(memory, page, PROT_NONE);
  mapping = static_cast<std::byte *>(memory);
  begin = mapping + page;
  end = begin + StackBytes;
}

Stack::~Stack() {
  munmap(mapping, end - mapping);
}

Fiber::Fiber(void (*function)())
    : body(function),
      inside(boost::context::detail::make_fcontext(stack.top(), stack.size(), entry)) {
  // An abandoned fiber may have left redzones where the stack lies now.
  if (__asan_unpoison_memory_region)
    __asan_unpoison_memory_region(stack.top() - stack.size(), stack.size());
}

void Fiber::entry(boost::context::detail::transfer_t from) {
  auto *self = static_cast<Fiber *>(from.data);
  self->outside = from.fctx;
  finishSwitch(nullptr, &self->outerStack, &self->outerSize);
  self->body();
}

void Fiber::resume() {
  void *fakeStack = nullptr;
  startSwitch(&fakeStack, stack.top() - stack.size(), stack.size());
  inside = boost::context::detail::jump_fcontext(inside, this).fctx;
  finishSwitch(fakeStack, nullptr, nullptr);
}

void Fiber::suspend() {
  void *fakeStack = nullptr;
  startSwitch(&fakeStack, outerStack, outerSize);
  outside = boost::context::detail::jump_fcontext(outside, nullptr).fctx;
  finishSwitch(fakeStack, &outerStack, &outerSize);
}

} // namespace warpsmith::emulator
