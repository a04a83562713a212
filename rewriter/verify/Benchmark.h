/// A kernel as a benchmark of the harness: its arrays and scalars, what it computes from them, and
/// a function that launches it on buffers of the harness.
#pragma once

#include "rewriter/verify/LaunchSetup.h"
#include "llvm/Support/JSON.h"

namespace warpsmith::verify {

/// The JSON object that `polybench run FILE.cu` reads. Its keys:
///
/// - name: the kernel, with its template arguments
/// - namespace: `outer::` of a kernel in one, else empty
/// - condition: the condition on parameters under which it computes this; empty: always
/// - contraction: as `--emit=contraction` prints it
/// - dimensions: [{name, value}], the distinct extents; `value` where this parse knows it
/// - extents: {m, n, k, batch}, indices into dimensions; batch is -1 where there is none
/// - scalars: [{name, type, value}], floating-point parameters; `value` where the condition needs
///   a certain one
/// - buffers: [{name, type, role, extents}], row-major without padding; role is input, inout or
///   output
/// - operands: [{buffer, transposed, batched}], A (m, k) and B (k, n), then the second product's
/// - extras: [{buffer, row, column, batched}], arrays of the result, with the indices they have
/// - output: {buffer, batched}
/// - sum: the type of the sum
/// - products: [{left, right, scale: [expression]}], what a step adds to the sum; left and right
///   number operands; empty where a step does anything else
/// - initial, result, diagonal: expressions; diagonal may be null
/// - region: "", or the elements that are stored, as a comparison of m with n
/// - driver: the C++ that follows the kernel's file: `polybench_run` (polybench_abi.h), and
///   `polybench_refusal`, which says why sizes cannot be served
///
/// An expression is {kind, type}, with text, index and children as its kind needs them. The kinds
/// are sum, output, scalar, literal, extra, negate, binary, cast, call, compare, select and, for an
/// extent as a number, dimension.
///
/// Empty if the kernel's arrays are shared in ways that buffers of these shapes cannot express;
/// `why` then says which.
std::optional<llvm::json::Object> benchmark(const Contraction &contraction, std::string &why);

} // namespace warpsmith::verify
