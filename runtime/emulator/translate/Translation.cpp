#include "runtime/emulator/translate/Translation.h"
#include "runtime/emulator/translate/Rewriting.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"

namespace warpsmith::emulator::translate {
namespace {

using clang::SourceLocation;

class Visitor : public clang::DynamicRecursiveASTVisitor {
public:
  Visitor(clang::ASTContext &context, Translation &result) : rewriting(context, result) {}

  /// The line becomes a comment.
  void removePragma(SourceLocation hash) {
    if (rewriting.isUserCode(hash))
      rewriting.edits.insertBefore(hash, "//");
  }

  bool TraverseDecl(clang::Decl *declaration) override {
    const bool outer = inDevice;
    if (const auto *function = llvm::dyn_cast_or_null<clang::FunctionDecl>(declaration))
      inDevice = outer || function->hasAttr<clang::CUDAGlobalAttr>() ||
                 function->hasAttr<clang::CUDADeviceAttr>();
    const bool goOn = clang::DynamicRecursiveASTVisitor::TraverseDecl(declaration);
    inDevice = outer;
    return goOn;
  }

  // Vectors (float4, structs read by one instruction): the compiler copies them without looking at
  // the pointer's alignment, so each dereference asks for it.
  bool VisitUnaryOperator(clang::UnaryOperator *operation) override {
    if (operation->getOpcode() == clang::UO_Deref)
      checkAlignment(operation->getSubExpr(), operation->getOperatorLoc());
    return true;
  }
  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *subscript) override {
    // The index of a dependent subscript may stand first.
    if (subscript->getBase()->getType()->isPointerType())
      checkAlignment(subscript->getBase(), subscript->getRBracketLoc());
    return true;
  }

  bool VisitCUDAKernelCallExpr(clang::CUDAKernelCallExpr *launch) override {
    if (rewriting.isUserCode(launch->getBeginLoc()))
      rewriteLaunch(rewriting, launch);
    return true;
  }
  bool VisitDeclStmt(clang::DeclStmt *statement) override {
    rewriteSharedVariables(rewriting, statement);
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *variable) override {
    if (isGlobalShared(*variable) && rewriting.isUserCode(variable->getLocation()))
      rewriteGlobalSharedVariable(rewriting, variable);
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) override {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    if (variable && isGlobalShared(*variable) && rewriting.isUserCode(reference->getLocation()))
      rewriteSharedReference(rewriting, reference);
    return true;
  }
  /// The text of operands is a part of what replaces the statement: nothing else changes them.
  bool TraverseGCCAsmStmt(clang::GCCAsmStmt *statement) override {
    if (rewriting.isUserCode(statement->getBeginLoc()))
      rewriteAssembly(rewriting, statement);
    return true;
  }

  bool VisitFunctionDecl(clang::FunctionDecl *function) override {
    if (function->doesThisDeclarationHaveABody() && !function->isTemplateInstantiation()) {
      registerKernel(*function);
      if (rewriting.isUserCode(function->getLocation()))
        rewriteTileChoice(rewriting, *function);
    }
    if (function->hasAttr<clang::CUDAGlobalAttr>() && rewriting.isUserCode(function->getLocation()))
      checkTensorMaps(*function);
    return true;
  }
  bool VisitFunctionTemplateDecl(clang::FunctionTemplateDecl *kernel) override {
    for (const clang::FunctionDecl *instance : kernel->specializations())
      if (instance->isDefined() && instance->isTemplateInstantiation())
        registerKernel(*instance);
    return true;
  }

private:
  static bool isGlobalShared(const clang::VarDecl &variable) {
    return variable.hasAttr<clang::CUDASharedAttr>() && variable.isFileVarDecl();
  }

  void checkAlignment(const clang::Expr *pointer, SourceLocation anchor) {
    const clang::QualType type = pointer->getType();
    const clang::QualType pointee = type->isPointerType() ? type->getPointeeType() : type;
    const bool vector = pointee->isDependentType() || pointee->isRecordType();
    if (!inDevice || !vector || llvm::isa<clang::CXXThisExpr>(pointer->IgnoreParenImpCasts()) ||
        !rewriting.isUserCode(anchor))
      return;
    SourceEdits &edits = rewriting.edits;
    const auto range = edits.written(pointer->IgnoreImpCasts()->getSourceRange(), anchor);
    if (!range)
      return;
    // Expressions that begin alike are told apart by their ends.
    const unsigned identity = rewriting.sources.getFileOffset(range->getEnd());
    edits.insertBefore(range->getBegin(), "::warpsmith::emulator::aligned(", identity);
    edits.insertAfter(range->getEnd(), ")", rewriting.sources.getFileOffset(range->getBegin()));
  }

  /// The address of any other parameter is that of a copy in local memory, which the hardware's
  /// bulk copies cannot read; here all parameters are alike.
  void checkTensorMaps(const clang::FunctionDecl &kernel) {
    for (const clang::ParmVarDecl *parameter : kernel.parameters()) {
      const clang::RecordDecl *record = parameter->getType()->getAsRecordDecl();
      if (record && record->getName() == "CUtensorMap_st" &&
          !parameter->hasAttr<clang::CUDAGridConstantAttr>())
        rewriting.fail(parameter->getLocation(),
                       "a tensor map as a parameter must be const __grid_constant__");
    }
  }

  /// cudaLaunchKernel() needs to know a kernel's parameters.
  void registerKernel(const clang::FunctionDecl &kernel) {
    if (!kernel.hasAttr<clang::CUDAGlobalAttr>() || kernel.isDependentContext() ||
        !rewriting.isUserCode(kernel.getLocation()))
      return;
    const std::string address = rewriting.address(kernel);
    if (!address.empty())
      rewriting.result.epilogue +=
          "static const ::warpsmith::emulator::Registration "
          "warpsmithKernel" +
          std::to_string(registered++) + " = ::warpsmith::emulator::Registration(" + address +
          ", \"" + names(kernel) + "\")" + threads(kernel) + cluster(kernel) + ";\n";
  }

  /// The kernel's name and those of its parameters, for reports.
  static std::string names(const clang::FunctionDecl &kernel) {
    std::string all = kernel.getNameAsString();
    for (const clang::ParmVarDecl *parameter : kernel.parameters())
      all += "," + parameter->getNameAsString();
    return all;
  }

  /// `.threads(256)` for __launch_bounds__(256), else nothing.
  std::string threads(const clang::FunctionDecl &kernel) const {
    const auto *attribute = kernel.getAttr<clang::CUDALaunchBoundsAttr>();
    const auto most = attribute
                          ? attribute->getMaxThreads()->getIntegerConstantExpr(rewriting.context)
                          : std::nullopt;
    return most ? ".threads(" + std::to_string(most->getExtValue()) + ")" : "";
  }

  /// `.cluster(dim3(2, 1, 1))` for __cluster_dims__(2), else nothing.
  std::string cluster(const clang::FunctionDecl &kernel) const {
    const auto *attribute = kernel.getAttr<clang::CUDAClusterDimsAttr>();
    if (!attribute)
      return {};
    std::string dimensions;
    for (const clang::Expr *extent : {attribute->getX(), attribute->getY(), attribute->getZ()}) {
      const auto value =
          extent ? extent->getIntegerConstantExpr(rewriting.context) : llvm::APSInt::get(1);
      dimensions +=
          (dimensions.empty() ? "" : ", ") + std::to_string(value ? value->getExtValue() : 0);
    }
    return ".cluster(dim3(" + dimensions + "))";
  }

  Rewriting rewriting;
  int registered = 0;
  bool inDevice = false;
};

/// Finds pragmas about contraction. Clang follows them, and nvcc does not know them.
class ContractionPragmas : public clang::PPCallbacks {
public:
  ContractionPragmas(const clang::SourceManager &all, std::vector<SourceLocation> &target)
      : sources(all),
        found(target) {}

  void PragmaDirective(SourceLocation hash, clang::PragmaIntroducerKind kind) override {
    if (kind != clang::PIK_HashPragma || !hash.isFileID())
      return;
    const llvm::StringRef line = llvm::StringRef(sources.getCharacterData(hash)).split('\n').first;
    llvm::SmallVector<llvm::StringRef> words;
    line.drop_front().ltrim().split(words, ' ', -1, /*KeepEmpty=*/false);
    if (words.size() > 2 && words[0] == "pragma" &&
        ((words[1] == "STDC" && words[2].starts_with("FP_CONTRACT")) ||
         (words[1] == "clang" && words[2] == "fp")))
      found.push_back(hash);
  }

private:
  const clang::SourceManager &sources;
  std::vector<SourceLocation> &found;
};

class Action : public clang::ASTFrontendAction {
public:
  explicit Action(Translation &target) : result(target) {}

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef) override {
    struct Consumer : clang::ASTConsumer {
      Consumer(Translation &target, const std::vector<SourceLocation> &all)
          : result(target),
            pragmas(all) {}
      void HandleTranslationUnit(clang::ASTContext &context) override {
        if (context.getDiagnostics().hasUncompilableErrorOccurred())
          return;
        // What a precompiled header declares is not the user's.
        const clang::TranslationUnitDecl &unit = *context.getTranslationUnitDecl();
        if (unit.hasExternalLexicalStorage())
          context.setTraversalScope({unit.noload_decls_begin(), unit.noload_decls_end()});
        Visitor visitor(context, result);
        for (const SourceLocation pragma : pragmas)
          visitor.removePragma(pragma);
        visitor.TraverseDecl(context.getTranslationUnitDecl());
      }
      Translation &result;
      const std::vector<SourceLocation> &pragmas;
    };
    compiler.getPreprocessor().addPPCallbacks(
        std::make_unique<ContractionPragmas>(compiler.getSourceManager(), pragmas));
    return std::make_unique<Consumer>(result, pragmas);
  }

private:
  Translation &result;
  std::vector<SourceLocation> pragmas;
};

} // namespace

std::unique_ptr<clang::FrontendAction> makeTranslation(Translation &result) {
  return std::make_unique<Action>(result);
}

} // namespace warpsmith::emulator::translate
