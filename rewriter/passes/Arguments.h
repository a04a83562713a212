/// The arguments of a pass: `tile<128;128;16>` has three positional ones, `pipeline<stages=3>` one
/// with a key.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpsmith {

class Arguments {
public:
  /// Splits at ';'. Positional arguments have an empty key.
  explicit Arguments(std::string_view text);

  bool empty() const { return items.empty(); }
  size_t positionalCount() const;
  /// Empty, or which argument is none of a pass with such parameters: `bm;bn;bk` are positive
  /// integers or ratios of them, `stages=n` has one for a value, and words are those in the text.
  std::string misfit(std::string_view parameters) const;
  /// True when the first argument is this word or has this key.
  bool startsWith(std::string_view word) const;

  /// Each takes its argument away, so that what remains was not understood. A value that is not a
  /// positive integer sets the error.
  bool takeWord(std::string_view word);
  std::optional<int> takePositional();
  std::optional<int> take(std::string_view key);
  std::optional<int64_t> takeLong(std::string_view key);
  /// `8/32`, positional (empty key) or with a key.
  std::optional<std::pair<int, int>> takeRatio(std::string_view key);

  /// Empty, or what is wrong with the arguments; checks that none is left over.
  std::string finish() const;

private:
  struct Item {
    std::string key, value;
  };
  std::optional<Item> takeItem(std::string_view key);
  template <typename Integer>
  std::optional<Integer> positive(const Item &item);

  std::vector<Item> items;
  std::string error;
};

} // namespace warpsmith
