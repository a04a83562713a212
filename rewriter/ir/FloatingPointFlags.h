/// Flags of the device compiler that change what arithmetic gives. Both forms of a kernel are
/// compiled with them.
#pragma once

#include <string>

namespace warpsmith {

struct FloatingPointFlags {
  bool fusesProducts = true;      ///< -fmad: a product and a sum become one FMA
  bool flushesSubnormals = false; ///< -ftz, of float
  bool dividesExactly = true;     ///< -prec-div, of float
  bool takesRootsExactly = true;  ///< -prec-sqrt, of float
  bool fastFunctions = false;     ///< -use_fast_math: approximations of functions and of a quotient
  /// A flag of Clang's that lets it regroup sums, or fuse products and sums by how the source
  /// divides them into expressions; empty where there is none. No two forms are then bound to have
  /// the same bits.
  std::string loose = {}; // NOLINT(readability-redundant-member-init): aggregates leave it out

  bool operator==(const FloatingPointFlags &) const = default;
  /// As nvcc takes them, or Clang where it is its own; empty for the defaults.
  std::string str() const {
    std::string text;
    const auto add = [&](bool given, const std::string &flag) {
      if (given)
        text += (text.empty() ? "" : " ") + flag;
    };
    add(fastFunctions, "-use_fast_math");
    add(!fusesProducts, "-fmad=false");
    // -use_fast_math says the same of these, and the flags themselves go before it.
    add(flushesSubnormals != fastFunctions, flushesSubnormals ? "-ftz=true" : "-ftz=false");
    add(dividesExactly == fastFunctions, dividesExactly ? "-prec-div=true" : "-prec-div=false");
    add(takesRootsExactly == fastFunctions,
        takesRootsExactly ? "-prec-sqrt=true" : "-prec-sqrt=false");
    add(!loose.empty(), loose);
    return text;
  }
};

} // namespace warpsmith
