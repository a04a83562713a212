#include "rewriter/frontend/proof/IndexSpace.h"
#include "rewriter/frontend/symbolic/Fragments.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace warpsmith::frontend {
namespace {

constexpr char Axes[] = {'x', 'y', 'z'};

std::string builtin(const char *name, char axis) {
  return std::string(name) + "." + axis;
}
Polynomial symbolOf(const char *name, char axis) {
  return Polynomial::symbol(builtin(name, axis));
}

bool isThreadOrBlock(const std::string &symbol) {
  return symbol.rfind("threadIdx.", 0) == 0 || symbol.rfind("blockIdx.", 0) == 0;
}

} // namespace

void IndexSpace::require(Polynomial left, Polynomial right, bool equal) {
  if (left == right)
    return;
  const Precondition fact{std::move(left), std::move(right), equal};
  auto &facts = state.preconditions;
  if (std::find(facts.begin(), facts.end(), fact) == facts.end())
    facts.push_back(fact);
}

Dimension *IndexSpace::find(const std::string &symbol) {
  const auto found =
      std::find_if(dimensions.begin(), dimensions.end(),
                   [&](const Dimension &dimension) { return dimension.symbol == symbol; });
  return found == dimensions.end() ? nullptr : &*found;
}

void IndexSpace::substitute(const std::string &symbol, const Polynomial &value) {
  for (auto &[earlier, polynomial] : substitutions)
    polynomial = polynomial.substitute(symbol, value);
  substitutions.emplace_back(symbol, value);
}

std::optional<Polynomial> IndexSpace::rewrite(Polynomial polynomial) const {
  for (const auto &[symbol, value] : substitutions)
    polynomial = polynomial.substitute(symbol, value);
  for (const std::string &symbol : polynomial.symbols())
    if (isThreadOrBlock(symbol) || symbol.rfind("%q", 0) == 0 || symbol.rfind("%r", 0) == 0 ||
        symbol.rfind("%joined.", 0) == 0 || symbol == FlatThread || symbol == FragmentElement ||
        isTruth(symbol))
      return std::nullopt;
  if (hasExtreme(polynomial))
    return std::nullopt;
  return polynomial;
}

/// Block sizes that the analysis has found to be others: the same symbol for both.
void IndexSpace::useBlockSizes() {
  for (const Precondition &fact : state.preconditions)
    for (const char axis : Axes) {
      const std::string size = builtin("blockDim", axis);
      if (!fact.equal || fact.left != Polynomial::symbol(size) || fact.right.dependsOn(size) ||
          llvm::any_of(substitutions, [&](const auto &known) { return known.first == size; }))
        continue;
      substitutions.emplace_back(size, fact.right);
      for (Division &division : state.divisions) {
        division.dividend = division.dividend.substitute(size, fact.right);
        division.divisor = division.divisor.substitute(size, fact.right);
      }
    }
}

/// `(threadIdx.y * blockDim.x + threadIdx.x) / n` of blocks that are n threads wide.
void IndexSpace::divideBlock(const std::vector<Polynomial> &all) {
  const Polynomial number =
      symbolOf("threadIdx", 'x') + symbolOf("blockDim", 'x') * symbolOf("threadIdx", 'y');
  for (const Division &division : state.divisions) {
    if (division.dividend != number || !isUniform(division.divisor) || !occurs(division, all) ||
        isSplit(division, all) || state.hasFragments)
      continue;
    require(symbolOf("blockDim", 'x'), division.divisor, true);
    substitute(division.quotient, symbolOf("threadIdx", 'y'));
    substitute(division.remainder, symbolOf("threadIdx", 'x'));
    divided.insert(division.quotient);
  }
}

bool IndexSpace::build(std::vector<Polynomial> all, clang::SourceLocation where) {
  useWarpsOfBlock(all);
  useBlockOfOneRow(all);
  divideBlock(all);
  useBlockSizes();
  for (Polynomial &polynomial : all)
    for (const auto &[symbol, value] : substitutions)
      polynomial = polynomial.substitute(symbol, value);
  std::vector<Local> own;
  if (!splitThreads(all, own, where))
    return false;
  if (own.empty())
    for (const LoopIndex &loop : state.loops)
      if (isOwn(loop.symbol))
        own.push_back(joined(loop, all));
  joinFurther(all, own);
  for (const LoopIndex &loop : state.loops)
    if (!loop.reduction && !isOwn(loop.symbol)) {
      dimensions.push_back({loop.symbol,
                            isUniform(loop.extent) ? std::optional(loop.extent) : std::nullopt,
                            0,
                            {loop.text, 0}}); // of a triangle, a guard is the bound
      if (loop.axis && !claim(loop, all, where))
        return false;
    }
  if (!divide(all, where) || !pair(all, std::move(own), where))
    return false;
  useBlockSizes();
  // Threads that differ in nothing else would compute an element more than once.
  for (const char axis : Axes) {
    const bool thread = used.contains(builtin("threadIdx", axis));
    const bool block = used.contains(builtin("blockIdx", axis));
    const Polynomial one(1);
    // The threads of one warp have fragments together.
    const Polynomial width = state.hasFragments && axis == 'x' ? WarpSize : one;
    if (!thread && !block)
      require(symbolOf("gridDim", axis) * symbolOf("blockDim", axis), width, true);
    else if (!thread)
      require(symbolOf("blockDim", axis), width, true);
    else if (!block)
      require(symbolOf("gridDim", axis), one, true);
  }
  return true;
}

void IndexSpace::take(KnownIndices known) {
  dimensions = std::move(known.dimensions);
  guards = std::move(known.guards);
  triangles = std::move(known.triangles);
}

/// The threads or blocks that a loop strides over must be told apart by that alone.
bool IndexSpace::claim(const LoopIndex &loop, const std::vector<Polynomial> &all,
                       clang::SourceLocation where) {
  std::vector<std::string> owned = {builtin("threadIdx", loop.axis)};
  if (loop.ofGrid)
    owned.push_back(builtin("blockIdx", loop.axis));
  for (const std::string &symbol : owned) {
    bool shared = !used.insert(symbol).second;
    for (const Polynomial &polynomial : all) {
      shared |= polynomial.dependsOn(symbol);
      for (const Division &division : state.divisions)
        shared |= division.dividend.dependsOn(symbol) && (polynomial.dependsOn(division.quotient) ||
                                                          polynomial.dependsOn(division.remainder));
    }
    if (shared) {
      refuse(where, "the " + loop.text + " and another index share '" + symbol + "'");
      return false;
    }
  }
  return true;
}

/// The division's parts are used, or parts of them.
bool IndexSpace::occurs(const Division &division, const std::vector<Polynomial> &all) const {
  const auto uses = [&](const Polynomial &polynomial) {
    return polynomial.dependsOn(division.quotient) || polynomial.dependsOn(division.remainder);
  };
  return llvm::any_of(all, uses) || llvm::any_of(state.divisions, [&](const Division &later) {
           return &later > &division && uses(later.dividend) && occurs(later, all);
         });
}

/// Quotients and remainders of global indices and of loop indices are dimensions of their own.
bool IndexSpace::divide(const std::vector<Polynomial> &all, clang::SourceLocation where) {
  for (const Division &division : state.divisions) {
    if (divided.contains(division.quotient) || !occurs(division, all))
      continue;
    // A part of an index that was divided before is what that has become.
    Polynomial dividend = division.dividend;
    for (const auto &[symbol, value] : substitutions)
      if (symbol.front() == '%')
        dividend = dividend.substitute(symbol, value);
    const Polynomial both = division.divisor * Polynomial::symbol(division.quotient) +
                            Polynomial::symbol(division.remainder);
    const std::string plain = division.divisor.factor();
    const std::string text = llvm::StringRef(plain).contains(" * ") ? "(" + plain + ")" : plain;
    const size_t number = 100 + 2 * (&division - state.divisions.data());
    Dimension quotient{"%" + std::to_string(number), {}, 0, {}};
    Dimension remainder{"%" + std::to_string(number + 1), division.divisor, 0, {}};
    const auto replaced = Polynomial::symbol(quotient.symbol) * division.divisor +
                          Polynomial::symbol(remainder.symbol);
    const auto addParts = [&] {
      substitute(division.quotient, Polynomial::symbol(quotient.symbol));
      substitute(division.remainder, Polynomial::symbol(remainder.symbol));
      dimensions.push_back(quotient);
      dimensions.push_back(remainder);
    };
    const auto flatten = [&] { // of a number of threads or blocks
      flattened.push_back(
          {quotient.symbol, division.divisor, Polynomial::symbol(remainder.symbol)});
      addParts();
    };
    bool found = false;
    for (const char axis : Axes) {
      const std::string thread = builtin("threadIdx", axis), block = builtin("blockIdx", axis);
      if (division.dividend == Polynomial::symbol(thread)) {
        found = true; // a part of a block: see pair()
        continue;
      }
      if (division.dividend == Polynomial::symbol(block)) {
        // Blocks that number the elements by themselves; their number is used as well, maybe.
        if (!used.insert(block).second) {
          refuse(where, "'" + block + "' is divided by more than one number");
          return false;
        }
        found = true;
        substitute(block, replaced);
        quotient.owner.text = block + " / " + text;
        remainder.owner.text = block + " % " + text;
        quotient.launched = symbolOf("gridDim", axis); // elements, see cover()
        flatten();
        continue;
      }
      const auto affine = division.dividend.affineIn(block);
      if (!affine || affine->coefficient.isZero() || affine->rest != Polynomial::symbol(thread) ||
          affine->coefficient.dependsOnIndices())
        continue;
      found = true;
      used.insert({thread, block});
      if (affine->coefficient != symbolOf("blockDim", axis))
        require(symbolOf("blockDim", axis), affine->coefficient, true);
      const std::string index = "(blockIdx." + std::string(1, axis) + " * " +
                                affine->coefficient.factor() + " + threadIdx." + axis + ")";
      quotient.owner.text = index + " / " + text;
      remainder.owner.text = index + " % " + text;
      const Polynomial threads = symbolOf("gridDim", axis) * affine->coefficient;
      quotient.launched = threads; // elements, see cover()
      substitute(thread, replaced - affine->coefficient * Polynomial::symbol(block));
      flatten();
    }
    for (size_t index = 0; index < dimensions.size() && !found; ++index) {
      const Dimension loop = dimensions[index];
      if (dividend != Polynomial::symbol(loop.symbol))
        continue;
      found = true;
      const auto flat = llvm::find_if(
          flattened, [&](const Flattened &known) { return known.quotient == loop.symbol; });
      if (flat != flattened.end()) {
        // Rows of rows: the guard or the launch bounds the last quotient alone.
        quotient.launched = loop.launched;
        *flat = {quotient.symbol, flat->divisor * division.divisor,
                 flat->remainder + flat->divisor * Polynomial::symbol(remainder.symbol)};
      } else if (loop.extent) {
        quotient.extent = loop.extent->quotient(division.divisor);
        if (!quotient.extent && isUniform(*loop.extent))
          quotient.extent = wholeRows(*loop.extent, division.divisor);
      }
      if (!quotient.extent && flat == flattened.end()) {
        refuse(where, "the loop over '" + (loop.extent ? loop.extent->str() : "unknown") +
                          "' elements is divided by '" + division.divisor.str() + "'");
        return false;
      }
      quotient.owner.text = loop.owner.text + ", / " + text;
      remainder.owner.text = loop.owner.text + ", % " + text;
      substitute(loop.symbol, replaced);
      dimensions.erase(dimensions.begin() + static_cast<long>(index));
      addParts();
    }
    if (!found) {
      refuse(where, "'" + division.dividend.str() + "' is divided by '" + division.divisor.str() +
                        "' and is not a thread's index");
      return false;
    }
  }
  return true;
}

/// The number of threads of a block by which this block index moves on, when the local index does
/// so by one: the same in all polynomials.
std::optional<Polynomial> IndexSpace::partner(const Local &local, char block,
                                              const std::vector<Polynomial> &all) const {
  struct Coefficients {
    Polynomial inner, outer;
  };
  std::vector<Coefficients> found;
  std::optional<Polynomial> extent;
  // Where some polynomials have the block's size and others a number, pair() asks for that size.
  const Polynomial size = symbolOf("blockDim", local.axis);
  const bool isThread = local.symbol == builtin("threadIdx", local.axis);
  for (const Polynomial &polynomial : all) {
    const auto inner = polynomial.affineIn(local.symbol);
    const auto outer = polynomial.affineIn(builtin("blockIdx", block));
    if (!inner || !outer)
      return std::nullopt;
    found.push_back({inner->coefficient, outer->coefficient});
    if (!inner->coefficient.isZero() && (!extent || (isThread && *extent == size)))
      if (const auto quotient = outer->coefficient.quotient(inner->coefficient)) // not by sums
        extent = quotient;
  }
  const bool always =
      extent && !extent->isZero() &&
      std::all_of(found.begin(), found.end(), [&](const Coefficients &pair) {
        return pair.outer == *extent * pair.inner || (isThread && pair.outer == size * pair.inner);
      });
  return always ? extent : std::nullopt;
}

/// The elements of each thread are numbered together with the threads of the block, or with a part
/// of these: `threadIdx.x + number * blockDim.x`, or `threadIdx.x * count + number`; or by
/// themselves.
IndexSpace::Local IndexSpace::joined(const LoopIndex &own, std::vector<Polynomial> &all) {
  std::vector<Local> parts;
  for (const char axis : Axes)
    parts.push_back({builtin("threadIdx", axis),
                     axis,
                     *rewrite(symbolOf("blockDim", axis)),
                     builtin("threadIdx", axis),
                     {},
                     1});
  for (const Division &division : state.divisions)
    for (const char axis : Axes)
      if (division.dividend == symbolOf("threadIdx", axis)) {
        const std::string text = builtin("threadIdx", axis), by = division.divisor.factor();
        parts.push_back({division.remainder, axis, division.divisor, text + " % " + by, {}, 1});
        parts.push_back({division.quotient, axis, {}, text + " / " + by, division.divisor, 1});
      }
  for (const Local &part : parts)
    if (const auto found = joined(own, part, all))
      return *found;
  // A name here and its number there: what was read through shared memory is told in numbers.
  std::vector<Polynomial> told = all;
  std::vector<std::string> names;
  for (const auto &[name, value] : state.constants) {
    if (llvm::none_of(told, [&](const Polynomial &one) { return one.dependsOn(name); }))
      continue;
    names.push_back(name);
    for (Polynomial &polynomial : told)
      polynomial = polynomial.substitute(name, Polynomial(value));
  }
  for (const Local &part : parts)
    if (const auto found = names.empty() ? std::nullopt : joined(own, part, told)) {
      for (const std::string &name : names) {
        state.assumedConstants.insert(name);
        substitute(name, Polynomial(state.constants.at(name)));
      }
      all = told;
      return *found;
    }
  return {own.symbol, 'x', own.extent, "i", {}, 1};
}

std::optional<IndexSpace::Local> IndexSpace::joined(const LoopIndex &own, const Local &part,
                                                    std::vector<Polynomial> &all) {
  const Polynomial number = Polynomial::symbol(own.symbol);
  const std::string symbol = "%joined" + own.symbol.substr(4);
  const auto replace = [&](const std::string &old, const Polynomial &value) {
    substitute(old, value);
    for (Polynomial &polynomial : all)
      polynomial = polynomial.substitute(old, value);
  };
  // How the two move each polynomial on; one is a multiple of the other, the same in all.
  std::optional<Polynomial> strided, count;
  std::vector<std::pair<Polynomial, Polynomial>> moves;
  for (const Polynomial &polynomial : all) {
    const auto byNumber = polynomial.affineIn(own.symbol);
    const auto byPart = polynomial.affineIn(part.symbol);
    if (!byNumber || !byPart)
      return std::nullopt;
    moves.emplace_back(byNumber->coefficient, byPart->coefficient);
    if (!strided && !byPart->coefficient.isZero())
      strided = byNumber->coefficient.quotient(byPart->coefficient);
    if (!count && !byNumber->coefficient.isZero())
      count = byPart->coefficient.quotient(byNumber->coefficient);
  }
  bool isStrided = strided && !strided->isZero() && strided->constant() != 1;
  bool isContiguous =
      count && state.numeric(*count).constant() == state.numeric(own.extent).constant();
  for (const auto &[byNumber, byPart] : moves) {
    isStrided = isStrided && byNumber == *strided * byPart;
    isContiguous = isContiguous && byPart == *count * byNumber;
  }
  if (!isStrided && !isContiguous)
    return std::nullopt;
  const bool isQuotient = !part.threads.isZero(), isPart = part.symbol.front() == '%';
  const Polynomial threads = symbolOf("blockDim", part.axis);
  if (isStrided && isQuotient) {
    require(threads, *strided * part.threads, true);
  } else if (isStrided && isPart) {
    // The next number begins where the part ends.
    const auto difference = state.numeric(part.extent - *strided).constant();
    if (difference && *difference != 0)
      return std::nullopt;
    if (difference)
      state.assumed(part.extent - *strided);
    else
      require(part.extent, *strided, true);
  } else if (isStrided && part.extent != *strided) {
    require(threads, *strided, true);
  }
  used.insert(builtin("threadIdx", part.axis));
  numbered.insert(part.symbol);
  if (isStrided) {
    replace(part.symbol, Polynomial::symbol(symbol) - *strided * number);
    return Local{
        symbol, part.axis, *strided * own.extent, part.text + " + i * " + strided->factor(), {}, 1};
  }
  state.assumed(*count);
  replace(own.symbol, Polynomial::symbol(symbol) - *count * Polynomial::symbol(part.symbol));
  const std::string text =
      (isPart ? "(" + part.text + ")" : part.text) + " * " + count->factor() + " + i";
  if (isQuotient)
    return Local{symbol, part.axis, {}, text, part.threads, *count};
  return Local{symbol, part.axis, part.extent * *count, text, {}, 1};
}

/// Elements in several groups, as four in each quarter of a tile: what numbers the threads and one
/// group, `threadIdx.x * 4 + i`, and the number of the group, whose elements begin where those of
/// the block's threads end.
void IndexSpace::joinFurther(std::vector<Polynomial> &all, std::vector<Local> &locals) {
  const auto joinOne = [&] {
    for (const Local &own : locals)
      for (const Local &local : locals)
        if (isOwn(own.symbol) && !isOwn(local.symbol))
          if (const auto found = joinedGroups(own, local, all)) {
            const std::string first = own.symbol, second = local.symbol;
            std::erase_if(locals, [&](const Local &one) {
              return one.symbol == first || one.symbol == second;
            });
            locals.push_back(*found);
            return true;
          }
    return false;
  };
  while (joinOne())
    ;
}

std::optional<IndexSpace::Local> IndexSpace::joinedGroups(const Local &own, const Local &local,
                                                          std::vector<Polynomial> &all) {
  const auto count = state.numeric(own.extent).constant();
  std::optional<Polynomial> stride; // elements of the local index for one of the own
  bool isContiguous = count.has_value();
  std::set<char> blocks(std::begin(Axes), std::end(Axes)); // that the next block's elements follow
  std::vector<std::pair<Polynomial, Polynomial>> moves;
  for (const Polynomial &polynomial : all) {
    const auto byOwn = polynomial.affineIn(own.symbol);
    const auto byLocal = polynomial.affineIn(local.symbol);
    if (!count || !byOwn || !byLocal)
      return std::nullopt;
    moves.emplace_back(byOwn->coefficient, byLocal->coefficient);
    isContiguous = isContiguous && byLocal->coefficient == byOwn->coefficient * *count;
    if (!stride && !byLocal->coefficient.isZero())
      stride = byOwn->coefficient.quotient(byLocal->coefficient);
    std::erase_if(blocks, [&](char axis) {
      const auto byBlock = polynomial.affineIn(builtin("blockIdx", axis));
      return !byBlock ||
             state.numeric(byBlock->coefficient) != state.numeric(byOwn->coefficient * *count);
    });
  }
  const auto elements = stride ? state.numeric(*stride).constant() : std::nullopt;
  const bool isStrided =
      elements && *elements > 1 && !blocks.empty() &&
      llvm::all_of(moves, [&](const auto &pair) { return pair.first == *stride * pair.second; });
  if (!isContiguous && !isStrided)
    return std::nullopt;
  Local found = local;
  found.symbol = local.symbol + "and" + own.symbol.substr(4);
  const auto replace = [&](const std::string &old, const Polynomial &value) {
    substitute(old, value);
    for (Polynomial &polynomial : all)
      polynomial = polynomial.substitute(old, value);
  };
  const Polynomial whole = Polynomial::symbol(found.symbol);
  state.assumed(own.extent);
  if (isContiguous) {
    replace(own.symbol, whole - Polynomial(*count) * Polynomial::symbol(local.symbol));
    found.text = "(" + local.text + ") * " + std::to_string(*count) + " + i";
    if (local.threads.isZero())
      found.extent = local.extent * *count;
    else
      found.each = local.each * *count;
    return found;
  }
  state.assumed(*stride);
  if (local.threads.isZero())
    require(local.extent, *stride, true);
  else
    require((local.block.isZero() ? symbolOf("blockDim", local.axis) : local.block) * local.each,
            *stride * local.threads, true);
  replace(local.symbol, whole - *stride * Polynomial::symbol(own.symbol));
  found.text = local.text + " + i * " + stride->factor();
  found.extent = *stride * *count;
  found.threads = {};
  found.each = 1;
  found.block = {};
  return found;
}

bool IndexSpace::pair(std::vector<Polynomial> all, std::vector<Local> locals,
                      clang::SourceLocation where) {
  for (Polynomial &polynomial : all)
    for (const auto &[symbol, value] : substitutions)
      polynomial = polynomial.substitute(symbol, value);
  const auto occurs = [&](const std::string &symbol) {
    return std::any_of(all.begin(), all.end(),
                       [&](const Polynomial &polynomial) { return polynomial.dependsOn(symbol); });
  };
  for (const Division &division : state.divisions)
    for (const char axis : Axes) {
      const std::string thread = builtin("threadIdx", axis);
      const bool isNumbered =
          numbered.contains(division.quotient) || numbered.contains(division.remainder);
      if (division.dividend != Polynomial::symbol(thread) || divided.contains(division.quotient) ||
          (!isNumbered && !occurs(division.quotient) && !occurs(division.remainder)))
        continue;
      if (occurs(thread)) {
        refuse(where, "'" + thread + "' is used both as a whole and divided");
        return false;
      }
      const std::string by = division.divisor.factor();
      if (!numbered.contains(division.remainder))
        locals.push_back({division.remainder, axis, division.divisor, thread + " % " + by, {}, 1});
      if (!numbered.contains(division.quotient))
        locals.push_back({division.quotient, axis, {}, thread + " / " + by, division.divisor, 1});
      used.insert(thread);
    }
  for (const char axis : Axes)
    if (const std::string thread = builtin("threadIdx", axis);
        occurs(thread) &&
        llvm::none_of(locals, [&](const Local &local) { return local.symbol == thread; })) {
      locals.push_back({thread, axis, symbolOf("blockDim", axis), thread, {}, 1});
      used.insert(thread);
    }
  std::set<char> blocks;
  for (const char axis : Axes)
    if (occurs(builtin("blockIdx", axis))) {
      blocks.insert(axis);
      used.insert(builtin("blockIdx", axis));
    }
  for (const Local &local : locals) {
    std::string order(1, local.axis);
    for (const char axis : Axes)
      if (axis != local.axis)
        order += axis;
    Dimension dimension{"%" + local.symbol.substr(local.symbol.find('.') + 1), {}, 0, {}};
    if (local.symbol.front() == '%')
      dimension.symbol = "%t" + local.symbol.substr(1);
    bool paired = false;
    for (const char block : order) {
      const auto extent = blocks.contains(block) ? partner(local, block, all) : std::nullopt;
      if (!extent)
        continue;
      paired = true;
      blocks.erase(block);
      const Polynomial first = Polynomial::symbol(builtin("blockIdx", block)) * *extent;
      substitute(local.symbol, Polynomial::symbol(dimension.symbol) - first);
      for (Polynomial &polynomial : all)
        polynomial =
            polynomial.substitute(local.symbol, Polynomial::symbol(dimension.symbol) - first);
      dimension.launched = symbolOf("gridDim", block) * *extent;
      dimension.owner.text =
          "blockIdx." + std::string(1, block) + " * " + extent->factor() + " + " + local.text;
      if (block == local.axis && local.symbol == builtin("threadIdx", block))
        dimension.owner.axis = block;
      // The block has as many threads along the index as the index moves on.
      if (!local.threads.isZero())
        require((local.block.isZero() ? symbolOf("blockDim", local.axis) : local.block) *
                    local.each,
                *extent * local.threads, true);
      else if (local.symbol != builtin("threadIdx", local.axis)) {
        if (!state.numeric(*extent - local.extent).isZero())
          require(*extent, local.extent, true);
      } else if (*extent != local.extent)
        require(symbolOf("blockDim", local.axis), *extent, true);
      break;
    }
    if (!paired) {
      substitute(local.symbol, Polynomial::symbol(dimension.symbol));
      dimension.launched = local.threads.isZero() ? local.extent : Polynomial(0);
      if (!local.threads.isZero()) {
        refuse(where, "'" + local.text + "' is not part of a global index");
        return false;
      }
      dimension.owner.text = local.text;
    }
    dimensions.push_back(dimension);
  }
  for (const char block : blocks) {
    Dimension dimension{
        std::string("%b") + block, {}, symbolOf("gridDim", block), {builtin("blockIdx", block), 0}};
    substitute(builtin("blockIdx", block), Polynomial::symbol(dimension.symbol));
    dimensions.push_back(dimension);
  }
  return true;
}

bool IndexSpace::implied(const Polynomial &guard) const {
  if (std::find(guards.begin(), guards.end(), guard) != guards.end())
    return true;
  // Every index runs from 0.
  return std::any_of(dimensions.begin(), dimensions.end(), [&](const Dimension &dimension) {
    const auto affine = guard.affineIn(dimension.symbol);
    return affine && affine->coefficient.constant() == 1 && affine->rest.constant() &&
           *affine->rest.constant() > 0;
  });
}

bool IndexSpace::bound(const Polynomial &guard, clang::SourceLocation where) {
  const auto rewritten = rewrite(guard);
  const std::string text = "guard '" + guard.str() + " > 0'";
  const auto fail = [&](const std::string &why) {
    refuse(where, text + why);
    return false;
  };
  if (!rewritten)
    return llvm::is_contained(state.alwaysTrue, guard) || fail(" is not a bound on a global index");
  if (implied(*rewritten))
    return true;
  const auto take = [&](Dimension &dimension, const Polynomial &extent) {
    if (dimension.extent && *dimension.extent != extent) {
      refuse(where, "two different guards on one index: '" + dimension.extent->str() + "' and '" +
                        extent.str() + "'");
      return false;
    }
    dimension.extent = extent;
    guards.push_back(*rewritten);
    return true;
  };
  std::vector<Dimension *> inside;
  for (Dimension &dimension : dimensions)
    if (rewritten->dependsOn(dimension.symbol))
      inside.push_back(&dimension);
  if (inside.size() == 1) {
    const auto affine = rewritten->affineIn(inside[0]->symbol);
    if (affine && affine->coefficient.constant() == -1 && isUniform(affine->rest))
      return take(*inside[0], affine->rest);
  }
  for (const auto &[quotient, divisor, remainder] : flattened) {
    // rows * columns - (row * columns + column) > 0 says row < rows.
    Dimension *dimension = find(quotient);
    const auto inRow = rewrite(remainder);
    if (!dimension || !inRow || !rewritten->dependsOn(quotient))
      continue;
    const Polynomial bound = *rewritten + divisor * Polynomial::symbol(quotient) + *inRow;
    const auto extent = isUniform(bound) ? bound.quotient(divisor) : std::nullopt;
    if (extent)
      return take(*dimension, *extent);
  }
  if (inside.size() == 2)
    for (const bool swapped : {false, true}) {
      const std::string first = inside[swapped]->symbol, second = inside[!swapped]->symbol;
      const Polynomial rest = *rewritten - Polynomial::symbol(second) + Polynomial::symbol(first);
      if (const auto constant = rest.constant()) {
        triangles.push_back({first, second, *constant});
        guards.push_back(*rewritten);
        return true;
      }
    }
  for (const auto &[quotient, divisor, remainder] : flattened) {
    const auto inRow = rewrite(remainder);
    if (!inRow || !rewritten->dependsOn(quotient))
      continue;
    const Polynomial bound = *rewritten + divisor * Polynomial::symbol(quotient) + *inRow;
    if (isUniform(bound)) {
      const std::string plain = divisor.factor();
      const std::string by = llvm::StringRef(plain).contains(" * ") ? "(" + plain + ")" : plain;
      return fail(" bounds an index whose parts by '/ " + by + "' and '% " + by +
                  "' are used, and '" + bound.str() + "' is not known to be a multiple of " +
                  plain + ": guard it by a product, as 'index < tiles * " + by + "'");
    }
  }
  // Around a barrier it has to hold for all threads of a launch, whichever index it bounds.
  return llvm::is_contained(state.alwaysTrue, guard) || fail(" is not an upper bound on one index");
}

/// The largest value of an index in any thread of a launch; nothing for one that may be negative.
std::optional<Polynomial> IndexSpace::largest(const std::string &symbol) const {
  for (const char axis : Axes) {
    if (symbol == builtin("threadIdx", axis))
      return symbolOf("blockDim", axis) - 1;
    if (symbol == builtin("blockIdx", axis))
      return symbolOf("gridDim", axis) - 1;
  }
  for (const Division &division : state.divisions) {
    if (division.remainder != symbol && division.quotient != symbol)
      continue;
    const auto least = smallest(division.dividend);
    const auto most = smallest(Polynomial(0) - division.dividend);
    const auto by = state.numeric(division.divisor).constant();
    if (!least || least->constant().value_or(-1) < 0 || !most || !by || *by <= 0)
      return std::nullopt;
    return division.remainder == symbol
               ? division.divisor - 1
               : Polynomial::symbol(Polynomial::Quotient{Polynomial(0) - *most, division.divisor});
  }
  const LoopIndex *loop = state.loop(symbol);
  return loop && loop->first.isZero() && isUniform(loop->extent) ? std::optional(loop->extent - 1)
                                                                 : std::nullopt;
}

/// What a sum of indices is at least, in all threads, where `sizes` are not negative.
std::optional<Polynomial> IndexSpace::smallest(Polynomial value,
                                               std::vector<Polynomial> *sizes) const {
  for (const auto &[symbol, known] : substitutions)
    if (symbol.rfind("blockDim.", 0) == 0)
      value = value.substitute(symbol, known);
  for (const std::string &symbol : value.symbols()) {
    if (isUniform(Polynomial::symbol(symbol)))
      continue;
    const auto affine = value.affineIn(symbol);
    if (!affine || !isUniform(affine->coefficient))
      return std::nullopt;
    // Block sizes and constants are positive.
    const Polynomial less = Polynomial(0) - affine->coefficient;
    const auto isPositive = [&](const Polynomial &one) {
      const auto known = state.numeric(one).constant();
      if (known)
        return *known > 0;
      if (llvm::any_of(Axes, [&](const char axis) { return one == symbolOf("blockDim", axis); }))
        return true;
      const bool isSize = sizes && one.summands().size() == 1 && !one.isNegative();
      if (isSize)
        sizes->push_back(one);
      return isSize;
    };
    value = affine->rest;
    const auto most = largest(symbol);
    if (!most || (!isPositive(less) && !isPositive(affine->coefficient)))
      return std::nullopt;
    if (isPositive(less))
      value = value - less * *most;
  }
  return value;
}

bool IndexSpace::alwaysTrue(const Polynomial &guard, clang::SourceLocation where) {
  const auto rewritten = rewrite(guard);
  for (const Dimension &dimension : dimensions) {
    const auto affine = rewritten ? rewritten->affineIn(dimension.symbol) : std::nullopt;
    if (!affine || affine->coefficient.constant() != -1 || !isUniform(affine->rest) ||
        dimension.launched.isZero())
      continue;
    require(affine->rest, dimension.launched, false);
    guards.push_back(*rewritten);
    return true;
  }
  const std::string text = guard.str();
  const std::string name =
      (text.find('%') == std::string::npos ? "guard '" + text + " > 0'" : "a guard") +
      " around a barrier or a store to shared memory";
  std::vector<Polynomial> sizes;
  const auto least = smallest(guard, &sizes);
  if (!least || state.numeric(*least).constant().value_or(1) < 1) {
    refuse(where, name + (least ? " does not hold for all threads and steps" : ""));
    return false;
  }
  for (const Polynomial &size : sizes)
    require(size, Polynomial(0), false);
  require(*least, Polynomial(1), false);
  return true;
}

Polynomial IndexSpace::wholeRows(const Polynomial &elements, const Polynomial &divisor) {
  const Polynomial rows = Polynomial::symbol({elements, divisor, false, true});
  require(divisor, Polynomial(1), false);
  require(elements, rows * divisor, true);
  return rows;
}

void IndexSpace::takeLaunched(Dimension &dimension) {
  const auto flat = std::find_if(flattened.begin(), flattened.end(), [&](const auto &known) {
    return known.quotient == dimension.symbol;
  });
  dimension.extent =
      flat == flattened.end() ? dimension.launched : wholeRows(dimension.launched, flat->divisor);
}

void IndexSpace::cover(const std::vector<Dimension> &owned) {
  for (const Dimension &dimension : owned) {
    if (dimension.launched.isZero() || *dimension.extent == dimension.launched)
      continue;
    const auto flat = std::find_if(flattened.begin(), flattened.end(), [&](const auto &known) {
      return known.quotient == dimension.symbol;
    });
    const Polynomial elements =
        flat == flattened.end() ? *dimension.extent : *dimension.extent * flat->divisor;
    if (!llvm::is_contained(state.preconditions, Precondition{dimension.launched, elements, true}))
      require(dimension.launched, elements, false);
  }
}

} // namespace warpsmith::frontend
