// tensorize<wgmma>: Hopper's asynchronous tensor cores, fed by TMA.
//
// A warpgroup has TMA fill a ring of k-tiles in shared memory, two others multiply them (CUTLASS'
// cooperative schedule); blocks stay and take one tile of C after the other.
#include "rewriter/families/GatheredTensorTile.h"
#include "rewriter/families/KernelFamily.h"
#include "rewriter/families/PackedAccess.h"
#include "rewriter/families/PixelAccess.h"
#include "rewriter/families/WgmmaTile.h"
#include "rewriter/passes/Passes.h"
#include <algorithm>

namespace warpsmith {
namespace {

class TensorizeWgmma : public Pass {
public:
  std::string_view name() const override { return "tensorize"; }
  std::string_view selector() const override { return "wgmma"; }
  std::string_view parameters() const override { return "wgmma;im2col;packed;bm;bn"; }
  std::string_view summary() const override {
    return "Hopper's warpgroup products with TMA copies, bm x bn elements of C per block (bm is "
           "128 if left out); without sizes, each launch takes the tile that suits it; bit-exact "
           "for 8-bit integers, else needs --numerics=fp16, bf16, tf32 or, for FP8, fp8-sums, or "
           "split";
  }

  std::string explain(const Contraction &contraction, const Schedule &schedule) const override {
    const Architecture &architecture = *schedule.architecture;
    if (!architecture.hasWgmma())
      return "wgmma needs sm_90a; the architecture is " + std::string(architecture.name);
    if (familyOf(schedule).readsPixels())
      return "products read shared memory by themselves, and a warp of its own has TMA copy pixels "
             "from where they lie, if there are whole k-tiles of channels";
    if (familyOf(schedule).readsPackedLayouts())
      return "products read shared memory by themselves, and a warp of its own has TMA copy packed "
             "layouts from where they lie, with a dimension for each of their digits";
    if (gathers(contraction, schedule))
      return std::string("products read shared memory by themselves, while threads gather the next "
                         "tiles: each element that a block gathers serves many products") +
             (contraction.limitsSteps()
                  ? "; tiles take the steps of k alone that some of their elements have"
                  : "");
    const ElementType part = schedule.as<Wgmma>().part;
    return "products read shared memory by themselves, copies run in a warp of their own: the "
           "limit is the tensor cores' " +
           std::to_string(architecture.fp16 * 2 / sizeOf(part)) + " operations a clock and SM";
  }

  PassResult apply(const Contraction &contraction, Schedule schedule,
                   Arguments &arguments) const override {
    arguments.takeWord("wgmma");
    const bool im2col = arguments.takeWord("im2col");
    const bool packed = !im2col && arguments.takeWord("packed");
    const std::optional<int> first = arguments.takePositional();
    const std::optional<int> second = arguments.takePositional();
    // One number alone is that of the columns, of tiles of two warpgroups.
    const int rows = second ? *first : 128, columns = second ? *second : first.value_or(0);
    if (const std::string wrong = arguments.finish(); !wrong.empty())
      return PassRefusal{wrong};
    if (const std::string reason = refused(contraction, schedule); !reason.empty())
      return PassRefusal{reason};
    const auto size = first ? std::optional(std::pair(rows, columns)) : std::nullopt;
    if (im2col)
      return ofPixels(contraction, std::move(schedule), size);
    if (packed)
      return ofPackedLayouts(contraction, std::move(schedule), size);
    if (gathers(contraction, schedule))
      return gathered(contraction, std::move(schedule), size);
    Wgmma wgmma;
    wgmma.split = schedule.split();
    if (wgmma.split == Split::Int8xn) {
      wgmma.part = ElementType::I8;
      wgmma.workspace = schedule.residueWorkspace();
      PassResult left = leftByResidues(contraction, schedule);
      if (auto *refusal = std::get_if<PassRefusal>(&left))
        return std::move(*refusal);
      wgmma.left = std::make_shared<const Schedule>(std::get<Schedule>(std::move(left)));
    } else if (isInteger(contraction.sum)) {
      wgmma.part = integerPart(contraction);
    } else if (wgmma.split) {
      // Where the data choose, tiles are those of the usual choice.
      const bool three = wgmma.split == Split::Bf16x6 || wgmma.split == Split::InRegisters;
      wgmma.part = three ? ElementType::BF16 : ElementType::F16;
      wgmma.parts = three ? 3 : 2;
    } else if (schedule.numerics == Numerics::Fp8Sums) {
      // Operands of unlike types, too, are bytes to everything but the products themselves.
      wgmma.part = contraction.a.type;
    } else {
      wgmma.part = roundedPart(schedule.numerics);
    }
    wgmma.ranges = contraction.limitsSteps();
    const bool copied = !mayLie(contraction, wgmma, 0) && !mayLie(contraction, wgmma, 1);
    std::vector<WgmmaTile> known = first ? wgmmaTiles(wgmma, copied) : wgmmaMenu(wgmma, copied);
    // Products of parts are summed by k-tiles.
    if (schedule.numerics.invariant && wgmma.parts > 1)
      std::erase_if(known, [steps = known.front().steps](const WgmmaTile &tile) {
        return tile.steps != steps;
      });
    else if (schedule.numerics.invariant && !isInteger(wgmma.part))
      known = withoutSlices(std::move(known));
    wgmma.tiles = first ? tileOf(known, rows, columns) : known;
    if (wgmma.tiles.empty())
      return PassRefusal{"there is no tile of " + std::to_string(rows) + " x " +
                         std::to_string(columns) + ", but of " + sizesOf(known)};
    schedule.plan = wgmma;
    std::erase_if(wgmma.tiles, [&](const WgmmaTile &tile) {
      return tile.inTurns && (wgmma.ranges || !mayTakeTurns(tile, contraction, schedule));
    });
    schedule.plan = std::move(wgmma);
    return schedule;
  }

private:
  /// Of several tiles of one size, the one that is asked for is that whose blocks share least.
  static std::vector<WgmmaTile> tileOf(const std::vector<WgmmaTile> &known, int rows, int columns) {
    std::vector<WgmmaTile> found;
    for (const WgmmaTile &tile : known)
      if (tile.rows() == rows && tile.columns == columns &&
          (found.empty() || tile.cluster() < found[0].cluster()))
        found = {tile};
    return found;
  }

  /// As a refusal names them, each once.
  static std::string sizesOf(const std::vector<WgmmaTile> &tiles) {
    std::vector<std::string> sizes;
    std::string text;
    for (const WgmmaTile &tile : tiles)
      if (std::ranges::find(sizes, tile.size()) == sizes.end()) {
        sizes.push_back(tile.size());
        text += (text.empty() ? "" : ", ") + tile.size();
      }
    return text;
  }

  /// Of groups of several indices, and of padding, threads gather the operands. So they do of sums
  /// that have ranges of steps where these operands have no contiguous rows, would be rounded on
  /// their way, would come from registers, or are a batch's: zeros replace what lies in shared
  /// memory, and sums that are no numbers are taken from the elements again.
  static bool gathers(const Contraction &contraction, const Schedule &schedule) {
    if (!contraction.isPlain())
      return true;
    if (!contraction.limitsSteps())
      return false;
    if (!notContiguous(contraction).empty())
      return true;
    if (isInteger(contraction.sum))
      return false;
    if (contraction.isBatched())
      return true;
    const Wgmma wgmma = {.part = roundedPart(schedule.numerics), .tiles = {}};
    return schedule.numerics == Numerics::Fp8Sums || contraction.a.type != wgmma.part ||
           contraction.b.type != wgmma.part || operandInRegisters(contraction, wgmma);
  }

  /// Tiles of `size`, or all.
  static PassResult gathered(const Contraction &contraction, Schedule schedule,
                             std::optional<std::pair<int, int>> size) {
    const bool integers = isInteger(contraction.sum);
    if (!integers && schedule.numerics == Numerics::Fp8Sums)
      return PassRefusal{
          "its operands must be gathered, which tensorize<wgmma> does with FP16, BF16, TF32 and "
          "8-bit integers; tile has a kernel"};
    const ElementType part = integers ? integerPart(contraction) : roundedPart(schedule.numerics);
    if (const std::string reason = planGatheredTensor(schedule, /*warpgroups=*/true, part, size);
        !reason.empty())
      return PassRefusal{reason};
    return schedule;
  }

  /// Of pixels that TMA copies: tiles of `size`, or all.
  static PassResult ofPixels(const Contraction &contraction, Schedule schedule,
                             std::optional<std::pair<int, int>> size) {
    const auto access = pixelAccess(contraction);
    if (const auto *reason = std::get_if<std::string>(&access))
      return PassRefusal{*reason};
    Im2col plan;
    Wgmma &wgmma = plan.product;
    wgmma.im2col = true;
    wgmma.part =
        isInteger(contraction.sum) ? integerPart(contraction) : roundedPart(schedule.numerics);
    for (const Matrix *matrix : {&contraction.a, &contraction.b})
      if (matrix->type != wgmma.part && !isInteger(wgmma.part))
        return PassRefusal{"'" + matrix->name + "' is " + std::string(cudaName(matrix->type)) +
                           ", and TMA copies elements as they lie"};
    const std::vector<WgmmaTile> known = im2colTiles(wgmma);
    for (const WgmmaTile &tile : known)
      if (!size || size == std::pair(tile.rows(), tile.columns))
        wgmma.tiles.push_back(tile);
    if (wgmma.tiles.empty())
      return PassRefusal{"there is no tile of " + std::to_string(size->first) + " x " +
                         std::to_string(size->second) + " for pixels, but of " + sizesOf(known)};
    if (size)
      wgmma.tiles.resize(1);
    const auto channels = std::get<PixelAccess>(access).channels.constant();
    if (channels && *channels % wgmma.tiles[0].steps != 0)
      return PassRefusal{"there are " + std::to_string(*channels) +
                         " channels, and not a multiple of " +
                         std::to_string(wgmma.tiles[0].steps)};
    schedule.plan = std::move(plan);
    return schedule;
  }

  /// Of packed layouts, which TMA copies: tiles of `size`, or all.
  static PassResult ofPackedLayouts(const Contraction &contraction, Schedule schedule,
                                    std::optional<std::pair<int, int>> size) {
    const auto found = packedAccess(contraction);
    if (const auto *reason = std::get_if<std::string>(&found))
      return PassRefusal{*reason};
    const auto &access = std::get<PackedAccess>(found);
    if (schedule.numerics == Numerics::Fp8Sums)
      return PassRefusal{"packed layouts of FP8 operands have no kernel"};
    Packed plan;
    Wgmma &wgmma = plan.product;
    wgmma.packed = {access.a.digits, access.b.digits, access.c.digits};
    wgmma.part =
        isInteger(contraction.sum) ? integerPart(contraction) : roundedPart(schedule.numerics);
    for (const int operand : {0, 1}) {
      const Matrix &matrix = contraction.operand(operand);
      if (matrix.type != wgmma.part && !isInteger(wgmma.part))
        return PassRefusal{"'" + matrix.name + "' is " + std::string(cudaName(matrix.type)) +
                           ", and TMA copies elements as they lie"};
      if (onlyAlongK(wgmma) && !access.product.runsAlongK(operand))
        return PassRefusal{"neighbours in '" + matrix.name +
                           "' are no steps, and tensor cores transpose operands of 16 bits alone"};
    }
    // Columns of B in another order would be those of C; and C is copied in runs.
    if (access.product.runsAlongK(1) && ordersLines(wgmma, 1))
      wgmma.packed[1].linesOfRow = 1;
    wgmma.packed[2].linesOfRow = 1;
    const std::vector<WgmmaTile> known = packedTiles(wgmma, access.product, size.has_value());
    wgmma.tiles = size ? tileOf(known, size->first, size->second) : known;
    if (wgmma.tiles.empty())
      return PassRefusal{known.empty() ? "no tile has whole boxes of its digits"
                                       : "there is no tile of " + std::to_string(size->first) +
                                             " x " + std::to_string(size->second) +
                                             " for such layouts, but of " + sizesOf(known)};
    Schedule plain = schedule;
    plain.plan = wgmma;
    std::erase_if(wgmma.tiles, [&](const WgmmaTile &tile) {
      return tile.inTurns && !mayTakeTurns(tile, access.product, plain);
    });
    schedule.plan = std::move(plan);
    return schedule;
  }

  /// Two products of a step are one of twice the length where their operands are copied anyway,
  /// with one scale for both.
  static std::string twoProductsRefused(const Contraction &contraction, const Schedule &schedule) {
    if (contraction.operandCount() == 2)
      return {};
    const std::optional<Split> split = schedule.split();
    if (split == Split::InRegisters)
      return "each step sums two products; split<by-data> takes them";
    if (!split)
      return "each step sums two products; that needs split<by-data> or split<bf16x6> before it";
    if (contraction.isBatched())
      return "each step sums two products, and it is a batch of them";
    // Both products' elements share scales: FP16 has no room for two magnitudes.
    if (split == Split::Fp16x3)
      return "each step sums two products, whose operands may differ in magnitude beyond what "
             "FP16's "
             "parts hold; split<by-data> and split<bf16x6> keep both";
    const auto factors = [](const ProductForm &form) {
      std::string text;
      for (const ExpressionRef &factor : form.scale)
        text += describe(*factor) + " * ";
      return text;
    };
    const std::vector<ProductForm> forms = productForms(*contraction.update);
    if (forms.size() != 2 || forms[0].row != 0 || forms[0].column != 1 || forms[1].row != 2 ||
        forms[1].column != 3 || factors(forms[0]) != factors(forms[1]))
      return "each step sums two products with factors of their own";
    return {};
  }

  static std::string refused(const Contraction &contraction, const Schedule &schedule) {
    if (!schedule.architecture->hasWgmma())
      return "wgmma needs sm_90a; the architecture is " + std::string(schedule.architecture->name);
    if (!schedule.isUnplanned() && !schedule.is<Parts>())
      return "tensorize<wgmma> has tiles and copies of its own: no pass but split stands before it";
    const std::optional<Split> split = schedule.split();
    const bool integers = isInteger(contraction.sum), splits = split.has_value();
    if (!integers && !splits && contraction.a.type == ElementType::F64 &&
        keepsOperands(schedule.numerics))
      return "warpgroups have no products of FP64; tensorize<mma> does, and split<int8xn> before "
             "this pass makes integers of 8 bits of them, with --numerics=fp64";
    if (!integers && !splits && keepsOperands(schedule.numerics))
      return isFp8(contraction.a.type) && isFp8(contraction.b.type)
                 ? "tensor cores keep 14 bits of a sum of FP8 products; allow it with "
                   "--numerics=fp8-sums, or let them multiply FP16 with --numerics=fp16"
                 : "tensor cores round the operands; say to which format with --numerics=fp16, "
                   "--numerics=bf16 or --numerics=tf32, or keep FP32's accuracy with "
                   "split<by-data> "
                   "before it and --numerics=fp32";
    if (const std::string reason = notContiguous(contraction);
        !gathers(contraction, schedule) && !reason.empty())
      return reason;
    if (const std::string reason = twoProductsRefused(contraction, schedule); !reason.empty())
      return reason;
    if (split == Split::InRegisters && contraction.isBatched())
      return "it is a batch of products, whose operands are not split in registers";
    if (contraction.n.extent().constant() == 1)
      return "it is a matrix-vector product, which memory limits";
    if (integers)
      return notForByteProducts(contraction, "wgmma's");
    if (split == Split::Int8xn)
      return refusedResidues(contraction);
    if (split == Split::InRegisters && !contraction.runsAlongK(0))
      return "rows of '" + contraction.a.name +
             "' run across k, and are split as they lie; split<by-data> takes them";
    for (const Matrix *matrix : {&contraction.a, &contraction.b})
      if (isInteger(matrix->type) || matrix->type == ElementType::F64)
        return "'" + matrix->name + "' is " + std::string(cudaName(matrix->type));
    if (schedule.numerics == Numerics::Fp8Sums)
      for (const Matrix *matrix : {&contraction.a, &contraction.b})
        if (!isFp8(matrix->type))
          return "fp8-sums is for FP8 operands; '" + matrix->name + "' is " +
                 std::string(cudaName(matrix->type));
    if (!splits && schedule.numerics == Numerics::Tf32)
      for (const Matrix *matrix : {&contraction.a, &contraction.b})
        if (matrix->type != ElementType::F32)
          return "TF32 is a format for float operands; '" + matrix->name + "' is " +
                 std::string(cudaName(matrix->type));
    if (roundsOperands(*contraction.update))
      return "the original rounds FP64 operands to float";
    if (contraction.sum != ElementType::F32)
      return "the sum is " + std::string(cudaName(contraction.sum)) + ", and wgmma's are FP32";
    return {};
  }

  static std::string refusedResidues(const Contraction &contraction) {
    if (contraction.sum != ElementType::F64 || contraction.c.type != ElementType::F64)
      return "the sum or C is no double";
    if (contraction.region != Region::Full || contraction.diagonal)
      return "only a part of C is stored";
    if (productForms(*contraction.update).size() != 1)
      return "a step is '" + describe(*contraction.update) + "', no product of both operands";
    for (const Expression::Kind kind : {Expression::Kind::Extra, Expression::Kind::Output})
      if (contraction.update->contains(kind))
        return "products are multiplied by elements of another array";
    return {};
  }

  /// What computes the tiles of C that residues do not keep: bit for bit as the original where
  /// FP64's tensor cores can.
  static PassResult leftByResidues(const Contraction &contraction, const Schedule &schedule) {
    PassResult result = PassRefusal{};
    for (const Numerics numerics : {Numerics::BitExact, Numerics::Fp64}) {
      Schedule doubles;
      doubles.numerics = numerics;
      doubles.architecture = schedule.architecture;
      Arguments tile("mma;" + std::to_string(ResidueTile) + ";" + std::to_string(ResidueTile));
      result = makeTensorizeMma()->apply(contraction, doubles, tile);
      if (std::holds_alternative<Schedule>(result))
        break;
    }
    return result;
  }
};

} // namespace

std::unique_ptr<Pass> makeTensorizeWgmma() {
  return std::make_unique<TensorizeWgmma>();
}

} // namespace warpsmith
