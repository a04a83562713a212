// Hopper's asynchronous tensor cores: warpgroup products of pixels that TMA brings by its im2col
// mode.
#include "rewriter/families/PixelAccess.h"
#include "rewriter/families/PlainProduct.h"

namespace warpsmith {
namespace {

class Im2colFamily : public PlainProductFamily {
public:
  bool readsPixels() const override { return true; }

private:
  std::string word() const override { return "im2col"; }
  std::string copies() const override {
    return "  pixels   by TMA's im2col mode, where a k-tile's steps divide their channels\n";
  }
  std::string otherForm(const Contraction &contraction) const override {
    const auto found = pixelAccess(contraction);
    const auto *reason = std::get_if<std::string>(&found);
    return reason ? *reason : "";
  }
  Contraction productOf(const Contraction &contraction) const override {
    return productOfPixels(contraction);
  }
};

} // namespace

const KernelFamily &im2colFamily() {
  static const Im2colFamily Family;
  return Family;
}

} // namespace warpsmith
