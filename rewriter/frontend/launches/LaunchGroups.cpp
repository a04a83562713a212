#include "rewriter/frontend/launches/LaunchGroups.h"
#include "rewriter/frontend/launches/LaunchGeometry.h"
#include "rewriter/frontend/launches/LaunchSites.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include <algorithm>

namespace warpsmith::frontend {
namespace {

constexpr size_t MostOfGroup = 8; // products that are a kernel's parameters

/// A statement that launches one of the kernels.
struct Candidate {
  const clang::CUDAKernelCallExpr *call;
  KernelVerdict *kernel;
  size_t launch; ///< of the kernel's
};

/// What keeps an expression from being evaluated at another time; empty where nothing does.
class Purity {
public:
  explicit Purity(const clang::ASTContext &ast) : context(ast) {}

  const clang::Expr *obstacle(const clang::Expr *expression) const {
    expression = expression->IgnoreParens();
    if (expression->isInstantiationDependent())
      return expression; // an operator may be a function
    clang::Expr::EvalResult value;
    if (expression->getType()->isScalarType() && expression->EvaluateAsRValue(value, context) &&
        !value.HasSideEffects)
      return nullptr;
    return isTransparent(*expression) ? first(*expression) : expression;
  }

private:
  const clang::Expr *first(const clang::Expr &expression) const {
    for (const clang::Stmt *child : expression.children())
      if (const auto *operand = llvm::dyn_cast_or_null<clang::Expr>(child))
        if (const clang::Expr *found = obstacle(operand))
          return found;
    return nullptr;
  }

  /// The expression itself has no effect and reads no memory but that of a host's own variable.
  static bool isTransparent(const clang::Expr &expression) {
    if (const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(&expression))
      return isOwnVariable(*name->getDecl());
    if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(&expression))
      return !member->isArrow() && llvm::isa<clang::FieldDecl>(member->getMemberDecl()) &&
             isPlain(member->getMemberDecl()->getType());
    if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(&expression))
      return cast->getCastKind() != clang::CK_UserDefinedConversion &&
             !cast->getType().isVolatileQualified();
    if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(&expression))
      return !operation->isIncrementDecrementOp() && operation->getOpcode() != clang::UO_Deref;
    if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(&expression))
      return !operation->isAssignmentOp();
    if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(&expression))
      return element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType() &&
             isPlain(element->getType());
    if (const auto *construction = llvm::dyn_cast<clang::CXXConstructExpr>(&expression))
      return isPlainConstruction(*construction);
    return llvm::isa<clang::IntegerLiteral, clang::FloatingLiteral, clang::ConditionalOperator,
                     clang::MaterializeTemporaryExpr, clang::CXXBindTemporaryExpr,
                     clang::ExprWithCleanups, clang::CXXDefaultArgExpr, clang::InitListExpr,
                     clang::UnaryExprOrTypeTraitExpr, clang::ConstantExpr, clang::GNUNullExpr,
                     clang::CXXNullPtrLiteralExpr>(expression);
  }

  static bool isPlain(clang::QualType type) {
    return !type.isVolatileQualified() && !type->isReferenceType();
  }
  /// No other name of it is a kernel's.
  static bool isOwnVariable(const clang::ValueDecl &declaration) {
    if (llvm::isa<clang::EnumConstantDecl>(declaration))
      return true;
    return llvm::isa<clang::VarDecl>(declaration) && isPlain(declaration.getType()) &&
           !declaration.hasAttr<clang::HIPManagedAttr>();
  }
  /// A dim3, which only remembers its numbers, or a copy of a structure.
  static bool isPlainConstruction(const clang::CXXConstructExpr &construction) {
    const clang::CXXConstructorDecl &constructor = *construction.getConstructor();
    const auto *type = constructor.getParent();
    return constructor.isTrivial() ||
           (constructor.isCopyOrMoveConstructor() && type->hasTrivialCopyConstructor()) ||
           (type->getName() == "dim3" && type->getDeclContext()->isTranslationUnit());
  }

  const clang::ASTContext &context;
};

class Groups : public clang::DynamicRecursiveASTVisitor {
public:
  Groups(const clang::ASTContext &ast, TranslationUnit &target)
      : context(ast),
        sources(ast.getSourceManager()),
        unit(target) {
    for (KernelVerdict &kernel : unit.kernels)
      if (kernel.status == KernelVerdict::Status::Recognised && kernel.header.empty())
        for (size_t launch = 0; launch < kernel.syntax.launches.size(); ++launch)
          if (kernel.syntax.launches[launch].header.empty())
            byName[kernel.syntax.launches[launch].nameOffset] = {nullptr, &kernel, launch};
  }

  // One text for several functions: types, and with them what an operator does, may differ. What a
  // system's header holds is not edited.
  bool TraverseDecl(clang::Decl *declaration) override {
    if (declaration && context.getSourceManager().isInSystemHeader(declaration->getLocation()))
      return true;
    if (const auto *scope = llvm::dyn_cast_or_null<clang::DeclContext>(declaration);
        scope && scope->isDependentContext())
      return true;
    return clang::DynamicRecursiveASTVisitor::TraverseDecl(declaration);
  }
  bool TraverseLambdaExpr(clang::LambdaExpr *lambda) override {
    if (lambda->getCallOperator()->isDependentContext())
      return true;
    return clang::DynamicRecursiveASTVisitor::TraverseLambdaExpr(lambda);
  }

  bool VisitCompoundStmt(clang::CompoundStmt *block) override {
    const clang::Stmt *between = nullptr; // since the last launch
    std::vector<Candidate> group;
    for (const clang::Stmt *statement : block->body()) {
      if (llvm::isa<clang::NullStmt>(statement))
        continue;
      const auto launch = candidate(statement);
      if (!launch) {
        between = between ? between : statement;
        continue;
      }
      add(*launch, between, group);
      between = nullptr;
    }
    finish(group);
    return true;
  }

private:
  unsigned offset(clang::SourceLocation location) const { return sources.getFileOffset(location); }

  std::optional<Candidate> candidate(const clang::Stmt *statement) const {
    const auto *expression = llvm::dyn_cast<clang::Expr>(statement);
    const auto *call =
        expression
            ? llvm::dyn_cast<clang::CUDAKernelCallExpr>(expression->IgnoreUnlessSpelledInSource())
            : nullptr;
    const auto *name =
        call ? llvm::dyn_cast<clang::DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts())
             : nullptr;
    if (!name)
      return std::nullopt;
    const clang::SourceLocation place = writtenPlace(name->getLocation(), sources);
    if (place.isInvalid() || !sources.isInMainFile(place))
      return std::nullopt;
    const auto known = byName.find(offset(place));
    if (known == byName.end())
      return std::nullopt;
    return Candidate{call, known->second.kernel, known->second.launch};
  }

  void add(const Candidate &launch, const clang::Stmt *between, std::vector<Candidate> &group) {
    std::string obstacle = unfit(launch);
    if (!group.empty()) {
      std::string reason = between ? separated(*between) : std::string();
      if (reason.empty())
        reason = obstacle.empty() ? unfit(group.back()) : obstacle;
      if (reason.empty() && group.size() == MostOfGroup)
        reason = "a launch takes the place of " + std::to_string(MostOfGroup) + " at most";
      for (const Candidate &other : group)
        if (reason.empty())
          reason = dependence(other, launch);
      if (reason.empty())
        reason = textBetween(group.back(), launch);
      if (!reason.empty()) {
        unit.apart.push_back({group.back().kernel->kernel, launch.kernel->kernel, reason,
                              launch.kernel->contractions[0].launches[launch.launch].location});
        finish(group);
      }
    }
    group.push_back(launch);
  }

  void finish(std::vector<Candidate> &group) {
    if (group.size() > 1) {
      TranslationUnit::LaunchGroup found;
      for (const Candidate &member : group) {
        member.kernel->contractions[0].launches[member.launch].besideAnother = true;
        const bool isLast = &member == &group.back();
        found.push_back({static_cast<size_t>(member.kernel - unit.kernels.data()), member.launch,
                         offset(member.call->getBeginLoc()), offset(member.call->getRParenLoc()),
                         isLast ? 0 : *semicolonBetween(member, *(&member + 1))});
      }
      unit.groups.push_back(std::move(found));
    }
    group.clear();
  }

  /// Why the launch can be in no group.
  std::string unfit(const Candidate &launch) const {
    const std::vector<Contraction> &cases = launch.kernel->contractions;
    const std::string name = "'" + launch.kernel->kernel + "'";
    if (cases.size() != 1 || !cases[0].conditions.empty() || !cases[0].instance.empty())
      return name + " is a template or computes one of several things";
    for (const clang::SourceLocation place :
         {launch.call->getBeginLoc(), launch.call->getEndLoc(), launch.call->getRParenLoc()})
      if (place.isMacroID())
        return "a macro writes the launch of " + name;
    if (offset(launch.call->getBeginLoc()) < launch.kernel->syntax.definitionEnd)
      return name + " is launched before its definition";
    const clang::CallExpr *configuration = configurationOf(*launch.call);
    if (!configuration || launch.call->containsErrors())
      return "errors hide what the launch of " + name + " is given";
    for (const clang::Expr *argument : launch.call->arguments())
      if (llvm::isa<clang::CXXDefaultArgExpr>(argument))
        return "the launch of " + name + " leaves an argument out";
    const Purity purity(context);
    for (const clang::CallExpr *part : {configuration, cast(launch.call)})
      for (const clang::Expr *argument : part->arguments())
        if (const clang::Expr *found = purity.obstacle(argument))
          return "the launch of " + name + " is given '" + text(*found) +
                 "', which may have an effect, or read what a kernel writes";
    return {};
  }
  static const clang::CallExpr *cast(const clang::CallExpr *call) { return call; }

  /// Of two launches, neither of which is unfit.
  std::string dependence(const Candidate &first, const Candidate &second) const {
    const std::string one = "'" + first.kernel->kernel + "'";
    const std::string other = "'" + second.kernel->kernel + "'";
    if (const std::string before = stream(first), after = stream(second); before != after)
      return "they are in different streams, '" + before + "' and '" + after + "'";
    if (std::string reason = meets(first, second, other, one); !reason.empty())
      return reason;
    return meets(second, first, one, other);
  }

  /// Whether what `writer` stores is something that `reader` is given.
  std::string meets(const Candidate &writer, const Candidate &reader, const std::string &readerName,
                    const std::string &writerName) const {
    const Contraction &one = writer.kernel->contractions[0];
    const Contraction &other = reader.kernel->contractions[0];
    const std::string stored = argument(writer, one.c.name);
    if (stored.empty())
      return {};
    std::vector<const Matrix *> operands = {&other.a, &other.b};
    for (const std::vector<Matrix> *more : {&other.second, &other.extras})
      for (const Matrix &matrix : *more)
        operands.push_back(&matrix);
    if (argument(reader, other.c.name) == stored)
      return "both store to '" + stored + "'";
    for (const Matrix *matrix : operands)
      if (argument(reader, matrix->name) == stored)
        return readerName + " reads '" + stored + "', which " + writerName + " writes";
    return {};
  }

  /// As the launch writes it; empty for what is no parameter of its own.
  std::string argument(const Candidate &launch, const std::string &parameter) const {
    const std::vector<Parameter> &parameters = launch.kernel->contractions[0].parameters;
    for (size_t index = 0; index < parameters.size() && index < launch.call->getNumArgs(); ++index)
      if (parameters[index].name == parameter)
        return text(*launch.call->getArg(index)->IgnoreParenImpCasts());
    return {};
  }

  std::string stream(const Candidate &launch) const {
    constexpr unsigned Place = 3;
    const clang::CallExpr &configuration = *launch.call->getConfig();
    if (configuration.getNumArgs() <= Place)
      return "0";
    const clang::Expr *given = configuration.getArg(Place);
    return llvm::isa<clang::CXXDefaultArgExpr>(given) ? "0" : text(*given->IgnoreParenImpCasts());
  }

  std::string separated(const clang::Stmt &statement) const {
    const std::string whole = text(statement);
    const llvm::StringRef line = llvm::StringRef(whole).split('\n').first.rtrim("; \r");
    return "'" + line.str() + "' stands between them";
  }

  /// The tokens of the main file between two places, as it is written.
  std::vector<clang::Token> tokens(unsigned begin, unsigned end) const {
    const clang::FileID file = sources.getMainFileID();
    const llvm::StringRef buffer = sources.getBufferData(file);
    clang::Lexer lexer(sources.getLocForStartOfFile(file), context.getLangOpts(), buffer.begin(),
                       buffer.begin() + begin, buffer.end());
    std::vector<clang::Token> found;
    for (clang::Token token;;) {
      lexer.LexFromRawLexer(token);
      if (token.is(clang::tok::eof) || offset(token.getLocation()) >= end)
        return found;
      found.push_back(token);
    }
  }

  /// What ends the first launch's statement; nothing where more than that stands between them.
  std::optional<unsigned> semicolonBetween(const Candidate &first, const Candidate &second) const {
    const auto between =
        tokens(offset(first.call->getRParenLoc()) + 1, offset(second.call->getBeginLoc()));
    if (between.size() != 1 || between[0].isNot(clang::tok::semi))
      return std::nullopt;
    return offset(between[0].getLocation());
  }

  /// Why the text of two launches cannot be made that of one.
  std::string textBetween(const Candidate &first, const Candidate &second) const {
    if (!semicolonBetween(first, second)) {
      const auto between =
          tokens(offset(first.call->getRParenLoc()) + 1, offset(second.call->getBeginLoc()));
      const auto stranger = llvm::find_if(
          between, [](const clang::Token &token) { return token.isNot(clang::tok::semi); });
      const clang::Token &shown = stranger == between.end() ? between.back() : *stranger;
      return "'" +
             sources.getBufferData(sources.getMainFileID())
                 .substr(offset(shown.getLocation()))
                 .take_until([](char c) { return c == '\n' || c == '\r'; })
                 .rtrim()
                 .str() +
             "' stands between them";
    }
    const auto all = tokens(offset(first.call->getBeginLoc()), offset(second.call->getRParenLoc()));
    if (llvm::any_of(all, [](const clang::Token &token) {
          return token.is(clang::tok::hash) && token.isAtStartOfLine();
        }))
      return "a preprocessor directive is inside them";
    return {};
  }

  template <typename Node>
  std::string text(const Node &node) const {
    return clang::Lexer::getSourceText(
               clang::CharSourceRange::getTokenRange(
                   sources.getExpansionRange(node.getSourceRange()).getAsRange()),
               sources, context.getLangOpts())
        .str();
  }

  const clang::ASTContext &context;
  const clang::SourceManager &sources;
  TranslationUnit &unit;
  std::map<unsigned, Candidate> byName; ///< launches, by where the kernel's name stands
};

} // namespace

void findLaunchGroups(const clang::ASTContext &context, TranslationUnit &unit) {
  Groups(context, unit).TraverseDecl(context.getTranslationUnitDecl());
  // Inner blocks were left after the launches behind them.
  llvm::sort(unit.groups, [](const auto &one, const auto &other) {
    return one.front().begin < other.front().begin;
  });
}

} // namespace warpsmith::frontend
