#include "rewriter/frontend/Frontend.h"
#include "rewriter/frontend/KernelReader.h"
#include "rewriter/frontend/clang/ArchitectureBranches.h"
#include "rewriter/frontend/clang/ArchitectureView.h"
#include "rewriter/frontend/clang/BuiltinIndices.h"
#include "rewriter/frontend/clang/CudaEnvironment.h"
#include "rewriter/frontend/clang/KernelInside.h"
#include "rewriter/frontend/clang/LastResortNames.h"
#include "rewriter/frontend/clang/LocalNames.h"
#include "rewriter/frontend/clang/NamedConstants.h"
#include "rewriter/frontend/clang/ParseErrors.h"
#include "rewriter/frontend/clang/SourceAnnotations.h"
#include "rewriter/frontend/clang/StructureOrder.h"
#include "rewriter/frontend/clang/TemplateKernels.h"
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/clang/UserHeaders.h"
#include "rewriter/frontend/launches/LaunchCoverage.h"
#include "rewriter/frontend/launches/LaunchGeometry.h"
#include "rewriter/frontend/launches/LaunchGroups.h"
#include "rewriter/frontend/launches/LaunchSites.h"
#include "rewriter/frontend/launches/TextLaunches.h"
#include "rewriter/frontend/proof/JoinedCases.h"
#include "rewriter/frontend/proof/SeveralOutputs.h"
#include "rewriter/ir/FusedProducts.h"
#include "rewriter/ir/Identifiers.h"
#include "rewriter/ir/LaunchSymbols.h"
#include "rewriter/ir/SizesInMemory.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/Lexer.h"
#include <algorithm>
#include <stdexcept>

namespace warpsmith::frontend {
namespace {

/// A function that nothing in this translation unit defines or names: no text means it.
bool isOnlyDeclared(const clang::NamedDecl &declaration) {
  const auto *function = llvm::dyn_cast<clang::FunctionDecl>(&declaration);
  return function && !function->isDefined() && !function->isReferenced() &&
         llvm::none_of(function->redecls(),
                       [](const clang::FunctionDecl *each) { return each->isReferenced(); });
}

/// A call with values of the kernel's parameters may be one of that declaration, or no call at all.
bool mayBeMeant(const clang::NamedDecl &declaration, const clang::FunctionDecl &kernel) {
  const clang::ASTContext &context = kernel.getASTContext();
  // Of a template and a function of the same parameters the function is called, and of two
  // templates nobody knows.
  const bool isTemplate = llvm::isa<clang::FunctionTemplateDecl>(declaration);
  if (isTemplate)
    return kernel.getDescribedFunctionTemplate() != nullptr;
  const auto *function = llvm::dyn_cast<clang::FunctionDecl>(&declaration);
  if (!function || function->isVariadic())
    return true;
  if (kernel.getDescribedFunctionTemplate())
    return false; // generated code names the template's arguments
  const unsigned count = kernel.getNumParams();
  if (llvm::any_of(function->parameters(), [](const clang::ParmVarDecl *parameter) {
        return parameter->getType()->isReferenceType();
      }))
    return true;
  if (count < function->getMinRequiredArguments() || count > function->getNumParams())
    return false;
  for (unsigned number = 0; number < count; ++number)
    if (!context.hasSameUnqualifiedType(kernel.getParamDecl(number)->getType(),
                                        function->getParamDecl(number)->getType()))
      return false;
  return true;
}

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

class KernelCollector : public clang::DynamicRecursiveASTVisitor {
public:
  KernelCollector(const clang::SourceManager &manager, const std::vector<GeneratedRegion> &regions)
      : sources(manager),
        generated(regions) {}

  bool VisitFunctionDecl(clang::FunctionDecl *function) override {
    if (!sources.isInSystemHeader(function->getLocation()) &&
        function->hasAttr<clang::CUDAGlobalAttr>() && function->doesThisDeclarationHaveABody())
      kernels.push_back(function);
    if (function->doesThisDeclarationHaveABody() && function->getBody() &&
        !sources.isInSystemHeader(function->getLocation()))
      bodies.push_back({sources.getExpansionLoc(function->getBody()->getBeginLoc()),
                        sources.getExpansionLoc(function->getBody()->getEndLoc())});
    return true;
  }
  bool VisitNamedDecl(clang::NamedDecl *declaration) override {
    const clang::SourceLocation location = sources.getExpansionLoc(declaration->getLocation());
    // The parameters of a function's type are nobody's outside of it.
    if (declaration->getDeclContext()->isFileContext() && declaration->getIdentifier() &&
        !llvm::isa<clang::ParmVarDecl>(declaration) && !sources.isInSystemHeader(location) &&
        !isCudaOwn(*declaration) && !isOurs(location) && !isStandardReopened(*declaration))
      names.insert(declaration->getNameAsString());
    return true;
  }

  std::vector<clang::FunctionDecl *> kernels;
  std::set<std::string> names;
  std::vector<clang::SourceRange> bodies; ///< of functions

private:
  /// Written by an earlier run, or included by what it wrote.
  bool isOurs(clang::SourceLocation location) const {
    const llvm::StringRef file = sources.getFilename(location);
    return file.contains("warpsmith/device/") || file.contains("warpsmith/kernels/") ||
           std::any_of(generated.begin(), generated.end(), [&](const GeneratedRegion &region) {
             return region.contains(location, sources);
           });
  }
  static bool isStandardReopened(const clang::NamedDecl &declaration) {
    return declaration.getDeclContext()->isTranslationUnit() && declaration.getName() == "std";
  }

  const clang::SourceManager &sources;
  const std::vector<GeneratedRegion> &generated;
};

constexpr const char *NotLaunched =
    "no launch of the kernel in this file, and what a launch elsewhere covers is not known here: "
    "put the launch beside the kernel, or the kernel into a header that --header-filter matches";

constexpr const char *NotInstantiated =
    "no launch of the kernel in this file, and without one the arguments of its template are not "
    "known: name them by --instantiate='";

class Analysis {
public:
  Analysis(clang::ASTContext &ast, const KernelFilter &kernelFilter,
           const SourceAnnotations &comments, const ParseErrors *parseErrors,
           TranslationUnit &target)
      : context(ast),
        sources(ast.getSourceManager()),
        filter(kernelFilter),
        annotations(comments),
        errors(parseErrors),
        branches(comments, kernelFilter.architecture != 0, kernelFilter.hostBranches,
                 ast.getSourceManager()),
        result(target) {}

  void run() {
    // What a precompiled header declares is not read for this.
    const clang::TranslationUnitDecl &unit = *context.getTranslationUnitDecl();
    if (unit.hasExternalLexicalStorage())
      context.setTraversalScope({unit.noload_decls_begin(), unit.noload_decls_end()});
    KernelCollector collector(sources, annotations.generated);
    collector.TraverseDecl(context.getTranslationUnitDecl());
    result.names = std::move(collector.names);
    branches.know(std::move(collector.bodies));
    for (const clang::FunctionDecl *kernel : collector.kernels)
      kernelBodies.push_back(
          sources.getExpansionRange(kernel->getBody()->getSourceRange()).getAsRange());
    launches = findLaunches(context);
    for (const clang::FunctionDecl *kernel : collector.kernels)
      if (filter.wants(*kernel, sources))
        result.kernels.push_back(verdict(*kernel));
    findLaunchGroups(context, result);
    // Beside a kernel that is rewritten, others are those of another configuration.
    const bool finds = llvm::any_of(result.kernels, [](const KernelVerdict &known) {
      return known.status != KernelVerdict::Status::Missed;
    });
    if (!finds)
      for (const SkippedKernel &kernel : annotations.skipped)
        addSkipped(kernel);
  }

private:
  /// Of each kernel in the file it is told what becomes of it.
  void addSkipped(const SkippedKernel &kernel) {
    const bool isKnown = llvm::any_of(
        result.kernels, [&](const KernelVerdict &known) { return known.kernel == kernel.name; });
    if (isKnown || !filter.wants(kernel.name, sources.getExpansionLineNumber(kernel.location)))
      return;
    KernelVerdict verdict;
    verdict.kernel = kernel.name;
    verdict.location = verdict.where = plain(kernel.location);
    verdict.offset = sources.getFileOffset(kernel.location);
    verdict.reason = "'" + kernel.directive +
                     "' leaves it out of this compilation: give the build's flags after --";
    result.kernels.push_back(std::move(verdict));
  }

  SourceLocation plain(clang::SourceLocation location) const {
    location = sources.getExpansionLoc(location);
    return {sources.getFilename(location).str(), sources.getExpansionLineNumber(location),
            sources.getExpansionColumnNumber(location)};
  }

  KernelVerdict verdict(const clang::FunctionDecl &kernel) {
    KernelVerdict verdict;
    verdict.kernel = kernel.getNameAsString();
    verdict.location = plain(kernel.getLocation());
    const clang::SourceLocation name = sources.getExpansionLoc(kernel.getLocation());
    verdict.offset = sources.getFileOffset(name);
    if (!sources.isInMainFile(name))
      verdict.header = realPath(sources.getFileID(name), sources);
    for (const GeneratedRegion &region : annotations.generated) {
      const bool inside = region.contains(kernel.getLocation(), sources);
      if (inside || region.kernel == verdict.kernel) {
        verdict.status =
            inside ? KernelVerdict::Status::Generated : KernelVerdict::Status::Rewritten;
        return verdict;
      }
    }
    if (isKept(kernel)) {
      verdict.status = KernelVerdict::Status::Kept;
      return verdict;
    }
    RefusalSink refuse;
    configuration.clear();
    differsByArchitecture = false;
    try {
      verdict.contractions = analyse(kernel, verdict.syntax, refuse);
    } catch (const std::overflow_error &) {
      refuse(kernel.getLocation(), "sizes beyond 64 bits");
    }
    if (annotations.usesArchitecture)
      restOnArchitecture();
    if (filter.architecture)
      restOnBranches(kernel);
    verdict.syntax.configuration = configuration;
    verdict.syntax.architecture = filter.architecture;
    // A header's template need not have instances here.
    if (!refuse.refusal()) {
      verdict.status = KernelVerdict::Status::Recognised;
      return verdict;
    }
    verdict.reason = refuse.refusal()->reason;
    verdict.differsByArchitecture = differsByArchitecture;
    // Nobody has the embedded headers' files.
    const clang::SourceLocation where = sources.getExpansionLoc(refuse.refusal()->location);
    verdict.where =
        plain(outsideOfEmbedded(where, sources) == where ? where : kernel.getLocation());
    return verdict;
  }

  /// `// warpsmith: off` (or `keep`) on the line of the kernel's start or the one before.
  bool isKept(const clang::FunctionDecl &kernel) const {
    const clang::SourceLocation start = sources.getExpansionLoc(kernel.getBeginLoc());
    const unsigned line = sources.getExpansionLineNumber(start);
    return std::any_of(annotations.keep.begin(), annotations.keep.end(), [&](auto comment) {
      const unsigned at = sources.getExpansionLineNumber(comment);
      return sources.getFileID(comment) == sources.getFileID(start) &&
             (at == line || at + 1 == line);
    });
  }

  /// The contractions of a kernel, or of the instances of a kernel template; empty when there are
  /// none.
  std::vector<Contraction> analyse(const clang::FunctionDecl &kernel, KernelSyntax &syntax,
                                   RefusalSink &refuse) {
    std::vector<Contraction> found;
    const clang::FunctionTemplateDecl *pattern = kernel.getDescribedFunctionTemplate();
    if (!placement(kernel, syntax, refuse) || !parameters(kernel, syntax, refuse) ||
        !sameOnDevice(kernel, refuse) || (pattern && !templateHead(*pattern, syntax, refuse)))
      return found;
    std::vector<const clang::FunctionDecl *> instances = {&kernel};
    if (pattern)
      instances = instancesOf(*pattern);
    std::vector<Launch> places;
    std::vector<LaunchSite> sites;
    if (!launchesOf(kernel, instances, places, sites, syntax, refuse) ||
        !areSameForHost(sites, refuse))
      return found;
    RefusalSink first;
    std::map<const clang::FunctionDecl *, std::pair<size_t, size_t>> rangeOf;
    for (const clang::FunctionDecl *instance : instances) {
      rangeOf[instance->getCanonicalDecl()].first = found.size();
      RefusalSink ofInstance;
      std::vector<Contraction> cases = casesOf(*instance, {}, places, ofInstance);
      if (cases.size() == 1)
        if (auto contiguous = casesOfUnitStrides(*instance, cases[0], places); !contiguous.empty())
          cases = std::move(contiguous);
      std::ranges::move(cases, std::back_inserter(found));
      if (const auto &reason = ofInstance.refusal())
        first(reason->location, reason->reason);
      joinCases(found, rangeOf[instance->getCanonicalDecl()].first);
      rangeOf[instance->getCanonicalDecl()].second = found.size();
    }
    for (size_t place = 0; place < places.size(); ++place) {
      if (!sites[place].call)
        continue;
      const auto [begin, end] = rangeOf[sites[place].call->getDirectCallee()->getCanonicalDecl()];
      std::vector<const Contraction *> cases;
      for (size_t index = begin; index < end; ++index)
        cases.push_back(&found[index]);
      places[place].shortfall = shortfall(sites[place], cases, context);
    }
    for (Contraction &contraction : found)
      contraction.launches = places;
    shareProducts(found);
    if (found.empty() && first.refusal())
      refuse(first.refusal()->location, first.refusal()->reason);
    return found;
  }

  /// Where both strides of a matrix are parameters, the cases in which one of them is 1.
  std::vector<Contraction> casesOfUnitStrides(const clang::FunctionDecl &instance,
                                              const Contraction &contraction,
                                              const std::vector<Launch> &places) {
    std::vector<Contraction> found;
    for (const AssumedSizes &assumed : unitStrides(contraction)) {
      RefusalSink refuse;
      std::ranges::move(casesOf(instance, assumed, places, refuse), std::back_inserter(found));
    }
    return found;
  }

  /// What is computed for each outcome of the conditions on parameters.
  std::vector<Contraction> casesOf(const clang::FunctionDecl &instance, const AssumedSizes &assumed,
                                   const std::vector<Launch> &places, RefusalSink &refuse) {
    // By outcomes of conditions on parameters only where that is needed.
    Decisions none(filter.flags.flushesSubnormals, /*asking=*/false);
    RefusalSink own;
    std::vector<Contraction> found = caseOf(instance, assumed, places, none, own);
    const bool isChosen = llvm::any_of(found, choosesByParameters);
    if (none.hasMetConditions() && (found.empty() || isChosen)) {
      Decisions decisions(filter.flags.flushesSubnormals);
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

  /// A number that is made of parameters alone is compared for each element.
  static bool choosesByParameters(const Contraction &contraction) {
    return llvm::any_of(contraction.positions, [](const Position &position) {
      return !position.offset.constant() && position.strides[0].areZero() &&
             position.strides[1].areZero();
    });
  }

  /// What is computed for one outcome: a contraction for each array that is stored to.
  std::vector<Contraction> caseOf(const clang::FunctionDecl &instance, const AssumedSizes &assumed,
                                  const std::vector<Launch> &places, Decisions &decisions,
                                  RefusalSink &refuse) {
    auto read = readKernel(instance, context, filter.flags, assumed, places, decisions, refuse);
    const auto isSame = [&](const auto *each) { return sameOnDevice(*each, refuse); };
    bool isKnown =
        read && llvm::all_of(read->functions, isSame) && llvm::all_of(read->records, isSame) &&
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

  static bool canHaveTwoOutputs(const clang::FunctionDecl &kernel, const Decisions &decisions,
                                RefusalSink &refuse) {
    if (decisions.conditions().empty() && !kernel.isTemplateInstantiation())
      return true;
    refuse(kernel.getLocation(), "stores to two arrays, in a template or a kernel that branches "
                                 "on its parameters");
    return false;
  }

  /// nvcc rounds a product that is subtracted in one case and added in another.
  static bool choosesSign(const std::vector<Contraction> &cases, const clang::FunctionDecl &kernel,
                          RefusalSink &refuse) {
    const auto negated = std::ranges::count_if(cases, &addsNegatedProduct);
    if (negated == 0 || negated == std::ranges::distance(cases))
      return false;
    refuse(kernel.getLocation(), "a condition chooses the sign of what is added, and nvcc "
                                 "rounds the product in one of the cases: give each sign a "
                                 "kernel of its own");
    return true;
  }

  /// A product in two outcomes of a branch may be computed before it.
  static void shareProducts(std::vector<Contraction> &cases) {
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

  /// Fills in what a contraction says of its kernel. False where that cannot be said.
  bool describeKernel(const clang::FunctionDecl &kernel, const Decisions &decisions,
                      const ReadKernel &read, Contraction &contraction, RefusalSink &refuse) {
    contraction.kernel = kernel.getNameAsString();
    contraction.qualifiedKernel = qualifiedName(kernel, kernel.getDeclContext());
    contraction.location = plain(kernel.getLocation());
    contraction.conditions = decisions.conditions();
    contraction.internalLinkage = kernel.getStorageClass() == clang::SC_Static ||
                                  kernel.getFirstDecl()->getStorageClass() == clang::SC_Static;
    contraction.inSeveralFiles = kernel.isInlined() || kernel.isTemplateInstantiation();
    contraction.mostThreads = mostThreads(kernel);
    contraction.hasLaunchBounds = kernel.hasAttr<clang::CUDALaunchBoundsAttr>();
    contraction.leastBlocks = leastBlocks(kernel);
    contraction.dynamicSharedMemory |= declaresDynamicMemory(kernel);
    contraction.sharedBytes = staticSharedBytes(kernel, context);
    for (const clang::FunctionDecl *function : read.functions)
      contraction.sharedBytes += staticSharedBytes(*function, context);
    const bool instance = kernel.isTemplateInstantiation();
    if (instance) {
      const auto known = templateInstance(kernel, refuse);
      if (!known)
        return false;
      contraction.templateArguments = known->arguments;
      contraction.instance = known->conditions;
    }
    const clang::PrintingPolicy policy(context.getLangOpts());
    for (const clang::ParmVarDecl *parameter : kernel.parameters()) {
      // A launch copies each parameter as often as the original's does.
      if (!parameter->getType().isTriviallyCopyableType(context)) {
        refuse(parameter->getLocation(),
               "parameter of a class with a copy constructor or a destructor of its own");
        return false;
      }
      std::string declaration = parameter->getNameAsString();
      if (instance)
        parameter->getType().getCanonicalType().getAsStringInternal(declaration, policy);
      else
        declaration = declarationText(*parameter);
      contraction.parameters.push_back(
          {parameter->getNameAsString(), declaration,
           parameter->getType().getCanonicalType().getUnqualifiedType().getAsString(policy)});
    }
    orderStructures(kernel, contraction);
    if (filter.architecture && !namesAreTheHosts(kernel, read, contraction, refuse))
      return false;
    if (hiddenConstant(kernel, contraction, refuse) || lostMacro(kernel, read, contraction, refuse))
      return false;
    return true;
  }

  /// Of a kernel that was read for an architecture: what generated code of the host's names is what
  /// it is for the device. Constants are made of constexpr functions, and parameters have
  /// structures.
  bool namesAreTheHosts(const clang::FunctionDecl &kernel, const ReadKernel &read,
                        const Contraction &contraction, RefusalSink &refuse) {
    std::string printed = contraction.str();
    for (const Predicate &fact : contraction.assertions)
      printed += "\n" + fact.str();
    std::set<std::string> declared = result.names;
    for (const std::string &own : localNames(kernel))
      declared.erase(own);
    std::string name = branches.otherForHost(printed, declared);
    for (const clang::FunctionDecl *function : read.functions)
      if (name.empty() && function->isConstexpr())
        name = branches.otherForHost(*function, result.names);
    for (const clang::CXXRecordDecl *record : read.records)
      if (name.empty() && !branches.isSameForHost(*record))
        name = record->getNameAsString();
    if (name.empty())
      return true;
    differsByArchitecture = true;
    refuse(kernel.getLocation(), otherForHost(name));
    return false;
  }

  /// The parameters' own text, which generated declarations repeat.
  bool parameters(const clang::FunctionDecl &kernel, KernelSyntax &syntax,
                  RefusalSink &refuse) const {
    const auto fail = [&](const clang::ParmVarDecl &parameter, const char *reason) {
      refuse(parameter.getLocation(), reason);
      return false;
    };
    for (const clang::ParmVarDecl *parameter : kernel.parameters()) {
      if (const ParseError *error = errorWithin(parameter->getBeginLoc(), parameter->getEndLoc())) {
        refuse(error->location, errors->reason(*error));
        return false;
      }
      if (parameter->getName().empty())
        return fail(*parameter, "parameter without a name");
      if (isBuiltinName(parameter->getName()))
        return fail(*parameter, "parameter with the name of a variable of CUDA's own");
      if (!hasRepeatableDefault(*parameter))
        return fail(*parameter, "parameter with a default argument that is no plain number");
      syntax.parameters.push_back(declarationText(*parameter));
      if (parameter->hasAttr<clang::CUDAGridConstantAttr>() && isWrittenOut(*parameter) &&
          syntax.parameters.back() == text(sources.getExpansionRange(parameter->getSourceRange())))
        return fail(*parameter, "'__grid_constant__' written by a macro");
    }
    return true;
  }

  /// The text of a default argument means the same wherever it stands.
  bool hasRepeatableDefault(const clang::ParmVarDecl &parameter) const {
    if (!parameter.hasDefaultArg() || parameter.hasInheritedDefaultArg())
      return true;
    if (parameter.hasUnparsedDefaultArg() || parameter.hasUninstantiatedDefaultArg())
      return false;
    const clang::Expr *value = parameter.getDefaultArg();
    if (!value || value->containsErrors() || value->getBeginLoc().isMacroID() ||
        value->getEndLoc().isMacroID())
      return false;
    value = value->IgnoreParenImpCasts();
    if (const auto *sign = llvm::dyn_cast<clang::UnaryOperator>(value);
        sign && sign->getOpcode() == clang::UO_Minus)
      value = sign->getSubExpr()->IgnoreParenImpCasts();
    return llvm::isa<clang::IntegerLiteral, clang::FloatingLiteral, clang::CXXBoolLiteralExpr,
                     clang::CXXNullPtrLiteralExpr>(value);
  }

  bool templateHead(const clang::FunctionTemplateDecl &pattern, KernelSyntax &syntax,
                    RefusalSink &refuse) const {
    const auto names = parameterNames(pattern, refuse);
    const clang::TemplateParameterList *list = pattern.getTemplateParameters();
    if (!names)
      return false;
    if (list->getRequiresClause() || list->getTemplateLoc().isMacroID() ||
        list->getRAngleLoc().isMacroID()) {
      refuse(pattern.getLocation(), "template head that cannot be repeated");
      return false;
    }
    syntax.templateHead = text({list->getTemplateLoc(), list->getRAngleLoc()});
    syntax.templateNames = *names;
    return true;
  }

  /// A parameter as one of a function that is no kernel.
  std::string declarationText(const clang::ParmVarDecl &parameter) const {
    std::string declaration = withoutDefault(parameter);
    const auto *kernel = llvm::cast<clang::FunctionDecl>(parameter.getDeclContext());
    const auto fileOf = [&](const clang::FunctionDecl &function) {
      return sources.getFileID(sources.getExpansionLoc(function.getLocation()));
    };
    // What a header declares is declared again by what is generated.
    const bool inherits =
        parameter.hasInheritedDefaultArg() && fileOf(*kernel->getFirstDecl()) != fileOf(*kernel);
    if (inherits || (!isWrittenOut(parameter) && parameter.hasDefaultArg() &&
                     !parameter.hasInheritedDefaultArg()))
      declaration += defaultText(parameter);
    return declaration;
  }

  /// The same without a default argument that stands elsewhere.
  std::string withoutDefault(const clang::ParmVarDecl &parameter) const {
    if (!isWrittenOut(parameter)) {
      std::string declaration = parameter.getNameAsString();
      parameter.getType().getAsStringInternal(declaration, context.getPrintingPolicy());
      return declaration;
    }
    static const llvm::StringRef OfKernels = "__grid_constant__";
    std::string declaration = text(sources.getExpansionRange(parameter.getSourceRange()));
    const size_t at = declaration.find(OfKernels);
    if (at == std::string::npos)
      return declaration;
    const size_t end = declaration.find_first_not_of(" \t\r\n", at + OfKernels.size());
    return declaration.erase(at, end - at);
  }

  /// Of a default argument that is a plain number: ` = 1.0f`.
  std::string defaultText(const clang::ParmVarDecl &parameter) const {
    std::string text = " = ";
    llvm::raw_string_ostream out(text);
    parameter.getDefaultArg()->printPretty(out, nullptr, context.getPrintingPolicy());
    return text;
  }

  /// The text that declares a parameter stands in the file. A macro may be the whole of its type.
  bool isWrittenOut(const clang::ParmVarDecl &parameter) const {
    if (!parameter.getBeginLoc().isMacroID() && !parameter.getEndLoc().isMacroID())
      return true;
    const clang::SourceLocation name = parameter.getLocation();
    return !name.isMacroID() &&
           sources.getExpansionRange(parameter.getSourceRange()).getEnd() == name;
  }

  std::string text(clang::CharSourceRange range) const { return text(range.getAsRange()); }
  std::string text(clang::SourceRange range) const {
    return clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(range), sources,
                                       context.getLangOpts())
        .str();
  }

  const ParseError *errorWithin(clang::SourceLocation begin, clang::SourceLocation end) const {
    return errors ? errors->within(begin, end, sources) : nullptr;
  }

  /// The source of a function or a structure must be what nvcc compiles for the device.
  bool sameOnDevice(const clang::NamedDecl &declaration, RefusalSink &refuse) {
    const clang::SourceLocation begin = sources.getExpansionLoc(declaration.getBeginLoc());
    const clang::SourceLocation end = sources.getExpansionRange(declaration.getEndLoc()).getEnd();
    if (const ParseError *error = errorWithin(begin, end))
      refuse(error->location, errors->reason(*error));
    if (declaration.isInvalidDecl())
      refuse(declaration.getLocation(), "error in the declaration");
    std::set<std::string> declared = result.names;
    if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(&declaration))
      for (const std::string &own : localNames(*function))
        declared.erase(own);
    for (const auto &[name, region] : branches.namesOf(text({begin, end}), declared)) {
      const bool isOwn = filter.architecture &&
                         sources.isBeforeInTranslationUnit(begin, region->begin) &&
                         sources.isBeforeInTranslationUnit(region->end, end);
      std::vector<const ConditionalDirective *> asked;
      if (isOwn || branches.isSettled(*region, asked)) {
        if (!restOn(asked, "'" + name + "'", refuse))
          return false;
        continue;
      }
      differsByArchitecture |= !refuse.refusal();
      refuse(declaration.getLocation(),
             "'" + name + "' depends on an #if that asks for the GPU or the compiler");
    }
    return !refuse.refusal() &&
           isSettled(begin, end, "'" + declaration.getNameAsString() + "'", refuse);
  }

  /// What conditional directives between two places ask is the same for the device and for the code
  /// behind the kernel. It becomes part of the kernel's configuration.
  bool isSettled(clang::SourceLocation begin, clang::SourceLocation end, const std::string &inside,
                 RefusalSink &refuse) {
    for (const ConditionalDirective &each : annotations.conditionalsWithin(begin, end, sources)) {
      const auto fail = [&](const std::string &why) {
        refuse(each.where, "preprocessor conditional inside " + inside + ", and " + why);
        return false;
      };
      differsByArchitecture |= !refuse.refusal() && !each.foreign.empty();
      if (!each.foreign.empty())
        return fail(
            "'" + each.foreign +
            "' is not the same for every compilation: give each branch a kernel of its own");
      for (const std::string &name : each.names) {
        std::vector<const ConditionalDirective *> asked;
        if (annotations.macros.isDefinedForDevice(name) && !branches.isSettled(name, asked)) {
          differsByArchitecture |= !refuse.refusal();
          return fail("'" + name + "' depends on an #if that asks for the GPU or the compiler");
        }
        if (!restOn(asked, inside, refuse))
          return false;
        if (changes(each.where, name))
          return fail("'" + name + "' changes before the end of the kernel");
      }
      rest(branches.condition(each));
    }
    return true;
  }

  /// The macro is another one at the end of the kernel, or may be.
  bool changes(clang::SourceLocation where, const std::string &name) const {
    for (const auto *places : {&annotations.macros.defined, &annotations.macros.undefined})
      if (const auto known = places->find(name); known != places->end())
        for (const clang::SourceLocation place : known->second)
          if (sources.isBeforeInTranslationUnit(where, place) &&
              sources.isBeforeInTranslationUnit(place, kernelEnd))
            return true;
    return false;
  }

  /// The condition becomes part of the kernel's configuration.
  void rest(const std::string &condition) {
    if (!condition.empty() && !llvm::is_contained(configuration, condition))
      configuration.push_back(condition);
  }

  /// No other architecture compiles the kernel.
  void restOnArchitecture() {
    rest(std::string("!defined(") + ArchitectureMacro + ") || " + ArchitectureMacro +
         " == " + std::to_string(filter.architecture));
  }

  /// Each conditional directive that asks for the architecture may have given a name in the kernel
  /// its meaning, through other declarations, macros and files. All answers have to hold, but for
  /// those inside of other kernels.
  void restOnBranches(const clang::FunctionDecl &kernel) {
    const clang::SourceLocation own = sources.getExpansionLoc(kernel.getBody()->getBeginLoc());
    const auto isElsewhere = [&](clang::SourceLocation where) {
      const auto contains = [&](const auto &region) { return region.contains(where, sources); };
      return sources.isInSystemHeader(where) || llvm::any_of(annotations.generated, contains) ||
             llvm::any_of(kernelBodies, [&](clang::SourceRange body) {
               return body.getBegin() != own &&
                      sources.isBeforeInTranslationUnit(body.getBegin(), where) &&
                      sources.isBeforeInTranslationUnit(where, body.getEnd());
             });
    };
    for (const ConditionalDirective &each : annotations.conditionals) {
      const bool isOfMacro = llvm::StringRef(each.foreign).starts_with("#elif");
      if ((!each.asksForArchitecture && !isOfMacro) || isElsewhere(each.where))
        continue;
      const bool isRepeatable =
          each.foreign.empty() && llvm::none_of(each.names, [&](const std::string &name) {
            return changes(each.where, name);
          });
      if (isRepeatable)
        rest(branches.condition(each));
      else
        restOnArchitecture();
    }
  }

  /// What directives before the kernel have answered for the architecture holds to its end.
  bool restOn(const std::vector<const ConditionalDirective *> &asked, const std::string &of,
              RefusalSink &refuse) {
    for (const ConditionalDirective *each : asked) {
      for (const std::string &name : each->names)
        if (changes(each->where, name)) {
          refuse(each->where, "preprocessor conditional that " + of + " depends on, and '" + name +
                                  "' changes before the end of the kernel");
          return false;
        }
      rest(branches.condition(*each));
    }
    return true;
  }

  /// What launches a kernel that was read for an architecture is the host's own code.
  bool areSameForHost(const std::vector<LaunchSite> &sites, RefusalSink &refuse) {
    for (const LaunchSite &site : sites) {
      const std::string name = filter.architecture && site.host
                                   ? branches.otherForHost(*site.host, result.names)
                                   : std::string();
      if (!name.empty()) {
        differsByArchitecture = true;
        refuse(site.host->getLocation(), otherForHost(name));
        return false;
      }
    }
    return true;
  }

  static std::string otherForHost(const std::string &name) {
    return "'" + name +
           "' depends on an #if that asks for the GPU, and is not the same for the "
           "host's code";
  }

  /// A constant's name must mean the same where it is printed as where it was used.
  bool hiddenConstant(const clang::FunctionDecl &kernel, const Contraction &contraction,
                      RefusalSink &refuse) const {
    for (const auto &[name, value] : contraction.constants) {
      bool hidden = std::any_of(contraction.parameters.begin(), contraction.parameters.end(),
                                [&](const Parameter &parameter) { return parameter.name == name; });
      // Of all the scopes around the kernel, one may hold it: an unnamed namespace.
      std::set<const clang::Decl *> found;
      for (const clang::DeclContext *scope = kernel.getDeclContext(); scope;
           scope = scope->getParent())
        for (const clang::NamedDecl *other : scope->lookup(&context.Idents.get(name))) {
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

  /// Generated code stands behind the kernel, where its macros must be what they were.
  bool lostMacro(const clang::FunctionDecl &kernel, const ReadKernel &read,
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
    std::vector<const clang::FunctionDecl *> functions(read.functions.begin(),
                                                       read.functions.end());
    functions.push_back(&kernel);
    for (const std::string infinity : {"HUGE_VALF", "HUGE_VAL"})
      if (used.contains(infinity) && annotations.macros.bodies.contains(infinity)) {
        refuse(kernel.getLocation(), "the macro '" + infinity + "', an infinity, is defined anew");
        return true;
      }
    for (const std::string &name : used) {
      const auto undefined = annotations.macros.undefined.find(name);
      if (undefined == annotations.macros.undefined.end())
        continue;
      for (const clang::SourceLocation where : undefined->second)
        for (const clang::FunctionDecl *function : functions)
          if (sources.isBeforeInTranslationUnit(function->getBeginLoc(), where) &&
              sources.isBeforeInTranslationUnit(where, kernel.getEndLoc())) {
            refuse(where, "the macro '" + name + "' is undefined before the end of the kernel");
            return true;
          }
    }
    return false;
  }

  /// __launch_bounds__ limits how the original can be launched.
  int mostThreads(const clang::FunctionDecl &kernel) const {
    constexpr uint64_t MostOfAny = 1024;
    const auto *bounds = kernel.getAttr<clang::CUDALaunchBoundsAttr>();
    clang::Expr::EvalResult threads;
    if (!bounds || !bounds->getMaxThreads()->EvaluateAsInt(threads, context))
      return MostOfAny;
    return static_cast<int>(threads.Val.getInt().getLimitedValue(MostOfAny));
  }

  int leastBlocks(const clang::FunctionDecl &kernel) const {
    constexpr uint64_t MostOfAny = 64;
    const auto *bounds = kernel.getAttr<clang::CUDALaunchBoundsAttr>();
    clang::Expr::EvalResult blocks;
    if (!bounds || !bounds->getMinBlocks() ||
        !bounds->getMinBlocks()->EvaluateAsInt(blocks, context))
      return 1;
    return std::max(1, static_cast<int>(blocks.Val.getInt().getLimitedValue(MostOfAny)));
  }

  /// The last token of a kernel in its file: its brace, or what ends the call of the macro that
  /// writes it.
  clang::SourceLocation endOf(const clang::FunctionDecl &kernel) const {
    return sources.getExpansionRange(kernel.getBody()->getEndLoc()).getEnd();
  }

  /// Of a kernel in a macro: why generated text cannot stand after the macro's call. Null if it
  /// can.
  const char *whyNotAfterMacro(const clang::FunctionDecl &kernel) const {
    const clang::SourceLocation call = sources.getExpansionLoc(kernel.getLocation());
    const auto isInCall = [&](clang::SourceLocation place) {
      return place.isMacroID() && sources.getExpansionLoc(place) == call;
    };
    if (!isInCall(kernel.getBeginLoc()) || !isInCall(kernel.getEndLoc()))
      return "a macro writes a part of the kernel";
    for (const clang::DeclContext *scope = kernel.getLexicalDeclContext(); scope;
         scope = scope->getLexicalParent())
      for (const clang::Decl *other : scope->decls()) {
        if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(other) &&
            (isInCall(other->getBeginLoc()) || isInCall(other->getEndLoc())))
          return "the macro that writes the kernel opens or closes a scope";
        const auto *function = llvm::dyn_cast<clang::FunctionDecl>(other);
        if (function && function != &kernel && function->hasAttr<clang::CUDAGlobalAttr>() &&
            isInCall(function->getLocation()))
          return "one call of a macro writes several kernels";
      }
    return nullptr;
  }

  /// Where generated text goes; refuses kernels whose text cannot be added to.
  bool placement(const clang::FunctionDecl &kernel, KernelSyntax &syntax, RefusalSink &refuse) {
    const auto fail = [&](clang::SourceLocation where, const char *reason) {
      refuse(where, reason);
      return false;
    };
    const clang::SourceLocation end = endOf(kernel);
    if (kernel.getLocation().isMacroID() || kernel.getEndLoc().isMacroID())
      if (const char *why = whyNotAfterMacro(kernel))
        return fail(kernel.getLocation(), why);
    const clang::FileID file = sources.getFileID(end);
    if (sources.getFileID(sources.getExpansionLoc(kernel.getLocation())) != file)
      return fail(kernel.getLocation(), "the kernel is written in several files");
    if (!sources.isInMainFile(end) && !readOnce(file, sources))
      return fail(kernel.getLocation(), "the kernel's header is included more than once");
    const clang::FunctionTemplateDecl *pattern = kernel.getDescribedFunctionTemplate();
    if (kernel.isFunctionTemplateSpecialization() || llvm::isa<clang::CXXMethodDecl>(kernel))
      return fail(kernel.getLocation(), "the kernel is a specialization of a template");
    // A launch fails where its grid or its block is none of theirs.
    const std::set<std::string> attributes = attributesOf(kernel, annotations.attributes);
    for (const char *name : {"__cluster_dims__", "__block_size__"})
      if (attributes.contains(name))
        return fail(kernel.getLocation(),
                    (std::string("'") + name + "' says which grids the kernel can have").c_str());
    if (kernel.hasAttr<clang::CUDAClusterDimsAttr>())
      return fail(kernel.getLocation(), "'cluster_dims' says which grids the kernel can have");
    const clang::Decl *own = pattern ? static_cast<const clang::Decl *>(pattern) : &kernel;
    for (const clang::NamedDecl *other : kernel.getDeclContext()->lookup(kernel.getDeclName()))
      if (other->getCanonicalDecl() != own->getCanonicalDecl() && !isOnlyDeclared(*other) &&
          mayBeMeant(*other, kernel))
        return fail(kernel.getLocation(), "the kernel's name is overloaded, and a call with its "
                                          "parameters may mean the other function: give it a name "
                                          "of its own");
    if (pattern)
      for (const clang::FunctionDecl *instance : pattern->specializations())
        if (instance->getTemplateSpecializationKind() == clang::TSK_ExplicitSpecialization)
          return fail(instance->getLocation(), "the kernel has a specialization");
    if (pattern && kernel.getFirstDecl() != &kernel &&
        (isLaunched(*pattern) || !isReachable(kernel)) &&
        !declaredHead(*kernel.getFirstDecl(), file, syntax))
      return fail(kernel.getFirstDecl()->getLocation(),
                  !isLaunched(*pattern)
                      ? NotLaunched
                      : "the kernel template has an earlier declaration that generated code cannot "
                        "repeat");
    for (const clang::FunctionDecl *declaration : kernel.redecls())
      if (!declaration->getLexicalDeclContext()->getRedeclContext()->isFileContext())
        return fail(declaration->getLocation(), "the kernel is declared inside something else");
    for (const clang::FunctionDecl *declaration : kernel.redecls())
      for (const clang::DeclContext *scope = declaration->getLexicalDeclContext(); scope;
           scope = scope->getLexicalParent()) {
        const auto *linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(scope);
        syntax.insideLinkage |= linkage && linkage->hasBraces();
      }
    const clang::SourceLocation head = sources.getExpansionLoc(kernel.getBeginLoc());
    const clang::SourceLocation body = sources.getExpansionLoc(kernel.getBody()->getBeginLoc());
    if (const auto inHead = annotations.conditionalsWithin(head, body, sources); !inHead.empty())
      return fail(inHead[0].where, "preprocessor conditional inside the kernel's head");
    kernelEnd = end;
    if (!isSettled(body, end, "the kernel", refuse))
      return false;
    // A brace may be spelled with two characters. A semicolon may end the call of a macro.
    syntax.definitionEnd =
        sources.getFileOffset(end) +
        clang::Lexer::MeasureTokenLength(end, sources, kernel.getASTContext().getLangOpts());
    if (kernel.getEndLoc().isMacroID())
      if (const auto semicolon = clang::Lexer::findLocationAfterToken(
              end, clang::tok::semi, sources, context.getLangOpts(), false);
          semicolon.isValid())
        syntax.definitionEnd = sources.getFileOffset(semicolon);
    syntax.inside = insideOf(kernel, sources, annotations.attributes);
    const clang::Decl *outermost = &kernel;
    while (!outermost->getDeclContext()->isTranslationUnit())
      outermost = llvm::cast<clang::Decl>(outermost->getDeclContext());
    if (!llvm::isa<clang::NamespaceDecl>(outermost) && syntax.insideLinkage &&
        llvm::isa<clang::NamespaceDecl>(kernel.getDeclContext()->getNonTransparentContext()))
      return fail(kernel.getLocation(),
                  "the kernel is in a namespace inside an extern \"C\" block");
    if (llvm::isa<clang::NamespaceDecl>(outermost)) {
      const clang::SourceLocation begin = sources.getExpansionLoc(outermost->getBeginLoc());
      if (sources.getFileID(begin) != file)
        return fail(kernel.getLocation(), "the namespace around the kernel begins in another file");
      syntax.topLevelBegin = sources.getFileOffset(begin);
    }
    const clang::FunctionDecl *first = kernel.getFirstDecl();
    for (const clang::FunctionDecl *declaration : kernel.redecls())
      for (const clang::ParmVarDecl *parameter : declaration->parameters())
        if (declaration == first ? !hasRepeatableDefault(*parameter)
                                 : declaration != &kernel && parameter->hasDefaultArg() &&
                                       !parameter->hasInheritedDefaultArg())
          return fail(parameter->getLocation(),
                      "parameter with a default argument that generated code cannot repeat");
    if (first != &kernel &&
        sources.getFileID(sources.getExpansionLoc(first->getEndLoc())) == file) {
      const clang::SourceLocation semicolon = clang::Lexer::findLocationAfterToken(
          first->getEndLoc(), clang::tok::semi, sources, context.getLangOpts(), false);
      if (semicolon.isInvalid())
        return fail(first->getLocation(), "the kernel is declared together with something else");
      syntax.declarationEnd = sources.getFileOffset(semicolon);
      for (const clang::ParmVarDecl *parameter : first->parameters()) {
        syntax.declaredParameters += ", " + declarationText(*parameter);
      }
    }
    return true;
  }

  bool isLaunched(const clang::FunctionTemplateDecl &pattern) const {
    return llvm::any_of(instancesOf(pattern), [&](const clang::FunctionDecl *instance) {
      return launches.contains(instance->getCanonicalDecl());
    });
  }

  /// The head of a template's first declaration, which may have default arguments.
  bool declaredHead(const clang::FunctionDecl &first, clang::FileID file,
                    KernelSyntax &syntax) const {
    const clang::FunctionTemplateDecl *pattern = first.getDescribedFunctionTemplate();
    const auto *list = pattern ? pattern->getTemplateParameters() : nullptr;
    if (!list || list->getRequiresClause() || list->getTemplateLoc().isMacroID() ||
        list->getRAngleLoc().isMacroID() || sources.getFileID(list->getTemplateLoc()) != file)
      return false;
    // A name in a default argument could mean something else where the text is repeated.
    for (const clang::NamedDecl *parameter : *list)
      if (const auto *value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(parameter);
          value && value->hasDefaultArgument() &&
          !llvm::isa<clang::IntegerLiteral, clang::CXXBoolLiteralExpr>(
              value->getDefaultArgument().getArgument().getAsExpr()->IgnoreParenImpCasts()))
        return false;
    syntax.declaredHead = text({list->getTemplateLoc(), list->getRAngleLoc()});
    return true;
  }

  /// A kernel that other files can launch may be rewritten where it stands: of a template, the
  /// instances that the file makes for them, `template __global__ void gemm<float>(…);`.
  static bool isReachable(const clang::FunctionDecl &kernel) {
    const clang::FunctionTemplateDecl *pattern = kernel.getDescribedFunctionTemplate();
    return kernel.hasExternalFormalLinkage() && (!pattern || !madeForOthers(*pattern).empty());
  }

  static bool isOverloaded(const clang::FunctionDecl &kernel) {
    const auto found = kernel.getDeclContext()->lookup(kernel.getDeclName());
    return std::distance(found.begin(), found.end()) > 1;
  }

  /// The file uses the kernel, or an instance of it, and no use is a launch that is understood.
  bool isUsedOtherwise(const std::vector<const clang::FunctionDecl *> &instances) const {
    return llvm::any_of(instances,
                        [](const clang::FunctionDecl *instance) { return instance->isUsed(); }) &&
           llvm::none_of(instances, [&](const clang::FunctionDecl *instance) {
             const auto known = launches.find(instance->getCanonicalDecl());
             return known != launches.end() && !known->second.empty();
           });
  }

  /// Also of a kernel that keeps its launches, since one of them cannot be edited.
  bool launchesOf(const clang::FunctionDecl &kernel,
                  const std::vector<const clang::FunctionDecl *> &instances,
                  std::vector<Launch> &places, std::vector<LaunchSite> &sites, KernelSyntax &syntax,
                  RefusalSink &refuse) {
    RefusalSink notEdited;
    if (editedLaunches(kernel, instances, places, sites, syntax, notEdited))
      return true;
    refuse(notEdited.refusal()->location, notEdited.refusal()->reason);
    if (!sources.isInMainFile(endOf(kernel)) ||
        (!isReachable(kernel) && !isUsedOtherwise(instances)))
      return false;
    refuse.restore({});
    places.clear();
    sites.clear();
    syntax.launches.clear();
    syntax.keepsLaunches = notEdited.refusal()->reason;
    return true;
  }

  bool editedLaunches(const clang::FunctionDecl &kernel,
                      const std::vector<const clang::FunctionDecl *> &instances,
                      std::vector<Launch> &places, std::vector<LaunchSite> &sites,
                      KernelSyntax &syntax, RefusalSink &refuse) {
    const clang::SourceLocation end = endOf(kernel);
    const bool inHeader = !sources.isInMainFile(end);
    const auto fail = [&](clang::SourceLocation where, std::string reason) {
      refuse(where, std::move(reason));
      return false;
    };
    // A launch in a template is seen in each of its instances.
    std::map<std::pair<std::string, unsigned>, size_t> known;
    for (const clang::FunctionDecl *instance : instances)
      for (const LaunchSite &launch : launches[instance->getCanonicalDecl()]) {
        const clang::SourceLocation where = sources.getExpansionLoc(launch.call->getBeginLoc());
        auto found = launchSyntax(launch, context, annotations.macroArguments, refuse);
        if (!found)
          return false;
        if (found->byPointers && isOverloaded(kernel))
          return fail(where, "launched by its name alone, which is overloaded");
        if (found->inDefinition && launchesOthers(launch, instances))
          return fail(where, "launch inside a macro: its definition launches several kernels");
        // What Clang has not understood is edited by its text, where that leaves no doubt.
        if (const ParseError *error =
                errorWithin(where, sources.getExpansionLoc(launch.call->getEndLoc()));
            error && (found->byPointers || found->insideMacro || found->inDefinition ||
                      !found->header.empty() ||
                      !countsAlike(sources.getBufferData(sources.getMainFileID()), *found)))
          return fail(error->location, "error in a launch: " + error->message);
        if (!found->header.empty()) {
          if (!inHeader)
            return fail(where, "launched from a header");
          if (!filter.wantsHeader(where, sources))
            return fail(where, "launched from a header that --header-filter does not match");
          if (!readOnce(sources.getFileID(where), sources))
            return fail(where, "launched from a header that is included more than once");
        }
        if (!syntax.declarationEnd && sources.isBeforeInTranslationUnit(where, end))
          return fail(where, "launched before its definition, and declared in another file");
        const std::pair place(found->header, found->nameOffset);
        if (const auto [seen, isNew] = known.try_emplace(place, places.size()); !isNew) {
          sites[seen->second].call = nullptr;
          continue;
        }
        sites.push_back(launch);
        const auto *chevrons = llvm::dyn_cast<clang::CUDAKernelCallExpr>(launch.call);
        places.push_back({plain(launch.call->getBeginLoc()),
                          chevrons ? blockShape(*chevrons, context) : std::nullopt,
                          chevrons ? sharedBytes(*chevrons, context) : std::nullopt});
        syntax.launches.push_back(std::move(*found));
      }
    if (!inHeader && !kernel.getDescribedFunctionTemplate() && errors &&
        !errors->errors().empty()) {
      if (isOverloaded(kernel))
        return fail(kernel.getLocation(),
                    "the kernel's name is overloaded, and errors may hide launches of it");
      addLaunchesByText(kernel, places, sites, syntax);
    }
    if (syntax.launches.empty() && !inHeader && isUsedOtherwise(instances))
      return fail(kernel.getLocation(), "the file launches it by a call that is not understood");
    if (syntax.launches.empty() && !inHeader && !isReachable(kernel) &&
        !(filter.withoutLaunch && !instances.empty()))
      return fail(kernel.getLocation(),
                  instances.empty() ? NotInstantiated + kernel.getQualifiedNameAsString() + "<...>'"
                                    : std::string(NotLaunched));
    return true;
  }

  /// The same text in a macro's definition launches another kernel of this name elsewhere.
  bool launchesOthers(const LaunchSite &launch,
                      const std::vector<const clang::FunctionDecl *> &instances) const {
    const clang::SourceLocation place = sources.getSpellingLoc(launch.kernel->getLocation());
    return llvm::any_of(launches, [&](const auto &known) {
      return llvm::none_of(instances,
                           [&](const clang::FunctionDecl *instance) {
                             return instance->getCanonicalDecl() == known.first;
                           }) &&
             llvm::any_of(known.second, [&](const LaunchSite &other) {
               return other.kernel && sources.getSpellingLoc(other.kernel->getLocation()) == place;
             });
    });
  }

  /// Launches that errors have hidden from Clang.
  void addLaunchesByText(const clang::FunctionDecl &kernel, std::vector<Launch> &places,
                         std::vector<LaunchSite> &sites, KernelSyntax &syntax) const {
    NamedKernel named{kernel.getNameAsString(), {}, {}, &annotations.macros};
    if (const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(
            kernel.getDeclContext()->getNonTransparentContext()))
      named.scope = space->getNameAsString();
    for (const clang::FunctionDecl *declaration : kernel.redecls())
      if (sources.isInMainFile(declaration->getLocation()))
        named.declarations.insert(sources.getFileOffset(declaration->getLocation()));
    const clang::FileID file = sources.getMainFileID();
    for (LaunchSyntax &launch : launchesByText(sources.getBufferData(file), named)) {
      const bool isKnown = llvm::any_of(syntax.launches, [&](const LaunchSyntax &known) {
        return known.header.empty() && known.nameOffset == launch.nameOffset;
      });
      if (isKnown || (!syntax.declarationEnd && launch.nameOffset < syntax.definitionEnd))
        continue;
      places.push_back({plain(sources.getComposedLoc(file, launch.nameOffset))});
      sites.emplace_back();
      syntax.launches.push_back(std::move(launch));
    }
  }

  clang::ASTContext &context;
  const clang::SourceManager &sources;
  const KernelFilter &filter;
  const SourceAnnotations &annotations;
  const ParseErrors *errors;
  ArchitectureBranches branches;
  TranslationUnit &result;
  LaunchMap launches;
  // Of the kernel that is read.
  clang::SourceLocation kernelEnd;
  std::vector<std::string> configuration;
  std::vector<clang::SourceRange> kernelBodies; // of all kernels
  bool differsByArchitecture = false;
};

class Action : public clang::ASTFrontendAction {
public:
  Action(KernelFilter kernelFilter, TranslationUnit &target, ParseErrors *parseErrors)
      : filter(std::move(kernelFilter)),
        result(target),
        errors(parseErrors) {}

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef) override {
    annotations.attach(compiler.getPreprocessor(), filter.architecture);
    addLastResortNames(compiler, errors != nullptr);
    if (errors)
      allowMissingHeaders(compiler.getPreprocessor(), *errors);
    struct Consumer : clang::ASTConsumer {
      explicit Consumer(Action &owner) : action(owner) {}
      void HandleTranslationUnit(clang::ASTContext &context) override { action.analyse(context); }
      Action &action;
    };
    return std::make_unique<Consumer>(*this);
  }
  void EndSourceFileAction() override {
    result.headers = userHeaders(getCompilerInstance().getSourceManager(), annotations.inclusions);
  }

private:
  void analyse(clang::ASTContext &context) {
    if (errors ? errors->fatal() : context.getDiagnostics().hasUncompilableErrorOccurred())
      return;
    result.macros = annotations.macros.names();
    result.plainMacros = annotations.macros.withoutParameters;
    result.branches = branchesOf(annotations.conditionals, context.getSourceManager());
    result.asksForArchitecture = namesArchitecture(context.getSourceManager());
    Analysis(context, filter, annotations, errors, result).run();
  }

  /// One of the user's files has the macro's name, whatever stands around it.
  static bool namesArchitecture(const clang::SourceManager &sources) {
    for (unsigned number = 0; number < sources.local_sloc_entry_size(); ++number) {
      const clang::SrcMgr::SLocEntry &entry = sources.getLocalSLocEntry(number);
      if (!entry.isFile() || clang::SrcMgr::isSystem(entry.getFile().getFileCharacteristic()))
        continue;
      const clang::FileID file =
          sources.getFileID(clang::SourceLocation::getFromRawEncoding(entry.getOffset()));
      if (sources.getFileEntryRefForID(file) &&
          sources.getBufferData(file).contains(ArchitectureMacroBegin))
        return true;
    }
    return false;
  }

  KernelFilter filter;
  TranslationUnit &result;
  ParseErrors *errors;
  SourceAnnotations annotations;
};

} // namespace

std::unique_ptr<clang::FrontendAction> makeAnalysis(KernelFilter filter, TranslationUnit &result,
                                                    ParseErrors *errors) {
  return std::make_unique<Action>(std::move(filter), result, errors);
}

} // namespace warpsmith::frontend
