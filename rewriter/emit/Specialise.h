/// A kernel file, a template over a `Problem` and a `Tile`, becomes the kernel of one rewrite.
///
/// What a kernel file may use, beyond CUDA C++ formatted by clang-format:
///
/// - `Problem` and `Tile` name the two template parameters, and nothing else. Members are spelled
///   `Problem::X` and `Tile::X`.
/// - `if constexpr (E)`, with or without `else`, is decided where E is known: operands are members
///   of `Problem` and `Tile`, literals, and `sizeof` of a type; operators are `! && || == != < <= >
///   >= + - * / %` and parentheses. Of `known && other` the other operand stays. Of a branch that
///   is taken the statements stay, without braces where no name that they declare is used beside
///   them. A branch that is not taken goes, with the comment directly above the statement. What
///   follows a `return` that is always reached goes as well. An `if` of known operands alone is
///   decided, too.
/// - `E ? a : b` with a known E becomes a or b, without the comments around them. `E && x` and `E
/// || x` lose a known E at their
///   beginning: x must be a bool there. A multiplication by a known 1 or a division by it goes: the
///   other operand must be at least as wide as an int.
/// - A local `const` or `constexpr` int or bool whose initialiser becomes true, false, 0 or 1 goes,
///   and the literal stands where its name stood. A `+ 0` that this makes goes as well. A local
///   `const T &name = other;` goes in the same way, and so do names of sizes (`const int rows =
///   problem.m;`, `Tile::X`, an `int` of such a value, 0 or 1 that nothing assigns to), of known
///   types (`using Part = typename Problem::Part;`), and a local `[[maybe_unused]]` variable that
///   nothing uses.
/// - Members of `Problem` whose text is known become that text, which is a type, a name or a
///   literal.
/// - `typename Problem` goes from the heads of templates where there is one problem, `typename
/// Tile`
///   where there is one tile, and `<Problem, Tile>` from where the templates are used. A function
///   that is no template any more becomes `inline`, a kernel `static`: a header may hold it.
/// - A conditional block of the preprocessor has the same brackets on every branch.
#pragma once

#include "rewriter/emit/SourceTokens.h"
#include <compare>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpsmith {

/// What is known of the kernel that is written.
struct KernelFacts {
  using Texts = std::map<std::string, std::string, std::less<>>;
  /// Members of `Problem`, as text: `Parts` is `1`, `ReadsOld` is `false`, `A` is `__half`.
  Texts problem;
  /// Templates' parameters that are known, beside those two: `Sum` is `float`, `Slices` is `1`.
  /// They go like those, and so does `typename Problem::Sum` as an argument for one.
  Texts parameters;
  /// Constants of `Tile`, integers or bools, where the kernel is written for one tile: `BlockM` is
  /// `128`. Their names stay, and what they decide is decided.
  Texts tile;
  /// `Tile` is a structure and no template's parameter.
  bool oneTile = false;
  /// The kernel is for several problems, which have what `problem` knows: `Problem` stays a
  /// template's parameter.
  bool manyProblems = false;
  /// The least number that a member of `Problem` is in any of them: `Parts` is at least `2`.
  std::map<std::string, long long, std::less<>> least;

  auto operator<=>(const KernelFacts &) const = default;
};

/// The text of a kernel file without what the facts decide. std::logic_error with the line where
/// the text is not understood.
std::string specialised(std::string_view text, const KernelFacts &facts);

/// Drops the braces that may go, where what they declare is not spelled elsewhere in the block
/// around them.
void dropBraces(std::vector<SourceToken> &tokens);

/// Of a text that declares the template `structure`: its declaration as that of a structure
/// `newName`, with the comment above it. Each parameter is replaced by its value, or by its default
/// where it has no value. std::logic_error where it has neither.
std::string instantiated(std::string_view text, std::string_view structure,
                         std::string_view newName, const KernelFacts::Texts &values);

/// Of a text that declares a structure: constants that follow each other are one list.
std::string withOneListOfConstants(std::string_view text, std::string_view structure);

/// The integers and bools among the `constexpr` members of a structure that is no template, in its
/// text: what KernelFacts::tile takes. Members may use those before them by name, constants of the
/// namespace that stand before the structure, and what `facts` knows.
KernelFacts::Texts constantsOf(std::string_view text, std::string_view structure,
                               const KernelFacts &facts);

/// The text with the values of such a structure's constants, as `facts.tile` has them, in the place
/// of the expressions that they are computed by.
std::string withValues(std::string_view text, std::string_view structure, const KernelFacts &facts);

/// Of such a structure the assertions, in its text: std::logic_error with the line of one that does
/// not hold.
void checkAssertions(std::string_view text, std::string_view structure, const KernelFacts &facts);

} // namespace warpsmith
