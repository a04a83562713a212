/// Follows what code uses, from instance to instance.
#pragma once

#include "rewriter/reach/KnownConditions.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/DenseSet.h"

namespace warpsmith::reach {

/// Records for each file which declarations are reached and what values conditions have. Code that
/// a condition leaves out in an instance is not followed there; a condition itself is followed once
/// it turns out to stay in the text.
class ReachVisitor : public clang::DynamicRecursiveASTVisitor {
public:
  ReachVisitor(clang::ASTContext &astContext, const OwnCode &ownCode, KnownConditions &known,
               CodeFacts &target);

  /// Follows all that was added to the user's files.
  void followAdded();

  bool TraverseIfStmt(clang::IfStmt *statement) override;
  bool TraverseConditionalOperator(clang::ConditionalOperator *choice) override;
  bool TraverseBinaryOperator(clang::BinaryOperator *operation) override;
  bool TraverseCompoundStmt(clang::CompoundStmt *block) override;
  bool TraverseDeclStmt(clang::DeclStmt *statement) override;
  bool TraverseLambdaExpr(clang::LambdaExpr *lambda) override;
  bool TraverseTemplateName(clang::TemplateName name) override;
  bool TraverseCXXDefaultArgExpr(clang::CXXDefaultArgExpr *argument) override;

  bool TraverseCallExpr(clang::CallExpr *call) override;
  bool TraverseCXXMemberCallExpr(clang::CXXMemberCallExpr *call) override;
  bool TraverseParmVarDecl(clang::ParmVarDecl *parameter) override;

  bool VisitDeclRefExpr(clang::DeclRefExpr *use) override;
  bool VisitMemberExpr(clang::MemberExpr *use) override;
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *use) override;
  bool VisitOverloadExpr(clang::OverloadExpr *use) override;
  bool VisitDependentScopeDeclRefExpr(clang::DependentScopeDeclRefExpr *use) override;
  bool VisitCXXDependentScopeMemberExpr(clang::CXXDependentScopeMemberExpr *use) override;
  bool VisitType(clang::Type *type) override;
  bool VisitTypeLoc(clang::TypeLoc type) override;

private:
  using Key = std::pair<std::string, unsigned>; ///< a file and an offset

  void reach(const clang::Decl *declaration);
  void reachName(clang::DeclarationName name);
  void reachWhole(const clang::CXXRecordDecl &structure);
  void mark(const clang::Decl &declaration);
  void follow(const clang::Decl &declaration);
  void followFunction(const clang::FunctionDecl &function);
  void followStructure(const clang::CXXRecordDecl &structure);
  void followVariable(const clang::VarDecl &variable);
  void followTemplate(const clang::TemplateDecl &pattern);
  void followParameters(const clang::TemplateParameterList *parameters);
  void followAddedIn(const clang::DeclContext &space);
  void indexNames(const clang::DeclContext &space);

  /// Follows a part of the code at once if it stays in the text, else when that turns out.
  void followIfOpen(const Key &key, bool isOpen, clang::Stmt *part);
  void flush(const Key &key);
  void followLeftOutArm(const clang::IfStmt &statement);
  static void note(ConditionValues &values, std::optional<bool> value);
  void useLocal(const clang::Decl &declaration);
  bool isRemovable(const clang::Decl &local) const;
  bool followCall(clang::CallExpr &call);
  bool mayLoseParameters(const clang::FunctionDecl &function) const;
  void keepParameters(const clang::FunctionDecl &function);
  void listParameters(const clang::FunctionDecl &function);
  bool hasEffects(const clang::Expr &value) const;
  FileFacts &factsOf(const OwnCode::Place &place) { return facts[place.path]; }

  clang::ASTContext &context;
  const OwnCode &own;
  KnownConditions &conditions;
  CodeFacts &facts;
  llvm::DenseSet<const clang::Decl *> seen;
  std::vector<const clang::Decl *> pending;
  std::map<Key, std::vector<clang::Stmt *>> waiting;
  std::map<Key, std::vector<clang::DeclStmt *>> waitingLocals;
  std::map<Key, std::vector<clang::ParmVarDecl *>> waitingParameters;
  const clang::Expr *callee = nullptr; ///< of the call that is followed
  /// Those of templates as they are written, by the places of `if`.
  llvm::DenseMap<clang::SourceLocation, clang::IfStmt *> written;
  llvm::DenseMap<clang::DeclarationName, std::vector<const clang::Decl *>> byName;
};

} // namespace warpsmith::reach
