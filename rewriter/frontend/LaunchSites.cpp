#include "rewriter/frontend/LaunchSites.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"

namespace warpsmith::frontend {
namespace {

class Visitor : public clang::RecursiveASTVisitor<Visitor> {
public:
  explicit Visitor(LaunchMap &result) : launches(result) {}
  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitCUDAKernelCallExpr(clang::CUDAKernelCallExpr *launch) {
    if (const clang::FunctionDecl *kernel = launch->getDirectCallee())
      launches[kernel->getCanonicalDecl()].push_back(launch);
    return true;
  }

private:
  LaunchMap &launches;
};

} // namespace

LaunchMap findLaunches(const clang::ASTContext &context) {
  LaunchMap launches;
  Visitor(launches).TraverseDecl(context.getTranslationUnitDecl());
  return launches;
}

std::optional<LaunchSyntax> launchSyntax(const clang::CUDAKernelCallExpr &launch,
                                         const clang::ASTContext &context, RefusalSink &refuse) {
  const clang::SourceManager &sources = context.getSourceManager();
  const auto *callee =
      llvm::dyn_cast<clang::DeclRefExpr>(launch.getCallee()->IgnoreParenImpCasts());
  if (!callee)
    return refuse(launch.getExprLoc(), "launch through an expression");
  const clang::CallExpr *configuration = launch.getConfig();
  const clang::SourceLocation name = callee->getLocation();
  const clang::SourceLocation open = configuration->getBeginLoc();
  const clang::SourceLocation close = configuration->getRParenLoc();
  if (name.isMacroID() || open.isMacroID() || close.isMacroID() ||
      launch.getRParenLoc().isMacroID())
    return refuse(launch.getExprLoc(), "launch inside a macro");

  LaunchSyntax syntax;
  const clang::FileID file = sources.getFileID(name);
  syntax.file = sources.getFilename(name).str();
  syntax.nameOffset = sources.getFileOffset(name);
  syntax.nameLength = clang::Lexer::MeasureTokenLength(name, sources, context.getLangOpts());
  syntax.throughUsing =
      !callee->hasQualifier() && llvm::isa<clang::UsingShadowDecl>(callee->getFoundDecl());
  syntax.openOffset = sources.getFileOffset(open);
  syntax.closeOffset = sources.getFileOffset(close);
  syntax.hasArguments = launch.getNumArgs() > 0;
  syntax.configurationArguments = 0;
  for (const clang::Expr *argument : configuration->arguments())
    if (!llvm::isa<clang::CXXDefaultArgExpr>(argument))
      ++syntax.configurationArguments;
  // The parenthesis that opens the arguments is the next token after `>>>`.
  const llvm::StringRef text = sources.getBufferData(file);
  const size_t parenthesis = text.find('(', syntax.closeOffset);
  if (text.substr(syntax.openOffset, 3) != "<<<" || text.substr(syntax.closeOffset, 3) != ">>>" ||
      parenthesis == llvm::StringRef::npos ||
      !text.slice(syntax.closeOffset + 3, parenthesis).trim().empty())
    return refuse(launch.getExprLoc(), "launch is not spelled as kernel<<<...>>>(...)");
  syntax.argumentsOffset = static_cast<unsigned>(parenthesis) + 1;
  return syntax;
}

} // namespace warpsmith::frontend
