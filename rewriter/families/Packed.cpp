// Hopper's asynchronous tensor cores: warpgroup products of matrices in packed layouts, which TMA
// brings in boxes of several digits.
#include "rewriter/families/PackedAccess.h"
#include "rewriter/families/PlainProduct.h"

namespace warpsmith {
namespace {

class PackedFamily : public PlainProductFamily {
public:
  bool readsPackedLayouts() const override { return true; }

private:
  std::string word() const override { return "packed"; }
  std::string copies() const override {
    return "  runs     of packed layouts, in boxes with a dimension for each digit\n";
  }
  std::string otherForm(const Contraction &contraction) const override {
    const auto found = packedAccess(contraction);
    const auto *reason = std::get_if<std::string>(&found);
    return reason ? *reason : "";
  }
  Contraction productOf(const Contraction &contraction) const override {
    return productOfPacked(contraction);
  }
};

} // namespace

const KernelFamily &packedFamily() {
  static const PackedFamily Family;
  return Family;
}

} // namespace warpsmith
