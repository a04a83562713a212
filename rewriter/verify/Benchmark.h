/// A kernel as a benchmark of the harness: what its arrays and scalars are, what it computes of
/// them, and a function that launches it on buffers of the harness.
#pragma once

#include "rewriter/verify/LaunchSetup.h"
#include "llvm/Support/JSON.h"

namespace warpsmith::verify {

/// What `polybench run FILE.cu` reads:
///
///   name        the kernel, with its template arguments
///   namespace   `outer::` of a kernel in one, else empty
///   condition   of parameters, under which it computes this; empty: always
///   contraction as `--emit=contraction` prints it
///   dimensions  [{name, value}]: the distinct extents, `value` where this parse knows it
///   extents     {m, n, k, batch}: indices into dimensions; batch -1: there is none
///   scalars     [{name, type, value}]: floating-point parameters, `value` where the condition
///   wants
///               it
///   buffers     [{name, type, role, extents}], row-major without padding; role: input, inout,
///   output operands    [{buffer, transposed, batched}], A (m, k) and B (k, n), then the second
///   product's extras      [{buffer, row, column, batched}]: arrays of the result, with the indices
///   they have output      {buffer, batched} sum         the sum's type products    [{left, right,
///   scale: [expression]}]: what a step adds to the sum; left and right
///               number operands; empty where a step does anything else
///   initial, result, diagonal: expressions; diagonal may be null
///   region      "", or the elements that are stored, as a comparison of m with n
///   driver      C++ to stand after the kernel's file: `polybench_run` (polybench_abi.h), and
///               `polybench_refusal`, which says why sizes cannot be had
///
/// An expression is {kind, type} with text, index and children as its kind has them; kinds are
/// sum, output, scalar, literal, extra, negate, binary, cast, call, compare, select and, for an
/// extent as a number, dimension.
///
/// Nothing where arrays are shared in ways that no buffers of these shapes can be; `why` says
/// which.
std::optional<llvm::json::Object> benchmark(const Contraction &contraction, std::string &why);

} // namespace warpsmith::verify
