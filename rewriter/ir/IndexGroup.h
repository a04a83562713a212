/// Several indices that are counted as one: the rows of a convolution are images, rows and columns.
#pragma once

#include "rewriter/ir/Polynomial.h"
#include <string>
#include <vector>

namespace warpsmith {

class IndexGroup {
public:
  struct Index {
    std::string name; ///< what the source calls it; empty where it has no name
    Polynomial extent;
    bool operator==(const Index &) const = default;
  };

  IndexGroup() : IndexGroup(Polynomial(0)) {}
  /// One index, which is what a plain product has.
  /*implicit*/ IndexGroup(Polynomial extent);
  explicit IndexGroup(std::vector<Index> all);

  bool operator==(const IndexGroup &other) const = default;

  /// Outermost first.
  const std::vector<Index> &indices() const { return list; }
  size_t size() const { return list.size(); }
  bool isPlain() const { return list.size() == 1; }
  /// The values of all indices together: the product of their extents.
  const Polynomial &extent() const { return product; }

  /// As the indices of `group` are called in an access: `%m`, or `%m1`, `%m2`, … of several.
  std::string symbol(const std::string &group, size_t index) const;
  /// The domain: `%m < ni`, or `%m1 < images, %m2 < rows`.
  std::string str(const std::string &group) const;

private:
  std::vector<Index> list;
  Polynomial product;
};

} // namespace warpsmith
