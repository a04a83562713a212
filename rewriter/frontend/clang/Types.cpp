#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/clang/LibraryNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

namespace warpsmith::frontend {

namespace {

/// Headers of the toolkit, when it was given with -I like a user's own.
bool isToolkitHeader(llvm::StringRef path) {
  const llvm::StringRef name = llvm::sys::path::filename(path);
  const llvm::StringRef stem = llvm::sys::path::stem(path), ending = name.substr(stem.size());
  static constexpr llvm::StringLiteral Beginnings[] = {
      "cuda_fp",      "cuda_bf16",     "cuda_runtime",   "cuda_device_runtime", "cuda_texture",
      "cuda_surface", "cuda_pipeline", "cuda_awbarrier", "cuda_occupancy"};
  if (ending != ".h" && ending != ".hpp")
    return false; // such as a user's `cuda_utils.cuh`
  return name == "cuComplex.h" || name.contains("math_functions") ||
         name.contains("device_functions") || name.starts_with("sm_") ||
         llvm::any_of(Beginnings,
                      [&](llvm::StringRef beginning) { return name.starts_with(beginning); });
}

} // namespace

static const clang::DeclContext *scopeOf(const clang::Decl &declaration) {
  const clang::DeclContext *scope = declaration.getDeclContext();
  while (scope->isTransparentContext() || scope->isInlineNamespace())
    scope = scope->getParent();
  return scope;
}

bool isInToolkit(const clang::Decl &declaration) {
  const clang::SourceManager &sources = declaration.getASTContext().getSourceManager();
  const clang::SourceLocation location = sources.getExpansionLoc(declaration.getLocation());
  // Clang's own: a builtin such as __syncthreads() is declared where it is first called.
  return location.isInvalid() || declaration.isImplicit() || sources.isInSystemHeader(location) ||
         (!sources.isInMainFile(location) && isToolkitHeader(sources.getFilename(location)));
}

bool isCudaOwn(const clang::Decl &declaration) {
  const clang::DeclContext *scope = scopeOf(declaration);
  return (scope->isTranslationUnit() || scope->isStdNamespace()) && isInToolkit(declaration);
}

bool isOfLibcu(const clang::Decl &declaration) {
  const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(scopeOf(declaration));
  return space && space->getName() == "cuda" && isInToolkit(declaration) &&
         space->getDeclContext()->isTranslationUnit();
}

static bool isOfGroups(const clang::Decl &declaration) {
  const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(scopeOf(declaration));
  return space && space->getQualifiedNameAsString() == "cooperative_groups" &&
         isInToolkit(declaration);
}

bool isThreadBlock(clang::QualType type) {
  const auto *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->getIdentifier() && record->getName() == "thread_block" &&
         isOfGroups(*record);
}

bool makesThreadBlock(const clang::CallExpr &call) {
  const clang::FunctionDecl *callee = call.getDirectCallee();
  return callee && callee->getIdentifier() && callee->getName() == "this_thread_block" &&
         isOfGroups(*callee);
}

llvm::StringRef blockFunction(const clang::CallExpr &call) {
  const clang::FunctionDecl *callee = call.getDirectCallee();
  if (!callee || !callee->getIdentifier())
    return {};
  if (const auto *method = llvm::dyn_cast<clang::CXXMemberCallExpr>(&call))
    return isThreadBlock(method->getImplicitObjectArgument()->IgnoreParenImpCasts()->getType())
               ? callee->getName()
               : llvm::StringRef();
  // A static method that is called on an object.
  if (const auto *member =
          llvm::dyn_cast<clang::MemberExpr>(call.getCallee()->IgnoreParenImpCasts()))
    return isThreadBlock(member->getBase()->IgnoreParenImpCasts()->getType()) ? callee->getName()
                                                                              : llvm::StringRef();
  return isOfGroups(*callee) && call.getNumArgs() > 0 &&
                 isThreadBlock(call.getArg(0)->IgnoreParenImpCasts()->getType())
             ? callee->getName()
             : llvm::StringRef();
}

static bool takesNarrow(const clang::FunctionDecl &function) {
  const auto isNarrow = [](clang::QualType type) {
    const auto element = elementType(type.getNonReferenceType());
    return element && isNarrowFloat(*element) && !isFp8(*element);
  };
  // The built-in declarations have them in a namespace of their own.
  const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(scopeOf(function));
  return (isCudaOwn(function) || (space && isInToolkit(function) &&
                                  space->getQualifiedNameAsString() == "warpsmith::emulator")) &&
         function.getNumParams() > 0 &&
         llvm::all_of(function.parameters(), [&](const clang::ParmVarDecl *parameter) {
           return isNarrow(parameter->getType());
         });
}

bool isNarrowFunction(const clang::FunctionDecl &function) {
  const auto element = elementType(function.getReturnType().getNonReferenceType());
  return takesNarrow(function) && element && isNarrowFloat(*element) && !isFp8(*element);
}

bool isNarrowComparison(const clang::FunctionDecl &function) {
  return takesNarrow(function) && function.getNumParams() == 2 &&
         function.getReturnType()->isBooleanType();
}

bool isComplexFunction(const clang::FunctionDecl &function) {
  static constexpr llvm::StringLiteral Names[] = {"cuCadd",
                                                  "cuCsub",
                                                  "cuCmul",
                                                  "cuCfma",
                                                  "cuConj",
                                                  "cuCaddf",
                                                  "cuCsubf",
                                                  "cuCmulf",
                                                  "cuCfmaf",
                                                  "cuConjf",
                                                  "cuComplexFloatToDouble",
                                                  "cuComplexDoubleToFloat"};
  return isCudaOwn(function) && function.getIdentifier() &&
         llvm::is_contained(Names, function.getName());
}

bool isComplexPart(const clang::FunctionDecl &function) {
  static constexpr llvm::StringLiteral Names[] = {"cuCreal", "cuCimag", "cuCrealf", "cuCimagf"};
  return isCudaOwn(function) && function.getIdentifier() &&
         llvm::is_contained(Names, function.getName());
}

/// PyTorch's numbers of 16 bits, which have the bits of CUDA's and convert as they do.
static std::optional<ElementType> torchNumber(const clang::CXXRecordDecl &record) {
  const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(scopeOf(record));
  if (!space || space->getQualifiedNameAsString() != "c10" || !record.getIdentifier() ||
      !record.hasDefinition())
    return std::nullopt;
  const std::optional<ElementType> type =
      llvm::StringSwitch<std::optional<ElementType>>(record.getName())
          .Case("Half", ElementType::F16)
          .Case("BFloat16", ElementType::BF16)
          .Default(std::nullopt);
  const clang::SourceManager &sources = record.getASTContext().getSourceManager();
  const llvm::StringRef file =
      sources.getFilename(sources.getExpansionLoc(record.getDefinition()->getLocation()));
  const std::string header = "/util/" + record.getName().str() + ".h";
  return isInToolkit(record) || file.ends_with("/c10" + header) ||
                 file.ends_with("/headeronly" + header)
             ? type
             : std::nullopt;
}

bool isTorchOperator(const clang::FunctionDecl &function) {
  const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(scopeOf(function));
  const auto numberOf = [](const clang::ParmVarDecl *parameter) {
    const auto *record = parameter->getType().getNonReferenceType()->getAsCXXRecordDecl();
    return record ? torchNumber(*record) : std::nullopt;
  };
  const auto isReal = [&](const clang::ParmVarDecl *parameter) {
    return numberOf(parameter) ||
           parameter->getType().getNonReferenceType()->isSpecificBuiltinType(
               clang::BuiltinType::Float) ||
           parameter->getType().getNonReferenceType()->isSpecificBuiltinType(
               clang::BuiltinType::Double);
  };
  return space && space->getQualifiedNameAsString() == "c10" && function.isOverloadedOperator() &&
         llvm::any_of(function.parameters(), numberOf) &&
         llvm::all_of(function.parameters(), isReal);
}

std::optional<ElementType> elementType(clang::QualType type) {
  type = type.getCanonicalType().getUnqualifiedType();
  if (const auto *builtin = type->getAs<clang::BuiltinType>()) {
    if (builtin->getKind() == clang::BuiltinType::Char_U)
      return std::nullopt; // plain char is signed in the table
    const clang::PrintingPolicy cuda((clang::LangOptions()));
    const llvm::StringRef name = builtin->getName(cuda);
    return elementTypeOfCudaName(name == "unsigned int" ? "unsigned" : std::string_view(name));
  }
  if (const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
      record && isCudaOwn(*record)) {
    const auto named = elementTypeOfCudaName(record->getName());
    return named && !isComplex(*named) ? named : std::nullopt; // a vector, until it is proved
  }
  if (const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl())
    return torchNumber(*record);
  return std::nullopt;
}

bool isInThrust(const clang::Decl &declaration) {
  const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(scopeOf(declaration));
  return space && isInToolkit(declaration) && space->getQualifiedNameAsString() == "thrust";
}

bool isThrustComplex(clang::QualType type) {
  const clang::CXXRecordDecl *record = type.getCanonicalType()->getAsCXXRecordDecl();
  return record && record->getIdentifier() && record->getName() == "complex" && isInThrust(*record);
}

bool isThrustFunction(const clang::FunctionDecl &function) {
  const bool isNamed = function.getIdentifier() && function.getName() == "conj";
  return isInThrust(function) && (isNamed || function.isOverloadedOperator()) &&
         isThrustComplex(function.getReturnType());
}

bool isThrustAssignment(const clang::CXXOperatorCallExpr &call) {
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call.getDirectCallee());
  if (!method || !call.isAssignmentOp() || !isInThrust(*method->getParent()) ||
      !isInToolkit(*method) || !isThrustComplex(call.getArg(0)->getType()))
    return false;
  return !method->isCopyAssignmentOperator() && !method->isMoveAssignmentOperator();
}

std::vector<const clang::FieldDecl *> laneFields(clang::QualType type) {
  const clang::CXXRecordDecl *record = type.getCanonicalType()->getAsCXXRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  // Both numbers are in a structure that is the only member.
  if (record && isThrustComplex(type) && std::distance(record->field_begin(), record->field_end()))
    record = record->field_begin()->getType()->getAsCXXRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  if (!record)
    return {};
  return {record->field_begin(), record->field_end()};
}

/// A structure of the user's with an array of numbers, and nothing else.
static std::optional<VectorType> arrayStructure(const clang::CXXRecordDecl &record) {
  const clang::ASTContext &context = record.getASTContext();
  const bool isPlain = !isInToolkit(record) && !record.isUnion() && record.isTriviallyCopyable() &&
                       record.getNumBases() == 0 && !record.isLambda() &&
                       std::distance(record.field_begin(), record.field_end()) == 1 &&
                       llvm::all_of(record.methods(), [](const clang::CXXMethodDecl *method) {
                         return method->isImplicit() || method->isDefaulted();
                       });
  const auto *array =
      isPlain ? context.getAsConstantArrayType(record.field_begin()->getType()) : nullptr;
  const auto element = array ? elementType(array->getElementType()) : std::nullopt;
  const auto count = array ? array->getZExtSize() : 0;
  if (!element || array->getElementType().isVolatileQualified() || count > 1024 ||
      context.getTypeSize(context.getCanonicalTagType(&record)) !=
          context.getTypeSize(array->getElementType()) * count)
    return std::nullopt;
  return VectorType{*element, array->getElementType(), static_cast<unsigned>(count), true};
}

std::optional<VectorType> vectorType(clang::QualType type) {
  const clang::CXXRecordDecl *record = type.getCanonicalType()->getAsCXXRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  if (const auto structure = record ? arrayStructure(*record) : std::nullopt)
    return structure;
  // The fields of a dim3 are sizes, not data.
  if (!record || !(isCudaOwn(*record) || isThrustComplex(type)) || record->isUnion() ||
      record->getName() == "dim3" ||
      llvm::any_of(record->bases(), [](const clang::CXXBaseSpecifier &base) {
        const auto *operations = base.getType()->getAsCXXRecordDecl();
        return !operations || !operations->isEmpty();
      }))
    return std::nullopt;
  std::optional<VectorType> vector;
  constexpr llvm::StringLiteral names[] = {"x", "y", "z", "w"};
  for (const clang::FieldDecl *field : laneFields(type)) {
    const auto element = elementType(field->getType());
    const unsigned lane = field->getFieldIndex();
    if (!element || lane >= std::size(names) || field->getName() != names[lane] ||
        (vector && vector->element != *element))
      return std::nullopt;
    vector = {*element, field->getType(), lane + 1};
  }
  if (isThrustComplex(type) && vector && vector->element != ElementType::F32 &&
      vector->element != ElementType::F64)
    return std::nullopt;
  return vector && vector->lanes > 1 ? vector : std::nullopt;
}

std::optional<ElementType> elementOrLaneType(clang::QualType type) {
  if (const auto vector = vectorType(type))
    return vector->element;
  return elementType(type);
}

} // namespace warpsmith::frontend
