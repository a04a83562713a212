#include "rewriter/tool/MacroProtection.h"
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/emit/KernelPlan.h"
#include "rewriter/ir/Identifiers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"
#include <map>
#include <mutex>

namespace warpsmith::tool {
namespace {

/// True when the name stands before a parenthesis, where a macro with parameters is expanded.
bool isFollowedByParenthesis(const std::string &text, const std::string &name) {
  return llvm::Regex("(^|[^A-Za-z0-9_])" + name + "([ \t\r\n]|/[/*])*\\(").match(text);
}

/// Of a device header; they are asked for each kernel.
const std::set<std::string> &identifiersOf(const std::string &header) {
  static std::mutex mutex;
  static std::map<std::string, std::set<std::string>> known;
  const std::lock_guard lock(mutex);
  const auto [entry, isNew] = known.try_emplace(header);
  if (isNew)
    entry->second = identifiers(withoutComments(declarations(header)));
  return entry->second;
}

/// The identifiers that generated text takes from the source, and some more.
std::set<std::string> wordsOfSource(const frontend::KernelVerdict &kernel) {
  std::set<std::string> words = identifiers(kernel.syntax.templateHead);
  for (const Contraction &contraction : kernel.contractions) {
    words.merge(identifiers(contraction.str()));
    words.merge(identifiers(contraction.qualifiedKernel));
    for (const Parameter &parameter : contraction.parameters)
      words.merge(identifiers(parameter.declaration));
  }
  for (const std::string &parameter : kernel.syntax.parameters)
    words.merge(identifiers(parameter));
  return words;
}

} // namespace

DisturbingMacros disturbingMacros(const frontend::KernelVerdict &kernel,
                                  const frontend::TranslationUnit &unit,
                                  const GeneratedKernel &generated, const std::string &space) {
  // One with parameters is not expanded where no parenthesis follows its name.
  const auto isSafe = [&](const std::string &name) {
    return !unit.plainMacros.contains(name) && name != generated.space &&
           !isFollowedByParenthesis(withoutComments(generated.definition), name) &&
           !isFollowedByParenthesis(withoutComments(generated.insideBody), name) &&
           llvm::none_of(generated.deviceHeaders, [&](const std::string &header) {
             return isFollowedByParenthesis(withoutComments(declarations(header)), name);
           });
  };
  std::set<std::string> used = generated.identifiers;
  used.insert({generated.space, space});
  for (const std::string &header : generated.deviceHeaders) {
    const std::set<std::string> &names = identifiersOf(header);
    used.insert(names.begin(), names.end());
  }
  // These stand in the source's own text: at its launches, and in a kernel that keeps them.
  std::set<std::string> fixed = wordsOfSource(kernel);
  fixed.insert({generated.space, "launch", "launchKernel", "pending"});
  fixed.merge(identifiers(withoutComments(generated.insideBody)));
  DisturbingMacros result;
  for (const std::string &name : used) {
    // Those that begin so are of earlier rewrites.
    if (!unit.macros.contains(name) || name.starts_with("WARPSMITH_") || isSafe(name))
      continue;
    if (fixed.contains(name) || name.starts_with("_")) {
      result.needed = name;
      return result;
    }
    result.around.insert(name);
  }
  return result;
}

std::set<std::string> macrosBesideIncludes(const frontend::TranslationUnit &unit) {
  std::set<std::string> result;
  for (const std::string &name : unit.macros)
    if (!name.starts_with("_") && (name == "T" || llvm::any_of(name, llvm::isLower)))
      result.insert(name);
  return result;
}

std::string withoutMacros(const std::set<std::string> &macros, const std::string &text) {
  if (macros.empty() || text.empty())
    return text;
  std::string before, after;
  for (const std::string &name : macros) {
    before += "#pragma push_macro(\"" + name + "\")\n#undef " + name + "\n";
    after += "#pragma pop_macro(\"" + name + "\")\n";
  }
  return "// Macros of this file that would change what follows.\n" + before + text +
         (text.ends_with("\n") ? "" : "\n") + after;
}

} // namespace warpsmith::tool
