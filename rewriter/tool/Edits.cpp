#include "rewriter/tool/Edits.h"
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/emit/KernelPlan.h"
#include "rewriter/emit/SourceTokens.h"
#include "rewriter/emit/UnusedDeclarations.h"
#include "rewriter/frontend/launches/MendedLaunches.h"
#include "rewriter/tool/MacroProtection.h"
#include "rewriter/tool/Revert.h"
#include "clang/Format/Format.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <algorithm>

namespace warpsmith::tool {
namespace {

/// Marks the text of one device header, so that a later run finds it.
std::string marker(const std::string &header) {
  return "// From " + header;
}

constexpr llvm::StringLiteral Pasted = "// From warpsmith/device/";
constexpr llvm::StringLiteral Included = "#include <warpsmith/";
const std::string GuardPrefix = "WARPSMITH_DEVICE_"; // NOLINT(cert-err58-cpp): a short string

/// Text that several files of a translation unit may hold: the first counts.
std::string guardedText(const std::string &header, const std::string &text) {
  std::string name = llvm::sys::path::stem(header).upper();
  name.insert(0, GuardPrefix);
  return "#ifndef " + name + "\n#define " + name + "\n" + text + "#endif\n\n";
}

/// Where a file holds the marker as a line of its own, whatever ends its lines.
size_t findMarker(const std::string &text, const std::string &header, size_t from = 0) {
  const std::string line = marker(header);
  size_t at = text.find(line, from);
  while (at != std::string::npos && at + line.size() < text.size() &&
         text[at + line.size()] != '\n' && text[at + line.size()] != '\r')
    at = text.find(line, at + 1);
  return at;
}

/// The text without comments and spaces, which a formatter may have changed.
std::string squeezed(const std::string &text) {
  std::string kept = withoutComments(text);
  llvm::erase_if(kept, [](char c) { return llvm::isSpace(c); });
  return kept;
}

/// What stands behind a marker, up to the next one or the end of what it stands in.
std::string pastedText(const std::string &text, size_t at) {
  const size_t begin = std::min(text.find('\n', at), text.size());
  size_t end = begin;
  int braces = 0, conditions = 0;
  for (const SourceToken &token : tokensOf(llvm::StringRef(text).substr(begin))) {
    if (token.is(SourceToken::Kind::Directive)) {
      const llvm::StringRef name = llvm::StringRef(token.text).ltrim("# \t");
      conditions += name.starts_with("if");
      conditions -= name.starts_with("endif");
    }
    braces += token.isCode() && token.is("{");
    braces -= token.isCode() && token.is("}");
    if (braces < 0 || conditions < 0 || llvm::StringRef(token.text).starts_with(Pasted))
      break;
    end += token.text.size();
  }
  return text.substr(begin, end - begin);
}

/// The names of a standard header, or of one of CUDA's, that generated code may use.
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

/// Of `<<<`, or of what an editor has made of it: `<< <`.
unsigned openingLength(const std::string &text, unsigned offset) {
  unsigned end = offset;
  for (unsigned count = 0; count < 3; ++end)
    count += text[end] == '<';
  return end - offset;
}

/// Statements as those of a function.
std::string indented(const std::string &statements) {
  std::string text = "  " + statements;
  for (size_t at = text.find('\n'); at + 1 < text.size(); at = text.find('\n', at + 1))
    text.insert(at + 1, "  ");
  return text;
}

/// What the name of generated code needs before it in a launch of this kernel.
std::string scopeIn(const frontend::LaunchSyntax &launch, const std::string &kernel) {
  if (!launch.throughUsing)
    return {};
  const std::string scope = kernel.substr(0, kernel.rfind("::") + 2); // begins with `::`
  return launch.behindColons ? scope.substr(2) : scope;
}

std::string unqualified(const std::string &kernel) {
  return kernel.substr(kernel.rfind(':') + 1); // all of it where there is no colon
}

/// The arguments of a configuration that a launch leaves out.
std::string defaultsOf(const frontend::LaunchSyntax &launch) {
  std::string defaults;
  for (unsigned given = launch.configurationArguments; given < 4; ++given)
    defaults += ", 0";
  return defaults;
}

/// A name that generated code declares or relies on and the user has declared.
std::string takenName(const frontend::TranslationUnit &unit, const GeneratedKernel &generated) {
  for (const std::string &name :
       {generated.space, std::string("warpsmith"), std::string("nvcuda"), std::string("std"),
        std::string("dim3"), std::string("size_t"), std::string("cudaStream_t")})
    if (unit.names.contains(name))
      return name;
  return {};
}

/// A parameter of the kernel's template that hides a name which the generated template of the same
/// head uses.
std::string hidingParameter(const frontend::KernelVerdict &kernel) {
  static const std::set<std::string> Used = {
      "warpsmith", "std",          "launch",     "launchKernel", "dim3",
      "size_t",    "cudaStream_t", "grid",       "block",        "sharedBytes",
      "stream",    "arguments",    "cudaError_t"};
  for (const std::string &name : identifiers(kernel.syntax.templateNames))
    if (llvm::StringRef number = name; Used.contains(name) || (number.consume_front("case") &&
                                                               llvm::all_of(number, llvm::isDigit)))
      return name;
  return {};
}

} // namespace

std::string supportNamespace(const Options &options) {
  std::string version = WARPSMITH_VERSION;
  std::replace(version.begin(), version.end(), '.', '_');
  std::string space = "v" + version;
  for (auto row = options.architectures.rbegin(); row != options.architectures.rend(); ++row)
    space += "_" + std::string((*row)->name);
  return space;
}

void Neighbours::look(llvm::StringRef text) {
  // Its pieces count once, so several files may include it.
  const bool companion = isCompanion({text.data(), text.size()});
  const bool holds = text.contains(Pasted) && !companion;
  guarded |= holds && text.contains("#ifndef " + GuardPrefix);
  pasted |= holds && !text.contains("#ifndef " + GuardPrefix);
  included |= companion || text.contains(Included) || text.contains(CompanionNote);
}

Edits::Edits(std::string source, const std::string &text, const Options &chosen,
             const Neighbours &beside, bool isShared)
    : path(std::move(source)),
      original(text),
      options(chosen),
      neighbours(beside),
      guarded(isShared || beside.guarded || beside.pasted) {
}

void Edits::replace(unsigned offset, unsigned length, const std::string &text) {
  llvm::cantFail(edits.add(clang::tooling::Replacement(path, offset, length, withLineEnds(text))));
}

std::string Edits::withLineEnds(const std::string &text) const {
  const bool carriageReturns = original.find("\r\n") != std::string::npos;
  std::string adapted;
  for (const char c : text) {
    if (c == '\n' && carriageReturns)
      adapted += '\r';
    adapted += c;
  }
  return adapted;
}

void Edits::commit(std::vector<Piece> pieces, unsigned begin, unsigned end,
                   const std::set<std::string> &launched) {
  llvm::sort(pieces, [](const Piece &a, const Piece &b) { return a.offset < b.offset; });
  std::string after;
  unsigned at = begin;
  for (Piece &piece : pieces) {
    piece.text = withLineEnds(piece.text);
    after += original.substr(at, piece.offset - at) + piece.text;
    at = piece.offset + piece.length;
  }
  after += original.substr(at, end - at);
  // A macro or a pack may stand for several arguments, which only the declarations tell.
  after.insert(0, launchDeclarations(launched));
  bool found = false;
  if (auto back = revert(path, after)) {
    const auto text = llvm::cantFail(clang::tooling::applyAllReplacements(after, *back));
    found = llvm::StringRef(text).ltrim('\n') == original.substr(begin, end - begin);
  } else {
    llvm::consumeError(back.takeError());
  }
  if (!found)
    joinNeighbours(pieces);
  for (const Piece &piece : pieces)
    llvm::cantFail(edits.add(clang::tooling::Replacement(
        path, piece.offset, piece.length,
        found || original.compare(piece.offset, piece.length, piece.text) == 0
            ? piece.text
            : recorded(original.substr(piece.offset, piece.length), piece.text))));
}

std::string Edits::launchDeclarations(const std::set<std::string> &launched) const {
  std::string text;
  for (const Kernel &kernel : kernels) {
    if (!launched.contains(kernel.name))
      continue;
    const std::string &code = kernel.generated.definition;
    const size_t begin = code.find(" launch(dim3 ");
    if (begin != std::string::npos)
      text += "// warpsmith: begin " + kernel.name + "\n" +
              code.substr(begin, code.find('{', begin) - begin) + "\n// warpsmith: end\n\n";
  }
  return text;
}

/// Pieces with no more than a parenthesis between them become one: it has one record.
void Edits::joinNeighbours(std::vector<Piece> &pieces) const {
  std::vector<Piece> joined;
  for (Piece &piece : pieces) {
    const unsigned end = joined.empty() ? 0 : joined.back().offset + joined.back().length;
    if (joined.empty() || piece.offset > end + 1) {
      joined.push_back(std::move(piece));
      continue;
    }
    joined.back().text += original.substr(end, piece.offset - end) + piece.text;
    joined.back().length = piece.offset + piece.length - joined.back().offset;
  }
  pieces = std::move(joined);
}

std::string Edits::formatted(const std::string &text) const {
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
  chosen.ReflowComments = clang::format::FormatStyle::RCS_Never; // a later run looks for markers
  // Both hold in generated text, and each would be another pass over it.
  chosen.FixNamespaceComments = false;
  chosen.SortUsingDeclarations = clang::format::FormatStyle::SUD_Never;
  const auto replacements =
      clang::format::reformat(chosen, text, {clang::tooling::Range(0, text.size())}, path);
  auto result = clang::tooling::applyAllReplacements(text, replacements);
  return result ? *result : text;
}

Edits::Library Edits::libraryFor(const std::vector<const GeneratedKernel *> &all) const {
  std::vector<std::string> headers, texts;
  std::set<std::string> used, words, declared;
  for (const GeneratedKernel *kernel : all) {
    used.merge(namesOfNamespace(kernel->definition, "warpsmith"));
    words.merge(wordsIn(kernel->definition));
    for (const std::string &header : kernel->deviceHeaders)
      if (!llvm::is_contained(headers, header)) {
        headers.push_back(header);
        texts.push_back(declarations(header));
        for (const Declaration &each : declarationsIn(texts.back()))
          declared.insert(each.names.begin(), each.names.end());
      }
  }
  // The words tell for which types there must be specialisations. A name of the kernels' own that
  // is also the library's is no use of the latter, but for macros.
  for (const std::string &word : words)
    if (!declared.contains(word) || word.starts_with("WARPSMITH_"))
      used.insert(word);
  // What another file of the translation unit uses, where this one comes first, is not known.
  if (!guarded)
    texts = withoutUnused(texts, used, /*structures=*/{});
  Library result;
  for (size_t index = 0; index < headers.size(); ++index)
    if (llvm::StringRef(texts[index]).find_first_not_of(" \n") != llvm::StringRef::npos)
      result[headers[index]] = texts[index];
  return result;
}

std::string Edits::includesOf(const GeneratedKernel &generated) {
  std::string text;
  for (const std::string &include : generated.includes)
    if (isUsed(include, allWords) && present.insert(include).second)
      text += "#include <" + include + ">\n";
  if (!options.companion.empty()) {
    if (present.insert(options.companion).second)
      text += "#include \"" + options.companion + "\"" + CompanionNote.str() + "\n";
  } else if (options.deviceHeaders) {
    for (const std::string &header : generated.includedHeaders)
      if (present.insert(header).second)
        text += "#include <" + header + ">\n";
  }
  return text;
}

std::string Edits::supportText(const Kernel &kernel) {
  const GeneratedKernel &generated = kernel.generated;
  if (options.deviceHeaders)
    shared.insert(generated.deviceHeaders.begin(), generated.deviceHeaders.end());
  std::set<std::string> macros = besideIncludes;
  for (const std::string &name : kernel.macros) // they are set aside around all of it
    macros.erase(name);
  std::string text = withoutMacros(macros, includesOf(generated));
  if (!options.companion.empty() || options.deviceHeaders)
    return text;
  std::string pasted;
  for (const std::string &header : generated.deviceHeaders) {
    const auto found = library.find(header);
    if (found == library.end() || !present.insert(header).second)
      continue;
    const std::string piece = missingFrom(heldDeclarations(header), found->second);
    if (!piece.empty())
      pasted += guarded ? guardedText(header, marker(header) + "\n" + piece)
                        : marker(header) + "\n" + piece;
  }
  if (!pasted.empty()) {
    const std::string space = supportNamespace(options);
    text += "\nnamespace warpsmith {\n// Files for another architecture, or by another version of "
            "warpsmith, have theirs.\ninline namespace " +
            space + " {\n\n" + pasted + "} // namespace " + space + "\n} // namespace warpsmith\n";
  }
  return text;
}

std::set<std::string> Edits::heldDeclarations(const std::string &header) const {
  std::set<std::string> held;
  for (size_t at = findMarker(original, header); at != std::string::npos;
       at = findMarker(original, header, at + 1))
    for (const Declaration &each : declarationsIn(pastedText(original, at)))
      held.insert(squeezed(each.text));
  return held;
}

std::string Edits::missingFrom(const std::set<std::string> &held, const std::string &text) const {
  if (held.empty())
    return text;
  std::string missing;
  for (const Declaration &each : declarationsIn(text))
    if (!held.contains(squeezed(each.text)) && !held.contains(squeezed(formatted(each.text))))
      missing += each.text;
  return missing.empty() ? missing : missing + "\n\n";
}

std::string Edits::supportElsewhere(const GeneratedKernel &generated, unsigned place) const {
  const auto holds = [&](llvm::StringRef marker) {
    return llvm::StringRef(original).contains(marker);
  };
  const bool mixed =
      options.deviceHeaders ? neighbours.guarded || neighbours.pasted : neighbours.included;
  if (mixed || (options.deviceHeaders ? holds(Pasted) : holds(Included) || holds(CompanionNote)))
    return "an earlier rewrite of " +
           std::string(mixed ? "a file that is compiled with it" : "the file") + " was made " +
           std::string(options.deviceHeaders ? "without" : "with") + " --device-headers";
  if (!options.deviceHeaders && neighbours.pasted)
    return "an earlier rewrite of a file that is compiled with it holds device code that this one "
           "would repeat; rewrite both in one run";
  if (!llvm::StringRef(original).contains(Pasted))
    return {};
  for (const auto &[header, text] : libraryFor({&generated})) {
    const size_t at = findMarker(original, header);
    if (at == std::string::npos)
      continue;
    if (at > place)
      return "an earlier rewrite of a later kernel holds what this one needs; rewrite both in one "
             "run";
    std::set<std::string> own;
    for (const Declaration &each : declarationsIn(declarations(header)))
      own.insert({squeezed(each.text), squeezed(formatted(each.text))});
    for (const std::string &held : heldDeclarations(header))
      if (!own.contains(held))
        return "an earlier rewrite of the file, by another version of warpsmith, holds another " +
               header + "; rewrite both in one run";
  }
  return {};
}

std::string Edits::restOfLine(unsigned offset) const {
  const size_t text = original.find_first_not_of(" \t\r", offset);
  return text == std::string::npos || original[text] == '\n' ? "" : LineGoesOn.str() + "\n";
}

std::string Edits::add(const frontend::KernelVerdict &kernel, const frontend::TranslationUnit &unit,
                       const GeneratedKernel &generated, const std::set<unsigned> &later) {
  if (const std::string name = takenName(unit, generated); !name.empty())
    return "the name '" + name + "' is taken";
  if (spaces.contains(kernel.contractions[0].qualifiedKernel))
    return "another kernel of its name is rewritten: give it a name of its own";
  if (const std::string name = hidingParameter(kernel); !name.empty())
    return "the template's parameter '" + name + "' would hide that name in the generated code";
  if (!generated.conflict.empty())
    return "the name '" + generated.conflict + "' means something else in the generated code";
  const DisturbingMacros macros = disturbingMacros(kernel, unit, generated);
  if (!macros.needed.empty())
    return "the macro '" + macros.needed + "' would change the generated code";
  const bool isResident = !generated.insideBody.empty();
  if (const std::string &obstacle = kernel.syntax.inside.obstacle; isResident && !obstacle.empty())
    return "text cannot be added to the kernel: " + obstacle;
  const unsigned place = kernel.syntax.topLevelBegin.value_or(
      isResident ? kernel.syntax.inside.begin : kernel.syntax.definitionEnd);
  if (const std::string reason = supportElsewhere(generated, place); !reason.empty())
    return reason;
  spaces.insert(kernel.contractions[0].qualifiedKernel);
  kernels.push_back({kernel.kernel, kernel.syntax, generated, macros.around});
  besideIncludes.merge(macrosBesideIncludes(unit));
  for (const frontend::LaunchSyntax &launch : kernel.syntax.launches)
    if (launch.header == kernel.header && !later.contains(launch.nameOffset) && !isResident)
      redirect(launch, kernel.contractions[0].qualifiedKernel, generated.space);
  return {};
}

/// Another build may choose other branches of the kernel's conditional directives.
static std::string configurationCheck(const frontend::KernelSyntax &syntax) {
  if (syntax.configuration.empty())
    return {};
  std::string condition;
  for (const std::string &holds : syntax.configuration)
    condition += (condition.empty() ? "(" : " && (") + holds + ")";
  return "#if !(" + condition +
         ")\n#error \"Rewritten for another configuration: run warpsmith again.\"\n#endif\n\n";
}

void Edits::write(const Kernel &kernel) {
  const frontend::KernelSyntax &syntax = kernel.syntax;
  const std::string begin = "// warpsmith: begin " + kernel.name + "\n";
  const std::string end = "// warpsmith: end\n";
  std::string support = supportText(kernel);
  if (!support.empty() && syntax.topLevelBegin) {
    // Inside a namespace the library cannot stand beside the kernel.
    supportBefore[*syntax.topLevelBegin] += "// warpsmith: begin support\n" +
                                            formatted(withoutMacros(kernel.macros, support)) + end +
                                            "\n";
    support.clear();
  }
  const auto linked = [&](const std::string &text) {
    return syntax.insideLinkage ? "extern \"C++\" {\n" + text + "} // extern \"C++\"\n" : text;
  };
  if (!kernel.generated.insideBody.empty())
    return writeInside(
        kernel, withoutMacros(kernel.macros, linked(support + "\n" + kernel.generated.definition)));
  if (syntax.declarationEnd)
    replace(*syntax.declarationEnd, 0,
            "\n" + begin +
                formatted(withoutMacros(
                    kernel.macros, linked(kernel.generated.declaration(syntax.declaredParameters,
                                                                       syntax.declaredHead)))) +
                end);
  replace(syntax.definitionEnd, 0,
          "\n\n" + begin +
              formatted(configurationCheck(syntax) +
                        withoutMacros(kernel.macros,
                                      linked(support + "\n" + kernel.generated.definition))) +
              "// warpsmith: end" + restOfLine(syntax.definitionEnd));
}

void Edits::writeInside(const Kernel &kernel, const std::string &definition) {
  const frontend::KernelSyntax::Inside &inside = kernel.syntax.inside;
  const std::string begin = "// warpsmith: begin " + kernel.name + "\n", end = "// warpsmith: end";
  // Bounds on an earlier declaration hold for the definition, too.
  std::string bounds;
  if (!kernel.generated.launchBounds.empty())
    bounds = "\n// Few enough registers for blocks of this many threads.\n" + inside.head +
             "__launch_bounds__(" + kernel.generated.launchBounds + ") " + inside.declarator +
             ";\n";
  replace(inside.begin, 0,
          begin + inside.directives +
              formatted(configurationCheck(kernel.syntax) + definition + bounds) + end + "\n\n");
  const std::string rest = restOfLine(inside.body);
  replace(inside.body, 0,
          (rest.empty() ? "\n" : "\n\n") + begin + indented(kernel.generated.insideBody) + end +
              (rest.empty() ? "\n" : rest));
}

const clang::tooling::Replacements &Edits::replacements() {
  std::vector<const GeneratedKernel *> all;
  for (const Kernel &kernel : kernels) {
    all.push_back(&kernel.generated);
    allWords.merge(wordsIn(kernel.generated.definition));
  }
  library = libraryFor(all);
  for (const auto &[header, text] : library)
    allWords.merge(wordsIn(text));
  for (const Kernel &kernel : kernels)
    write(kernel);
  for (const auto &[offset, support] : supportBefore)
    replace(offset, 0, support);
  supportBefore.clear();
  kernels.clear();
  return edits;
}

void Edits::group(const std::vector<GroupMember> &members, const std::string &function) {
  // As far in as the first launch, and four columns more for what it is now a part of.
  const unsigned first = members.front().begin;
  const size_t lineBegin = original.rfind('\n', first) + 1;
  const std::string indent = original.substr(lineBegin, first - lineBegin);
  const bool alone = indent.find_first_not_of(" \t") == std::string::npos;
  std::vector<Piece> pieces;
  std::set<std::string> launched;
  for (size_t index = 0; index < members.size(); ++index) {
    const GroupMember &member = members[index];
    launched.insert(unqualified(member.kernel));
    const frontend::LaunchSyntax &launch = *member.launch;
    const bool isFirst = index == 0, isLast = index + 1 == members.size();
    std::string before;
    if (isFirst)
      before = function + "(" + (alone ? "\n" + indent + "    " : "");
    else if (alone && original.substr(members[index - 1].end, member.begin - members[index - 1].end)
                              .find('\n') != std::string::npos)
      before = "    ";
    const std::string qualifier = original.substr(member.begin, launch.nameOffset - member.begin);
    callInstead(launch, member.begin,
                before + qualifier + scopeIn(launch, member.kernel) + member.space + "::pending",
                pieces);
    if (isLast)
      pieces.push_back({member.end, 1, "))"});
    else
      pieces.push_back({member.semicolon, 1, ","}); // the statement goes on
  }
  commit(std::move(pieces), first, members.back().end + 1, launched);
}

void Edits::redirect(const frontend::LaunchSyntax &launch, const std::string &kernel,
                     const std::string &space) {
  const std::string scope = scopeIn(launch, kernel);
  std::vector<Piece> pieces;
  if (!launch.byPointers) {
    callInstead(launch, launch.nameOffset, scope + space + "::launch", pieces);
    return commit(std::move(pieces), launch.nameOffset, callEnd(launch), {unqualified(kernel)});
  }
  // A macro would take a comma between < and > for the end of its argument.
  const bool comma = launch.insideMacro && launch.templateArguments.find(',') != std::string::npos;
  pieces.push_back({launch.openOffset, launch.openLength,
                    (comma ? "(" : "") + launch.qualifier + scope + space + "::launchKernel" +
                        launch.templateArguments});
  pieces.push_back(
      {launch.kernelArgumentOffset, launch.argumentsOffset - launch.kernelArgumentOffset, ""});
  pieces.push_back({launch.closeOffset, 1, defaultsOf(launch) + (comma ? "))" : ")")});
  commit(std::move(pieces), launch.openOffset, launch.closeOffset + 1, {unqualified(kernel)});
}

unsigned Edits::callEnd(const frontend::LaunchSyntax &launch) const {
  unsigned depth = 1, at = launch.argumentsOffset;
  const llvm::StringRef rest = llvm::StringRef(original).drop_front(at); // ends in a null character
  clang::Lexer lexer({}, frontend::rawLanguage(), rest.data(), rest.data(),
                     rest.data() + rest.size());
  for (clang::Token token; depth > 0;) {
    lexer.LexFromRawLexer(token);
    if (token.is(clang::tok::eof))
      return static_cast<unsigned>(original.size());
    depth += token.is(clang::tok::l_paren);
    depth -= token.is(clang::tok::r_paren);
    at = launch.argumentsOffset + static_cast<unsigned>(lexer.getBufferLocation() - rest.data());
  }
  return at;
}

void Edits::callInstead(const frontend::LaunchSyntax &launch, unsigned begin,
                        const std::string &function, std::vector<Piece> &pieces) const {
  pieces.push_back({begin, launch.nameOffset + launch.nameLength - begin, function});
  pieces.push_back({launch.openOffset, openingLength(original, launch.openOffset), "("});
  pieces.push_back({launch.closeOffset, launch.argumentsOffset - launch.closeOffset,
                    defaultsOf(launch) + (launch.hasArguments ? ", " : "")});
}

} // namespace warpsmith::tool
