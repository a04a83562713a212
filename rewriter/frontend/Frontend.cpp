#include "rewriter/frontend/Frontend.h"
#include "rewriter/frontend/BuildConditions.h"
#include "rewriter/frontend/KernelCases.h"
#include "rewriter/frontend/KernelLaunches.h"
#include "rewriter/frontend/KernelPlacement.h"
#include "rewriter/frontend/KernelText.h"
#include "rewriter/frontend/UnitContext.h"
#include "rewriter/frontend/clang/ArchitectureView.h"
#include "rewriter/frontend/clang/CudaEnvironment.h"
#include "rewriter/frontend/clang/LastResortNames.h"
#include "rewriter/frontend/clang/ParseErrors.h"
#include "rewriter/frontend/clang/SourceAnnotations.h"
#include "rewriter/frontend/clang/TemplateKernels.h"
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/clang/UserHeaders.h"
#include "rewriter/frontend/launches/LaunchCoverage.h"
#include "rewriter/frontend/launches/LaunchFunctions.h"
#include "rewriter/frontend/launches/LaunchGroups.h"
#include "rewriter/frontend/launches/LaunchSites.h"
#include "rewriter/frontend/proof/JoinedCases.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include <algorithm>
#include <stdexcept>

namespace warpsmith::frontend {
namespace {

class KernelCollector : public clang::DynamicRecursiveASTVisitor {
public:
  KernelCollector(const clang::SourceManager &manager, const std::vector<GeneratedRegion> &regions,
                  const KernelFilter &kernelFilter)
      : sources(manager),
        generated(regions),
        filter(kernelFilter) {}

  bool VisitFunctionDecl(clang::FunctionDecl *function) override {
    if (!sources.isInSystemHeader(function->getLocation()) &&
        function->doesThisDeclarationHaveABody() &&
        (function->hasAttr<clang::CUDAGlobalAttr>() || isComparedFunction(*function)))
      kernels.push_back(function);
    if (isGeneratedLaunch(*function))
      generatedLaunches.push_back(function);
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
  std::vector<const clang::FunctionDecl *> generatedLaunches; ///< of rewritten kernels
  std::set<std::string> names;
  std::vector<clang::SourceRange> bodies; ///< of functions

private:
  bool isComparedFunction(const clang::FunctionDecl &function) const {
    return filter.compares && function.getIdentifier() &&
           filter.functions.contains(function.getName().str()) &&
           !llvm::isa<clang::CXXMethodDecl>(function) && !function.hasAttr<clang::CUDADeviceAttr>();
  }
  bool isGeneratedLaunch(const clang::FunctionDecl &function) const {
    return function.getIdentifier() && function.getName() == "launch" &&
           std::ranges::any_of(generated, [&](const GeneratedRegion &region) {
             return region.contains(function.getLocation(), sources);
           });
  }
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
  const KernelFilter &filter;
};

class Analysis {
public:
  Analysis(clang::ASTContext &ast, const KernelFilter &kernelFilter,
           const SourceAnnotations &comments, const ParseErrors *parseErrors,
           TranslationUnit &target)
      : unit{ast, ast.getSourceManager(), kernelFilter, comments, parseErrors},
        text(unit),
        result(target) {}

  void run() {
    // What a precompiled header declares is not read for this.
    const clang::TranslationUnitDecl &all = *unit.context.getTranslationUnitDecl();
    if (all.hasExternalLexicalStorage())
      unit.context.setTraversalScope({all.noload_decls_begin(), all.noload_decls_end()});
    KernelCollector collector(unit.sources, unit.annotations.generated, unit.filter);
    collector.TraverseDecl(unit.context.getTranslationUnitDecl());
    result.names = std::move(collector.names);
    generatedLaunches = std::move(collector.generatedLaunches);
    std::vector<clang::SourceRange> bodies;
    for (const clang::FunctionDecl *kernel : collector.kernels)
      bodies.push_back(
          unit.sources.getExpansionRange(kernel->getBody()->getSourceRange()).getAsRange());
    BuildConditions conditions(unit, result.names, std::move(collector.bodies), std::move(bodies));
    KernelLaunches launches(unit);
    for (const clang::FunctionDecl *kernel : collector.kernels)
      if (unit.filter.wants(*kernel, unit.sources))
        result.kernels.push_back(verdict(*kernel, launches, conditions));
    findLaunchGroups(unit.context, result);
    // Beside a kernel that is rewritten, others are those of another configuration.
    const bool finds = llvm::any_of(result.kernels, [](const KernelVerdict &known) {
      return known.status != KernelVerdict::Status::Missed;
    });
    if (!finds)
      for (const SkippedKernel &kernel : unit.annotations.skipped)
        addSkipped(kernel);
  }

private:
  /// Of each kernel in the file it is told what becomes of it.
  void addSkipped(const SkippedKernel &kernel) {
    const bool isKnown = llvm::any_of(
        result.kernels, [&](const KernelVerdict &known) { return known.kernel == kernel.name; });
    if (isKnown ||
        !unit.filter.wants(kernel.name, unit.sources.getExpansionLineNumber(kernel.location)))
      return;
    KernelVerdict verdict;
    verdict.kernel = kernel.name;
    verdict.location = verdict.where = unit.plain(kernel.location);
    verdict.offset = unit.sources.getFileOffset(kernel.location);
    verdict.reason = "'" + kernel.directive +
                     "' leaves it out of this compilation: give the build's flags after --";
    result.kernels.push_back(std::move(verdict));
  }

  KernelVerdict verdict(const clang::FunctionDecl &kernel, KernelLaunches &launches,
                        BuildConditions &conditions) {
    KernelVerdict verdict;
    verdict.kernel = kernel.getNameAsString();
    verdict.qualified = kernel.getQualifiedNameAsString();
    verdict.location = unit.plain(kernel.getLocation());
    const clang::SourceLocation name = unit.sources.getExpansionLoc(kernel.getLocation());
    verdict.offset = unit.sources.getFileOffset(name);
    if (!unit.sources.isInMainFile(name))
      verdict.header = realPath(unit.sources.getFileID(name), unit.sources);
    for (const GeneratedRegion &region : unit.annotations.generated) {
      const bool inside = region.contains(kernel.getLocation(), unit.sources);
      if (inside || region.kernel == verdict.kernel) {
        verdict.status =
            inside ? KernelVerdict::Status::Generated : KernelVerdict::Status::Rewritten;
        if (!inside)
          verdict.functions = launchesIn(region);
        if (unit.filter.compares)
          verdict.parameters = parametersOf(kernel);
        return verdict;
      }
    }
    verdict.isOfHost = !kernel.hasAttr<clang::CUDAGlobalAttr>();
    if (isKept(kernel) && !unit.filter.compares) {
      verdict.status = KernelVerdict::Status::Kept;
      return verdict;
    }
    if (unit.filter.compares) {
      verdict.parameters = parametersOf(kernel);
      verdict.functions = launches.functionsOf(kernel);
    }
    RefusalSink refuse;
    conditions.begin(unit.endOf(kernel));
    try {
      verdict.contractions = unit.filter.compares
                                 ? compared(kernel, launches, conditions, refuse)
                                 : analyse(kernel, launches, conditions, verdict.syntax, refuse);
    } catch (const std::overflow_error &) {
      refuse(kernel.getLocation(), "sizes beyond 64 bits");
    }
    if (unit.annotations.usesArchitecture)
      conditions.restOnArchitecture();
    if (unit.filter.architecture)
      conditions.restOnBranches(kernel);
    verdict.syntax.configuration = conditions.conditions();
    verdict.syntax.architecture = unit.filter.architecture;
    // A header's template need not have instances here.
    if (!refuse.refusal()) {
      verdict.status = KernelVerdict::Status::Recognised;
      return verdict;
    }
    verdict.reason = refuse.refusal()->reason;
    verdict.differsByArchitecture = conditions.differs();
    // Nobody has the embedded headers' files.
    const clang::SourceLocation where = unit.sources.getExpansionLoc(refuse.refusal()->location);
    verdict.where =
        unit.plain(outsideOfEmbedded(where, unit.sources) == where ? where : kernel.getLocation());
    return verdict;
  }

  std::vector<LaunchFunction> launchesIn(const GeneratedRegion &region) const {
    std::vector<LaunchFunction> found;
    for (const clang::FunctionDecl *function : generatedLaunches)
      if (region.contains(function->getLocation(), unit.sources))
        if (auto launch = generatedLaunch(*function))
          found.push_back(std::move(*launch));
    return found;
  }

  /// `// warpsmith: off` (or `keep`) on the line of the kernel's start or the one before.
  bool isKept(const clang::FunctionDecl &kernel) const {
    const clang::SourceLocation start = unit.sources.getExpansionLoc(kernel.getBeginLoc());
    const unsigned line = unit.sources.getExpansionLineNumber(start);
    return std::any_of(unit.annotations.keep.begin(), unit.annotations.keep.end(),
                       [&](auto comment) {
                         const unsigned at = unit.sources.getExpansionLineNumber(comment);
                         return unit.sources.getFileID(comment) == unit.sources.getFileID(start) &&
                                (at == line || at + 1 == line);
                       });
  }

  /// Of a template, those of an instance.
  static std::vector<Parameter> parametersOf(const clang::FunctionDecl &kernel) {
    const auto instances = kernelsOf(kernel);
    if (instances.empty())
      return {};
    const std::vector<std::string> types = parameterTypes(*instances.front());
    std::vector<Parameter> result;
    for (size_t index = 0; index < types.size(); ++index)
      result.push_back(
          {instances.front()->getParamDecl(index)->getNameAsString(), "", types[index]});
    return result;
  }

  /// The contractions of a kernel that nothing is generated for.
  std::vector<Contraction> compared(const clang::FunctionDecl &kernel, KernelLaunches &launches,
                                    BuildConditions &conditions, RefusalSink &refuse) {
    std::vector<Contraction> found;
    if (!conditions.sameOnDevice(kernel, refuse))
      return found;
    const std::vector<const clang::FunctionDecl *> instances = kernelsOf(kernel);
    if (instances.empty())
      refuse(kernel.getLocation(), "a template of which the file has no instance");
    std::vector<Launch> places;
    std::vector<LaunchSite> sites;
    KernelSyntax syntax;
    RefusalSink ofLaunches;
    launches.launchesOf(kernel, instances, places, sites, syntax, ofLaunches);
    KernelCases kernelCases(unit, text, conditions);
    for (const clang::FunctionDecl *instance : instances) {
      const size_t begin = found.size();
      std::ranges::move(kernelCases.casesOf(*instance, {}, places, refuse),
                        std::back_inserter(found));
      joinCases(found, begin);
    }
    KernelCases::shareProducts(found);
    return found;
  }

  /// The contractions of a kernel, or of the instances of a kernel template; empty when there are
  /// none.
  std::vector<Contraction> analyse(const clang::FunctionDecl &kernel, KernelLaunches &launches,
                                   BuildConditions &conditions, KernelSyntax &syntax,
                                   RefusalSink &refuse) {
    std::vector<Contraction> found;
    const clang::FunctionTemplateDecl *pattern = kernel.getDescribedFunctionTemplate();
    if (!placement(kernel, unit, text, launches, conditions, syntax, refuse) ||
        !text.parameters(kernel, syntax, refuse) || !conditions.sameOnDevice(kernel, refuse) ||
        (pattern && !text.templateHead(*pattern, syntax, refuse)))
      return found;
    const std::vector<const clang::FunctionDecl *> instances = kernelsOf(kernel);
    std::vector<Launch> places;
    std::vector<LaunchSite> sites;
    if (!launches.launchesOf(kernel, instances, places, sites, syntax, refuse) ||
        !conditions.areSameForHost(sites, refuse))
      return found;
    KernelCases kernelCases(unit, text, conditions);
    RefusalSink first;
    std::map<const clang::FunctionDecl *, std::pair<size_t, size_t>> rangeOf;
    for (const clang::FunctionDecl *instance : instances) {
      rangeOf[instance->getCanonicalDecl()].first = found.size();
      RefusalSink ofInstance;
      std::vector<Contraction> cases = kernelCases.casesOf(*instance, {}, places, ofInstance);
      if (cases.size() == 1)
        if (auto contiguous = kernelCases.casesOfUnitStrides(*instance, cases[0], places);
            !contiguous.empty())
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
      places[place].shortfall = shortfall(sites[place], cases, unit.context);
    }
    for (Contraction &contraction : found)
      contraction.launches = places;
    KernelCases::shareProducts(found);
    if (found.empty() && first.refusal())
      refuse(first.refusal()->location, first.refusal()->reason);
    return found;
  }

  const UnitContext unit;
  const KernelText text;
  TranslationUnit &result;
  std::vector<const clang::FunctionDecl *> generatedLaunches;
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
