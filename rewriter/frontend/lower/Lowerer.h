/// The lowering of one kernel: expressions (LoweredTerms.cpp), statements and calls (Lowering.cpp).
#pragma once

#include "rewriter/frontend/lower/Lowering.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/ArrayRef.h"

namespace warpsmith::frontend {

class Lowerer {
public:
  Lowerer(clang::ASTContext &ast, const FloatingPointFlags &compiledWith, ConstantFacts &found,
          RefusalSink &sink)
      : context(ast),
        flags(compiledWith),
        facts(found),
        refuse(sink) {}

  std::optional<KernelProgram> run(const clang::FunctionDecl &kernel);

private:
  using Statements = std::vector<Statement>;
  using List = llvm::ArrayRef<const clang::Stmt *>;
  /// What a function that is inlined returns to.
  struct Frame {
    const clang::FunctionDecl *function;
    int result;    ///< the variable of its value; -1 for none
    int loops = 0; ///< around the present statement, in the function
  };

  // Statements: whether what follows is reached is in `leaves`.
  bool all(List list, Statements &out, bool &leaves);
  bool one(const clang::Stmt *statement, Statements &out, bool &leaves);
  bool branch(const clang::IfStmt *statement, List rest, Statements &out, bool &leaves);
  bool loop(const clang::Stmt *statement, Statements &out);
  bool declare(const clang::VarDecl *variable, Statements &out);
  bool declareOwn(const clang::VarDecl *variable, Statements &out);
  bool initialise(const clang::Expr *value, clang::QualType type, int &element, Statements &out);
  bool declareVector(const clang::VarDecl *variable, Statements &out);
  bool assignLanes(const std::vector<TermRef> &to, const std::vector<TermRef> &from,
                   const clang::Expr *where, Statements &out);
  bool declareShared(const clang::VarDecl *variable, Statements &out);
  bool effect(const clang::Expr *expression, Statements &out);
  // Copies that end later (LoweredCopies.cpp).
  std::optional<bool> declarePipeline(const clang::VarDecl *variable, Statements &out);
  std::optional<bool> asynchronous(const clang::Expr *expression, Statements &out);
  bool copy(const clang::CallExpr *call, Statements &out);
  int pipelineOf(const clang::Expr *expression) const;
  TermRef count(int variable, const char *op, TermRef other, clang::SourceLocation where);
  bool assign(const clang::BinaryOperator *operation, Statements &out);
  bool step(const clang::UnaryOperator *operation, Statements &out);
  bool setTo(const clang::Expr *target, TermRef value, Statements &out);
  bool assembly(const clang::GCCAsmStmt *statement, Statements &out);
  bool returned(const clang::ReturnStmt *statement, Statements &out);
  bool fail(const clang::Stmt *statement, const std::string &why);

  // Values. Calls of the user's functions add their statements to `before`.
  TermRef term(const clang::Expr *expression);
  TermRef named(const clang::Expr *expression);
  TermRef reference(const clang::DeclRefExpr *expression);
  TermRef conversion(const clang::CastExpr *cast);
  TermRef unary(const clang::UnaryOperator *operation);
  TermRef binary(const clang::BinaryOperator *operation);
  TermRef narrow(const clang::CXXOperatorCallExpr *operation);
  TermRef call(const clang::CallExpr *call);
  TermRef pure(const clang::CallExpr *call, const clang::FunctionDecl &callee);
  TermRef inlined(const clang::CallExpr *call, const clang::FunctionDecl &callee);
  TermRef evaluated(const clang::Expr *expression);
  TermRef place(const clang::Expr *expression);
  TermRef firstOf(const clang::Expr *array);
  /// The numbers of a vector, or of a word that is made of smaller ones; none for anything else.
  std::vector<TermRef> lanes(const clang::Expr *expression);
  TermRef lane(const clang::MemberExpr *member);
  std::nullptr_t unknown(const clang::Stmt *expression, const std::string &why);

  std::optional<ValueType> typeOf(clang::QualType type, const clang::Stmt *where);
  TermRef make(Term term) { return std::make_shared<const Term>(std::move(term)); }
  TermRef variable(int number, ValueType type, clang::SourceLocation where);
  int numberOf(const clang::VarDecl *declaration);
  TermRef converted(TermRef value, const ValueType &type);

  clang::ASTContext &context;
  const FloatingPointFlags &flags;
  ConstantFacts &facts;
  RefusalSink &refuse;
  KernelProgram program;
  std::map<const clang::VarDecl *, int> numbers;
  std::map<const clang::VarDecl *, int> vectors;   ///< the variable of the first number
  std::map<const clang::VarDecl *, int> pipelines; ///< the variables of the two counts
  std::vector<Frame> frames;
  Statements *before = nullptr; ///< of the statement whose terms are lowered
};

} // namespace warpsmith::frontend
