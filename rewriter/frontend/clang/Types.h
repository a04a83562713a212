/// Clang types to element types.
#pragma once

#include "types/ElementType.h"
#include "clang/AST/DeclBase.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Type.h"
#include <optional>

namespace warpsmith::frontend {

/// A floating-point type or an integer of at most 32 bits, through typedefs and qualifiers; nothing
/// for any other.
std::optional<ElementType> elementType(clang::QualType type);

/// CUDA's vectors of equal numbers: `float4`, `int2`, `__half2`. And structures of one array, as
/// programs have them for as many numbers as they like: `Packed<float, 8>`.
struct VectorType {
  ElementType element;
  clang::QualType lane;
  unsigned lanes;
  bool isArray = false; ///< its numbers are those of the only member
};
std::optional<VectorType> vectorType(clang::QualType type);

/// What Thrust has in its namespace, other than in inner ones.
bool isInThrust(const clang::Decl &declaration);
/// thrust::complex: a vector of two numbers, whose members programs cannot name.
bool isThrustComplex(clang::QualType type);
/// The operators of Thrust on complex numbers, and conj().
bool isThrustFunction(const clang::FunctionDecl &function);
/// An assignment to a complex number of Thrust that does more than copy one of the same type.
bool isThrustAssignment(const clang::CXXOperatorCallExpr &call);

/// The members with a vector's numbers, in their order.
std::vector<const clang::FieldDecl *> laneFields(clang::QualType type);

/// The element type of a number or of a vector of numbers.
std::optional<ElementType> elementOrLaneType(clang::QualType type);

/// True when the declaration is in a header of CUDA's or of the standard library.
bool isInToolkit(const clang::Decl &declaration);
/// True when the declaration is CUDA's or the standard library's, at global or std scope: a user's
/// function of the same name may do anything.
bool isCudaOwn(const clang::Decl &declaration);
/// cooperative_groups::thread_block, which stands for all threads of the block.
bool isThreadBlock(clang::QualType type);
/// `cooperative_groups::this_thread_block()`.
bool makesThreadBlock(const clang::CallExpr &call);
/// The function or method of cooperative groups that is called on the block; empty for any other
/// call.
llvm::StringRef blockFunction(const clang::CallExpr &call);
/// Functions of cuComplex.h that return a complex number, and those that return a part of one.
bool isComplexFunction(const clang::FunctionDecl &function);
bool isComplexPart(const clang::FunctionDecl &function);
/// CUDA's arithmetic of half or bfloat16: takes and returns these alone.
bool isNarrowFunction(const clang::FunctionDecl &function);
/// An operator of c10::Half and c10::BFloat16: it is one of FP32, or of FP64 where an operand is,
/// and its result is rounded to the type that it returns.
bool isTorchOperator(const clang::FunctionDecl &function);
/// Those that compare two of them.
bool isNarrowComparison(const clang::FunctionDecl &function);

} // namespace warpsmith::frontend
