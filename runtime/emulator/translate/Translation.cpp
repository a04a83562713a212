#include "runtime/emulator/translate/Translation.h"
#include "runtime/emulator/translate/Ptx.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include <algorithm>
#include <set>

namespace warpsmith::emulator::translate {
namespace {

using clang::SourceLocation;
using clang::SourceRange;

class Visitor : public clang::RecursiveASTVisitor<Visitor> {
public:
  Visitor(clang::ASTContext &ast, Translation &target)
      : context(ast),
        sources(ast.getSourceManager()),
        policy(ast.getLangOpts()),
        result(target) {
    policy.FullyQualifiedName = true;
    policy.SuppressTagKeyword = true;
  }

  bool shouldVisitTemplateInstantiations() const { return false; }

  bool TraverseDecl(clang::Decl *declaration) {
    const bool outer = inDevice;
    if (const auto *function = llvm::dyn_cast_or_null<clang::FunctionDecl>(declaration))
      inDevice = outer || function->hasAttr<clang::CUDAGlobalAttr>() ||
                 function->hasAttr<clang::CUDADeviceAttr>();
    const bool goOn = RecursiveASTVisitor::TraverseDecl(declaration);
    inDevice = outer;
    return goOn;
  }

  // Vectors (float4, structs read by one instruction): the compiler copies them without looking at
  // the pointer's alignment, so each dereference asks for it.
  bool VisitUnaryOperator(clang::UnaryOperator *operation) {
    if (operation->getOpcode() == clang::UO_Deref)
      checkAlignment(operation->getSubExpr());
    return true;
  }
  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *subscript) {
    // The index of a dependent subscript may stand first.
    if (subscript->getBase()->getType()->isPointerType())
      checkAlignment(subscript->getBase());
    return true;
  }

  bool VisitCUDAKernelCallExpr(clang::CUDAKernelCallExpr *launch) {
    if (!editable(launch->getSourceRange()))
      return true;
    const clang::CallExpr *configuration = launch->getConfig();
    const SourceLocation begin = launch->getBeginLoc(), open = configuration->getBeginLoc(),
                         close = configuration->getRParenLoc();
    if (begin.isMacroID() || open.isMacroID() || close.isMacroID())
      return fail(begin, "a launch inside a macro");
    // A template whose arguments are deduced has no address until they are written out.
    std::string callee;
    const clang::FunctionDecl *kernel = launch->getDirectCallee();
    const auto *reference =
        llvm::dyn_cast<clang::DeclRefExpr>(launch->getCallee()->IgnoreImpCasts());
    if (kernel && kernel->isTemplateInstantiation() && reference &&
        !reference->hasExplicitTemplateArgs())
      callee = instance(*kernel);
    replace(begin, 0, "::warpsmith::emulator::launch(");
    if (!callee.empty())
      replaceTokens(reference->getSourceRange(), callee);
    replace(open, 3, ", ::warpsmith::emulator::Configuration(");
    // From `>>>` to the parenthesis that opens the arguments.
    const auto parenthesis = clang::Lexer::findNextToken(close, sources, context.getLangOpts());
    if (!parenthesis || parenthesis->isNot(clang::tok::l_paren))
      return fail(close, "a launch that is not spelled kernel<<<...>>>(...)");
    const unsigned from = sources.getFileOffset(close);
    const unsigned to = sources.getFileOffset(parenthesis->getLocation()) + 1;
    replace(close, to - from, launch->getNumArgs() ? "), " : ")");
    return true;
  }

  bool VisitDeclStmt(clang::DeclStmt *statement) {
    std::vector<clang::VarDecl *> shared;
    for (clang::Decl *declaration : statement->decls())
      if (auto *variable = llvm::dyn_cast<clang::VarDecl>(declaration);
          variable && variable->hasAttr<clang::CUDASharedAttr>())
        shared.push_back(variable);
    if (shared.empty() || !editable(statement->getSourceRange()))
      return true;
    if (shared.front()->hasExternalStorage())
      return dynamicShared(statement, shared);
    // The declaration, as it is, becomes a struct whose members live in the block.
    const std::string number = std::to_string(counter++);
    std::string after = "};";
    after += " static const char warpsmithKey" + number + " = 0;";
    after += " auto &warpsmithShared" + number + " = *static_cast<WarpsmithShared" + number +
             " *>(::warpsmith::emulator::sharedVariable(&warpsmithKey" + number + ", \"" +
             shared.front()->getNameAsString() + "\", sizeof(WarpsmithShared" + number +
             "), alignof(WarpsmithShared" + number + ")));";
    for (const clang::VarDecl *variable : shared)
      after += " auto &" + variable->getNameAsString() + " = warpsmithShared" + number + "." +
               variable->getNameAsString() + ";";
    replace(statement->getBeginLoc(), 0, "struct WarpsmithShared" + number + " { ");
    removeStorage(statement->getSourceRange());
    insertAfter(statement->getEndLoc(), after);
    return true;
  }

  bool VisitVarDecl(clang::VarDecl *variable) {
    if (!variable->hasAttr<clang::CUDASharedAttr>() || !variable->isFileVarDecl() ||
        !editable(variable->getSourceRange()))
      return true;
    const std::string type = variable->getType().getAsString(policy);
    replaceTokens(variable->getSourceRange(),
                  "static const ::warpsmith::emulator::GlobalSharedVariable<" + type + "> " +
                      variable->getNameAsString() + "(\"" + variable->getNameAsString() + "\")");
    return true;
  }

  bool VisitGCCAsmStmt(clang::GCCAsmStmt *statement) {
    if (!editable(statement->getSourceRange()))
      return true;
    AsmStatement ptx;
    ptx.text = statement->getAsmString();
    for (unsigned i = 0; i < statement->getNumOutputs(); ++i)
      ptx.operands.push_back(text(statement->getOutputExpr(i)->getSourceRange()));
    for (unsigned i = 0; i < statement->getNumInputs(); ++i)
      ptx.operands.push_back(text(statement->getInputExpr(i)->getSourceRange()));
    auto translated = translatePtx(ptx);
    if (const auto *error = std::get_if<PtxError>(&translated))
      return fail(statement->getBeginLoc(), error->message);
    replaceTokens(statement->getSourceRange(), std::get<std::string>(translated));
    return true;
  }

  bool VisitFunctionDecl(clang::FunctionDecl *function) {
    if (!function->hasAttr<clang::CUDAGlobalAttr>() || !function->doesThisDeclarationHaveABody() ||
        function->isDependentContext() || function->isTemplateInstantiation() ||
        function->isInAnonymousNamespace() || !sources.isInMainFile(function->getLocation()))
      return true;
    const std::string number = std::to_string(registered++);
    result.epilogue += "static const ::warpsmith::emulator::Registration warpsmithKernel" + number +
                       "(&::" + function->getQualifiedNameAsString() + ");\n";
    return true;
  }

private:
  /// System headers stay as they are, the emulator's own too.
  bool editable(SourceRange range) const {
    const SourceLocation location = sources.getExpansionLoc(range.getBegin());
    return location.isValid() && !sources.isInSystemHeader(location) &&
           !sources.isWrittenInBuiltinFile(location) &&
           !sources.isWrittenInCommandLineFile(location);
  }

  void checkAlignment(const clang::Expr *pointer) {
    const clang::QualType type = pointer->getType();
    const clang::QualType pointee = type->isPointerType() ? type->getPointeeType() : type;
    const bool vector = pointee->isDependentType() || pointee->isRecordType();
    const SourceRange range = pointer->IgnoreImpCasts()->getSourceRange();
    if (!inDevice || !vector || llvm::isa<clang::CXXThisExpr>(pointer->IgnoreParenImpCasts()) ||
        !editable(range) || range.getBegin().isMacroID() || range.getEnd().isMacroID())
      return;
    replace(range.getBegin(), 0, "::warpsmith::emulator::aligned(");
    insertAfter(range.getEnd(), ")");
  }

  bool fail(SourceLocation location, const std::string &message) {
    location = sources.getExpansionLoc(location);
    result.errors.push_back(sources.getFilename(location).str() + ":" +
                            std::to_string(sources.getExpansionLineNumber(location)) + ":" +
                            std::to_string(sources.getExpansionColumnNumber(location)) +
                            ": error: emulator: " + message);
    return true;
  }

  /// The instance's name with its template arguments written out.
  std::string instance(const clang::FunctionDecl &kernel) const {
    std::string name;
    llvm::raw_string_ostream out(name);
    out << "::";
    kernel.printQualifiedName(out, policy);
    clang::printTemplateArgumentList(out, kernel.getTemplateSpecializationArgs()->asArray(),
                                     policy);
    return name;
  }

  bool dynamicShared(clang::DeclStmt *statement, const std::vector<clang::VarDecl *> &shared) {
    std::string declarations;
    for (const clang::VarDecl *variable : shared) {
      const clang::ArrayType *array = context.getAsArrayType(variable->getType());
      if (!array)
        return fail(variable->getLocation(), "extern __shared__ variable that is not an array");
      const std::string type = array->getElementType().getAsString(policy);
      declarations += type + " *" + variable->getNameAsString() + " = static_cast<" + type +
                      " *>(::warpsmith::emulator::dynamicSharedMemory()); ";
    }
    replaceTokens(statement->getSourceRange(), declarations);
    return true;
  }

  /// A struct's member is neither `static` nor `__shared__`.
  void removeStorage(SourceRange range) {
    SourceLocation location = range.getBegin();
    clang::Token token;
    while (location.isValid() && sources.isBeforeInTranslationUnit(location, range.getEnd())) {
      if (clang::Lexer::getRawToken(location, token, sources, context.getLangOpts(), true))
        break;
      if (token.is(clang::tok::raw_identifier) &&
          (token.getRawIdentifier() == "static" || token.getRawIdentifier() == "__shared__"))
        replace(token.getLocation(), token.getLength(), "");
      location = token.getEndLoc();
    }
  }

  std::string text(SourceRange range) const {
    const auto characters =
        clang::CharSourceRange::getTokenRange(sources.getExpansionLoc(range.getBegin()),
                                              sources.getExpansionRange(range.getEnd()).getEnd());
    return clang::Lexer::getSourceText(characters, sources, context.getLangOpts()).str();
  }

  void replaceTokens(SourceRange range, std::string with) {
    const SourceLocation begin = sources.getExpansionLoc(range.getBegin());
    const SourceLocation last = sources.getExpansionRange(range.getEnd()).getEnd();
    const unsigned length = sources.getFileOffset(last) - sources.getFileOffset(begin) +
                            clang::Lexer::MeasureTokenLength(last, sources, context.getLangOpts());
    // Lines keep their numbers.
    const std::string replaced = text(range);
    with.append(std::count(replaced.begin(), replaced.end(), '\n') -
                    std::count(with.begin(), with.end(), '\n'),
                '\n');
    replace(begin, length, with);
  }

  void insertAfter(SourceLocation token, const std::string &inserted) {
    const SourceLocation location = sources.getExpansionLoc(token);
    const unsigned length =
        clang::Lexer::MeasureTokenLength(location, sources, context.getLangOpts());
    replace(location.getLocWithOffset(static_cast<int>(length)), 0, inserted);
  }

  void replace(SourceLocation where, unsigned length, llvm::StringRef with) {
    where = sources.getExpansionLoc(where);
    // A header is seen once per inclusion, but edited once.
    const auto file = sources.getFileEntryRefForID(sources.getFileID(where));
    const std::string path = file ? file->getFileEntry().tryGetRealPathName().str() : std::string();
    const unsigned offset = sources.getFileOffset(where);
    if (!file || !done.insert({path, offset, with.str()}).second)
      return;
    const clang::tooling::Replacement edit(path, offset, length, with);
    clang::tooling::Replacements &edits = result.edits[path];
    if (llvm::Error error = edits.add(edit)) {
      // Insertions at one place: the later one goes behind the earlier.
      llvm::consumeError(std::move(error));
      const unsigned shifted = edits.getShiftedCodePosition(offset);
      edits = edits.merge(
          clang::tooling::Replacements(clang::tooling::Replacement(path, shifted, length, with)));
    }
  }

  clang::ASTContext &context;
  const clang::SourceManager &sources;
  clang::PrintingPolicy policy;
  Translation &result;
  std::set<std::tuple<std::string, unsigned, std::string>> done;
  int counter = 0, registered = 0;
  bool inDevice = false;
};

class Action : public clang::ASTFrontendAction {
public:
  explicit Action(Translation &target) : result(target) {}

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &,
                                                        llvm::StringRef) override {
    struct Consumer : clang::ASTConsumer {
      explicit Consumer(Translation &target) : result(target) {}
      void HandleTranslationUnit(clang::ASTContext &context) override {
        if (!context.getDiagnostics().hasUncompilableErrorOccurred())
          Visitor(context, result).TraverseDecl(context.getTranslationUnitDecl());
      }
      Translation &result;
    };
    return std::make_unique<Consumer>(result);
  }

private:
  Translation &result;
};

} // namespace

std::unique_ptr<clang::FrontendAction> makeTranslation(Translation &result) {
  return std::make_unique<Action>(result);
}

} // namespace warpsmith::emulator::translate
