#include "rewriter/frontend/launches/LaunchSites.h"
#include "rewriter/frontend/clang/UserHeaders.h"
#include "rewriter/frontend/launches/LaunchGeometry.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"

namespace warpsmith::frontend {
namespace {

using clang::SourceLocation;
using clang::SourceManager;

/// CUDA's own function, not one of the user's that is called so.
bool isCudaLaunchKernel(const clang::FunctionDecl &function, const SourceManager &sources) {
  return function.getIdentifier() && function.getName() == "cudaLaunchKernel" &&
         function.getDeclContext()->getRedeclContext()->isTranslationUnit() &&
         function.getNumParams() == 6 && sources.isInSystemHeader(function.getLocation());
}

class Visitor : public clang::DynamicRecursiveASTVisitor {
public:
  Visitor(const clang::ASTContext &ast, LaunchMap &result) : context(ast), launches(result) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool TraverseDecl(clang::Decl *declaration) override {
    const clang::FunctionDecl *const outer = within;
    if (const auto *function = llvm::dyn_cast_or_null<clang::FunctionDecl>(declaration))
      within = function;
    const bool result = clang::DynamicRecursiveASTVisitor::TraverseDecl(declaration);
    within = outer;
    return result;
  }

  bool VisitCUDAKernelCallExpr(clang::CUDAKernelCallExpr *launch) override {
    if (const clang::FunctionDecl *kernel = launch->getDirectCallee())
      launches[kernel->getCanonicalDecl()].push_back(
          {launch, llvm::dyn_cast<clang::DeclRefExpr>(launch->getCallee()->IgnoreParenImpCasts()),
           /*byPointers=*/false, onDevice(), /*deduced=*/false, within});
    return true;
  }

  bool VisitCallExpr(clang::CallExpr *call) override {
    const clang::FunctionDecl *function = call->getDirectCallee();
    if (!function || !isCudaLaunchKernel(*function, context.getSourceManager()) ||
        call->getNumArgs() != 6)
      return true;
    LaunchSite site{call, nullptr, /*byPointers=*/true, onDevice(), /*deduced=*/false, within};
    const clang::Expr *kernel = call->getArg(0);
    // Casts do not change which function it is, as long as it stays a pointer.
    while (true) {
      kernel = kernel->IgnoreParenImpCasts();
      if (const auto *cast = llvm::dyn_cast<clang::ExplicitCastExpr>(kernel);
          cast && cast->getType()->isPointerType()) {
        site.deduced |= cast->getType()->isFunctionPointerType();
        kernel = cast->getSubExprAsWritten();
      } else if (const auto *address = llvm::dyn_cast<clang::UnaryOperator>(kernel);
                 address && address->getOpcode() == clang::UO_AddrOf) {
        kernel = address->getSubExpr();
      } else {
        break;
      }
    }
    site.kernel = llvm::dyn_cast<clang::DeclRefExpr>(kernel);
    const auto *named =
        site.kernel ? llvm::dyn_cast<clang::FunctionDecl>(site.kernel->getDecl()) : nullptr;
    if (named && named->hasAttr<clang::CUDAGlobalAttr>())
      launches[named->getCanonicalDecl()].push_back(site);
    return true;
  }

private:
  bool onDevice() const {
    return within &&
           (within->hasAttr<clang::CUDAGlobalAttr>() ||
            (within->hasAttr<clang::CUDADeviceAttr>() && !within->hasAttr<clang::CUDAHostAttr>()));
  }

  const clang::ASTContext &context;
  LaunchMap &launches;
  const clang::FunctionDecl *within = nullptr;
};

class Syntax {
public:
  Syntax(const LaunchSite &site, const clang::ASTContext &ast, const MacroArguments &inMacros,
         RefusalSink &sink)
      : launch(site),
        context(ast),
        macroArguments(inMacros),
        sources(ast.getSourceManager()),
        refuse(sink) {}

  std::optional<LaunchSyntax> read() {
    if (!launch.kernel)
      return fail("launch through an expression");
    if (launch.onDevice)
      return fail("launch from code that runs on the GPU");
    SourceLocation name = writtenPlace(launch.kernel->getLocation(), sources);
    if (name.isInvalid() && !launch.byPointers) {
      result.inDefinition = true;
      name = placeOf(launch.kernel->getLocation());
    }
    if (name.isInvalid())
      return fail("launch inside a macro");
    file = sources.getFileID(name);
    if (!sources.isInMainFile(name))
      result.header = realPath(file, sources);
    result.nameOffset = sources.getFileOffset(name);
    result.nameLength = clang::Lexer::MeasureTokenLength(name, sources, context.getLangOpts());
    if (bufferText().substr(result.nameOffset, result.nameLength) !=
        launch.kernel->getDecl()->getName())
      return fail("launch through an expression"); // a template's argument
    result.throughUsing = llvm::isa<clang::UsingShadowDecl>(launch.kernel->getFoundDecl());
    result.behindColons = launch.kernel->getQualifier() == clang::NestedNameSpecifier::getGlobal();
    if (result.throughUsing && launch.kernel->hasQualifier() && !result.behindColons)
      return fail("launch by the name of a using-declaration in another namespace");
    return launch.byPointers ? call() : chevrons();
  }

private:
  std::nullopt_t fail(std::string reason) {
    return refuse(launch.call->getExprLoc(), std::move(reason));
  }

  llvm::StringRef bufferText() const { return sources.getBufferData(file); }

  /// Where the token is written; invalid where a macro's definition has it and the launch is
  /// elsewhere.
  SourceLocation placeOf(SourceLocation token) const {
    if (!result.inDefinition)
      return writtenPlace(token, sources);
    const SourceLocation place = sources.getSpellingLoc(token);
    return sources.isInMainFile(place) ? place : SourceLocation();
  }

  /// One directive defines a macro with this text, and nothing else ends in it.
  bool isWithinDefinition(unsigned begin, unsigned end) const {
    const llvm::StringRef text = bufferText();
    // A line that ends with a backslash goes on.
    const auto goesOn = [&](size_t newLine) {
      return text.take_front(newLine).rtrim('\r').ends_with("\\");
    };
    for (size_t at = text.find('\n', begin); at < end; at = text.find('\n', at + 1))
      if (!goesOn(at))
        return false;
    size_t line = begin;
    while (line > 0 && (text[line - 1] != '\n' || goesOn(line - 1)))
      --line;
    llvm::StringRef directive = text.substr(line).ltrim(" \t");
    return begin < end && directive.consume_front("#") &&
           directive.ltrim(" \t").starts_with("define");
  }

  /// The offset in the file of the kernel's name; nothing when the token is elsewhere.
  std::optional<unsigned> offset(SourceLocation token) const {
    const SourceLocation place = placeOf(token);
    if (place.isInvalid() || sources.getFileID(place) != file)
      return std::nullopt;
    return sources.getFileOffset(place);
  }
  unsigned endOfToken(unsigned begin) const {
    const SourceLocation token = sources.getComposedLoc(file, begin);
    return begin + clang::Lexer::MeasureTokenLength(token, sources, context.getLangOpts());
  }
  std::optional<unsigned> nextToken(unsigned token) const {
    const auto next = clang::Lexer::findNextToken(sources.getComposedLoc(file, token), sources,
                                                  context.getLangOpts());
    return next ? offset(next->getLocation()) : std::nullopt;
  }

  std::optional<LaunchSyntax> chevrons() {
    const clang::CallExpr *configuration =
        configurationOf(*llvm::cast<clang::CUDAKernelCallExpr>(launch.call));
    if (!configuration)
      return fail("error in a launch");
    const auto open = offset(configuration->getBeginLoc());
    const auto close = offset(configuration->getRParenLoc());
    const auto end = offset(launch.call->getRParenLoc());
    if (!open || !close || !end ||
        (result.inDefinition && !isWithinDefinition(result.nameOffset, *end)))
      return fail("launch inside a macro");
    // Commas between <<< and >>> separate a macro's arguments; those of a call would not.
    const std::string problem = macroArguments.problem(file, result.nameOffset, *open, *end);
    if (!problem.empty())
      return fail("launch inside a macro: " + problem);
    result.openOffset = *open;
    result.closeOffset = *close;
    result.hasArguments = launch.call->getNumArgs() > 0;
    result.configurationArguments = 0;
    for (const clang::Expr *argument : configuration->arguments())
      if (!llvm::isa<clang::CXXDefaultArgExpr>(argument))
        ++result.configurationArguments;
    // The parenthesis that opens the arguments is the next token after `>>>`.
    const llvm::StringRef text = bufferText();
    const size_t parenthesis = text.find('(', result.closeOffset);
    if (result.nameOffset > result.openOffset || parenthesis > *end ||
        text.substr(result.openOffset, 3) != "<<<" || text.substr(result.closeOffset, 3) != ">>>" ||
        !text.slice(result.closeOffset + 3, parenthesis).trim().empty())
      return fail("launch is not spelled as kernel<<<...>>>(...)");
    result.argumentsOffset = static_cast<unsigned>(parenthesis) + 1;
    return result;
  }

  std::optional<LaunchSyntax> call() {
    const auto *callee =
        llvm::dyn_cast<clang::DeclRefExpr>(launch.call->getCallee()->IgnoreParenImpCasts());
    const auto *parameters = llvm::cast<clang::FunctionDecl>(launch.kernel->getDecl());
    const bool global =
        callee && (!callee->hasQualifier() ||
                   callee->getQualifier() == clang::NestedNameSpecifier::getGlobal());
    if (!callee || !global || callee->hasExplicitTemplateArgs())
      return fail("cudaLaunchKernel is not called by its plain name");
    if (parameters->isTemplateInstantiation() &&
        (launch.deduced || !launch.kernel->hasExplicitTemplateArgs()))
      return fail("the template's arguments are not written at cudaLaunchKernel");
    const clang::Expr *first = launch.call->getArg(0);
    const auto begin = offset(callee->getBeginLoc()), name = offset(callee->getLocation());
    const auto argument = offset(first->getBeginLoc()), last = offset(first->getEndLoc());
    const auto close = offset(launch.call->getRParenLoc());
    const auto comma = last ? nextToken(*last) : std::nullopt;
    const auto kernelBegin = offset(launch.kernel->getBeginLoc());
    const auto kernelEnd = offset(launch.kernel->getEndLoc());
    if (!begin || !name || !argument || !comma || !close || !kernelBegin || !kernelEnd)
      return fail("launch inside a macro");
    const llvm::StringRef text = bufferText();
    const auto inOrder = [](std::initializer_list<unsigned> offsets) {
      return std::is_sorted(offsets.begin(), offsets.end());
    };
    if (!inOrder({*begin, *name, *argument, *kernelBegin, result.nameOffset, *kernelEnd, *comma,
                  *close}) ||
        text.substr(*name, endOfToken(*name) - *name) != "cudaLaunchKernel" ||
        text[*comma] != ',' || text[*close] != ')')
      return fail("cudaLaunchKernel is not written as a plain call");
    result.byPointers = true;
    result.openOffset = *begin;
    result.openLength = endOfToken(*name) - *begin;
    result.kernelArgumentOffset = *argument;
    result.argumentsOffset = static_cast<unsigned>(text.find_first_not_of(" \t", *comma + 1));
    result.closeOffset = *close;
    result.qualifier = text.slice(*kernelBegin, result.nameOffset).str();
    const unsigned nameEnd = result.nameOffset + result.nameLength;
    result.templateArguments = text.slice(nameEnd, endOfTemplate(*kernelEnd)).str();
    result.insideMacro = callee->getLocation().isMacroID();
    result.configurationArguments = 2;
    for (const unsigned index : {4, 5})
      if (!llvm::isa<clang::CXXDefaultArgExpr>(launch.call->getArg(index)))
        ++result.configurationArguments;
    return result;
  }

  /// After the last token of the kernel's name, of which `>` may be part of `>>`.
  unsigned endOfTemplate(unsigned last) const {
    return bufferText()[last] == '>' ? last + 1 : endOfToken(last);
  }

  const LaunchSite &launch;
  const clang::ASTContext &context;
  const MacroArguments &macroArguments;
  const SourceManager &sources;
  RefusalSink &refuse;
  clang::FileID file;
  LaunchSyntax result;
};

} // namespace

LaunchMap findLaunches(const clang::ASTContext &context) {
  LaunchMap launches;
  Visitor(context, launches).TraverseDecl(context.getTranslationUnitDecl());
  return launches;
}

std::optional<LaunchSyntax> launchSyntax(const LaunchSite &launch, const clang::ASTContext &context,
                                         const MacroArguments &macroArguments,
                                         RefusalSink &refuse) {
  return Syntax(launch, context, macroArguments, refuse).read();
}

} // namespace warpsmith::frontend
