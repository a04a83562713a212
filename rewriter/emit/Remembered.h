/// What a function gave before for the same arguments. Kernels of one file often have one form:
/// their kernel files are specialised once.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <utility>

namespace warpsmith {

/// May be used by several threads. `Key` has all that the result depends on.
template <typename Key, typename Result>
class Remembered {
public:
  /// Exceptions pass through; nothing is remembered of them.
  template <typename Compute>
  Result of(Key key, Compute compute) {
    {
      const std::lock_guard lock(mutex);
      if (const auto found = results.find(key); found != results.end())
        return found->second;
    }
    Result result = compute();
    const std::lock_guard lock(mutex);
    if (results.size() >= Most)
      results.clear();
    results.insert_or_assign(std::move(key), result);
    return result;
  }

private:
  /// Texts of 50 KB each: the largest files need no more memory than Clang takes.
  static constexpr size_t Most = 256;
  std::mutex mutex;
  std::map<Key, Result> results;
};

} // namespace warpsmith
