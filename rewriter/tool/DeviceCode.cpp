#include "rewriter/tool/DeviceCode.h"
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/emit/Generate.h"
#include "rewriter/emit/KernelPlan.h"
#include "rewriter/ir/Identifiers.h"
#include "rewriter/reach/CutText.h"
#include "rewriter/reach/FileTokens.h"
#include "rewriter/tool/HeaderKernels.h"
#include "rewriter/tool/ParseSource.h"
#include "clang/Format/Format.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

namespace warpsmith::tool {
namespace {

constexpr llvm::StringLiteral Begin = "// warpsmith: begin ", End = "// warpsmith: end";

/// The header of ours that a line includes, `warpsmith/kernels/fma.cuh`; empty where it includes
/// none.
llvm::StringRef includedHeader(llvm::StringRef line) {
  line = line.ltrim();
  if (!line.consume_front("#") || !(line = line.ltrim()).consume_front("include <"))
    return {};
  const llvm::StringRef name = line.take_until([](char c) { return c == '>'; });
  return hasDeviceHeader(name) ? name : llvm::StringRef();
}

/// The names of a standard header, or of one of CUDA's, that kernel files may use.
bool isUsed(const std::string &include, const std::set<std::string> &words) {
  static const std::map<std::string, std::vector<std::string>> Names = {
      {"algorithm", {"find"}},
      {"array", {"array"}},
      {"atomic", {"atomic"}},
      {"cstdio", {"fprintf"}},
      {"cstdlib", {"getenv"}},
      {"map", {"map"}},
      {"mutex", {"mutex", "lock_guard"}},
      {"utility", {"pair", "move", "forward", "index_sequence", "index_sequence_for"}},
      {"vector", {"vector"}},
      {"type_traits",
       {"integral_constant", "bool_constant", "true_type", "false_type", "is_same", "is_same_v",
        "is_integral_v", "is_floating_point_v", "is_unsigned_v", "is_signed_v", "conditional",
        "conditional_t", "enable_if_t", "remove_cv_t", "remove_reference_t", "decay_t"}}};
  static const std::map<std::string, llvm::StringRef> Parts = {{"cuda_fp16.h", "half"},
                                                               {"cuda_bf16.h", "bfloat16"}};
  if (const auto parts = Parts.find(include); parts != Parts.end())
    return llvm::any_of(words, [&](llvm::StringRef word) { return word.contains(parts->second); });
  const auto names = Names.find(include);
  return names == Names.end() ||
         llvm::any_of(names->second, [&](const std::string &name) { return words.contains(name); });
}

/// What an edit adds, between its marks; empty where it adds none.
reach::Extent codeOf(llvm::StringRef text) {
  const size_t opens = text.find(Begin), last = text.rfind(End);
  const size_t first = text.find('\n', opens) + 1;
  if (opens == llvm::StringRef::npos || last == llvm::StringRef::npos || last <= first)
    return {};
  return {static_cast<unsigned>(first), static_cast<unsigned>(last)};
}

/// The headers of ours that edits include.
std::set<std::string> includedHeaders(const clang::tooling::Replacements &edits) {
  std::set<std::string> included;
  for (const clang::tooling::Replacement &edit : edits)
    for (const llvm::StringRef line : llvm::split(edit.getReplacementText(), '\n'))
      if (const llvm::StringRef header = includedHeader(line); !header.empty())
        included.insert(header.str());
  return included;
}

/// What edits include of others' headers before the first one of ours.
std::set<std::string> standardIncludes(const clang::tooling::Replacements &edits) {
  std::set<std::string> included;
  for (const clang::tooling::Replacement &edit : edits)
    for (llvm::StringRef line : llvm::split(edit.getReplacementText(), '\n')) {
      if (!includedHeader(line).empty())
        return included;
      if (line.consume_front("#include <"))
        included.insert(line.take_until([](char c) { return c == '>'; }).str());
    }
  return included;
}

} // namespace

std::string formatted(const std::string &text, const std::string &path, const Options &options) {
  // Without a style of the user's own: LLVM's with 100 columns.
  auto style = clang::format::getStyle(options.formatStyle, path, "none", text);
  clang::format::FormatStyle chosen = clang::format::getLLVMStyle();
  chosen.ColumnLimit = 100;
  chosen.BreakTemplateDeclarations = clang::format::FormatStyle::BTDS_Yes;
  if (style && !style->DisableFormat)
    chosen = *style;
  else if (!style)
    llvm::consumeError(style.takeError());
  chosen.KeepEmptyLines.AtStartOfBlock = false;
  chosen.ReflowComments = clang::format::FormatStyle::RCS_Never; // --revert looks for markers
  // Both hold in generated text, and each would be another pass over it.
  chosen.FixNamespaceComments = false;
  chosen.SortUsingDeclarations = clang::format::FormatStyle::SUD_Never;
  const auto replacements =
      clang::format::reformat(chosen, text, {clang::tooling::Range(0, text.size())}, path);
  auto result = clang::tooling::applyAllReplacements(text, replacements);
  return result ? *result : text;
}

std::string withLineEnds(const std::string &text, const std::string &file) {
  if (file.find("\r\n") == std::string::npos)
    return text;
  std::string adapted;
  for (const char c : text) {
    if (c == '\n')
      adapted += '\r';
    adapted += c;
  }
  return adapted;
}

std::string uniquePath(const std::string &file) {
  return absolutePath(realPath(file)); // one that is on no disk has no real path
}

DeviceCode::DeviceCode(const std::string &file, const std::string &text,
                       const clang::tooling::Replacements &includes, std::string own,
                       const Options &chosen)
    : path(file),
      original(text),
      edits(includes),
      space(std::move(own)),
      options(chosen) {
  auto applied = clang::tooling::applyAllReplacements(original, edits);
  if (!applied) {
    llvm::consumeError(applied.takeError()); // whoever applies them says so
    return;
  }
  after = std::move(*applied);
  if (includedHeaders(edits).empty())
    return;
  unsigned shift = 0;
  for (const clang::tooling::Replacement &edit : edits) {
    const unsigned begin = edit.getOffset() + shift;
    shift += static_cast<unsigned>(edit.getReplacementText().size()) - edit.getLength();
    if (const reach::Extent code = codeOf(edit.getReplacementText()); !code.isEmpty())
      extents.push_back({begin + code.begin, begin + code.end});
  }
}

bool DeviceCode::isSeen(const reach::CodeFacts &facts) const {
  const auto found = facts.find(uniquePath(path));
  return llvm::all_of(extents, [&](const reach::Extent &extent) {
    const std::string code = after.substr(extent.begin, extent.end - extent.begin);
    return !identifiers(withoutComments(code)).contains("namespace") ||
           (found != facts.end() &&
            llvm::any_of(found->second.declarations, [&](const reach::Declaration &declaration) {
              return extent.contains(declaration.text);
            }));
  });
}

DeviceCode::Library DeviceCode::library(const reach::EditedFile &file) const {
  std::string text;
  std::vector<std::string> kept;
  for (const std::string &header : withDependencies(includedHeaders(edits))) {
    const HeaderBody body = bodyOf(header);
    const std::string piece =
        reach::cutText(headerText(header), header, file.facts, {body.begin, body.end});
    if (!reach::holdsCode(piece))
      continue;
    kept.push_back(header);
    text += "// From " + header + "\n";
    text += body.space.empty() ? piece
                               : "namespace " + body.space + " {\n" + piece + "} // namespace " +
                                     body.space + "\n\n";
  }
  text = reach::withoutUnusedMacros(text);
  const std::set<std::string> words = identifiers(text);
  std::string includes;
  std::set<std::string> seen = standardIncludes(edits);
  for (const std::string &header : foreignIncludes(kept))
    if (isUsed(header, words) && seen.insert(header).second)
      includes += "#include <" + header + ">\n";
  return {includes, text};
}

std::string DeviceCode::libraryText(const Library &library, const std::string &inner) const {
  // Of what stands in no header nvcc names what code for some GPU does not need.
  return library.includes +
         "\n// What the code below uses of warpsmith's device headers and kernel files.\n"
         "namespace " +
         space + " {\ninline namespace " + inner + " {\nnamespace warpsmith = ::" + space +
         "::" + inner +
         ";\n\n#ifdef __NVCC_DIAG_PRAGMA_SUPPORT__\n#pragma nv_diagnostic push\n"
         "#pragma nv_diag_suppress 177\n#endif\n\n" +
         library.code +
         "#ifdef __NVCC_DIAG_PRAGMA_SUPPORT__\n#pragma nv_diagnostic pop\n#endif\n\n} // "
         "namespace " +
         inner + "\n} // namespace " + space + "\n\n";
}

/// The text of a region with the library, if it is not empty, in the place of the first include.
std::string DeviceCode::withoutIncludes(llvm::StringRef text, std::string &library) const {
  std::string result;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    line = line.rtrim('\r');
    if (includedHeader(line).empty()) {
      result += (line + "\n").str();
      continue;
    }
    result += library;
    library.clear();
  }
  return result;
}

/// The text with what `warpsmith` is in a kernel's inner namespace, however it is laid out.
std::string DeviceCode::withAlias(const std::string &text, const std::string &inner) const {
  const reach::FileTokens tokens(text);
  for (reach::Extent token = tokens.from(0); !token.isEmpty(); token = tokens.from(token.end)) {
    const reach::Extent name = tokens.from(token.end), brace = tokens.from(name.end);
    if (!tokens.is(token, "namespace") || !tokens.of(name).ends_with("_rewritten") ||
        !tokens.is(brace, "{"))
      continue;
    const size_t begin = tokens.endOfNext("{", brace.end);
    if (text.find("warpsmith::", begin) == std::string::npos)
      return text;
    // Behind a comment on the brace's line.
    const size_t line = text.find('\n', begin);
    const size_t at = tokens.from(static_cast<unsigned>(begin)).begin < line ? begin : line;
    return text.substr(0, at) + "\nnamespace warpsmith = ::" + space + "::" + inner + ";\n" +
           text.substr(at);
  }
  return text;
}

clang::tooling::Replacements DeviceCode::selfContained(const reach::EditedFile &file) const {
  const Library held = library(file);
  const std::string inner = spaceOfCode(held.code);
  std::string library = libraryText(held, inner);
  clang::tooling::Replacements result;
  unsigned shift = 0;
  for (const clang::tooling::Replacement &edit : edits) {
    const unsigned begin = edit.getOffset() + shift;
    const auto length = static_cast<unsigned>(edit.getReplacementText().size());
    shift += length - edit.getLength();
    std::string text = edit.getReplacementText().str();
    if (const reach::Extent code = codeOf(text); !code.isEmpty()) {
      const reach::Extent inside = {begin + code.begin, begin + code.end};
      const std::string whole = text.substr(code.begin, code.end - code.begin);
      const std::string own =
          withAlias(reach::cutText(after, uniquePath(path), file.facts, inside), inner);
      const std::string cut = withoutIncludes(own, library);
      // What stays as it is was formatted before.
      if (cut != whole)
        text = text.substr(0, code.begin) + withLineEnds(formatted(cut, path, options), original) +
               text.substr(code.end);
    }
    llvm::cantFail(
        result.add(clang::tooling::Replacement(path, edit.getOffset(), edit.getLength(), text)));
  }
  return result;
}

} // namespace warpsmith::tool
