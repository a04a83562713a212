#include "rewriter/tool/Edits.h"
#include "rewriter/emit/KernelPlan.h"
#include "rewriter/frontend/launches/MendedLaunches.h"
#include "rewriter/tool/FileConditionals.h"
#include "rewriter/tool/MacroProtection.h"
#include "rewriter/tool/Revert.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>

namespace warpsmith::tool {
namespace {

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
std::string takenName(const frontend::TranslationUnit &unit, const GeneratedKernel &generated,
                      const std::string &support) {
  for (const std::string &name : {generated.space, support, std::string("warpsmith"),
                                  std::string("nvcuda"), std::string("std"), std::string("dim3"),
                                  std::string("size_t"), std::string("cudaStream_t")})
    if (unit.names.contains(name))
      return name;
  return {};
}

/// `ns_mm_rewritten_support` of `::ns::mm`.
std::string supportSpace(const std::string &qualifiedKernel) {
  std::string name;
  for (const char c : qualifiedKernel)
    if (c != ':')
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  return name + "_rewritten_support";
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

Edits::Edits(std::string source, const std::string &text, const Options &chosen)
    : path(std::move(source)),
      original(text),
      options(chosen) {
}

void Edits::replace(unsigned offset, unsigned length, const std::string &text) {
  llvm::cantFail(
      edits.add(clang::tooling::Replacement(path, offset, length, withLineEnds(text, original))));
}

void Edits::commit(std::vector<Piece> pieces, unsigned begin, unsigned end,
                   const std::set<std::string> &launched) {
  llvm::sort(pieces, [](const Piece &a, const Piece &b) { return a.offset < b.offset; });
  std::string after;
  unsigned at = begin;
  for (Piece &piece : pieces) {
    piece.text = withLineEnds(piece.text, original);
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

std::string Edits::includesOf(const GeneratedKernel &generated) {
  std::string text;
  for (const std::string &include : generated.includes)
    if (present.insert(include).second)
      text += "#include <" + include + ">\n";
  if (!options.companion.empty()) {
    if (present.insert(options.companion).second)
      text += "#include \"" + options.companion + "\"" + CompanionNote.str() + "\n";
  } else {
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
  for (const Kernel &each : kernels) // of which the first one's place has what all need
    macros.insert(each.macros.begin(), each.macros.end());
  for (const std::string &name : kernel.macros) // they are set aside around all of it
    macros.erase(name);
  return withoutMacros(macros, includesOf(generated));
}

/// Where what it needs is added.
unsigned Edits::Kernel::begin() const {
  if (syntax.topLevelBegin) // inside a namespace the library cannot stand beside the kernel
    return *syntax.topLevelBegin;
  return generated.insideBody.empty() ? syntax.definitionEnd : syntax.inside.begin;
}

/// Text beside the kernel, where that may be inside of `extern "C"`.
std::string Edits::Kernel::linked(const std::string &text) const {
  return syntax.insideLinkage ? "extern \"C++\" {\n" + text + "} // extern \"C++\"\n" : text;
}

void Edits::addSupport(unsigned offset, const std::string &text) {
  supportBefore[offset] += "// warpsmith: begin support\n" + format(text) + "// warpsmith: end\n\n";
}

/// Where the first kernel may be left out by a conditional directive and another one not, what they
/// need stands before the conditional.
void Edits::shareSupport() {
  if (kernels.size() < 2)
    return;
  const auto first = std::ranges::min_element(kernels, {}, &Kernel::begin);
  const FileConditionals conditionals(original);
  unsigned begin = first->begin();
  for (const Kernel &kernel : kernels)
    begin = conditionals.compiledWith(begin, kernel.begin());
  if (begin == first->begin())
    return;
  std::set<std::string> macros;
  std::string support;
  for (const Kernel &kernel : kernels) {
    support += supportText(kernel);
    macros.insert(kernel.macros.begin(), kernel.macros.end());
  }
  if (support.empty())
    return;
  // What was left out for the host's compiler still is.
  addSupport(static_cast<unsigned>(original.rfind('\n', begin) + 1),
             "#ifdef __CUDACC__\n" + first->linked(withoutMacros(macros, support)) + "#endif\n");
}

std::string Edits::format(const std::string &text) const {
  return formatted(text, path, options);
}

std::string Edits::restOfLine(unsigned offset) const {
  const size_t text = original.find_first_not_of(" \t\r", offset);
  return text == std::string::npos || original[text] == '\n' ? "" : LineGoesOn.str() + "\n";
}

std::string Edits::add(const frontend::KernelVerdict &kernel, const frontend::TranslationUnit &unit,
                       const GeneratedKernel &generated, const std::set<unsigned> &later) {
  const std::string &qualified = kernel.contractions[0].qualifiedKernel;
  const std::string space = device.empty() ? supportSpace(qualified) : device;
  if (const std::string name = takenName(unit, generated, space); !name.empty())
    return "the name '" + name + "' is taken";
  if (spaces.contains(qualified))
    return "another kernel of its name is rewritten: give it a name of its own";
  if (const std::string name = hidingParameter(kernel); !name.empty())
    return "the template's parameter '" + name + "' would hide that name in the generated code";
  if (!generated.conflict.empty())
    return "the name '" + generated.conflict + "' means something else in the generated code";
  const DisturbingMacros macros = disturbingMacros(kernel, unit, generated, space);
  if (!macros.needed.empty())
    return "the macro '" + macros.needed + "' would change the generated code";
  const bool isResident = !generated.insideBody.empty();
  if (const std::string &obstacle = kernel.syntax.inside.obstacle; isResident && !obstacle.empty())
    return "text cannot be added to the kernel: " + obstacle;
  spaces.insert(qualified);
  device = space;
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
    addSupport(kernel.begin(), withoutMacros(kernel.macros, support));
    support.clear();
  }
  if (!kernel.generated.insideBody.empty())
    return writeInside(
        kernel,
        withoutMacros(kernel.macros, kernel.linked(support + "\n" + kernel.generated.definition)));
  if (syntax.declarationEnd)
    replace(*syntax.declarationEnd, 0,
            "\n" + begin +
                format(withoutMacros(kernel.macros,
                                     kernel.linked(kernel.generated.declaration(
                                         syntax.declaredParameters, syntax.declaredHead)))) +
                end);
  replace(syntax.definitionEnd, 0,
          "\n\n" + begin +
              format(configurationCheck(syntax) +
                     withoutMacros(kernel.macros,
                                   kernel.linked(support + "\n" + kernel.generated.definition))) +
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
              format(configurationCheck(kernel.syntax) + definition + bounds) + end + "\n\n");
  const std::string rest = restOfLine(inside.body);
  replace(inside.body, 0,
          (rest.empty() ? "\n" : "\n\n") + begin + indented(kernel.generated.insideBody) + end +
              (rest.empty() ? "\n" : rest));
}

const clang::tooling::Replacements &Edits::replacements() {
  shareSupport();
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
