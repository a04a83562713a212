/// Stacks for CUDA threads, on top of Boost.Context.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>

namespace warpsmith::emulator {

/// Memory for one stack, with a guard page below it.
class Stack {
public:
  Stack();
  ~Stack();
  Stack(const Stack &) = delete;
  Stack &operator=(const Stack &) = delete;

  std::byte *top() const { return end; }
  bool contains(const void *address) const { return address >= begin && address < end; }
  std::size_t size() const { return end - begin; }

private:
  std::byte *mapping, *begin, *end;
};

/// Runs a function on a stack of its own until it suspends itself. A fiber that is destroyed is
/// abandoned where it stands: the function's destructors do not run.
class Fiber {
public:
  /// The function never returns.
  explicit Fiber(void (*function)());
  Fiber(const Fiber &) = delete;
  Fiber &operator=(const Fiber &) = delete;

  /// Runs until suspend(); called outside all fibers.
  void resume();
  /// Returns to resume(); called inside the fiber.
  void suspend();

  const Stack &memory() const { return stack; }

private:
  static void entry(boost::context::detail::transfer_t from);

  Stack stack;
  void (*body)();
  boost::context::detail::fcontext_t inside, outside = nullptr;
  const void *outerStack = nullptr; ///< for the address sanitizer
  std::size_t outerSize = 0;
};

} // namespace warpsmith::emulator
