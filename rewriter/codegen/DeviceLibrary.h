/// The device headers (runtime/include/warpsmith/device) that generated code stands on: included
/// by name, or their text placed in the file so that it stands alone. The kernel files
/// (runtime/include/warpsmith/kernels) are here, too.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace warpsmith {

/// The headers and all that they include, each after those it needs; otherwise by name.
std::vector<std::string> withDependencies(const std::set<std::string> &headers);

/// What headers include from elsewhere, as `atomic` and `cuda_fp16.h`.
std::vector<std::string> foreignIncludes(const std::vector<std::string> &headers);

/// What a header declares inside `namespace warpsmith { ... }`, or a namespace in it, without the
/// namespace itself.
std::string declarations(const std::string &header);

} // namespace warpsmith
