/// A kernel as a program of few forms, with all calls inlined and all constants known: what is left
/// of its syntax when nothing but what a thread computes, reads and stores counts.
///
/// Early returns and `continue` are guards around what follows. Loops have one form.
#pragma once

#include "rewriter/frontend/index/Affine.h"
#include "rewriter/frontend/lower/SourceWords.h"
#include "types/ElementType.h"
#include "clang/Basic/SourceLocation.h"
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warpsmith::frontend {

/// The type of a value, as far as a program tells values apart.
struct ValueType {
  enum class Class { Integer, Truth, Number, Pointer };
  Class form = Class::Integer;
  unsigned bits = 32; ///< of an integer
  bool isSigned = true;
  /// Of a number, and of an integer that is read from memory.
  std::optional<ElementType> element = std::nullopt;

  bool operator==(const ValueType &) const = default;
};

struct Term;
using TermRef = std::shared_ptr<const Term>;

/// An expression without effects.
struct Term {
  enum class Kind {
    Integer,  ///< a whole number; with a name, if it is a constant that has one
    Size,     ///< an integer or bool parameter, by its name
    Builtin,  ///< `threadIdx`, `blockIdx`, `blockDim` or `gridDim`, along an axis
    Literal,  ///< a floating-point number, as text
    Scalar,   ///< a floating-point parameter, by its name
    Array,    ///< a pointer parameter or an array in shared memory, by its name
    Null,     ///< the null pointer
    Variable, ///< of the program, by its number
    Element,  ///< what the first child points to, so many elements further on as the second says
    Offset,   ///< the pointer that is so many elements further on
    Unary,    ///< - or !
    Binary,   ///< + - * / % << >> & ^ < <= > >= == != && ||
    Convert,  ///< to the type
    Select,   ///< the second child where the first holds, else the third
    Least,    ///< of two integers
    Greatest, ///< of two integers
    Call,     ///< a pure function of numbers, by its name
    Word,     ///< an integer whose bits are those of so many numbers
    Part,     ///< of a word, the number at that place
    Lane,     ///< the thread's number in its warp
    AtLane,   ///< what the first child is in the lane of the warp that the second says
    Row       ///< of the matrix of that number, the word that ldmatrix gives the thread
  };

  Kind kind;
  ValueType type;
  clang::SourceLocation location;
  std::string text = {};
  int64_t number = 0;
  char axis = 0;
  std::vector<TermRef> children = {};
  bool isWhole = false; ///< of an element, that all numbers of its vector are read at once
};

struct Statement {
  enum class Kind {
    Assign,  ///< `variable = value`
    Store,   ///< what `place` points to becomes `value`
    If,      ///< `body` where the value holds, else `otherwise`
    Loop,    ///< while the value holds: `body`, then `otherwise`
    Break,   ///< here the loop around it is left: no later step does anything
    Demand,  ///< the value holds, or nothing is known of the kernel
    Barrier, ///< of all threads of the block
    Warp,    ///< of all threads of the warp
    Commit,  ///< the thread's copies since the last one are a group
    Wait     ///< until no more of the thread's groups than the value says are to be copied
  };

  Kind kind;
  clang::SourceLocation location;
  int variable = -1;
  TermRef value = nullptr, place = nullptr;
  std::vector<Statement> body = {}, otherwise = {};
  bool isCopy = false;    ///< of a store: it ends when the thread has waited for it
  bool isBroken = false;  ///< of a loop, that there is a `Break` in it
  bool isOfBlock = false; ///< of a copy: all threads of the block make it together
};

/// The names of arrays in shared memory begin so.
constexpr char SharedMark[] = "shared ";

struct SharedExtent {
  ElementType type;
  int64_t elements = 0; ///< 0 where the launch says how many there are
  int64_t width = 0;    ///< of a row, where it is an array of rows
};

/// The names of a thread's own arrays begin so. Their elements are variables.
constexpr char OwnMark[] = "own ";
struct OwnArray {
  int first; ///< the variable of the first element
  int elements;
  std::optional<ElementType> type = std::nullopt;
};

/// Of a built-in index, that it is a row ('r') or a column ('c') in the fragments of a warp. Of an
/// element, that it is one of a fragment.
constexpr char FragmentMark[] = "fragment";

/// Of a conversion, that the number is an address in shared memory.
constexpr char AddressMark[] = "address";

struct KernelProgram {
  std::vector<Statement> statements;
  bool onTensorCores = false;   ///< sums are made by them
  bool readsIndirectly = false; ///< numbers are taken by reference, or copied with others
  bool asksLanes = false;       ///< threads of a warp get what other ones hold
  bool dividesWarps = false;    ///< a number of threads is divided by that of a warp
  /// Parameters that point to CUDA's pairs of floating-point numbers, or to complex ones.
  std::set<std::string> pairs;
  /// Variables that are numbers of a vector that is used as a whole alone, with its number.
  std::map<int, int> wholes;
  /// The rows, columns and steps of all fragments.
  std::optional<std::array<int64_t, 3>> fragments = std::nullopt;
  /// The arrays in shared memory, by names that no parameter has.
  std::map<std::string, SharedExtent> shared;
  std::map<std::string, OwnArray> own;
  int variables = 0;
  std::map<int, std::string> names; ///< of variables that the source names
  SourceWords source;
  /// Integer parameters of unsigned types, which are never negative.
  std::vector<std::string> unsignedSizes;
  /// Integer parameters, sizes in memory and sizes of blocks that are taken to have a value.
  std::map<std::string, int64_t> assumed;
  /// The values of constants that have names, and those that are taken for sizes of any value: what
  /// is found holds when the build changes them.
  std::map<std::string, int64_t> constants;
  std::set<std::string> named;
  /// Arrays of whole numbers that are parameters. With `readsSizes`, an element of one at a
  /// constant place is a size; the kernel stores to none of them.
  std::vector<std::string> wholeNumbers;
  bool readsSizes = false;
};

} // namespace warpsmith::frontend
