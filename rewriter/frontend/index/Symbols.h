/// The box variables of one kernel, with what is known of each.
#pragma once

#include "rewriter/frontend/index/Affine.h"
#include <string>
#include <vector>

namespace warpsmith::frontend::index {

enum class SymbolKind {
  Thread,     ///< threadIdx along an axis
  Block,      ///< blockIdx along an axis
  Step,       ///< of a loop, from 0 on
  Quotient,   ///< of a division, rounded down
  Extreme,    ///< the least or the greatest of two values
  Exclusive,  ///< of two values below the extent, the bits that one of them has
  Unknown,    ///< a value that nothing is known of yet
  Coordinate, ///< what takes the place of others (Coordinates.h)
};

struct Symbol {
  SymbolKind kind;
  /// Values are below it; nothing where no number is known that they are below.
  std::optional<Polynomial> extent;
  std::string text; ///< of the source, for remarks
  char axis = 0;    ///< of a thread, a block, or what numbers the threads of the grid
  /// Of a quotient, what is divided by what; of an extreme or an exclusive or, the two values; of a
  /// coordinate, what it was made of (left).
  Affine left = {}, right = {};
  bool isGreatest = false;

  /// It has a value where its two sides have.
  bool isMade() const {
    return kind == SymbolKind::Quotient || kind == SymbolKind::Extreme ||
           kind == SymbolKind::Exclusive;
  }
};

/// How the sum of which is said that it is positive is compared in a source: `i < n`. Names that
/// begin with % are those of indices.
std::string comparisonText(const Polynomial &positive);

/// As the right side of a division.
std::string divisorText(const Polynomial &divisor);

class Symbols {
public:
  const Symbol &operator[](SymbolId id) const { return symbols.at(id.number); }

  SymbolId add(Symbol symbol);
  SymbolId thread(char axis);
  SymbolId block(char axis);
  /// The symbol for `dividend / divisor`, rounded down; the same for the same parts.
  SymbolId quotient(const Affine &dividend, const Polynomial &divisor);
  /// The same for the least or the greatest of two values.
  SymbolId extreme(const Affine &left, const Affine &right, bool isGreatest);
  /// The same for the exclusive or of two values below the extent.
  SymbolId exclusive(const Affine &left, const Affine &right, int64_t extent);
  void setExtent(SymbolId id, Polynomial extent) { symbols.at(id.number).extent = extent; }

  /// A symbol of that kind occurs in the sum.
  bool contains(const Affine &sum, SymbolKind kind) const;
  /// As text, with the source's words for symbols.
  std::string str(const Affine &sum) const;
  /// That the sum is positive, as the source would say it.
  std::string comparison(const Affine &positive) const;
  /// A variable of the source is that sum: remarks call it so.
  void name(const Affine &sum, const std::string &variable);
  /// The name of a symbol in a polynomial, and a text with the source's words for such names.
  static std::string markOf(SymbolId id) { return "%i" + std::to_string(id.number); }
  std::string inWords(const std::string &marked) const;

private:
  SymbolId interned(const Symbol &symbol);
  std::string plain(const Affine &sum) const;
  Polynomial marked(Affine sum) const;
  std::string wordsFor(SymbolId id) const;
  Affine meaning(Affine sum) const;
  std::vector<Symbol> symbols;
  std::vector<std::pair<Affine, std::string>> variables; ///< of the source
};

} // namespace warpsmith::frontend::index
