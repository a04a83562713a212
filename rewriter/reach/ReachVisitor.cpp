#include "rewriter/reach/ReachVisitor.h"
#include "rewriter/reach/DeclarationList.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <functional>
#include <utility>

namespace warpsmith::reach {

using clang::DynamicRecursiveASTVisitor;

ReachVisitor::ReachVisitor(clang::ASTContext &astContext, const OwnCode &ownCode,
                           KnownConditions &known, CodeFacts &target)
    : context(astContext),
      own(ownCode),
      conditions(known),
      facts(target) {
  ShouldVisitImplicitCode = true;
  class Conditions : public clang::DynamicRecursiveASTVisitor {
  public:
    explicit Conditions(ReachVisitor &visitor) : owner(visitor) {}
    bool VisitIfStmt(clang::IfStmt *statement) override {
      if (statement->isConstexpr() && owner.own.holds(statement->getIfLoc()))
        owner.written.try_emplace(statement->getIfLoc(), statement);
      return true;
    }

  private:
    ReachVisitor &owner;
  };
  Conditions writtenOnes(*this);
  const std::function<void(const clang::DeclContext &)> collect =
      [&](const clang::DeclContext &space) {
        for (clang::Decl *each : space.decls())
          if (own.holds(each->getLocation()))
            writtenOnes.TraverseDecl(each);
          else if (const auto *inner = llvm::dyn_cast<clang::DeclContext>(each);
                   inner && llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(each))
            collect(*inner);
      };
  collect(*context.getTranslationUnitDecl());
  indexNames(*context.getTranslationUnitDecl());
}

void ReachVisitor::indexNames(const clang::DeclContext &space) {
  for (const clang::Decl *each : space.decls()) {
    if (const auto *inner = llvm::dyn_cast<clang::DeclContext>(each);
        inner && llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(each)) {
      indexNames(*inner);
      continue;
    }
    if (each->isImplicit() || !isListed(*each) || !own.holds(each->getLocation()))
      continue;
    if (const auto *named = llvm::dyn_cast<clang::NamedDecl>(each))
      byName[named->getDeclName()].push_back(named);
    const auto *pattern = llvm::dyn_cast<clang::ClassTemplateDecl>(each);
    const auto *structure =
        pattern ? pattern->getTemplatedDecl() : llvm::dyn_cast<clang::CXXRecordDecl>(each);
    if (structure)
      indexNames(*structure);
  }
}

// What is reached.

void ReachVisitor::followAdded() {
  followAddedIn(*context.getTranslationUnitDecl());
  while (!pending.empty()) {
    const clang::Decl *next = pending.back();
    pending.pop_back();
    follow(*next);
  }
}

void ReachVisitor::followAddedIn(const clang::DeclContext &space) {
  for (const clang::Decl *each : space.decls()) {
    if (const auto *inner = llvm::dyn_cast<clang::DeclContext>(each);
        inner && llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(each)) {
      followAddedIn(*inner);
      continue;
    }
    const auto place = own.place(each->getLocation());
    if (!place || place->isLibrary || each->isImplicit() || !isListed(*each))
      continue;
    reach(each);
    // All of the added code stays, whoever uses it.
    if (const auto *pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(each))
      for (const clang::FunctionDecl *instance : pattern->specializations())
        reach(instance);
  }
}

void ReachVisitor::reach(const clang::Decl *declaration) {
  if (!declaration)
    return;
  if (const auto *shadow = llvm::dyn_cast<clang::UsingShadowDecl>(declaration))
    return reach(shadow->getTargetDecl());
  if (declaration->getParentFunctionOrMethod() &&
      llvm::isa<clang::VarDecl, clang::TypedefNameDecl>(declaration))
    return useLocal(*declaration);
  if (!own.holds(declaration->getLocation()) ||
      !seen.insert(declaration->getCanonicalDecl()).second)
    return;
  pending.push_back(declaration);
}

void ReachVisitor::reachName(clang::DeclarationName name) {
  if (const auto found = byName.find(name); found != byName.end())
    for (const clang::Decl *each : found->second) {
      reach(each);
      if (const clang::FunctionDecl *function = each->getAsFunction())
        keepParameters(*function);
    }
}

void ReachVisitor::mark(const clang::Decl &declaration) {
  for (const clang::Decl *each : declaration.redecls())
    if (const auto place = own.place(each->getLocation()))
      factsOf(*place).reached.insert(place->offset);
}

void ReachVisitor::follow(const clang::Decl &declaration) {
  mark(declaration);
  if (const auto *parent = llvm::dyn_cast<clang::Decl>(declaration.getDeclContext());
      parent && llvm::isa<clang::TagDecl>(parent))
    reach(parent);
  if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(&declaration))
    return followFunction(*function);
  if (const auto *structure = llvm::dyn_cast<clang::CXXRecordDecl>(&declaration))
    return followStructure(*structure);
  if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(&declaration))
    return followVariable(*variable);
  if (const auto *pattern = llvm::dyn_cast<clang::TemplateDecl>(&declaration))
    return followTemplate(*pattern);
  if (llvm::isa<clang::FieldDecl>(declaration))
    return; // with its structure
  if (const auto *constant = llvm::dyn_cast<clang::EnumConstantDecl>(&declaration))
    return reach(llvm::cast<clang::EnumDecl>(constant->getDeclContext()));
  TraverseDecl(const_cast<clang::Decl *>(&declaration));
}

void ReachVisitor::followParameters(const clang::TemplateParameterList *parameters) {
  if (parameters)
    for (const clang::NamedDecl *parameter : *parameters)
      TraverseDecl(const_cast<clang::NamedDecl *>(parameter));
}

/// With all of its members.
void ReachVisitor::reachWhole(const clang::CXXRecordDecl &structure) {
  reach(&structure);
  for (const clang::Decl *member : structure.decls())
    if (!member->isImplicit())
      reach(member);
}

void ReachVisitor::followTemplate(const clang::TemplateDecl &pattern) {
  followParameters(pattern.getTemplateParameters());
  if (const auto *alias = llvm::dyn_cast<clang::TypeAliasTemplateDecl>(&pattern)) {
    TraverseDecl(alias->getTemplatedDecl());
    return;
  }
  // Instances are followed where they are used. A template without one is followed by its names.
  if (const auto *functions = llvm::dyn_cast<clang::FunctionTemplateDecl>(&pattern)) {
    if (functions->specializations().empty())
      reach(functions->getTemplatedDecl());
  } else if (const auto *structures = llvm::dyn_cast<clang::ClassTemplateDecl>(&pattern)) {
    if (structures->specializations().empty())
      reach(structures->getTemplatedDecl());
    // Which of them a use chooses may differ from one compilation to another.
    for (const clang::ClassTemplateSpecializationDecl *each : structures->specializations())
      if (each->getSpecializationKind() == clang::TSK_ExplicitSpecialization &&
          llvm::any_of(each->getTemplateArgs().asArray(), [](const clang::TemplateArgument &one) {
            return one.getKind() == clang::TemplateArgument::Integral;
          }))
        reachWhole(*each);
  } else if (const auto *variables = llvm::dyn_cast<clang::VarTemplateDecl>(&pattern)) {
    if (variables->specializations().empty())
      reach(variables->getTemplatedDecl());
  }
}

void ReachVisitor::followFunction(const clang::FunctionDecl &function) {
  if (const clang::FunctionTemplateDecl *pattern = function.getPrimaryTemplate())
    reach(pattern);
  if (const clang::FunctionTemplateDecl *pattern = function.getDescribedFunctionTemplate())
    reach(pattern);
  const clang::FunctionDecl *pattern = function.getTemplateInstantiationPattern();
  if (pattern)
    mark(*pattern);
  const clang::FunctionDecl *definition = nullptr;
  if (!function.isDefined(definition))
    definition = &function;
  TraverseDecl(const_cast<clang::FunctionDecl *>(definition));
  // Of what is named in operands that are not evaluated the body stays, too.
  if (pattern && !definition->getBody() && pattern->isDefined(definition))
    TraverseStmt(definition->getBody());
}

void ReachVisitor::followStructure(const clang::CXXRecordDecl &given) {
  const clang::CXXRecordDecl *structure = given.getDefinition() ? given.getDefinition() : &given;
  mark(*structure);
  if (const auto *pattern = structure->getTemplateInstantiationPattern())
    mark(*pattern);
  if (const auto *described = structure->getDescribedClassTemplate())
    reach(described);
  if (const auto *instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(structure)) {
    reach(instance->getSpecializedTemplate());
    if (const auto *partial =
            llvm::dyn_cast_if_present<clang::ClassTemplatePartialSpecializationDecl *>(
                instance->getSpecializedTemplateOrPartial()))
      mark(*partial);
    for (const clang::TemplateArgument &argument : instance->getTemplateArgs().asArray())
      TraverseTemplateArgument(argument);
  }
  if (!structure->hasDefinition())
    return;
  for (const clang::CXXBaseSpecifier &base : structure->bases())
    TraverseCXXBaseSpecifier(base);
  for (const clang::Decl *member : structure->decls()) {
    if (member->isImplicit())
      continue;
    if (llvm::isa<clang::FieldDecl, clang::StaticAssertDecl, clang::UsingDecl, clang::FriendDecl>(
            member))
      TraverseDecl(const_cast<clang::Decl *>(member));
    else if (llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl,
                       clang::CXXConversionDecl>(member))
      reach(member);
    else if (const auto *constructor = llvm::dyn_cast<clang::FunctionTemplateDecl>(member);
             constructor && llvm::isa<clang::CXXConstructorDecl>(constructor->getTemplatedDecl()))
      reach(constructor);
  }
}

void ReachVisitor::followVariable(const clang::VarDecl &variable) {
  if (const clang::VarDecl *pattern = variable.getTemplateInstantiationPattern()) {
    mark(*pattern);
    if (!variable.getAnyInitializer())
      TraverseStmt(const_cast<clang::Expr *>(pattern->getAnyInitializer()));
  }
  if (const auto *instance = llvm::dyn_cast<clang::VarTemplateSpecializationDecl>(&variable))
    reach(instance->getSpecializedTemplate());
  if (const clang::VarTemplateDecl *described = variable.getDescribedVarTemplate())
    reach(described);
  // An instance of a template is no declaration to a traversal.
  if (const clang::TypeSourceInfo *type = variable.getTypeSourceInfo())
    TraverseTypeLoc(type->getTypeLoc());
  TraverseStmt(const_cast<clang::Expr *>(variable.getInit()));
}

// Uses.

bool ReachVisitor::VisitDeclRefExpr(clang::DeclRefExpr *use) {
  // Where its address is taken, its type is what it is.
  if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(use->getDecl());
      function && use != callee)
    keepParameters(*function);
  reach(use->getDecl());
  if (use->getFoundDecl() != use->getDecl())
    reach(use->getFoundDecl());
  return true;
}

bool ReachVisitor::VisitMemberExpr(clang::MemberExpr *use) {
  reach(use->getMemberDecl());
  return true;
}

bool ReachVisitor::VisitCXXConstructExpr(clang::CXXConstructExpr *use) {
  reach(use->getConstructor());
  return true;
}

bool ReachVisitor::VisitOverloadExpr(clang::OverloadExpr *use) {
  reachName(use->getName());
  return true;
}

bool ReachVisitor::VisitDependentScopeDeclRefExpr(clang::DependentScopeDeclRefExpr *use) {
  reachName(use->getDeclName());
  return true;
}

bool ReachVisitor::VisitCXXDependentScopeMemberExpr(clang::CXXDependentScopeMemberExpr *use) {
  reachName(use->getMember());
  return true;
}

bool ReachVisitor::VisitType(clang::Type *type) {
  if (const auto *tag = llvm::dyn_cast<clang::TagType>(type))
    reach(tag->getDecl());
  else if (const auto *alias = llvm::dyn_cast<clang::TypedefType>(type))
    reach(alias->getDecl());
  else if (const auto *dependent = llvm::dyn_cast<clang::DependentNameType>(type))
    reachName(dependent->getIdentifier());
  else if (const auto *instance = llvm::dyn_cast<clang::TemplateSpecializationType>(type)) {
    reach(instance->getTemplateName().getAsTemplateDecl());
    if (instance->isTypeAlias())
      TraverseType(instance->getAliasedType());
    else if (const clang::CXXRecordDecl *structure = type->getAsCXXRecordDecl())
      reach(structure);
  }
  return true;
}

bool ReachVisitor::VisitTypeLoc(clang::TypeLoc type) {
  return VisitType(const_cast<clang::Type *>(type.getTypePtr()));
}

bool ReachVisitor::TraverseTemplateName(clang::TemplateName name) {
  reach(name.getAsTemplateDecl());
  return DynamicRecursiveASTVisitor::TraverseTemplateName(name);
}

bool ReachVisitor::TraverseCXXDefaultArgExpr(clang::CXXDefaultArgExpr *argument) {
  return TraverseStmt(argument->getExpr());
}

bool ReachVisitor::TraverseLambdaExpr(clang::LambdaExpr *lambda) {
  if (!lambda->isGenericLambda())
    return DynamicRecursiveASTVisitor::TraverseLambdaExpr(lambda);
  // The body is that of its calls' instances.
  for (const clang::LambdaCapture &capture : lambda->captures())
    if (capture.capturesVariable())
      reach(capture.getCapturedVar());
  const clang::CXXMethodDecl *call = lambda->getCallOperator();
  if (const clang::FunctionTemplateDecl *pattern = call->getDescribedFunctionTemplate()) {
    for (const clang::FunctionDecl *instance : pattern->specializations())
      reach(instance);
    if (pattern->specializations().empty())
      TraverseStmt(call->getBody());
  }
  return true;
}

// Conditions.

void ReachVisitor::note(ConditionValues &values, std::optional<bool> value) {
  (!value ? values.isUnknown : *value ? values.isTrue : values.isFalse) = true;
}

void ReachVisitor::followIfOpen(const Key &key, bool isOpen, clang::Stmt *part) {
  waiting[key].push_back(part);
  if (isOpen)
    flush(key);
}

void ReachVisitor::flush(const Key &key) {
  const auto found = waiting.find(key);
  if (found == waiting.end())
    return;
  const std::vector<clang::Stmt *> parts = std::move(found->second);
  waiting.erase(found);
  for (clang::Stmt *part : parts)
    TraverseStmt(part);
}

static bool declaresIn(const clang::Stmt *arm) {
  const auto *block = llvm::dyn_cast_or_null<clang::CompoundStmt>(arm);
  return block && llvm::any_of(block->body(), [](const clang::Stmt *each) {
           return llvm::isa<clang::DeclStmt>(each);
         });
}

/// Control does not go on behind it.
static bool leaves(const clang::Stmt *arm) {
  if (const auto *block = llvm::dyn_cast_or_null<clang::CompoundStmt>(arm))
    return !block->body_empty() && leaves(block->body_back());
  return arm && llvm::isa<clang::ReturnStmt>(arm);
}

/// Control may go there whatever stands before it. A case is a label to what is in its switch.
static bool hasLabel(const clang::Stmt *statement, bool isInSwitch) {
  if (!statement || llvm::isa<clang::LabelStmt>(statement))
    return statement;
  if (llvm::isa<clang::SwitchCase>(statement))
    return isInSwitch || hasLabel(llvm::cast<clang::SwitchCase>(statement)->getSubStmt(), false);
  const bool isInside = isInSwitch && !llvm::isa<clang::SwitchStmt>(statement);
  return llvm::any_of(statement->children(),
                      [&](const clang::Stmt *part) { return hasLabel(part, isInside); });
}

/// Of an instance's `if constexpr`, as it is written.
void ReachVisitor::followLeftOutArm(const clang::IfStmt &statement) {
  const auto found = written.find(statement.getIfLoc());
  if (found == written.end() || found->second == &statement)
    return;
  if (const std::optional<bool> here = conditions.valueHere(*statement.getCond()))
    TraverseStmt(*here ? found->second->getElse() : found->second->getThen());
}

bool ReachVisitor::TraverseIfStmt(clang::IfStmt *statement) {
  const auto place = own.place(statement->getIfLoc());
  const auto whole = own.extent(statement->getSourceRange());
  const auto first = own.extent(statement->getThen()->getSourceRange());
  const clang::Stmt *other = statement->getElse();
  const auto second = other ? own.extent(other->getSourceRange()) : Extent();
  if (!place || !place->isLibrary || !whole || !first || !second || statement->getInit() ||
      statement->getConditionVariable() || statement->isConsteval()) {
    followLeftOutArm(*statement); // its text stays
    return DynamicRecursiveASTVisitor::TraverseIfStmt(statement);
  }
  const FileTokens &tokens = own.tokens(statement->getIfLoc());
  const std::optional<bool> value = conditions.value(*statement->getCond());
  Choice &choice = factsOf(*place).choices[place->offset];
  choice.isStatement = true;
  choice.whole = {whole->begin, tokens.endOfStatement(whole->begin)};
  choice.first = {first->begin, tokens.endOfStatement(first->begin)};
  if (other)
    choice.second = {second->begin, tokens.endOfStatement(second->begin)};
  note(choice.values, value);
  choice.firstDeclares |= declaresIn(statement->getThen());
  choice.secondDeclares |= declaresIn(other);
  choice.firstLeaves |= value.value_or(false) && leaves(statement->getThen());
  choice.secondLeaves |= value && !*value && leaves(other);
  const Key key(place->path, place->offset);
  const bool isOpen = !choice.values.isDecided();
  followIfOpen(key, isOpen, statement->getCond());
  if (!value)
    followLeftOutArm(*statement); // another compilation may take it
  for (clang::Stmt *arm : {statement->getThen(), statement->getElse()})
    if (!value || *value == (arm == statement->getThen()))
      TraverseStmt(arm);
    else if (arm && !statement->isConstexpr()) // which is compiled if it stays
      followIfOpen(key, isOpen, arm);
  return true;
}

bool ReachVisitor::TraverseCompoundStmt(clang::CompoundStmt *block) {
  const auto end = block->body_end();
  for (auto each = block->body_begin(); each != end; ++each) {
    TraverseStmt(*each);
    const auto *choice = llvm::dyn_cast<clang::IfStmt>(*each);
    const auto place = choice ? own.place(choice->getIfLoc()) : std::nullopt;
    if (!place || !place->isLibrary)
      continue;
    auto &known = factsOf(*place).choices;
    const auto found = known.find(place->offset);
    if (found == known.end())
      continue;
    found->second.inBlock = true;
    const std::optional<bool> value = conditions.value(*choice->getCond());
    const bool ends = value && (*value ? leaves(choice->getThen()) : leaves(choice->getElse()));
    if (!ends)
      continue;
    const auto behind = std::next(each);
    const auto reached = std::find_if(
        behind, end, [](const clang::Stmt *part) { return hasLabel(part, /*isInSwitch=*/true); });
    if (behind == reached)
      continue;
    const auto rest = own.place((*behind)->getBeginLoc());
    const auto last = own.place((*std::prev(reached))->getBeginLoc());
    if (!rest || !last)
      continue;
    found->second.rest = {rest->offset,
                          own.tokens(choice->getIfLoc()).endOfStatement(last->offset)};
    for (auto left = behind; left != reached; ++left)
      followIfOpen({place->path, place->offset}, !found->second.values.isDecided(), *left);
    each = std::prev(reached);
  }
  return true;
}

bool ReachVisitor::TraverseConditionalOperator(clang::ConditionalOperator *choice) {
  const auto place = own.place(choice->getQuestionLoc());
  const auto whole = own.extent(choice->getSourceRange());
  const auto first = own.extent(choice->getTrueExpr()->getSourceRange());
  const auto second = own.extent(choice->getFalseExpr()->getSourceRange());
  if (!place || !place->isLibrary || !whole || !first || !second)
    return DynamicRecursiveASTVisitor::TraverseConditionalOperator(choice);
  const std::optional<bool> value = conditions.value(*choice->getCond());
  Choice &known = factsOf(*place).choices[place->offset];
  known.whole = *whole;
  known.first = *first;
  known.second = *second;
  note(known.values, value);
  const Key key(place->path, place->offset);
  const bool isOpen = !known.values.isDecided();
  followIfOpen(key, isOpen, choice->getCond());
  for (clang::Expr *arm : {choice->getTrueExpr(), choice->getFalseExpr()})
    if (!value || *value == (arm == choice->getTrueExpr()))
      TraverseStmt(arm);
    else // which is compiled if it stays
      followIfOpen(key, isOpen, arm);
  return true;
}

bool ReachVisitor::TraverseBinaryOperator(clang::BinaryOperator *operation) {
  const auto place = own.place(operation->getOperatorLoc());
  const auto left = own.extent(operation->getLHS()->getSourceRange());
  const auto right = own.extent(operation->getRHS()->getSourceRange());
  // The operands of a fold are instances of one text.
  if (!operation->isLogicalOp() || !place || !place->isLibrary || !left || !right ||
      left->end > place->offset || right->begin <= place->offset)
    return DynamicRecursiveASTVisitor::TraverseBinaryOperator(operation);
  LogicalOperation &known = factsOf(*place).operations[place->offset];
  known.left = *left;
  known.right = *right;
  known.isAnd = operation->getOpcode() == clang::BO_LAnd;
  const std::optional<bool> ofLeft = conditions.value(*operation->getLHS());
  note(known.valuesOfLeft, ofLeft);
  followIfOpen({place->path, place->offset}, !known.isLeftIdle(), operation->getLHS());
  const Key keyOfRight(place->path, right->begin);
  if (ofLeft && *ofLeft != known.isAnd) {
    followIfOpen(keyOfRight, !known.isLeftResult(), operation->getRHS());
    return true;
  }
  flush(keyOfRight);
  note(known.valuesOfRight, conditions.value(*operation->getRHS()));
  return TraverseStmt(operation->getRHS());
}

// Names of functions' own.

bool ReachVisitor::isRemovable(const clang::Decl &local) const {
  if (llvm::isa<clang::TypedefNameDecl>(local))
    return true;
  const auto *variable = llvm::dyn_cast<clang::VarDecl>(&local);
  if (!variable || variable->isImplicit() || variable->isCXXForRangeDecl() ||
      variable->isStaticLocal() || variable->hasExternalStorage() ||
      variable->getTLSKind() != clang::VarDecl::TLS_None ||
      variable->needsDestruction(context) != clang::QualType::DK_none)
    return false;
  const clang::Expr *value = variable->getInit();
  if (!value)
    return true;
  if (const auto *construct = llvm::dyn_cast<clang::CXXConstructExpr>(value->IgnoreImplicit()))
    if (construct->getConstructor()->isTrivial() || construct->getConstructor()->isDefaulted())
      return llvm::none_of(construct->arguments(),
                           [&](const clang::Expr *argument) { return hasEffects(*argument); });
  return !hasEffects(*value);
}

bool ReachVisitor::hasEffects(const clang::Expr &value) const {
  if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(value.IgnoreParenImpCasts()))
    if (const auto taken = conditions.value(*choice->getCond()))
      return hasEffects(*taken ? *choice->getTrueExpr() : *choice->getFalseExpr());
  return value.HasSideEffects(context);
}

bool ReachVisitor::TraverseDeclStmt(clang::DeclStmt *statement) {
  if (!statement->isSingleDecl())
    return DynamicRecursiveASTVisitor::TraverseDeclStmt(statement);
  const clang::Decl &local = *statement->getSingleDecl();
  const auto place = own.place(local.getLocation());
  const auto extent = own.extent(statement->getSourceRange());
  if (!place || !place->isLibrary || !extent || !isRemovable(local)) {
    if (place && place->isLibrary)
      useLocal(local);
    return DynamicRecursiveASTVisitor::TraverseDeclStmt(statement);
  }
  LocalDeclaration &known = factsOf(*place).locals[place->offset];
  known.statement = *extent;
  if (known.isUsed)
    return DynamicRecursiveASTVisitor::TraverseDeclStmt(statement);
  waitingLocals[{place->path, place->offset}].push_back(statement);
  return true;
}

// Parameters.

bool ReachVisitor::mayLoseParameters(const clang::FunctionDecl &function) const {
  if (!own.isLibrary(function.getLocation()) || !function.getIdentifier() ||
      function.hasAttr<clang::CUDAGlobalAttr>() || function.isVariadic() || function.isMain())
    return false;
  const auto *pattern = function.getTemplateInstantiationPattern();
  const clang::FunctionDecl &text = pattern ? *pattern : function;
  const clang::Decl *named = text.getDescribedFunctionTemplate();
  if (!named)
    named = &text;
  return named->getMostRecentDecl() == named->getCanonicalDecl() &&
         text.getDeclContext()->getRedeclContext()->lookup(text.getDeclName()).isSingleResult() &&
         llvm::none_of(text.parameters(), [](const clang::ParmVarDecl *parameter) {
           return !parameter->getIdentifier() || parameter->isParameterPack() ||
                  parameter->getBeginLoc().isMacroID();
         });
}

void ReachVisitor::keepParameters(const clang::FunctionDecl &function) {
  for (const clang::ParmVarDecl *parameter : function.parameters())
    useLocal(*parameter);
}

void ReachVisitor::listParameters(const clang::FunctionDecl &function) {
  const auto place = own.place(function.getLocation());
  auto &lists = factsOf(*place).parameterLists;
  if (lists.contains(place->offset))
    return;
  std::vector<unsigned> &list = lists[place->offset];
  const FileTokens &tokens = own.tokens(function.getLocation());
  unsigned begin = 0;
  if (const clang::FunctionTypeLoc type = function.getFunctionTypeLoc())
    begin = own.place(type.getLParenLoc())->offset + 1;
  for (const clang::ParmVarDecl *parameter : function.parameters()) {
    const auto name = own.place(parameter->getLocation()), end = own.place(parameter->getEndLoc());
    Parameter &known = factsOf(*place).parameters[name->offset];
    known.text = {tokens.from(begin).begin, tokens.endOf(end->offset)};
    begin = tokens.endOf(tokens.from(known.text.end).begin); // behind the comma
    list.push_back(name->offset);
  }
}

bool ReachVisitor::TraverseParmVarDecl(clang::ParmVarDecl *parameter) {
  const auto *function =
      llvm::dyn_cast_or_null<clang::FunctionDecl>(parameter->getParentFunctionOrMethod());
  if (!function || !mayLoseParameters(*function))
    return DynamicRecursiveASTVisitor::TraverseParmVarDecl(parameter);
  listParameters(*function);
  const auto place = own.place(parameter->getLocation());
  const Parameter &known = factsOf(*place).parameters[place->offset];
  if (known.isUsed)
    return DynamicRecursiveASTVisitor::TraverseParmVarDecl(parameter);
  waitingParameters[{place->path, place->offset}].push_back(parameter);
  return true;
}

bool ReachVisitor::TraverseCallExpr(clang::CallExpr *call) {
  return followCall(*call) || DynamicRecursiveASTVisitor::TraverseCallExpr(call);
}

bool ReachVisitor::TraverseCXXMemberCallExpr(clang::CXXMemberCallExpr *call) {
  return followCall(*call) || DynamicRecursiveASTVisitor::TraverseCXXMemberCallExpr(call);
}

/// False where the call is to be followed as any expression.
bool ReachVisitor::followCall(clang::CallExpr &call) {
  const clang::FunctionDecl *function = call.getDirectCallee();
  if (!function || !own.isLibrary(function->getLocation()))
    return false;
  const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(call.getCallee()->IgnoreParenImpCasts());
  // A parameter may be what a template's argument is deduced from.
  const clang::FunctionTemplateDecl *pattern = function->getPrimaryTemplate();
  const bool isSpelled = !pattern || (named && named->getNumTemplateArgs() >=
                                                   pattern->getTemplateParameters()->size());
  CallArguments list;
  bool isListed = isSpelled && mayLoseParameters(*function);
  for (unsigned index = 0; isListed && index < call.getNumArgs(); ++index) {
    const clang::Expr *argument = call.getArg(index);
    if (llvm::isa<clang::CXXDefaultArgExpr>(argument))
      continue;
    const auto extent = own.extent(argument->getSourceRange());
    isListed = extent && (list.arguments.empty() || list.arguments.back().end <= extent->begin);
    const auto parameter = own.place(function->getParamDecl(index)->getLocation());
    list.path = parameter->path;
    list.parameters.push_back(parameter->offset);
    list.arguments.push_back(extent.value_or(Extent()));
  }
  if (!isListed) {
    keepParameters(*function);
    return false;
  }
  listParameters(function->getTemplateInstantiationPattern()
                     ? *function->getTemplateInstantiationPattern()
                     : *function);
  if (!list.arguments.empty()) {
    const auto place = own.place(call.getArg(0)->getBeginLoc());
    factsOf(*place).calls[list.arguments.front().begin] = list;
  }
  const clang::Expr *outer = callee;
  callee = call.getCallee()->IgnoreParenImpCasts();
  TraverseStmt(call.getCallee());
  callee = outer;
  for (unsigned index = 0; index < call.getNumArgs(); ++index) {
    clang::Expr *argument = call.getArg(index);
    const clang::ParmVarDecl &parameter = *function->getParamDecl(index);
    const auto place = own.place(parameter.getLocation());
    if (argument->HasSideEffects(context))
      useLocal(parameter);
    if (factsOf(*place).parameters[place->offset].isUsed)
      TraverseStmt(argument);
    else
      waiting[{place->path, place->offset}].push_back(argument);
  }
  return true;
}

void ReachVisitor::useLocal(const clang::Decl &declaration) {
  const auto place = own.place(declaration.getLocation());
  if (!place || !place->isLibrary)
    return;
  const Key key(place->path, place->offset);
  if (llvm::isa<clang::ParmVarDecl>(declaration)) {
    Parameter &parameter = factsOf(*place).parameters[place->offset];
    if (std::exchange(parameter.isUsed, true))
      return;
    const std::vector<clang::ParmVarDecl *> parameters = std::exchange(waitingParameters[key], {});
    for (clang::ParmVarDecl *each : parameters)
      DynamicRecursiveASTVisitor::TraverseParmVarDecl(each);
    return flush(key);
  }
  if (std::exchange(factsOf(*place).locals[place->offset].isUsed, true))
    return;
  for (clang::DeclStmt *statement : std::exchange(waitingLocals[key], {}))
    DynamicRecursiveASTVisitor::TraverseDeclStmt(statement);
}

} // namespace warpsmith::reach
