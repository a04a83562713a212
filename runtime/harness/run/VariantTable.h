// The variants of the suite, and a user's own pipelines.
#pragma once

#include "runtime/harness/core/ElementType.h"
#include "types/Numerics.h"
#include <string>
#include <vector>

namespace warpsmith::harness {

struct Variant {
  std::string name;
  std::string passes; // warpsmith --passes; empty for the original
  Contract contract;
  std::vector<ElementType> types; // data types that it is built for
  int minimumCompute = 0;         // compute capability, 80 for 8.0

  bool isOriginal() const { return passes.empty(); }
  bool appliesTo(ElementType type) const;
};

/// The standard variants, the original first. The one place to change when a pass's parameters do.
const std::vector<Variant> &standardVariants();

/// The variants of a --variants list: names, or `all`. Throws InputError naming an unknown one. The
/// original is always among them and first: everything is compared with it.
std::vector<Variant> selectVariants(const std::string &list);

/// A pipeline of the user's own; its name is the pipeline's text.
Variant adHocVariant(const std::string &passes, Contract contract);

} // namespace warpsmith::harness
