/// A product of split operands (wgmma.cuh) whose split the data choose at each launch, on the
/// device: two FP16 parts of each element where they keep FP32's accuracy, else three BF16 parts
/// (split_operand.h). The first kernel splits into two parts and weighs what that loses. The second
/// one decides, and splits again where two parts are not enough. The third one multiplies either.
///
/// The Problem is that of two parts, with ByData, and
///
///   Wide                     the Problem of three parts, which can be made from this one's
///   keptByTwoParts           where the second kernel says which of the two it is; Wide has it, too
///
/// and a tile has Wide, the tile of three parts, with as many threads, which is also as large where
/// it may be summed in slices of k.
#pragma once

#include "warpsmith/kernels/wgmma_launch.cuh"
#include <type_traits>

namespace warpsmith::wgmma {

/// How parts are multiplied.
template <typename Instruction>
struct MultipliesParts {
  template <typename Sums, typename Left, typename Right>
  static __device__ __forceinline__ void multiply(Sums &sums, Left a, Right b, int add) {
    Instruction::multiply(sums, a, b, add);
  }
};

/// The product of three BF16 parts of each element, by an instruction of wgmma_instructions.h.
template <typename Product, typename Instruction>
struct ThreePartsOf : Product, MultipliesParts<Instruction> {
  using Part = __nv_bfloat16;
  static constexpr int Parts = 3;

  explicit ThreePartsOf(const Product &product) : Product(product) {}
};

/// The same of two FP16 parts, and of three where the data need them.
template <typename Product, typename Instruction, typename ThreeParts>
struct TwoPartsOf : Product, MultipliesParts<Instruction> {
  using Part = __half;
  static constexpr int Parts = 2;
  using Wide = ThreeParts;

  explicit TwoPartsOf(const Product &product) : Product(product) {}
};

/// The tile of three parts, in slices like that of two.
template <typename Tile>
using WideOf = std::conditional_t<Tile::InSlices, Sliced<typename Tile::Wide>, typename Tile::Wide>;

/// Shared memory for either.
template <typename Tile>
constexpr int BytesOfBoth =
    Tile::SharedBytes > Tile::Wide::SharedBytes ? Tile::SharedBytes : Tile::Wide::SharedBytes;

template <typename Problem, typename Tile>
__global__ void __launch_bounds__(warpsmith::CompiledForSm90a ? Tile::Threads : 1, 1)
    kernelByData(const __grid_constant__ TensorMaps maps, const __grid_constant__ Problem problem,
                 const __grid_constant__ TensorMaps mapsWide,
                 const __grid_constant__ typename Problem::Wide wide) {
  if constexpr (warpsmith::CompiledForSm90a) {
    using Wide = WideOf<Tile>;
    static_assert(Tile::Threads == Wide::Threads && Tile::Cluster == Wide::Cluster);
    warpsmith::allowNextKernel();
    warpsmith::waitForPreviousKernel();
    if (*problem.keptByTwoParts)
      computeTiles<Problem, Tile>(maps, problem);
    else
      computeTiles<typename Problem::Wide, Wide>(mapsWide, wide);
  }
}

/// As slicesOf, of this kernel; slices of either form have some of its k-tiles.
template <typename Problem, typename Tile>
int slicesByData(const warpsmith::Device &device, const Problem &problem) {
  using WideTile = WideOf<Tile>;
  static_assert(Tile::BlockM == WideTile::BlockM && Tile::BlockN == WideTile::BlockN);
  thread_local warpsmith::ClustersAtOnce known[16];
  constexpr int Steps = Tile::BlockK > WideTile::BlockK ? Tile::BlockK : WideTile::BlockK;
  return warpsmith::slicesOfK(clustersOf<Problem, Tile>(problem),
                              ((long long)problem.k + Steps - 1) / Steps,
                              warpsmith::clustersAtOnce(known, device, kernelByData<Problem, Tile>,
                                                        Tile::Threads, BytesOfBoth<Tile>));
}

/// Splits operands, and launches the kernel of a tile, or of its counterpart of three parts.
template <typename Problem, typename Tile>
bool launchByData(const warpsmith::Device &device, cudaStream_t stream, Problem problem) {
  using Part = typename Problem::Part;
  using Wide = typename Problem::Wide;
  using WideTile = WideOf<Tile>;
  constexpr int SharedBytes = BytesOfBoth<Tile>;
  warpsmith::noteTile(Tile::BlockM, Tile::BlockN, Tile::BlockK);
  if (!warpsmith::canLaunch(device, kernelByData<Problem, Tile>, Tile::Threads, SharedBytes))
    return false;
  Wide wide(problem);
  PartsOfOperands<Problem> parts(problem);
  PartsOfOperands<Wide> partsWide(wide);
  if constexpr (Problem::Batched)
    if (!areNumbered<Tile>(problem, parts) || !areNumbered<WideTile>(wide, partsWide))
      return false;
  const int weightsA = (int)parts.blocksA / (Problem::RowsAlongKA ? 1 : warpsmith::SplitCluster);
  const int weightsB = (int)parts.blocksB / (Problem::RowsAlongKB ? 1 : warpsmith::SplitCluster);
  warpsmith::Workspace workspace(device,
                                 partsWide.bytes(wide) +
                                     warpsmith::Workspace::bytesFor<unsigned>(weightsA + weightsB) +
                                     warpsmith::Workspace::bytesFor<bool>(1),
                                 stream);
  if (!workspace)
    return false;
  partsWide.take(workspace, wide);
  unsigned *const weights = workspace.take<unsigned>(weightsA + weightsB);
  problem.keptByTwoParts = wide.keptByTwoParts = workspace.take<bool>(1);
  // Where three parts are needed, they take the place of the two.
  const auto share = [&](auto &two, auto &three) {
    two.parts = reinterpret_cast<Part *>(three.parts);
    two.back = three.back;
    two.heaviest = three.heaviest;
  };
  partsWide.a.heaviest = {weights, weightsA};
  partsWide.b.heaviest = {weights + weightsA, weightsB};
  if constexpr (Problem::SharesParts)
    partsWide.b.heaviest = partsWide.a.heaviest;
  share(parts.a, partsWide.a);
  share(parts.b, partsWide.b);
  TensorMaps maps, mapsWide;
  if (!parts.template encode<Tile>(maps) || !partsWide.template encode<WideTile>(mapsWide) ||
      !parts.split(device, stream, problem) || !partsWide.split(device, stream, wide))
    return false;
  // Blocks take one tile after the other, of whichever form: as many as the smaller tiles are.
  const long long clusters = clustersOf<Problem, Tile>(problem);
  const long long clustersWide = clustersOf<Wide, WideTile>(wide);
  const long long most = clusters > clustersWide ? clusters : clustersWide;
  int blocksOfCluster = Tile::Cluster;
  if constexpr (Tile::InSlices)
    blocksOfCluster = slicesByData<Problem, Tile>(device, problem);
  const int places = warpsmith::clusterPlaces(device.multiprocessors, blocksOfCluster);
  const long long launched = Tile::InSlices || most < places ? most : places;
  return warpsmith::launchDependent(device, kernelByData<Problem, Tile>,
                                    (int)launched * blocksOfCluster, blocksOfCluster, Tile::Threads,
                                    SharedBytes, stream, maps, parts.product(problem), mapsWide,
                                    partsWide.product(wide));
}

} // namespace warpsmith::wgmma
