// A Clang plugin that contracts products and sums into FMAs as nvcc does (-fmad=true), and that
// optimises in less time what runs briefly (-warpsmith-quick).
//
// x86's code generator contracts within a basic block, after instrumentation has cut blocks apart,
// so that a kernel's rounding would depend on the checks around it. Here it is done before them, by
// the rule that LLVM's code generator for NVPTX follows (DAGCombiner, visitFADDForFMACombine, with
// aggressive fusion): of two products that are added, the one with fewer uses is contracted, the
// first where they have the same number.
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/CommandLine.h"

namespace {

using namespace llvm;

Instruction *contractibleProduct(Value *value) {
  auto *product = dyn_cast<BinaryOperator>(value);
  return product && product->getOpcode() == Instruction::FMul && product->hasAllowContract()
             ? product
             : nullptr;
}

bool contract(BinaryOperator &sum) {
  const bool subtracts = sum.getOpcode() == Instruction::FSub;
  if ((sum.getOpcode() != Instruction::FAdd && !subtracts) || !sum.hasAllowContract() ||
      !(sum.getType()->isFloatTy() || sum.getType()->isDoubleTy()))
    return false;
  Instruction *first = contractibleProduct(sum.getOperand(0));
  Instruction *second = contractibleProduct(sum.getOperand(1));
  if (!first && !second)
    return false;
  const bool useSecond =
      !first || (second && !subtracts && second->getNumUses() < first->getNumUses());
  Instruction *product = useSecond ? second : first;
  IRBuilder<> builder(&sum);
  Value *a = product->getOperand(0), *b = product->getOperand(1);
  Value *addend = sum.getOperand(useSecond ? 0 : 1);
  if (subtracts && useSecond) // z - x * y
    a = builder.CreateFNeg(a);
  else if (subtracts) // x * y - z
    addend = builder.CreateFNeg(addend);
  sum.replaceAllUsesWith(builder.CreateIntrinsic(Intrinsic::fma, {sum.getType()}, {a, b, addend}));
  sum.eraseFromParent();
  if (product->use_empty())
    product->eraseFromParent();
  return true;
}

class Contraction : public PassInfoMixin<Contraction> {
public:
  static PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    bool changed = false;
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (auto *operation = dyn_cast<BinaryOperator>(&instruction))
        changed |= contract(*operation);
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

/// nvcc keeps `|a| * |b|`, the factors of an FMA. Clang makes it `|a * b|`, which is none: its
/// optimizer does not see what gives a magnitude until products are contracted.
constexpr StringRef HiddenMagnitude = "warpsmith.fabs.";

bool hideMagnitudes(Module &module) {
  bool changed = false;
  for (Function &function : make_early_inc_range(module)) {
    Type *type = function.getReturnType();
    if (function.getIntrinsicID() != Intrinsic::fabs || !(type->isFloatTy() || type->isDoubleTy()))
      continue;
    FunctionCallee hidden = module.getOrInsertFunction(
        (HiddenMagnitude + (type->isFloatTy() ? "f32" : "f64")).str(), function.getFunctionType());
    auto *declared = cast<Function>(hidden.getCallee());
    declared->setDoesNotAccessMemory();
    declared->setDoesNotThrow();
    declared->setWillReturn();
    function.replaceAllUsesWith(declared);
    changed = true;
  }
  return changed;
}

bool showMagnitudes(Module &module) {
  bool changed = false;
  for (Function &function : make_early_inc_range(module)) {
    if (!function.getName().starts_with(HiddenMagnitude))
      continue;
    function.replaceAllUsesWith(
        Intrinsic::getOrInsertDeclaration(&module, Intrinsic::fabs, {function.getReturnType()}));
    function.eraseFromParent();
    changed = true;
  }
  return changed;
}

/// A double that is rounded to float and then to half is rounded twice. Clang's flag for products
/// and sums stands at these, too, and lets the code generator round once.
bool keepRoundings(Module &module) {
  bool changed = false;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (isa<FPTruncInst, FPExtInst>(instruction) && instruction.hasAllowContract()) {
        instruction.setHasAllowContract(false);
        changed = true;
      }
  return changed;
}

template <bool (*change)(Module &)>
class OnModule : public PassInfoMixin<OnModule<change>> {
public:
  static PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
    return change(module) ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

cl::opt<bool> quick("warpsmith-quick", cl::Hidden,
                    cl::desc("Optimise once, in place of the passes of -O2"));

/// In place of -O2's passes, which optimise each function a dozen times. Products and sums meet as
/// after those: variables and unrolled arrays are values, functions are inlined, and what is
/// computed twice is computed once. Reassociation puts a sum's products into the order that their
/// factors are computed in, by which one of them is contracted. Structures must be values before:
/// their parts then count as computed at once, as with nvcc. Checks of their alignment, which are
/// known to hold, go first, since they take the addresses.
constexpr const char *QuickPasses =
    "function(lower-expect,sroa,early-cse,simplifycfg),globaldce,"
    "cgscc(inline,function(sroa,early-cse,simplifycfg)),globaldce,"
    "function(instcombine<max-iterations=1;no-verify-fixpoint>,simplifycfg,sroa,early-cse,"
    "reassociate,"
    "loop(loop-rotate,loop-unroll-full),sroa,early-cse<memssa>,simplifycfg)";

/// From here on, what is not required is left out.
bool isOptimized = false;

bool endOptimization(Module &) {
  isOptimized = true;
  return false;
}

void addQuickPasses(PassBuilder &builder, ModulePassManager &manager) {
  cantFail(builder.parsePassPipeline(manager, QuickPasses));
  manager.addPass(OnModule<endOptimization>());
}

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "warpsmith-contraction", LLVM_VERSION_STRING,
          [](PassBuilder &builder) {
            builder.registerPipelineStartEPCallback(
                [&builder](ModulePassManager &manager, OptimizationLevel) {
                  manager.addPass(OnModule<hideMagnitudes>());
                  manager.addPass(OnModule<keepRoundings>());
                  if (quick)
                    addQuickPasses(builder, manager);
                });
            if (quick)
              builder.getPassInstrumentationCallbacks()->registerShouldRunOptionalPassCallback(
                  [](StringRef, const Any &) { return !isOptimized; });
            builder.registerOptimizerEarlyEPCallback(
                [](ModulePassManager &manager, OptimizationLevel, ThinOrFullLTOPhase) {
                  manager.addPass(OnModule<showMagnitudes>());
                  manager.addPass(createModuleToFunctionPassAdaptor(Contraction()));
                });
          }};
}
