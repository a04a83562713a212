// symmetric: of a product that equals its transpose, as A * A' does, one triangle is computed, and
// each sum goes to both of its places in C.
#include "rewriter/passes/Passes.h"

namespace warpsmith {
namespace {

class Symmetric : public Pass {
public:
  std::string_view name() const override { return "symmetric"; }
  std::string_view parameters() const override { return ""; }
  std::string_view summary() const override {
    return "computes one triangle of a product that equals its transpose (A * A', A * A' + B * B', "
           "A * B' + B * A') and stores it on both sides of the diagonal; after tensorize<wgmma>";
  }

  std::string explain(const Contraction &, const Schedule &) const override {
    return "half of the products remain; C is read and written as before, its upper triangle in "
           "sectors of 32 bytes";
  }

  PassResult apply(const Contraction &contraction, Schedule schedule,
                   Arguments &arguments) const override {
    if (const std::string wrong = arguments.finish(); !wrong.empty())
      return PassRefusal{wrong};
    auto *wgmma = schedule.find<Wgmma>();
    if (!wgmma)
      return PassRefusal{"it changes the tiles of tensorize<wgmma>, which comes before it"};
    if (wgmma->symmetric)
      return PassRefusal{"it stands there already"};
    if (wgmma->split == Split::Int8xn)
      return PassRefusal{"products of residues have no such form"};
    if (wgmma->split == Split::InRegisters)
      return PassRefusal{"operands that are split in registers have no such form; those of "
                         "split<by-data> do"};
    if (const std::string reason = notSymmetric(contraction); !reason.empty())
      return PassRefusal{reason};
    // Fragments of such operands come through registers, of C's transpose or of C.
    if (wgmma->part == ElementType::F32 && contraction.a.contiguous() != 1)
      return PassRefusal{"TF32 operands that lie across k come through registers, for which there "
                         "is no such form"};
    wgmma->symmetric = true;
    std::erase_if(wgmma->tiles, [](const WgmmaTile &tile) { return tile.inTurns; });
    return schedule;
  }

private:
  /// The left operand's rows are the right one's columns.
  static bool mirrored(const Matrix &left, const Matrix &right) {
    return left.name == right.name && left.type == right.type && left.offset == right.offset &&
           left.stride(0) == right.stride(1) && left.stride(1) == right.stride(0);
  }

  static std::string notSymmetric(const Contraction &contraction) {
    if (contraction.isBatched())
      return "it is a batch of products, whose triangles are not computed apart";
    if (contraction.region != Region::Full || contraction.diagonal)
      return "only a part of C is stored";
    if (!(contraction.m.extent() == contraction.n.extent()))
      return "C is not square: its extents are " + contraction.m.extent().str() + " and " +
             contraction.n.extent().str();
    // Two products of a step are summed as one of [A A2] and [B; B2], with one factor for both.
    if (contraction.operandCount() == 2) {
      if (!mirrored(contraction.a, contraction.b))
        return "the product is not that of a matrix and its own transpose";
    } else if (contraction.operandCount() != 4) {
      return "a step sums more than two products";
    } else {
      const Matrix &a2 = contraction.operand(2), &b2 = contraction.operand(3);
      const bool each = mirrored(contraction.a, contraction.b) && mirrored(a2, b2);
      if (!each && !(mirrored(contraction.a, b2) && mirrored(a2, contraction.b)))
        return "the second product is not the first one's transpose, nor is each of them the "
               "product of a matrix and its own";
    }
    // A factor that is another one for the transposed element would make the sums differ.
    for (const Expression::Kind kind : {Expression::Kind::Extra, Expression::Kind::Output})
      if (contraction.update->contains(kind))
        return "products are multiplied by elements of another array";
    return {};
  }
};

} // namespace

std::unique_ptr<Pass> makeSymmetric() {
  return std::make_unique<Symmetric>();
}

} // namespace warpsmith
