#include "rewriter/ir/IndexGroup.h"

namespace warpsmith {

IndexGroup::IndexGroup(Polynomial extent) : list({{"", extent}}), product(std::move(extent)) {
}

IndexGroup::IndexGroup(std::vector<Index> all) : list(std::move(all)), product(1) {
  for (const Index &index : list)
    product = product * index.extent;
}

std::string IndexGroup::symbol(const std::string &group, size_t index) const {
  return "%" + group + (isPlain() ? "" : std::to_string(index + 1));
}

std::string IndexGroup::str(const std::string &group) const {
  std::string text;
  for (size_t index = 0; index < list.size(); ++index)
    text += (index ? ", " : "") + symbol(group, index) + " < " + list[index].extent.str();
  return text;
}

} // namespace warpsmith
