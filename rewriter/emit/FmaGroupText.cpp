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
  std::vector<std::pair<std::string, std::string>> parameters =
      hostParameters(namedParameters(text));
  for (auto &[type, name] : parameters)
    type.resize(type.size() - name.size());
  return parameters;
}

/// The kernel, whose blocks find out which product is theirs.
std::string groupKernelText(KernelPlan &plan) {
  std::string place = R"(  // This block's product, and its tile there.
  int index = blockIdx.x, which = 0;
  while (which + 1 < Count && index >= products.tiles[which])
    index -= products.tiles[which++];
  const Product &product = products.each[which];
)";
  for (const auto &[type, name] : parametersOf(plan))
    place += "  " +
             (type.ends_with("*") ? type + "__restrict__ "
                                  : (type.starts_with("const") ? "" : "const ") + type) +
             name + " = product." + name + ";\n";
  if (dividesK(plan.contraction, plan.schedule))
    place += "  float *const sums = nullptr; // no tile is divided\n";
  place += R"(  const int columns = (n + Tile::BlockN - 1) / Tile::BlockN;
  const int blockRow = index / columns * Tile::BlockM;
  const int blockColumn = index % columns * Tile::BlockN;
)";
  const std::string allow =
      plan.schedule.architecture->hasDependentLaunch() ? "warpsmith::allowNextKernel();\n" : "";
  return fill(R"(
/// Aligned: rows of all A and B can be read in 16-byte vectors.
template <typename Tile, bool Aligned>
__global__ void __launch_bounds__($only Tile::Threads$else, 1)
    kernel(const __grid_constant__ Products products) {
$begin$body$end}
)",
              [&] {
                Substitutions values = plan.signature();
                values["body"] = allow + place + fmaComputeCall(plan);
                return values;
              }());
}

/// The choice of a tile at a launch, and whether one launch is predicted to be faster.
std::string groupRunText(const KernelPlan &plan) {
  const Schedule &schedule = plan.schedule;
  const auto calls = [](const std::vector<FmaTile> &tiles, const std::string &call) {
    std::string text;
    for (const FmaTile &tile : tiles)
      text += (text.empty() ? "" : ", ") + fill(call, {{"tile", std::string(tile.name)}});
    return text;
  };
  const std::vector<FmaTile> &menu = plan.of<FmaMenu>().group->tiles;
  const bool divides = dividesK(plan.contraction, schedule);
  std::string choice;
  for (size_t index = 0; index < menu.size(); ++index)
    choice += fill(
        "  if (fastest == times[$index])\n    return runTile<$tile>(device, stream, products);\n",
        {{"index", std::to_string(index)}, {"tile", std::string(menu[index].name)}});
  return fill(
      R"(
template <typename Tile>
long long tilesOf(const Product &product) {
  return (product.m + (long long)Tile::BlockM - 1) / Tile::BlockM *
         ((product.n + (long long)Tile::BlockN - 1) / Tile::BlockN);
}

template <typename Tile>
bool runTile(const warpsmith::Device &device, cudaStream_t stream, const Product (&each)[Count]) {
  Products products;
  long long blocks = 0;
  bool aligned = true;
  for (int which = 0; which < Count; ++which) {
    const long long tiles = tilesOf<Tile>(each[which]);
    products.each[which] = each[which];
    products.tiles[which] = (int)tiles;
    blocks += tiles;
    aligned = aligned && each[which].aligned;
  }
  const auto tileKernel = aligned ? kernel<Tile, true> : kernel<Tile, false>;
  return blocks <= 0x7fffffff && $launch;
}

/// How long a product takes by itself, in the units of Tile::Time, for its steps.
inline double timeAlone(const warpsmith::Device &device, const Product &product) {
  const long long times[] = {$alone};
  return (double)warpsmith::fastestTile(times).time$steps;
}

/// How long all of them take as one launch.
template <typename Tile>
double timeTogether(const warpsmith::Device &device, const Product (&products)[Count]) {
  double tiles = 0, steps = 0;
  for (const Product &product : products) {
    tiles += (double)tilesOf<Tile>(product);
    steps += (double)tilesOf<Tile>(product) * product.k;
  }
  const long long waves = warpsmith::wavesOf((long long)tiles, device.multiprocessors);
  return (double)(waves * Tile::Time) * (steps / tiles);
}

/// Computes all products by one launch, with the tile that is predicted to be the fastest. False if
/// separate launches are predicted to be faster, or if this device cannot run it; then each C is
/// unchanged.
inline bool run(const warpsmith::Device &device, cudaStream_t stream,
                const Product (&products)[Count]) {
  double oneByOne = 0;
  for (const Product &product : products)
    oneByOne += timeAlone(device, product);
  const double times[] = {$together};
  const double fastest = warpsmith::fastestTile(times).time;
  if (fastest >= oneByOne)
    return false;
$choice  return false;
}
)",
      {{"launch", schedule.architecture->hasDependentLaunch()
                      ? "warpsmith::launchDependent(device, tileKernel, "
                        "dim3((unsigned)blocks), 1, Tile::Threads, Tile::SharedBytes, "
                        "stream, products)"
                      : "warpsmith::launch(device, tileKernel, dim3((unsigned)blocks), "
                        "Tile::Threads, Tile::SharedBytes, stream, products)"},
       // By themselves, tiles may be divided.
       {"alone", calls(plan.of<FmaMenu>().tiles,
                       divides ? "timeWith<$tile>(device, product.m, product.n, product.k)"
                               : "timeWith<$tile>(device, product.m, product.n)")},
       {"steps", divides ? "" : " * product.k"},
       {"together", calls(menu, "timeTogether<$tile>(device, products)")},
       {"choice", choice}});
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
  plan.need("launch_checks.h");
  return fill(R"(
/// Launches of $kernels as one,
/// whose tiles fill the multiprocessors together.
namespace $space {

constexpr int Count = $count;

/// In the order of the launches, with the number of each one's tiles.
struct Products {
  Product each[Count];
  int tiles[Count];
};

$kernel$run
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
  if (!(able && warpsmith::independent(products) && run(device, streams[0], products)))
    (launches.launch(), ...);
}

} // namespace $space
)",
              {{"kernels", group.str()},
               {"space", groupSpace(group, plan.contraction.kernel)},
               {"count", std::to_string(group.kernels.size())},
               {"kernel", groupKernelText(plan)},
               {"run", groupRunText(plan)}});
}

} // namespace warpsmith
