/// What all that is not a kernel family's own asks it: its menu of tiles, what a plan of its needs,
/// what that costs. One class a family, in the file of its name.
#pragma once

#include "rewriter/arch/Occupancy.h"
#include "rewriter/arch/PipeModel.h"
#include "rewriter/families/Schedule.h"
#include "rewriter/ir/Computation.h"
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpsmith {

/// Extents of C and length of the sums.
struct Problem {
  double m, n, k;
};

/// A kernel that the schedule's code has: one for each tile that a launch chooses from.
struct TileResources {
  std::string tile; ///< `128 x 128 x 16`
  BlockResources block;
  /// What of the kernel's template arguments tells it among the others: `Tile<128, 128, 16` or
  /// `::Large`, before a comma or the end; empty when there is one.
  std::string templateArguments;
};
/// With as many registers as launch bounds allow.
TileResources tileResources(const BlockTile &block, int threads, int sharedBytes,
                            std::string templateArguments);

/// Why a thread of so many in a block cannot have about so many registers; empty where it can.
std::string registersDoNotFit(int registers, int threads);

/// What a block does for a k-tile.
struct TileWork {
  Cycles cycles = {0, Unit::IssueSlots}; ///< of a sub-partition, for one block
  double exposed = 0;                    ///< cycles in which a block's own work stands still
};

/// The tile of a menu that a launch takes, and into how many slices of k it divides each.
struct Launched {
  size_t tile = 0;
  int slices = 1;
  bool inMemory = false; ///< sums of slices stay there, and another kernel adds them
  /// For all of C, as the launch compares it with others of the menu; 0 where there is no menu.
  double nanoseconds = 0;
};

/// A kernel before the product's writes an operand anew.
struct Preparation {
  int writtenBytes; ///< an element
  bool rearranges;  ///< in parts or transposed, which reaches less of the memory's bandwidth
};

/// The devices that a kernel is for.
struct Devices {
  int capability = 0; ///< this one and newer ones; 0: any
  bool alone = false; ///< this one alone, whose code must be for sm_90a
};

class KernelFamily {
public:
  virtual ~KernelFamily() = default;

  /// The passes that lead to the plan, as `--passes` takes them.
  virtual std::string passes(const Schedule &schedule) const = 0;
  /// Lines for a reader, each with two spaces before it.
  virtual std::string describe(const Contraction &contraction, const Schedule &schedule) const = 0;

  // Menu.
  /// Whether there is a menu, whose blocks have a multiprocessor each.
  virtual bool hasMenu() const { return false; }
  virtual size_t tileCount(const Schedule &) const { return 1; }
  virtual BlockTile block(const Schedule &schedule, size_t tile) const = 0;
  /// Leaves that one.
  virtual void keepTile(Schedule &, size_t) const {}
  /// Leaves the others.
  virtual void dropTile(Schedule &, size_t) const {}

  // Fit.
  /// Why the family has no kernels for such groups of indices; empty where it has.
  virtual std::string takes(const Contraction &contraction) const;
  /// There are kernels whose sums have ranges of steps of their own (Contraction::stepBounds).
  virtual bool limitsSteps() const { return false; }
  /// Tiles and copies are the family's own: why no pass that chooses or changes tiles follows.
  virtual std::string takesNoTile() const { return {}; }
  /// Why no kernel can be made of the plan; empty when one can.
  virtual std::string doesNotFit(const Contraction &, const Schedule &) const { return {}; }

  // Resources.
  /// Nothing where the schedule keeps the original's threads.
  virtual std::vector<TileResources> resources(const Contraction &contraction,
                                               const Schedule &schedule) const = 0;
  /// Bytes of shared memory of a block, of its smallest tile; 0 where some tile fits any device.
  virtual int leastSharedBytes(const Contraction &, const Schedule &) const { return 0; }
  /// About the registers that ptxas gives a thread, where that is less than launch bounds allow.
  virtual std::optional<int> expectedRegisters(const Contraction &, const Schedule &) const {
    return std::nullopt;
  }
  virtual Devices devices(const Schedule &schedule) const = 0;

  // Work.
  /// Whether the model knows what the family's kernels cost.
  virtual bool isModelled() const { return true; }
  virtual Computation computation(const Contraction &contraction, const Schedule &) const {
    return exactComputation(contraction);
  }
  /// A k-tile of the first tile, with so many blocks on a multiprocessor.
  virtual TileWork work(const Contraction &contraction, const Schedule &schedule,
                        int blocksPerSm) const = 0;
  /// How often all multiprocessors take a tile of a menu until C is done.
  virtual double waves(const Contraction &contraction, const Schedule &schedule, size_t tile,
                       const Problem &problem) const;
  /// The tile that generated code chooses: the first of least time.
  virtual Launched launched(const Contraction &, const Schedule &, const Problem &) const {
    return {};
  }
  /// What a launch takes to add the sums of slices of k, with the first tile; 0 where it has none.
  virtual double joiningSeconds(const Contraction &, const Schedule &, const Problem &,
                                const Launched &) const {
    return 0;
  }
  /// Nothing where the kernel reads the operand as it lies.
  virtual std::optional<Preparation> preparation(const Contraction &, const Schedule &, int,
                                                 const Problem &) const {
    return std::nullopt;
  }
  /// Launches before the kernel where some operand is prepared.
  virtual int preparingLaunches(const Schedule &) const { return 1; }

  // Bits, as a contract with `invariant` asks for them.
  /// What tells the order in which an element's products are rounded and added: plans with equal
  /// texts give it equal bits.
  virtual std::string orderOfSums(const Contraction &, const Schedule &schedule) const {
    return passes(schedule);
  }
  /// Why an element's bits could depend on more than its row, its column and k; empty where they do
  /// not.
  virtual std::string notInvariant(const Contraction &, const Schedule &) const { return {}; }

  // Emission. Its text is that of emit/.
  /// The kernel's run prepares operands that it cannot read as they lie, so that it is not told
  /// whether their rows are whole vectors.
  virtual bool preparesOperands() const { return false; }
  /// Of operands that are gathered: the kernel takes vectors where elements are adjacent, and its
  /// launch says whether they are. Else it says whether elements lie in padding.
  virtual bool gathersVectors() const { return false; }
  /// Of a convolution: the kernel takes pixels (PixelAccess.h), and the operands as plain matrices.
  virtual bool readsPixels() const { return false; }
  /// The same of matrices in packed layouts (PackedAccess.h).
  virtual bool readsPackedLayouts() const { return false; }
  /// Of these: threads copy tiles, and the launch says whether they can do so in vectors.
  virtual bool copiesPackedByThreads() const { return false; }
  /// Of such a product as one of plain matrices: how A, B and C lie.
  virtual std::array<PackedDigits, 3> packedDigits(const Schedule &) const { return {}; }
  /// The kernel splits an operand as it lies, whose rows must begin at multiples of 16 bytes.
  virtual bool splitsWhatLies(const Schedule &) const { return false; }
  /// Of CUDA: `mma.h`.
  virtual std::vector<std::string> cudaHeaders(const Schedule &schedule) const;
  /// What holds for the results, in lines of a comment.
  virtual std::string numericsSentence(const Schedule &schedule) const;
};

const KernelFamily &familyOf(const Schedule &schedule);

/// What a contract with `invariant` promises, in lines that follow numericsSentence()'s; else
/// empty.
std::string invariantSentence(const Schedule &schedule);

/// The order of sums whose steps are added one by one as k counts them, each in one rounding where
/// the original's compiler contracts.
inline constexpr const char *OrderOfK = "the order of k";

/// Why an element's bits depend on its neighbours where each element has steps of its own.
inline constexpr const char *ZerosForSteps =
    "zeros stand for the steps that an element does not have, in as many tiles as its neighbours "
    "have steps";

// The families, of which familyOf() gives one.
const KernelFamily &directFamily();
const KernelFamily &partsFamily();
const KernelFamily &fmaFamily();
const KernelFamily &fmaMenuFamily();
const KernelFamily &wmmaFamily();
const KernelFamily &mmaFamily();
const KernelFamily &wgmmaFamily();
const KernelFamily &im2colFamily();
const KernelFamily &packedFamily();
const KernelFamily &packedFmaFamily();
const KernelFamily &gatheredFamily();
const KernelFamily &gatheredTensorFamily();
const KernelFamily &residentFamily();

} // namespace warpsmith
