/// A CUDA thread's own stack, on top of Boost.Context.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

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

/// Runs a function until it suspends itself. A fiber that is destroyed before its function returns
/// is abandoned: the function's destructors do not run.
class Fiber {
public:
  /// The stack is borrowed, and must not be used by another fiber until this one is finished.
  Fiber(Stack &stack, void (*function)(void *), void *argument);

  /// Runs until suspend() or the function's end; called outside all fibers.
  void resume();
  /// Returns to resume(); called inside the fiber.
  void suspend();
  bool finished() const { return done; }

private:
  static void entry(boost::context::detail::transfer_t from);

  Stack &stack;
  void (*body)(void *);
  void *argument;
  boost::context::detail::fcontext_t inside, outside = nullptr;
  const void *outerStack = nullptr; ///< for the address sanitizer
  std::size_t outerSize = 0;
  bool done = false;
};

} // namespace warpsmith::emulator
