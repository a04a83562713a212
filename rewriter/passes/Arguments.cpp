#include "rewriter/passes/Arguments.h"
#include <algorithm>
#include <cctype>
#include <charconv>
#include <functional>
#include <set>

namespace warpsmith {
namespace {

template <typename Integer = int>
std::optional<Integer> parsePositive(std::string_view text) {
  Integer value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc() || end != text.data() + text.size() || value <= 0)
    return std::nullopt;
  return value;
}

std::string spelled(const std::string &key, const std::string &value) {
  return key.empty() ? value : key + "=" + value;
}

} // namespace

Arguments::Arguments(std::string_view text) {
  while (!text.empty()) {
    const size_t end = std::min(text.find(';'), text.size());
    const std::string_view item = text.substr(0, end);
    const size_t equals = item.find('=');
    if (equals == std::string_view::npos)
      items.push_back({"", std::string(item)});
    else
      items.push_back({std::string(item.substr(0, equals)), std::string(item.substr(equals + 1))});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::string Arguments::misfit(std::string_view parameters) const {
  if (parameters.empty())
    return items.empty() ? "" : "it takes no parameters";
  std::set<std::string, std::less<>> words;
  for (size_t begin = 0; begin <= parameters.size();) {
    const size_t end = std::min(parameters.find_first_of(";|", begin), parameters.size());
    const std::string_view word = parameters.substr(begin, end - begin);
    words.emplace(word.substr(0, std::min(word.find('='), word.size())));
    begin = end + 1;
  }
  for (const Item &item : items) {
    const std::string text = spelled(item.key, item.value);
    if (item.key.empty() && words.contains(item.value))
      continue;
    if (!item.key.empty() && !words.contains(item.key))
      return "unknown argument '" + text + "'";
    const size_t slash = item.value.find('/');
    const bool isNumber = parsePositive<int64_t>(item.value).has_value();
    const bool isRatio = slash != std::string::npos &&
                         parsePositive(std::string_view(item.value).substr(0, slash)) &&
                         parsePositive(std::string_view(item.value).substr(slash + 1));
    if (!isNumber && !isRatio && item.key.empty() &&
        std::isalpha(static_cast<unsigned char>(text.empty() ? '0' : text[0])))
      return "unknown argument '" + text + "'";
    if (!isNumber && !isRatio)
      return "'" + text + "' is not a positive integer";
  }
  return {};
}

size_t Arguments::positionalCount() const {
  return std::count_if(items.begin(), items.end(),
                       [](const Item &item) { return item.key.empty(); });
}

bool Arguments::startsWith(std::string_view word) const {
  return !items.empty() &&
         (items[0].key == word || (items[0].key.empty() && items[0].value == word));
}

bool Arguments::takeWord(std::string_view word) {
  const auto found = std::find_if(items.begin(), items.end(), [&](const Item &item) {
    return item.key.empty() && item.value == word;
  });
  if (found == items.end())
    return false;
  items.erase(found);
  return true;
}

std::optional<Arguments::Item> Arguments::takeItem(std::string_view key) {
  const auto found =
      std::find_if(items.begin(), items.end(), [&](const Item &item) { return item.key == key; });
  if (found == items.end())
    return std::nullopt;
  Item item = *found;
  items.erase(found);
  return item;
}

template <typename Integer>
std::optional<Integer> Arguments::positive(const Item &item) {
  const auto value = parsePositive<Integer>(item.value);
  if (!value && error.empty())
    error = "'" + spelled(item.key, item.value) + "' is not a positive integer";
  return value;
}

std::optional<int> Arguments::takePositional() {
  return take("");
}

std::optional<int> Arguments::take(std::string_view key) {
  const auto item = takeItem(key);
  return item ? positive<int>(*item) : std::nullopt;
}

std::optional<int64_t> Arguments::takeLong(std::string_view key) {
  const auto item = takeItem(key);
  return item ? positive<int64_t>(*item) : std::nullopt;
}

std::optional<std::pair<int, int>> Arguments::takeRatio(std::string_view key) {
  const auto item = takeItem(key);
  if (!item)
    return std::nullopt;
  const size_t slash = item->value.find('/');
  const auto part = [&](std::string_view text) { return parsePositive(text); };
  if (slash != std::string::npos) {
    const auto first = part(std::string_view(item->value).substr(0, slash));
    const auto second = part(std::string_view(item->value).substr(slash + 1));
    if (first && second && *first <= *second)
      return std::pair(*first, *second);
  }
  if (error.empty())
    error = "'" + spelled(item->key, item->value) + "' is not a ratio d/n with 0 < d <= n";
  return std::nullopt;
}

std::string Arguments::finish() const {
  if (!error.empty())
    return error;
  if (!items.empty())
    return "unknown argument '" + spelled(items[0].key, items[0].value) + "'";
  return {};
}

} // namespace warpsmith
