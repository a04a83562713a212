/// The lowering of one kernel: statements (Lowering.cpp), loops (LoweredLoops.cpp), expressions
/// (LoweredTerms.cpp), and what a file each is about.
#pragma once

#include "rewriter/frontend/clang/Mdspans.h"
#include "rewriter/frontend/lower/Lowering.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace warpsmith::frontend {

/// A structure of the thread's own, or one that the kernel reads: a variable for each of its
/// numbers and pointers, by the members that lead there. A pointer to a structure has the
/// structure's.
using Object = std::map<std::vector<const clang::FieldDecl *>, int>;

/// A structure of numbers, pointers and such structures that is copied as they are.
bool isPlainStructure(clang::QualType type);
/// A pointer to a structure or a union whose members may be read.
bool leadsToStructure(clang::QualType type);
/// All members of a structure of this type are in the object.
bool isWhole(const Object &object, clang::QualType type);
/// Without parentheses and conversions that only qualify the type.
const clang::Expr *withoutQualifications(const clang::Expr *expression);
/// What an initialiser or an argument is made of, when copies and temporaries do not count.
const clang::Expr *sourceOf(const clang::Expr *expression);
/// It sets variables, other than by functions that it calls.
bool hasInnerEffects(const clang::Expr *expression);
/// The statements of a block; others are the only one.
std::vector<const clang::Stmt *> partsOf(const clang::Stmt *statement);
/// What a parameter of the kernel is, or a member of one.
Term::Kind kindOfParameter(const ValueType &type);
/// A statement may leave what is around it, other than the loops inside of it.
bool mayLeave(const clang::Stmt *statement);
/// The type of the numbers that arrays of numbers, or of vectors of them, are made of.
clang::QualType numberTypeOf(clang::QualType type, const clang::ASTContext &context);

struct FragmentType;
struct PtxInstruction;
struct PtxOperand;
struct Lambda;

/// What the user's variables are in the program.
struct NamedObjects {
  std::map<const clang::VarDecl *, int> numbers;   ///< of variables, and of pointers to arrays
  std::map<const clang::VarDecl *, int> pipelines; ///< the variables of the two counts
  std::map<const clang::VarDecl *, std::vector<TermRef>> vectors; ///< variables, or elements
  std::map<const clang::VarDecl *, TermRef> references;           ///< to elements
  std::map<const clang::VarDecl *, TermRef> pointees; ///< of pointers to variables: the variable
  std::map<const clang::VarDecl *, Object> objects;
  std::map<const clang::VarDecl *, std::shared_ptr<const Lambda>> lambdas;

  /// That variable is what the other one is there.
  bool share(const clang::VarDecl *variable, const NamedObjects &from, const clang::VarDecl *other);
  /// All variables of the others are what they are there.
  void add(const NamedObjects &others);
  /// The variable is nothing.
  void forget(const clang::VarDecl *variable);
};

struct Lambda {
  NamedObjects captured;
};

/// What is found out about vectors, and arrays of them, only where they are used. A kernel is
/// lowered again when there is more of it.
struct VectorViews {
  /// Their bits are seen as these smaller numbers somewhere: of these they are made.
  std::map<const clang::VarDecl *, clang::QualType> smaller;
  std::set<const clang::VarDecl *> addressed; ///< pointers to them are made: they are arrays of one

  size_t count() const { return smaller.size() + addressed.size(); }
};

class Lowerer {
public:
  Lowerer(clang::ASTContext &ast, const FloatingPointFlags &compiledWith, ConstantFacts &found,
          VectorViews &seen, RefusalSink &sink)
      : context(ast),
        flags(compiledWith),
        facts(found),
        views(seen),
        refuse(sink) {}

  std::optional<KernelProgram> run(const clang::FunctionDecl &kernel);

private:
  using Statements = std::vector<Statement>;
  using List = llvm::ArrayRef<const clang::Stmt *>;
  /// What is true once the body of a function or of a loop is left.
  struct Exit {
    int isLeft;
    bool isAsked = false;
    bool mayBreak = false; ///< a loop, whose variables need not be known behind it
  };
  /// What a function that is inlined returns to.
  struct Frame {
    const clang::FunctionDecl *function;
    int result = -1; ///< the variable of its value, or of a pointer to what it refers to
    std::vector<Exit> exits = {};                   ///< of the function, and of loops in it
    std::vector<TermRef> lanes = {};                ///< of the vector that it returns
    std::optional<Object> object = std::nullopt;    ///< that a method is called on
    std::optional<Object> structure = std::nullopt; ///< that it returns
  };

  // Statements: whether what follows is reached is in `leaves`.
  bool all(List list, Statements &out, bool &leaves);
  bool one(const clang::Stmt *statement, Statements &out, bool &leaves);
  bool body(List list, Statements &out, bool mayBreak = false);
  bool unlessLeft(List rest, Statements &out, bool &leaves);
  void leave(const clang::Stmt *statement, Statements &out);
  bool assertion(const clang::ConditionalOperator *choice, Statements &out);
  bool branch(const clang::IfStmt *statement, List rest, Statements &out, bool &leaves);
  // Loops (LoweredLoops.cpp).
  bool loop(const clang::Stmt *statement, Statements &out);
  bool bodyOfLoop(const clang::Stmt *body, bool mayEnd, Statement &lowered);
  TermRef atEachStep(const clang::Expr *condition, const Statements &first, int own,
                     Statements *effects = nullptr);
  bool declare(const clang::VarDecl *variable, Statements &out);
  bool declareOwn(const clang::VarDecl *variable, Statements &out);
  int firstOfOwn(const clang::VarDecl *variable);
  bool initialise(const clang::Expr *value, clang::QualType type, clang::QualType number,
                  int &element, Statements &out);
  bool initialiseLanes(const clang::Expr *value, clang::QualType type, clang::QualType number,
                       int &element, Statements &out);
  bool declareVector(const clang::VarDecl *variable, Statements &out);
  bool assignLanes(const std::vector<TermRef> &to, const std::vector<TermRef> &from,
                   const clang::Stmt *where, Statements &out);
  bool declareShared(const clang::VarDecl *variable, Statements &out);
  bool effect(const clang::Expr *expression, Statements &out);
  // Copies that end later (LoweredCopies.cpp).
  std::optional<bool> declarePipeline(const clang::VarDecl *variable, Statements &out);
  std::optional<bool> asynchronous(const clang::Expr *expression, Statements &out);
  TermRef orZero(const TermRef &condition, const TermRef &value);
  std::optional<TermRef> isChosen(const clang::Expr *expression, int64_t one, int64_t other,
                                  Statements &out);
  bool copy(const clang::CallExpr *call, const TermRef &condition, Statements &out);
  std::optional<bool> ofBlock(const clang::CallExpr *call, Statements &out);
  static bool isOfBlock(const clang::CallExpr &call);
  bool copyByBlock(const clang::CallExpr *call, Statements &out);
  bool setBytes(const clang::CallExpr *call, Statements &out);
  TermRef arrayOf(const clang::Expr *pointer, std::optional<ValueType> &number);
  int pipelineOf(const clang::Expr *expression) const;
  TermRef count(int variable, const char *op, TermRef other, clang::SourceLocation where);
  bool assign(const clang::BinaryOperator *operation, Statements &out);
  bool step(const clang::UnaryOperator *operation, Statements &out);
  bool setTo(const clang::Expr *target, TermRef value, Statements &out, TermRef where = nullptr);
  bool assembly(const clang::GCCAsmStmt *statement, Statements &out);
  bool arithmetic(const clang::GCCAsmStmt *statement, const PtxInstruction &instruction,
                  Statements &out);
  // Instructions of a warp, and copies by PTX (LoweredMatrices.cpp).
  struct PtxRegisters;
  std::optional<bool> instruction(const clang::GCCAsmStmt *statement,
                                  const PtxInstruction &instruction, PtxRegisters &registers,
                                  Statements &out);
  bool setNumber(const clang::GCCAsmStmt *statement, const PtxOperand &to, const TermRef &value,
                 PtxRegisters &registers, Statements &out);
  TermRef sharedAddress(const clang::GCCAsmStmt *statement, const PtxOperand &operand,
                        const PtxRegisters &registers, bool takesGeneric);
  bool copyByPtx(const clang::GCCAsmStmt *statement, const PtxInstruction &instruction,
                 const PtxRegisters &registers, Statements &out);
  bool loadMatrices(const clang::GCCAsmStmt *statement, const PtxInstruction &instruction,
                    const PtxRegisters &registers, Statements &out);
  bool multiplyMatrices(const clang::GCCAsmStmt *statement, const PtxInstruction &instruction,
                        Statements &out);
  TermRef addressInShared(const clang::Expr *pointer, const ValueType &type);
  std::optional<TermRef> testOf(const clang::GCCAsmStmt *statement, const PtxInstruction &test);
  void findWarps(const Statements &statements);
  bool returned(const clang::ReturnStmt *statement, Statements &out);
  bool fail(const clang::Stmt *statement, const std::string &why);
  std::string textOf(const clang::Stmt &part) const;
  std::string conversionText(const clang::CastExpr &cast) const;
  /// Lowers a whole expression, none of whose effects may be lost.
  bool withAllEffects(const clang::Expr *expression, llvm::function_ref<bool()> lower);
  /// The effect of that part is in the program; of that expression and all of its parts.
  void settle(const clang::Expr *expression);
  void settleAll(const clang::Expr *expression);

  // Values. Calls of the user's functions add their statements to `before`.
  TermRef term(const clang::Expr *expression);
  TermRef termOf(const clang::Expr *expression);
  TermRef withEffect(const clang::Expr *expression);
  TermRef conditional(const clang::Expr *expression);
  TermRef named(const clang::Expr *expression);
  TermRef reference(const clang::DeclRefExpr *expression);
  TermRef conversion(const clang::CastExpr *cast);
  TermRef unary(const clang::UnaryOperator *operation);
  TermRef binary(const clang::BinaryOperator *operation);
  TermRef narrow(const clang::CXXOperatorCallExpr *operation);
  TermRef ofTorch(const clang::CXXOperatorCallExpr *operation);
  TermRef comparedNarrow(const clang::CallExpr *call, llvm::StringRef name);
  TermRef call(const clang::CallExpr *call);
  TermRef pure(const clang::CallExpr *call, const clang::FunctionDecl &callee);
  TermRef ofIntegers(llvm::StringRef name, const ValueType &type,
                     const std::vector<TermRef> &arguments, clang::SourceLocation where);
  // Structures (LoweredObjects.cpp).
  using Path = std::vector<const clang::FieldDecl *>;
  Object newObject(clang::QualType type);
  void declareMemberArray(const clang::FieldDecl *field, int pointer);
  int firstOfMemberArray(const clang::FieldDecl *field, int pointer) const;
  bool parameterObject(const clang::ParmVarDecl *parameter, Statements &out);
  std::optional<int> numberOfMember(const clang::MemberExpr *member);
  TermRef field(const clang::MemberExpr *member);
  std::string nameOfParameter(const clang::Expr *expression) const;
  void copyObject(const Object &to, const Object &from, const clang::Stmt *where, Statements &out);
  bool initialiseMember(const Object &object, const Path &path, const clang::Expr *initial,
                        const clang::Stmt *where, Statements &out);
  std::optional<Object> constructed(const clang::CXXConstructExpr *construction, Statements &out);
  std::optional<Object> chosenObject(const clang::ConditionalOperator *choice, Statements &out);
  std::optional<Object> objectOf(const clang::Expr *expression, Statements &out);
  bool declareObject(const clang::VarDecl *variable, Statements &out);
  // Calls of the user's functions (LoweredCalls.cpp).
  static bool isInlined(const clang::CallExpr &call);
  std::optional<Frame> inlined(const clang::CallExpr *call);
  std::optional<Frame> inlinedInto(const clang::CallExpr *call, Statements &out);
  bool calledOn(const clang::CallExpr *call, const clang::FunctionDecl &function, Frame &frame,
                NamedObjects &inside, Statements &out);
  bool addArguments(Statements arguments, int own, size_t count, const clang::Expr *call,
                    Statements &out);
  bool bind(const clang::VarDecl *parameter, const clang::Expr *argument, NamedObjects &inside,
            Statements &out);
  bool bindArray(const clang::VarDecl *parameter, const clang::Expr *argument, NamedObjects &inside,
                 Statements &out);
  bool refer(const clang::VarDecl *name, const clang::Expr *to, NamedObjects &inside,
             Statements &out);
  bool isActive(const clang::FunctionDecl *function) const;
  void restOn(const clang::FunctionDecl &function);
  bool knowsTypes(const clang::FunctionDecl &function);
  void restOn(const clang::CXXRecordDecl &record);
  bool lowerBody(Frame &frame, NamedObjects inside, Statements &out,
                 llvm::function_ref<bool()> first);
  bool holdResult(Frame &frame, const clang::Stmt *where);
  TermRef resultOf(const clang::CallExpr *call);
  TermRef copied(const TermRef &value, clang::SourceLocation where, Statements &out);
  TermRef fixed(const TermRef &element, Statements &out);
  TermRef lvalue(const clang::Expr *expression);
  std::shared_ptr<const Lambda> closure(const clang::LambdaExpr *lambda, Statements &out);
  bool capture(const clang::LambdaCapture &capture, const clang::Expr *initial,
               NamedObjects &captured, Statements &out);
  std::shared_ptr<const Lambda> lambdaOf(const clang::Expr *expression, Statements &out);
  TermRef constantOf(const clang::Expr *expression, const ValueType &type);
  TermRef evaluated(const clang::Expr *expression);
  // Pointers (LoweredPointers.cpp).
  TermRef place(const clang::Expr *expression);
  TermRef pointee(const clang::Expr *pointer) const;
  TermRef ownNumber(const clang::Expr *address, clang::QualType pointer);
  TermRef firstOf(const clang::Expr *array);
  TermRef firstOfVector(const clang::MemberExpr *member);
  int64_t numbersIn(clang::QualType type, clang::QualType number) const;
  int64_t numbersIn(clang::QualType type) const;
  int64_t numbersIn(clang::QualType type, const ValueType &pointer) const;
  TermRef times(const TermRef &distance, int64_t count);
  TermRef moved(const TermRef &pointer, const TermRef &distance, clang::QualType pointee,
                bool isBack, clang::SourceLocation where);
  TermRef ofPointers(const clang::BinaryOperator *operation, const TermRef &left,
                     const TermRef &right);
  // Matrices as cuda::std::mdspan (LoweredSpans.cpp).
  struct Span {
    std::string name;
    MdspanType type;
    ValueType index;
    clang::SourceLocation where;
  };
  TermRef askedOf(const Span &span, const char *question, size_t dimension);
  TermRef extentOf(const Span &span, size_t dimension);
  TermRef strideOf(const Span &span, size_t dimension, Statements &out);
  TermRef elementOfSpan(const Span &span, const clang::CallExpr *call);
  TermRef firstOf(const Span &span);
  TermRef ofSpan(const clang::CallExpr *call);
  // Vectors (LoweredVectors.cpp).
  /// The numbers of a vector, or of a word that is made of smaller ones; none for anything else.
  std::vector<TermRef> lanes(const clang::Expr *expression);
  std::optional<std::vector<TermRef>> ofPairs(const clang::CallExpr *call);
  TermRef ofPair(const clang::CallExpr *call);
  std::vector<TermRef> madeLanes(const clang::Expr *expression);
  std::vector<TermRef> lanesAt(clang::QualType word, const clang::Expr *pointer,
                               const clang::Expr *index);
  TermRef lane(const clang::MemberExpr *member);
  // Words of smaller numbers (LoweredWords.cpp).
  TermRef wordAt(const clang::Expr *expression);
  std::vector<TermRef> partsOfWord(const TermRef &word, const ValueType &type);
  std::vector<TermRef> partsOfWord(const clang::Expr *word, const ValueType &type, Statements &out);
  std::vector<TermRef> partsAt(const clang::Expr *address, const clang::Expr *index,
                               const ValueType &type);
  std::vector<TermRef> partsAt(const TermRef &pointer, const TermRef &index, int64_t words,
                               const ValueType &type);
  std::vector<TermRef> asWords(const std::vector<TermRef> &from, const std::vector<TermRef> &to,
                               Statements &out);
  bool setWord(llvm::ArrayRef<TermRef> to, llvm::ArrayRef<TermRef> values, Statements &out);
  // Their numbers as smaller ones (LoweredViews.cpp).
  bool declareAddressed(const clang::VarDecl *variable, Statements &out);
  clang::QualType numberOfVectors(const clang::VarDecl *variable) const;
  const clang::VarDecl *vectorOf(const TermRef &number) const;
  bool seeAs(const TermRef &pointer, clang::QualType number);
  void seeAlike(const TermRef &one, const TermRef &other);
  bool seeAddress(const TermRef &number);
  clang::QualType smallerNumber(ElementType element) const;
  std::vector<TermRef> zerosAs(std::vector<TermRef> lanes, const std::vector<TermRef> &like);
  // Complex numbers (LoweredComplex.cpp).
  std::optional<std::vector<TermRef>> complexLanes(const clang::Expr *expression);
  std::optional<std::vector<TermRef>> thrustLanes(const clang::CallExpr *call);
  std::optional<bool> thrustAssignment(const clang::CXXOperatorCallExpr *assignment,
                                       Statements &out);
  TermRef complexPart(const clang::CallExpr *call);
  std::vector<TermRef> held(std::vector<TermRef> lanes);
  std::vector<TermRef> alone(std::vector<TermRef> lanes);
  void parameterVector(const clang::ParmVarDecl *parameter, Statements &out);
  void findWholes();
  // Fragments (LoweredFragments.cpp).
  TermRef wide(int64_t number, clang::SourceLocation where);
  bool declareFragment(const clang::VarDecl *variable, const FragmentType &type, Statements &out);
  TermRef fragmentPointer(const clang::Expr *expression);
  TermRef fragmentNumber(const TermRef &pointer, int64_t number);
  TermRef outOfFragment(const TermRef &number, const ValueType &type);
  TermRef elementOfMatrix(const clang::Expr *pointer, const clang::Expr *pitch,
                          const FragmentType &type, bool byColumns, std::optional<int64_t> step);
  std::optional<bool> fragmentCall(const clang::CallExpr *call, Statements &out);
  bool multiplyFragments(const clang::CallExpr *call, Statements &out);
  std::optional<bool> overFragment(const clang::ForStmt *loop, Statements &out);
  TermRef fragmentElement(const clang::ArraySubscriptExpr *element);
  std::nullptr_t unknown(const clang::Stmt *expression, const std::string &why);

  std::optional<ValueType> typeOf(clang::QualType type, const clang::Stmt *where);
  TermRef make(Term term) { return std::make_shared<const Term>(std::move(term)); }
  TermRef variable(int number, ValueType type, clang::SourceLocation where);
  int numberOf(const clang::VarDecl *declaration);
  TermRef converted(TermRef value, const ValueType &type);

  clang::ASTContext &context;
  const FloatingPointFlags &flags;
  ConstantFacts &facts;
  VectorViews &views;
  std::map<int, const clang::VarDecl *> ofVectors;    ///< by their variables, or that of an array
  std::map<ElementType, clang::QualType> numberTypes; ///< that pointers to vectors point to
  RefusalSink &refuse;
  KernelProgram program;
  NamedObjects names;
  std::vector<Frame> frames;
  std::map<const clang::VarDecl *, std::string> sharedNames;
  std::set<const clang::Expr *> settled; ///< parts of the whole expression that are in the program
  Statements outside;                    ///< arrays that are declared outside of functions
  Statements *before = nullptr;          ///< of the statement whose terms are lowered
  const clang::Stmt *whole = nullptr;    ///< that is evaluated once, with all of its parts
  int conditions = 0;                    ///< on the present part of it
  std::vector<std::vector<int>> vectors; ///< the variables of each
  std::set<int> usedAlone;               ///< those of them that are used by themselves
  /// Members of structures that others than the thread may know, which is given pointers to them.
  std::set<int> inMemory;
  /// Of the loop over elements of a fragment that is lowered, the variable and the fragment's type.
  const clang::VarDecl *overElements = nullptr;
  const FragmentType *elementsOver = nullptr;
};

} // namespace warpsmith::frontend
