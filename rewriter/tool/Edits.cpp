#include "rewriter/tool/Edits.h"
#include "rewriter/codegen/DeviceLibrary.h"
#include "rewriter/codegen/KernelPlan.h"
#include "clang/Format/Format.h"
#include <algorithm>

namespace warpsmith::tool {
namespace {

std::string withoutComments(const std::string &text) {
  std::string code;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text.compare(at, 2, "//") == 0)
      at = std::min(text.find('\n', at), text.size() - 1);
    code += text[at];
  }
  return code;
}

/// Marks the text of one device header, so that a later run finds it.
std::string marker(const std::string &header) {
  return "// From " + header + "\n";
}

/// The kernel's launch as a call: `k<<<g, b>>>(x)` becomes `k_rewritten::launch(g, b, 0, 0, x)`.
struct LaunchEdits {
  std::string name, open, close;
};

LaunchEdits launchEdits(const frontend::LaunchSyntax &launch, const std::string &space) {
  LaunchEdits result{space + "::launch", "(", ""};
  for (unsigned given = launch.configurationArguments; given < 4; ++given)
    result.close += ", 0";
  if (launch.hasArguments)
    result.close += ", ";
  return result;
}

/// A macro of the user's that is spelled like an identifier of the generated code, other than those
/// that came from the source itself.
std::string disturbingMacro(const frontend::KernelVerdict &kernel,
                            const frontend::TranslationUnit &unit,
                            const GeneratedKernel &generated) {
  std::string fromSource;
  for (const Parameter &parameter : kernel.contraction->parameters)
    fromSource += parameter.declaration + "\n";
  for (const auto &[name, value] : kernel.contraction->constants)
    fromSource += name + "\n";
  const std::set<std::string> allowed = identifiers(fromSource);
  std::string text = generated.definition;
  for (const std::string &header : generated.deviceHeaders)
    text += declarations(header);
  for (const std::string &name : identifiers(withoutComments(text)))
    if (unit.macros.count(name) && !allowed.count(name))
      return name;
  return {};
}

} // namespace

Edits::Edits(std::string source, const std::string &text, const Options &chosen)
    : path(std::move(source)),
      original(text),
      options(chosen) {
}

void Edits::replace(unsigned offset, unsigned length, const std::string &text) {
  const bool carriageReturns = original.find("\r\n") != std::string::npos;
  std::string adapted;
  for (const char c : text) {
    if (c == '\n' && carriageReturns)
      adapted += '\r';
    adapted += c;
  }
  llvm::cantFail(edits.add(clang::tooling::Replacement(path, offset, length, adapted)));
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
  const auto replacements =
      clang::format::reformat(chosen, text, {clang::tooling::Range(0, text.size())}, path);
  auto result = clang::tooling::applyAllReplacements(text, replacements);
  return result ? *result : text;
}

std::string Edits::supportText(const GeneratedKernel &generated) {
  std::string text;
  for (const std::string &include : generated.includes) {
    const std::string line = "#include <" + include + ">\n";
    if (original.find(line.substr(0, line.size() - 1)) == std::string::npos &&
        present.insert(include).second)
      text += line;
  }
  std::string library;
  for (const std::string &header : generated.deviceHeaders) {
    if (options.deviceHeaders) {
      const std::string line = "#include <" + header + ">\n";
      if (original.find(line.substr(0, line.size() - 1)) == std::string::npos &&
          present.insert(header).second)
        text += line;
    } else if (original.find(marker(header)) == std::string::npos &&
               present.insert(header).second) {
      library += marker(header) + declarations(header);
    }
  }
  if (!library.empty())
    text += "\nnamespace warpsmith {\n\n" + library + "} // namespace warpsmith\n";
  return text;
}

std::string Edits::add(const frontend::KernelVerdict &kernel, const frontend::TranslationUnit &unit,
                       const GeneratedKernel &generated) {
  if (std::find(unit.functionNames.begin(), unit.functionNames.end(), generated.space) !=
      unit.functionNames.end())
    return "the name '" + generated.space + "' is taken";
  if (const std::string macro = disturbingMacro(kernel, unit, generated); !macro.empty())
    return "the macro '" + macro + "' would change the generated code";
  const std::string begin = "// warpsmith: begin " + kernel.kernel + "\n";
  const std::string end = "// warpsmith: end\n";
  std::string support = supportText(generated);
  if (!support.empty() && kernel.syntax.topLevelBegin) {
    // Inside a namespace the library cannot stand beside the kernel.
    replace(*kernel.syntax.topLevelBegin, 0,
            "// warpsmith: begin support\n" + formatted(support) + end + "\n");
    support.clear();
  }
  if (kernel.syntax.declarationEnd)
    replace(*kernel.syntax.declarationEnd, 0,
            "\n" + begin + formatted(generated.declaration) + end);
  replace(kernel.syntax.definitionEnd, 0,
          "\n\n" + begin + formatted(support + "\n" + generated.definition) + "// warpsmith: end");
  for (const frontend::LaunchSyntax &launch : kernel.syntax.launches) {
    const LaunchEdits text = launchEdits(launch, generated.space);
    replace(launch.nameOffset, launch.nameLength, text.name);
    replace(launch.openOffset, 3, text.open);
    replace(launch.closeOffset, launch.argumentsOffset - launch.closeOffset, text.close);
  }
  return {};
}

} // namespace warpsmith::tool
