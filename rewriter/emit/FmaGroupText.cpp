// Products that one launch computes: the tiles of all of them.
#include "rewriter/emit/FmaTilesText.h"
#include "rewriter/families/FmaTile.h"
#include <algorithm>

namespace warpsmith {
namespace {

/// What a kernel is given, as its parameters, each a type and a name.
std::vector<std::pair<std::string, std::string>> parametersOf(const KernelPlan &plan) {
  const std::string text = fill("int m, int n, int k$scalars, const $A *a, int lda, const $B *b, "
                                "int ldb, $C *c, int ldc$further",
                                plan.signature());
  std::vector<std::pair<std::string, std::string>> parameters = namedParameters(text);
  for (auto &[type, name] : parameters)
    type.resize(type.size() - name.size());
  return parameters;
}

/// `Menu<Huge, Large>` of the kernel files.
std::string menuText(const std::vector<FmaTile> &tiles) {
  std::string names;
  for (const FmaTile &tile : tiles)
    names += (names.empty() ? "" : ", ") + std::string(tile.name);
  return "warpsmith::fma_ring::Menu<" + names + ">";
}

} // namespace

std::string fmaProductText(const KernelPlan &plan) {
  std::string fields, names, parameters, list;
  for (const auto &[type, name] : parametersOf(plan)) {
    fields += "  " + type + name + ";\n";
    names += ", product." + name;
    parameters += (parameters.empty() ? "" : ", ") + type + name;
    list += (list.empty() ? "" : ", ") + name;
  }
  return fill(R"(
/// What a kernel is given for a product.
struct Product {
$fields  bool aligned;
  warpsmith::Range written, read[$read];

  /// Fills one, of this kernel or of one like it, with arguments converted as in a call.
  template <typename Other>
  static void fill(Other &product, $parameters, bool aligned, warpsmith::Range written,
                   const warpsmith::Range (&read)[$read]) {
    product = {$list, aligned, written, {}};
    for (int range = 0; range < $read; ++range)
      product.read[range] = read[range];
  }
  Problem problem() const { return {$list}; }
};

inline bool run(const warpsmith::Device &device, cudaStream_t stream, const Product &product) {
  return run(device, stream, product.aligned$names);
}
)",
              {{"fields", fields},
               {"names", names},
               {"parameters", parameters},
               {"list", list},
               {"read", std::to_string(2 + plan.contraction.extras.size())}});
}

std::string fmaGroupText(KernelPlan &plan, const LaunchGroup &group) {
  plan.includeFile("warpsmith/kernels/fma_group.cuh");
  return fill(R"(
/// Launches of $kernels as one,
/// whose tiles fill the multiprocessors together.
namespace $space {

constexpr int Count = $count;

/// One launch, where each of them would have been one of the kernel above and none reads or writes
/// what another one writes; else one after the other.
template <typename... Launches>
void launch(const Launches &...launches) {
  const cudaStream_t streams[Count] = {launches.stream...};
  Product products[Count];
  int which = 0;
  const warpsmith::Device device = warpsmith::currentDevice();
  const bool able =
      ((launches.stream == streams[0] && launches.prepare(products[which++], device)) && ...);
  if (able && warpsmith::independent(products)) {
    Problem problems[Count];
    bool aligned = true;
    for (which = 0; which < Count; ++which) {
      problems[which] = products[which].problem();
      aligned = aligned && products[which].aligned;
    }
    if (warpsmith::fma_ring::launchGroup(device, streams[0], problems, aligned, $alone{},
                                         $together{}))
      return;
  }
  (launches.launch(), ...);
}

} // namespace $space
)",
              {{"kernels", group.str()},
               {"space", groupSpace(group, plan.contraction.kernel)},
               {"count", std::to_string(group.kernels.size())},
               {"alone", menuText(plan.of<FmaMenu>().tiles)},
               {"together", menuText(plan.of<FmaMenu>().group->tiles)}});
}

} // namespace warpsmith
