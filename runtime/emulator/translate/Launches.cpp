#include "runtime/emulator/translate/Rewriting.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Lexer.h"
#include <algorithm>

namespace warpsmith::emulator::translate {
namespace {

/// True when some template argument of the kernel is deduced from the launch's arguments.
bool isDeduced(const clang::Expr *callee) {
  const auto *overloads = llvm::dyn_cast<clang::OverloadExpr>(callee);
  return overloads && llvm::any_of(overloads->decls(), [&](const clang::NamedDecl *declaration) {
           const auto *kernel =
               llvm::dyn_cast<clang::FunctionTemplateDecl>(declaration->getUnderlyingDecl());
           return kernel &&
                  overloads->getNumTemplateArgs() < kernel->getTemplateParameters()->size();
         });
}

/// What stands for the kernel as launch()'s first argument, when the text of the source does not.
std::string kernelArgument(const Rewriting &rewriting, const clang::CUDAKernelCallExpr *launch,
                           const std::string &written) {
  const clang::FunctionDecl *kernel = launch->getDirectCallee();
  const clang::Expr *callee = launch->getCallee()->IgnoreImpCasts();
  const bool defaults = std::any_of(launch->arg_begin(), launch->arg_end(), [](auto *argument) {
    return llvm::isa<clang::CXXDefaultArgExpr>(argument);
  });
  const bool inMacro = rewriting.edits.inMacroDefinition(launch->getConfig()->getBeginLoc());
  // In a macro the text must suit all its uses.
  std::string address =
      kernel && !inMacro && llvm::isa<clang::DeclRefExpr>(callee) ? rewriting.address(*kernel) : "";
  const bool deduced = isDeduced(callee) || (kernel && kernel->isTemplateInstantiation());
  if (!defaults && !deduced && (inMacro || address.empty()))
    return written;
  if (!defaults && !address.empty())
    return address;
  return "::warpsmith::emulator::Deduced([&](auto &...warpsmithArguments) { " + written +
         "(warpsmithArguments...); }" +
         (address.empty() ? "" : ", reinterpret_cast<const void *>(" + address + ")") + ")";
}

} // namespace

void rewriteLaunch(Rewriting &rewriting, clang::CUDAKernelCallExpr *launch) {
  SourceEdits &edits = rewriting.edits;
  const clang::CallExpr *configuration = launch->getConfig();
  const clang::SourceLocation anchor = configuration->getBeginLoc();
  const auto callee = edits.written(launch->getCallee()->getSourceRange(), anchor);
  const auto chevrons = edits.written({anchor, configuration->getRParenLoc()}, anchor);
  const auto parenthesis = chevrons
                               ? clang::Lexer::findNextToken(chevrons->getEnd(), rewriting.sources,
                                                             rewriting.context.getLangOpts())
                               : std::nullopt;
  if (!callee || !parenthesis || parenthesis->isNot(clang::tok::l_paren)) {
    rewriting.fail(launch->getBeginLoc(),
                   "a launch that is not written kernel<<<...>>>(...) in one piece");
    return;
  }
  edits.insertBefore(callee->getBegin(), "::warpsmith::emulator::launch(");
  const std::string written = edits.text(*callee);
  if (const std::string kernel = kernelArgument(rewriting, launch, written); kernel != written)
    edits.replaceTokens(*callee, kernel, edits.inMacroDefinition(anchor));
  edits.replace(chevrons->getBegin(), 3, ", ::warpsmith::emulator::Configuration(");
  // From `>>>` to the parenthesis that opens the arguments.
  const auto arguments = clang::Lexer::findNextToken(parenthesis->getLocation(), rewriting.sources,
                                                     rewriting.context.getLangOpts());
  const bool none = arguments && arguments->is(clang::tok::r_paren);
  edits.replaceTokens({chevrons->getEnd(), parenthesis->getLocation()}, none ? ")" : "), ",
                      edits.inMacroDefinition(anchor));
}

} // namespace warpsmith::emulator::translate
