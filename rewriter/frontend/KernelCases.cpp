#include "rewriter/frontend/KernelCases.h"
#include "rewriter/frontend/clang/KernelInside.h"
#include "rewriter/frontend/clang/NamedConstants.h"
#include "rewriter/frontend/clang/StructureOrder.h"
#include "rewriter/frontend/clang/TemplateKernels.h"
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/launches/LaunchGeometry.h"
#include "rewriter/ir/FusedProducts.h"
#include "rewriter/ir/Identifiers.h"
#include "rewriter/ir/SizesInMemory.h"
#include "clang/AST/Attr.h"
#include <algorithm>

namespace warpsmith::frontend {

namespace {

/// A step adds a product whose sign is changed before, as `sum += -(a * b)` does.
bool addsNegatedProduct(const Contraction &contraction) {
  const ExpressionRef unrounded = withoutRounding(contraction.update);
  const Expression &update = *unrounded;
  return update.kind == Expression::Kind::Binary && update.text == "+" &&
         std::ranges::any_of(update.children, [](const ExpressionRef &term) {
           return term->kind == Expression::Kind::Negate &&
                  term->children[0]->kind == Expression::Kind::Binary && !isInteger(term->type);
         });
}

/// The parameter that a stride is, and nothing else of the product; empty where there is none.
std::string strideParameter(const Contraction &contraction, const Polynomial &stride) {
  const std::vector<std::string> symbols = stride.symbols();
  if (symbols.size() != 1 || stride != Polynomial::symbol(symbols[0]) ||
      (sizesInMemory(symbols[0]).empty() &&
       std::ranges::find(contraction.parameters, symbols[0], &Parameter::name) ==
           contraction.parameters.end()))
    return {};
  for (const IndexGroup *group : {&contraction.m, &contraction.n, &contraction.k})
    if (group->extent().dependsOn(symbols[0]))
      return {};
  return symbols[0];
}

/// What parameters may be 1 together, where both strides of a matrix are parameters. None where
/// another matrix has no stride of 1.
std::vector<AssumedSizes> unitStrides(const Contraction &contraction) {
  std::vector<AssumedSizes> all = {{}};
  if (!contraction.isPlain())
    return {};
  for (const Matrix *matrix : {&contraction.a, &contraction.b, &contraction.c}) {
    if (matrix->contiguous() >= 0)
      continue;
    std::vector<std::string> names;
    for (const int group : {1, 0})
      names.push_back(strideParameter(contraction, matrix->stride(group)));
    if (names[0].empty() || names[1].empty())
      return {};
    // Of strides in memory the last is 1 before all others.
    const auto first = sizesInMemory(names[0]), other = sizesInMemory(names[1]);
    if (!first.empty() && !other.empty() && first[0].array == other[0].array &&
        std::stoi(first[0].place) < std::stoi(other[0].place))
      std::swap(names[0], names[1]);
    // Columns of C lie behind each other in all cases.
    if (matrix == &contraction.c)
      names.resize(1);
    std::vector<AssumedSizes> next;
    for (const AssumedSizes &each : all)
      for (const std::string &name : names) {
        AssumedSizes more = each;
        more[name] = 1;
        if (std::ranges::find(next, more) == next.end())
          next.push_back(more);
      }
    all = next;
  }
  return all == std::vector<AssumedSizes>{{}} ? std::vector<AssumedSizes>() : all;
}

} // namespace

std::vector<Contraction> KernelCases::casesOf(const clang::FunctionDecl &instance,
                                              const AssumedSizes &assumed,
                                              const std::vector<Launch> &places,
                                              RefusalSink &refuse) {
  // By outcomes of conditions on parameters only where that is needed.
  Decisions none(unit.filter.flags.flushesSubnormals, /*asking=*/false);
  RefusalSink own;
  std::vector<Contraction> found = caseOf(instance, assumed, places, none, own);
  const bool isChosen = llvm::any_of(found, choosesByParameters);
  if (none.hasMetConditions() && (found.empty() || isChosen)) {
    Decisions decisions(unit.filter.flags.flushesSubnormals);
    std::vector<Contraction> cases;
    bool areAllKnown = true;
    do {
      RefusalSink variant;
      auto outcome = caseOf(instance, assumed, places, decisions, variant);
      areAllKnown &= !outcome.empty();
      std::ranges::move(outcome, std::back_inserter(cases));
      if (cases.empty())
        own.restore(variant.refusal());
    } while (decisions.next());
    if (!isChosen || areAllKnown)
      found = std::move(cases);
    if (RefusalSink sign; choosesSign(found, instance, sign)) {
      own.restore(sign.refusal());
      found.clear();
    }
  }
  if (found.empty())
    refuse(own.refusal()->location, own.refusal()->reason);
  else
    refuse.restore({});
  return found;
}

std::vector<Contraction> KernelCases::casesOfUnitStrides(const clang::FunctionDecl &instance,
                                                         const Contraction &contraction,
                                                         const std::vector<Launch> &places) {
  std::vector<Contraction> found;
  for (const AssumedSizes &assumed : unitStrides(contraction)) {
    RefusalSink refuse;
    std::ranges::move(casesOf(instance, assumed, places, refuse), std::back_inserter(found));
  }
  return found;
}

bool KernelCases::choosesByParameters(const Contraction &contraction) {
  return llvm::any_of(contraction.positions, [](const Position &position) {
    return !position.offset.constant() && position.strides[0].areZero() &&
           position.strides[1].areZero();
  });
}

std::vector<Contraction> KernelCases::caseOf(const clang::FunctionDecl &instance,
                                             const AssumedSizes &assumed,
                                             const std::vector<Launch> &places,
                                             Decisions &decisions, RefusalSink &refuse) {
  auto read =
      readKernel(instance, unit.context, unit.filter.flags, assumed, places, decisions, refuse);
  const auto isSame = [&](const auto *each) { return conditions.sameOnDevice(*each, refuse); };
  bool isKnown = read && llvm::all_of(read->functions, isSame) &&
                 llvm::all_of(read->records, isSame) &&
                 (read->contractions.size() == 1 || canHaveTwoOutputs(instance, decisions, refuse));
  for (size_t output = 0; isKnown && output < read->contractions.size(); ++output) {
    Contraction &contraction = read->contractions[output];
    isKnown = describeKernel(instance, decisions, *read, contraction, refuse);
    for (const auto &[name, value] : assumed) {
      contraction.conditions.push_back(Predicate::equal(name, value));
      // Strides are read once it is known that there are elements.
      for (const std::string &pointer : structuresIn(name))
        if (!llvm::is_contained(contraction.structures, pointer))
          contraction.structures.push_back(pointer);
    }
  }
  if (isKnown)
    return std::move(read->contractions);
  refuse(instance.getLocation(), "a kernel that is not understood");
  return {};
}

bool KernelCases::canHaveTwoOutputs(const clang::FunctionDecl &kernel, const Decisions &decisions,
                                    RefusalSink &refuse) {
  if (decisions.conditions().empty() && !kernel.isTemplateInstantiation())
    return true;
  refuse(kernel.getLocation(), "stores to two arrays, in a template or a kernel that branches "
                               "on its parameters");
  return false;
}

bool KernelCases::choosesSign(const std::vector<Contraction> &cases,
                              const clang::FunctionDecl &kernel, RefusalSink &refuse) {
  const auto negated = std::ranges::count_if(cases, &addsNegatedProduct);
  if (negated == 0 || negated == std::ranges::distance(cases))
    return false;
  refuse(kernel.getLocation(), "a condition chooses the sign of what is added, and nvcc "
                               "rounds the product in one of the cases: give each sign a "
                               "kernel of its own");
  return true;
}

void KernelCases::shareProducts(std::vector<Contraction> &cases) {
  for (Contraction &one : cases)
    for (const Contraction &other : cases) {
      if (&one == &other || one.instance != other.instance ||
          (same(*one.result, *other.result) && same(*one.initial, *other.initial)))
        continue;
      for (const ExpressionRef &expression : {other.initial, other.result})
        for (const ExpressionRef &product : productsOf(withoutRounding(expression)))
          one.sharedProducts.push_back(product);
    }
}

bool KernelCases::describeKernel(const clang::FunctionDecl &kernel, const Decisions &decisions,
                                 const ReadKernel &read, Contraction &contraction,
                                 RefusalSink &refuse) {
  contraction.kernel = kernel.getNameAsString();
  contraction.qualifiedKernel = qualifiedName(kernel, kernel.getDeclContext());
  contraction.location = unit.plain(kernel.getLocation());
  contraction.conditions = decisions.conditions();
  contraction.internalLinkage = kernel.getStorageClass() == clang::SC_Static ||
                                kernel.getFirstDecl()->getStorageClass() == clang::SC_Static;
  contraction.inSeveralFiles = kernel.isInlined() || kernel.isTemplateInstantiation();
  contraction.mostThreads = mostThreads(kernel);
  contraction.hasLaunchBounds = kernel.hasAttr<clang::CUDALaunchBoundsAttr>();
  contraction.leastBlocks = leastBlocks(kernel);
  contraction.dynamicSharedMemory |= declaresDynamicMemory(kernel);
  contraction.sharedBytes = staticSharedBytes(kernel, unit.context);
  for (const clang::FunctionDecl *function : read.functions) {
    contraction.dynamicSharedMemory |= declaresDynamicMemory(*function);
    contraction.sharedBytes += staticSharedBytes(*function, unit.context);
  }
  const bool instance = kernel.isTemplateInstantiation();
  if (instance) {
    const auto known = templateInstance(kernel, refuse);
    if (!known)
      return false;
    contraction.templateArguments = known->arguments;
    contraction.instance = known->conditions;
  }
  const clang::PrintingPolicy policy(unit.context.getLangOpts());
  for (const clang::ParmVarDecl *parameter : kernel.parameters()) {
    // A launch copies each parameter as often as the original's does.
    if (!parameter->getType().isTriviallyCopyableType(unit.context)) {
      refuse(parameter->getLocation(),
             "parameter of a class with a copy constructor or a destructor of its own");
      return false;
    }
    std::string declaration = parameter->getNameAsString();
    if (instance)
      parameter->getType().getCanonicalType().getAsStringInternal(declaration, policy);
    else
      declaration = text.declarationText(*parameter);
    contraction.parameters.push_back(
        {parameter->getNameAsString(), declaration,
         parameter->getType().getCanonicalType().getUnqualifiedType().getAsString(policy)});
  }
  orderStructures(kernel, contraction);
  if (unit.filter.architecture && !conditions.namesAreTheHosts(kernel, read, contraction, refuse))
    return false;
  if (hiddenConstant(kernel, contraction, refuse) || lostMacro(kernel, read, contraction, refuse))
    return false;
  return true;
}

bool KernelCases::hiddenConstant(const clang::FunctionDecl &kernel, const Contraction &contraction,
                                 RefusalSink &refuse) const {
  for (const auto &[name, value] : contraction.constants) {
    bool hidden = std::any_of(contraction.parameters.begin(), contraction.parameters.end(),
                              [&](const Parameter &parameter) { return parameter.name == name; });
    // Of all the scopes around the kernel, one may hold it: an unnamed namespace.
    std::set<const clang::Decl *> found;
    for (const clang::DeclContext *scope = kernel.getDeclContext(); scope;
         scope = scope->getParent())
      for (const clang::NamedDecl *other : scope->lookup(&unit.context.Idents.get(name))) {
        found.insert(other->getCanonicalDecl());
        hidden |= !scope->isTranslationUnit() && !isCalled(*other, name);
      }
    if (hidden || found.size() > 1) {
      refuse(kernel.getLocation(), "'" + name + "' is the name of two things here");
      return true;
    }
  }
  return false;
}

bool KernelCases::lostMacro(const clang::FunctionDecl &kernel, const ReadKernel &read,
                            const Contraction &contraction, RefusalSink &refuse) const {
  std::set<std::string> used;
  for (const auto &[name, value] : contraction.constants)
    used.merge(identifiers(name));
  for (const ExpressionRef &expression :
       {contraction.initial, contraction.update, contraction.result, contraction.diagonal})
    if (expression)
      map(expression, [&](const ExpressionRef &node) -> ExpressionRef {
        if (node->kind == Expression::Kind::Literal)
          used.merge(identifiers(node->text));
        return nullptr;
      });
  std::vector<const clang::FunctionDecl *> functions(read.functions.begin(), read.functions.end());
  functions.push_back(&kernel);
  for (const std::string infinity : {"HUGE_VALF", "HUGE_VAL"})
    if (used.contains(infinity) && unit.annotations.macros.bodies.contains(infinity)) {
      refuse(kernel.getLocation(), "the macro '" + infinity + "', an infinity, is defined anew");
      return true;
    }
  for (const std::string &name : used) {
    const auto undefined = unit.annotations.macros.undefined.find(name);
    if (undefined == unit.annotations.macros.undefined.end())
      continue;
    for (const clang::SourceLocation where : undefined->second)
      for (const clang::FunctionDecl *function : functions)
        if (unit.sources.isBeforeInTranslationUnit(function->getBeginLoc(), where) &&
            unit.sources.isBeforeInTranslationUnit(where, kernel.getEndLoc())) {
          refuse(where, "the macro '" + name + "' is undefined before the end of the kernel");
          return true;
        }
  }
  return false;
}

int KernelCases::mostThreads(const clang::FunctionDecl &kernel) const {
  constexpr uint64_t MostOfAny = 1024;
  const auto *bounds = kernel.getAttr<clang::CUDALaunchBoundsAttr>();
  clang::Expr::EvalResult threads;
  if (!bounds || !bounds->getMaxThreads()->EvaluateAsInt(threads, unit.context))
    return MostOfAny;
  return static_cast<int>(threads.Val.getInt().getLimitedValue(MostOfAny));
}

int KernelCases::leastBlocks(const clang::FunctionDecl &kernel) const {
  constexpr uint64_t MostOfAny = 64;
  const auto *bounds = kernel.getAttr<clang::CUDALaunchBoundsAttr>();
  clang::Expr::EvalResult blocks;
  if (!bounds || !bounds->getMinBlocks() ||
      !bounds->getMinBlocks()->EvaluateAsInt(blocks, unit.context))
    return 1;
  return std::max(1, static_cast<int>(blocks.Val.getInt().getLimitedValue(MostOfAny)));
}

} // namespace warpsmith::frontend
