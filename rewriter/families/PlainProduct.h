/// Families whose kernels are those of warpgroup products of plain matrices, with other copies.
#pragma once

#include "rewriter/families/KernelFamily.h"
#include <string>

namespace warpsmith {

/// What a plan of Im2col, Packed or PackedFma is for the product of plain matrices. On the FP32
/// units the order of a sum is the original's.
Schedule plainSchedule(const Schedule &schedule);

/// All but the operands' form is asked of warpgroup products.
class PlainProductFamily : public KernelFamily {
public:
  std::string passes(const Schedule &schedule) const override;
  std::string describe(const Contraction &contraction, const Schedule &schedule) const override;

  bool hasMenu() const override { return true; }
  size_t tileCount(const Schedule &schedule) const override;
  BlockTile block(const Schedule &schedule, size_t tile) const override;
  void keepTile(Schedule &schedule, size_t tile) const override;
  void dropTile(Schedule &schedule, size_t tile) const override;

  std::string notInvariant(const Contraction &, const Schedule &) const override {
    return "TMA copies such matrices only where they are aligned, and their sizes suit it";
  }
  std::string takes(const Contraction &contraction) const override;
  std::string takesNoTile() const override;

  std::vector<TileResources> resources(const Contraction &contraction,
                                       const Schedule &schedule) const override;
  Devices devices(const Schedule &schedule) const override;
  Computation computation(const Contraction &contraction, const Schedule &schedule) const override;

  bool isModelled() const override { return false; } // the copies have not been
  TileWork work(const Contraction &, const Schedule &, int) const override { return {}; }
  double waves(const Contraction &contraction, const Schedule &schedule, size_t tile,
               const Problem &problem) const override;
  Launched launched(const Contraction &contraction, const Schedule &schedule,
                    const Problem &problem) const override;
  std::vector<std::string> cudaHeaders(const Schedule &schedule) const override;

private:
  /// As the pass is told: `im2col`.
  virtual std::string word() const = 0;
  /// A line of the description.
  virtual std::string copies() const = 0;
  /// Why the family has no kernel; empty where it has.
  virtual std::string otherForm(const Contraction &contraction) const = 0;
  virtual Contraction productOf(const Contraction &contraction) const = 0;
};

} // namespace warpsmith
