/// The device headers (runtime/include/warpsmith/device) that generated code stands on: included
/// by name, or their text placed in the file so that it stands alone. The kernel files
/// (runtime/include/warpsmith/kernels) are here, too.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warpsmith {

/// The headers and all that they include, each after those it needs; otherwise by name.
std::vector<std::string> withDependencies(const std::set<std::string> &headers);

/// There is a header of this name.
bool hasDeviceHeader(std::string_view header);

/// The text of a header.
std::string headerText(const std::string &header);

/// What headers include from elsewhere, as `atomic` and `cuda_fp16.h`.
std::vector<std::string> foreignIncludes(const std::vector<std::string> &headers);

/// Where the declarations of a header stand in its text, and in which namespace of warpsmith's:
/// `wgmma`, or none.
struct HeaderBody {
  unsigned begin = 0, end = 0;
  std::string space;
};
HeaderBody bodyOf(const std::string &header);

/// What a header declares inside `namespace warpsmith { ... }`, or a namespace in it, without the
/// namespace itself.
std::string declarations(const std::string &header);

/// One file that holds these headers and all that they include, for the files that share it. Names
/// lie in the inline namespace `space` of namespace warpsmith, which is that of one version and
/// architecture. A file may include several: what they both hold counts once.
std::string companionText(const std::set<std::string> &headers, const std::string &space);
/// The headers that such a file holds, made for this namespace; none where it is no such file, or
/// for another one.
std::optional<std::set<std::string>> companionHeaders(const std::string &text,
                                                      const std::string &space);
/// Whether it is such a file, whatever it was made for.
bool isCompanion(std::string_view text);

} // namespace warpsmith
