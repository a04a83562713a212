/// Walks the statements of a kernel for one thread, from guard to store.
#pragma once

#include "rewriter/frontend/clang/PtxText.h"
#include "rewriter/frontend/clang/Refusal.h"
#include "rewriter/frontend/symbolic/Fragments.h"
#include "rewriter/frontend/symbolic/Lanes.h"
#include "rewriter/frontend/symbolic/SymbolicEvaluator.h"
#include "rewriter/frontend/symbolic/SymbolicState.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace warpsmith::frontend {

class KernelWalk {
public:
  KernelWalk(const clang::ASTContext &ast, SymbolicState &symbolicState, RefusalSink &sink,
             Decisions &decisions)
      : context(ast),
        state(symbolicState),
        refuse(sink),
        evaluate(ast, symbolicState, sink, decisions) {}

  /// Fills the state from the parameters and the body; false when something was refused.
  bool run(const clang::FunctionDecl &kernel);

private:
  bool walk(const clang::Stmt *statement);
  bool walkAll(llvm::ArrayRef<const clang::Stmt *> statements);
  /// The statements of the kernel itself, with what a return leaves.
  bool walkToReturns(llvm::ArrayRef<const clang::Stmt *> statements);
  /// Those of a block in a function that the kernel calls: what follows `if (…) return;` is done
  /// where the condition does not hold.
  bool walkInFunction(llvm::ArrayRef<const clang::Stmt *> statements);
  bool declareSharedOfFile(const clang::Stmt &body);
  bool expression(const clang::Expr *statement);
  bool choice(const clang::ConditionalOperator *statement);
  bool call(const clang::CallExpr *statement);
  bool fail(const clang::Stmt *statement, std::string reason);

  // DeclarationWalk.cpp.
  bool declare(const clang::VarDecl *variable);
  bool declareLambda(const clang::VarDecl *variable, const clang::LambdaExpr *lambda);
  bool declareArray(const clang::VarDecl *variable);
  bool declareDefault(const clang::VarDecl *variable);
  bool declareShared(const clang::VarDecl *variable);
  bool refer(const clang::Expr *target, bool variablesChange);
  bool setBytes(const clang::CallExpr *call);
  // ReturnedValues.cpp.
  /// The value of a structure that may also come from a function of the user's.
  std::optional<SymbolicEvaluator::StructureValue> structureValue(const clang::Expr *expression);
  template <typename Value>
  std::optional<Value> returnedValue(
      llvm::ArrayRef<const clang::Stmt *> statements,
      llvm::function_ref<std::optional<Value>(const clang::Expr *)> valueOf,
      llvm::function_ref<std::optional<Value>(const Condition &, const Value &, const Value &)>
          select);
  std::optional<SymbolicEvaluator::StructureValue>
  returnedStructure(llvm::ArrayRef<const clang::Stmt *> statements);
  std::optional<ExpressionRef> returnedScalar(llvm::ArrayRef<const clang::Stmt *> statements);
  std::optional<ExpressionRef> returnedScalar(const clang::CallExpr *call);
  // Barriers.cpp.
  bool barrier(const clang::Stmt *statement);
  bool holdsAtEachStep(const Polynomial &bound) const;
  // BranchWalk.cpp.
  bool branch(const clang::IfStmt *statement);
  bool branch(const clang::IfStmt *statement, llvm::function_ref<bool()> walkThen,
              llvm::function_ref<bool()> walkOtherwise);
  std::optional<SymbolicEvaluator::Flag> flagSet(const clang::Stmt *statement) const;
  bool holdsAtAllButTheLast(const Condition &condition) const;
  bool guarded(const clang::Stmt *statement, const Condition &condition);
  bool guarded(const clang::Stmt *statement, const Condition &condition,
               llvm::function_ref<bool()> walkGuarded);
  void merge(const SymbolicState &otherwise, const Condition &condition);
  // AssignmentWalk.cpp.
  bool assign(const clang::BinaryOperator *assignment);
  bool assignIndex(const clang::BinaryOperator *assignment, const clang::VarDecl *variable);
  bool step(const clang::UnaryOperator *operation);
  /// Walks a full expression, and then moves the pointers and indices on that it moves on.
  bool withSteps(const clang::Expr *whole, llvm::function_ref<bool()> walkWhole);
  bool store(const clang::Expr *target, ExpressionRef value);
  bool storeAt(const Place &where, ExpressionRef value, const clang::Expr *target);
  bool storeVector(const clang::CXXOperatorCallExpr *assignment);
  void holdsNarrow(const clang::Expr *target, ElementType type);
  bool storeLanes(const clang::Expr *target, const SymbolicEvaluator::StructureValue &values);
  bool storeShared(const Element &element, ExpressionRef value, const clang::Stmt *target);
  bool storeWord(const clang::Expr *target, const Word &word);
  // Fragments.cpp.
  struct NamedFragment {
    FragmentType type;
    std::vector<const clang::VarDecl *> elements;
  };
  bool declareFragment(const clang::VarDecl *variable, const FragmentType &type);
  std::optional<NamedFragment> fragment(const clang::Expr *argument);
  std::optional<Element> elementOfMatrix(const clang::Expr *pointer, const clang::Expr *pitch,
                                         const FragmentType &type, bool byColumns,
                                         const Polynomial &row, const Polynomial &column);
  std::optional<bool> layoutOf(const clang::CallExpr *call);
  bool fragmentCall(const clang::CallExpr *call, const std::string &name);
  bool multiplyFragments(const clang::CallExpr *call);
  bool overFragment(const clang::ForStmt *loop);
  // InlinePtx.cpp.
  struct PtxRegisters;
  bool assembly(const clang::GCCAsmStmt *statement);
  bool assemblyStep(const clang::GCCAsmStmt *statement, const PtxInstruction &instruction,
                    PtxRegisters &registers);
  std::optional<Pointer> sharedAddress(const clang::GCCAsmStmt *statement,
                                       const PtxOperand &operand, const PtxRegisters &registers,
                                       bool takesGeneric = false);
  std::optional<std::array<ExpressionRef, 2>> sumsInHalf(const clang::Expr *expression);
  bool setSumsInHalf(const clang::Expr *target, const std::array<ExpressionRef, 2> &values);
  void holdSums(const clang::VarDecl *variable, const std::array<ExpressionRef, 2> &values);
  void beginSumsInHalf(const clang::Stmt *body);
  bool copyByPtx(const clang::GCCAsmStmt *statement, const PtxInstruction &instruction,
                 const PtxRegisters &registers);
  bool loadMatrices(const clang::GCCAsmStmt *statement, const PtxInstruction &instruction,
                    const PtxRegisters &registers);
  bool multiplyMatrices(const clang::GCCAsmStmt *statement, const PtxInstruction &instruction);
  bool isOfWholeWarp(const clang::Stmt *statement, const std::string &name, Lanes &lanes);
  bool overElements = false; ///< a loop over the elements of a fragment is walked

  // Loops: LoopWalk.cpp.
  struct Loop;
  struct Induction;
  bool goesOverTile(const Loop &loop); // Fragments.cpp
  bool loop(const clang::Stmt *statement);
  bool induct(const Loop &loop, std::vector<Induction> &inductions);
  bool iterate(const Loop &loop);
  bool iterateWhere(const Loop &loop, const Condition &condition);
  void withoutSteps(const clang::Stmt *statement,
                    const std::map<const clang::VarDecl *, SharedArray> &before,
                    const std::optional<Polynomial> &extent);
  // FewSteps.cpp.
  bool stepByStep(const Loop &loop);
  bool fillsFewElements(const Loop &loop);
  bool fillsStages(const Loop &loop);
  std::optional<bool> holdsNow(const clang::Expr *condition);
  std::optional<bool> isBelowBound(const Loop &loop);
  // LoopCounts.cpp.
  std::optional<Polynomial> count(const Loop &loop, const std::string &symbol);
  bool staysBelow(const Polynomial &number, const Polynomial &end);
  std::optional<Polynomial> countOfAll(const Polynomial &room, int64_t step);
  void limit(Loop &loop) const;
  // ElementLoops.cpp.
  bool ownElements(const Loop &loop, const std::vector<Induction> &inductions);
  bool overIndices(const Loop &loop, const clang::VarDecl *variable, LoopIndex index);
  bool fill(const Loop &loop, const Induction &induction, bool &done);
  bool gridStride(const Loop &loop, const Induction &induction, bool &done);
  // SumLoops.cpp.
  bool reduce(const Loop &loop, const std::vector<Induction> &inductions);
  bool carry(const Loop &loop, const std::string &symbol, const Bounds &within);
  // BlockCopies.cpp.
  bool ofBlock(const clang::CallExpr *call);
  bool copyByBlock(const clang::CallExpr *call);
  bool isAlikeInBlock(const Polynomial &value) const;
  // AsynchronousCopies.cpp.
  static bool isAsynchronous(const clang::CallExpr &call);
  bool asynchronous(const clang::CallExpr *call);
  bool copyAsynchronously(const clang::CallExpr *call);
  bool mayCopyAsynchronously(const clang::Stmt *statement, const std::string &name);
  bool ofSameThreads(const SharedArray::Flight &flight) const;
  bool commitCopies();
  bool waitForCopies(const clang::Stmt *statement, const std::string &name,
                     std::optional<int64_t> number);
  bool copyToShared(const clang::Stmt *statement, const Pointer &to, const Pointer &from,
                    int64_t bytes, const Condition *holds);
  void passBarrier();
  // AlternatingWalk.cpp.
  bool mayTakeTurns(const Loop &loop) const;
  bool inTurns(Loop loop, bool &done);
  bool findTurns(const Loop &loop);
  void leaveTurns();
  void keepTables(const SymbolicState &walked);
  bool findNextStep(const Loop &loop);
  bool takeValueOfStepBefore(const SymbolicState &walked, const clang::VarDecl *variable,
                             const ExpressionRef &initial);
  // LimitedLoops.cpp.
  bool walkBody(llvm::ArrayRef<const clang::Stmt *> statements);
  bool endsWhereConditionsFail(const Loop &loop, const std::string &symbol);
  static bool isConjunction(const clang::Expr *condition);
  const Induction *tested(const Loop &loop, const std::vector<Induction> &inductions) const;
  std::optional<Bounds> bounds(const Loop &loop, const clang::VarDecl *variable,
                               const Polynomial &first);
  bool reduceLimited(const Loop &loop, const std::vector<Induction> &inductions);

  const clang::ASTContext &context;
  SymbolicState &state;
  RefusalSink &refuse;
  SymbolicEvaluator evaluate;
  std::map<const clang::VarDecl *, std::vector<const clang::VarDecl *>> arrays; ///< local ones
  std::map<const clang::VarDecl *, std::vector<const clang::VarDecl *>> halves; ///< of registers
  int depth = 0;                                                                ///< of loops
  int64_t stepsWalked = 0; ///< of loops over elements of local arrays, in all
  int dataBranches = 0;    ///< of conditions on data
  int summing = 0;         ///< of loops that sum
  int branching = 0;       ///< of conditions on indices, both of whose branches do something
  int filling = 0;         ///< of loops that fill shared memory, whose steps are not every thread's
  int depthOfFunction = 0; ///< of loops, where the function begins that is walked
  bool returned = false;   ///< the walk has passed an unconditional return
  Bounds ofBranches;       ///< conditions of which the other branch is walked, too
  Bounds unlessBroken;     ///< what held in the present loop's step, else it was left by `break`
  std::vector<const clang::FunctionDecl *> active;
  /// What the variables that are 0 and 1 by turns are in a step of the loop that has just ended.
  std::map<const clang::VarDecl *, Polynomial> bitsBehind;
  bool inductsTurns = false; ///< the steps of the loop whose tiles take turns are found out
  int turningDepth = 0;      ///< where the statements of its steps are
  size_t guardsOfTurns = 0;  ///< how many guards are around that loop
  int followedGuards = 0;    ///< around the present statement, that hold at all steps but the last
  /// The outermost condition on data around the present statement, if it compares indices by `==`
  /// or `!=`.
  const clang::BinaryOperator *unequal = nullptr;
};

} // namespace warpsmith::frontend
