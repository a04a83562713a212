// Threads of a block whose number is divided more than once: by warps, those by rows and columns of
// warps, and the threads of a warp by rows and columns again. Each part is a digit of the number;
// digits that follow on each other in all that a kernel reads and stores are one index.
#include "rewriter/frontend/proof/IndexSpace.h"
#include "llvm/ADT/STLExtras.h"

namespace warpsmith::frontend {
namespace {

constexpr char Axes[] = {'x', 'y', 'z'};

Polynomial threadIndex(char axis) {
  return Polynomial::symbol(std::string("threadIdx.") + axis);
}
Polynomial blockSize(char axis) {
  return Polynomial::symbol(std::string("blockDim.") + axis);
}
/// `threadIdx.y * blockDim.x + threadIdx.x`
Polynomial flatIndex() {
  return threadIndex('x') + blockSize('x') * threadIndex('y');
}

std::string inParentheses(const std::string &text) {
  return llvm::StringRef(text).contains(' ') ? "(" + text + ")" : text;
}

bool isPartOf(const Division &division, const std::string &symbol) {
  return division.quotient == symbol || division.remainder == symbol;
}

} // namespace

/// `(blockIdx.x * blockDim.x + threadIdx.x) / 32`: the warp's number in the grid is that of its
/// block's first and its own in the block, which has whole warps.
void IndexSpace::useWarpsOfBlock(const std::vector<Polynomial> &all) {
  if (!state.hasFragments)
    return;
  std::vector<Division> divisions = state.divisions;
  for (const Division &division : divisions) {
    const auto affine = division.dividend.affineIn("blockIdx.x");
    if (!affine || affine->rest != threadIndex('x') || affine->coefficient.isZero() ||
        state.numeric(division.divisor).constant() != WarpSize || !occurs(division, all))
      continue;
    if (affine->coefficient != blockSize('x'))
      require(blockSize('x'), affine->coefficient, true);
    state.assumed(division.divisor);
    const auto ofBlock = llvm::find_if(state.divisions, [&](const Division &known) {
      return known.dividend == threadIndex('x') && known.divisor == Polynomial(WarpSize);
    });
    std::string warp = "%qwarp", lane = "%rwarp";
    if (ofBlock == state.divisions.end())
      state.divisions.push_back({threadIndex('x'), WarpSize, warp, lane});
    else
      warp = ofBlock->quotient, lane = ofBlock->remainder;
    const Polynomial warps = Polynomial::symbol(Polynomial::Quotient{blockSize('x'), WarpSize});
    substitute(division.quotient,
               Polynomial::symbol("blockIdx.x") * warps + Polynomial::symbol(warp));
    substitute(division.remainder, Polynomial::symbol(lane));
    divided.insert(division.quotient);
  }
}

/// True when a part of the division is divided again.
bool IndexSpace::isSplit(const Division &division, const std::vector<Polynomial> &all) const {
  return llvm::any_of(state.divisions, [&](const Division &later) {
    return isPartOf(division, later.dividend.str()) && occurs(later, all);
  });
}

/// `(threadIdx.y * blockDim.x + threadIdx.x) / n` beside `threadIdx.x / n`: the block must have one
/// row of threads, for which they are the same.
void IndexSpace::useBlockOfOneRow(const std::vector<Polynomial> &all) {
  for (Division &flat : state.divisions) {
    const auto alike = llvm::find_if(state.divisions, [&](const Division &known) {
      return known.dividend == threadIndex('x') &&
             state.numeric(known.divisor) == state.numeric(flat.divisor) && occurs(known, all);
    });
    if (flat.dividend != flatIndex() || alike == state.divisions.end() || !occurs(flat, all))
      continue;
    state.assumed(flat.divisor - alike->divisor);
    require(blockSize('y'), 1, true);
    substitute(flat.quotient, Polynomial::symbol(alike->quotient));
    substitute(flat.remainder, Polynomial::symbol(alike->remainder));
    flat.dividend = threadIndex('x');
    divided.insert(flat.quotient);
  }
}

/// Parts of an index, and those of the parts, each in place of what it is a part of.
bool IndexSpace::splitIndex(const Local &whole, std::vector<Polynomial> &all, Parts &parts,
                            clang::SourceLocation where) {
  const Polynomial symbol = Polynomial::symbol(whole.symbol);
  const Division *found = nullptr;
  for (const Division &division : state.divisions) {
    if (division.dividend != symbol || !occurs(division, all))
      continue;
    if (found) {
      refuse(where, "'" + whole.text + "' is divided by more than one number");
      return false;
    }
    found = &division;
  }
  if (!found && whole.hasLanes) {
    refuse(where,
           "'" + whole.text + "' tells threads of a warp apart, which has its fragments together");
    return false;
  }
  if (!found) {
    parts.locals.push_back(whole);
    return true;
  }
  const Polynomial divisor = state.numeric(found->divisor);
  const auto by = divisor.constant();
  if (!by || *by <= 0) {
    refuse(where, "'" + whole.text + "' is divided by '" + found->divisor.str() +
                      "', whose value is not known");
    return false;
  }
  state.assumed(found->divisor);
  const auto replace = [&](const std::string &old, const Polynomial &value) {
    substitute(old, value);
    for (Polynomial &polynomial : all)
      polynomial = polynomial.substitute(old, value);
  };
  const std::string text = inParentheses(whole.text);
  Local quotient = whole, remainder = whole;
  quotient.symbol = found->quotient;
  quotient.text = text + " / " + found->divisor.factor();
  remainder.symbol = found->remainder;
  remainder.text = text + " % " + found->divisor.factor();
  remainder.extent = divisor;
  remainder.threads = {};
  remainder.each = 1;
  // A warp is one thread that has all elements of its fragments.
  const bool isWarp = whole.hasLanes && *by == WarpSize;
  if (whole.hasLanes && *by % WarpSize != 0) {
    refuse(where,
           "'" + whole.text + "' tells threads of a warp apart, which has its fragments together");
    return false;
  }
  quotient.hasLanes = false;
  if (isWarp)
    if (llvm::any_of(all, [&](const Polynomial &one) { return one.dependsOn(found->remainder); }) ||
        llvm::any_of(state.divisions, [&](const Division &later) {
          return later.dividend == Polynomial::symbol(found->remainder) && occurs(later, all);
        })) {
      refuse(where, "'" + remainder.text +
                        "' tells threads of a warp apart, which has its fragments together");
      return false;
    }
  if (whole.threads.isZero()) {
    const auto rows = state.numeric(whole.extent).quotient(divisor);
    if (!rows) {
      refuse(where, "'" + whole.text + "' has " + whole.extent.str() + " values, which '" +
                        found->divisor.str() + "' does not divide");
      return false;
    }
    quotient.extent = *rows;
  } else {
    quotient.threads = whole.threads * divisor;
  }
  replace(whole.symbol,
          divisor * Polynomial::symbol(found->quotient) + Polynomial::symbol(found->remainder));
  if (*by == 1) {
    replace(found->remainder, 0);
    quotient.text = whole.text;
  }
  parts.divided.insert(found->quotient);
  return splitIndex(quotient, all, parts, where) &&
         (*by == 1 || isWarp || splitIndex(remainder, all, parts, where));
}

/// `threadIdx.y * blockDim.x + threadIdx.x`, also where it is known how wide the block is.
bool IndexSpace::isFlatIndex(const Polynomial &index) const {
  Polynomial known = flatIndex();
  for (const auto &[symbol, value] : substitutions)
    if (symbol == "blockDim.x")
      known = known.substitute(symbol, value);
  return index == flatIndex() || index == known;
}

/// Threads whose parts are divided again, or that are numbered along two axes, with each thread's
/// own elements. None, where divisions are simpler than that.
bool IndexSpace::splitThreads(std::vector<Polynomial> &all, std::vector<Local> &locals,
                              clang::SourceLocation where) {
  // The number of a thread in a block of two dimensions is one index, where nothing else is.
  const std::string flat = FlatThread;
  std::vector<Local> wholes;
  for (const Division &division : state.divisions) {
    const bool isOfWarps =
        (state.hasFragments || state.multipliesInLanes) && occurs(division, all) &&
        (division.dividend == threadIndex('x') || division.dividend == threadIndex('y') ||
         isFlatIndex(division.dividend));
    if (!isSplit(division, all) && !isOfWarps)
      continue;
    for (const char axis : Axes)
      if (division.dividend == threadIndex(axis))
        wholes.push_back({threadIndex(axis).str(), axis, {}, threadIndex(axis).str(), 1, 1});
    if (isFlatIndex(division.dividend))
      wholes.push_back({flat,
                        'x',
                        {},
                        "threadIdx.y * blockDim.x + threadIdx.x",
                        1,
                        1,
                        blockSize('x') * blockSize('y')});
  }
  if (wholes.empty() && !state.hasFragments)
    return true;
  // What was read through shared memory is told in numbers, and so is the rest.
  for (const auto &[name, value] : state.constants)
    if (llvm::any_of(all, [&](const Polynomial &one) { return one.dependsOn(name); })) {
      state.assumedConstants.insert(name);
      substitute(name, Polynomial(value));
      for (Polynomial &polynomial : all)
        polynomial = polynomial.substitute(name, Polynomial(value));
    }
  std::set<std::string> done;
  for (const Local &whole : wholes) {
    if (!done.insert(whole.symbol).second)
      continue;
    if (whole.symbol == flat) {
      for (Division &division : state.divisions)
        if (isFlatIndex(division.dividend))
          division.dividend = Polynomial::symbol(flat);
      for (const char axis : {'x', 'y'})
        if (llvm::any_of(all, [&](const Polynomial &one) {
              return one.dependsOn(threadIndex(axis).str());
            })) {
          refuse(where, "'" + threadIndex(axis).str() + "' is used both as a whole and divided");
          return false;
        }
      used.insert({"threadIdx.x", "threadIdx.y"});
    } else {
      used.insert(whole.symbol);
    }
    Parts parts;
    Local root = whole;
    root.hasLanes = state.hasFragments && (whole.symbol == flat || whole.axis == 'x');
    if (root.hasLanes)
      require(Polynomial::symbol(Polynomial::Quotient{
                  root.block.isZero() ? blockSize('x') : root.block, WarpSize, true}),
              0, true);
    if (!splitIndex(root, all, parts, where))
      return false;
    divided.insert(parts.divided.begin(), parts.divided.end());
    locals.insert(locals.end(), parts.locals.begin(), parts.locals.end());
  }
  for (const LoopIndex &loop : state.loops)
    if (isOwn(loop.symbol))
      locals.push_back({loop.symbol, 'x', state.numeric(loop.extent), "i", {}, 1});
  for (const char axis : Axes) {
    const std::string whole = threadIndex(axis).str();
    if (done.contains(whole) || (used.contains(whole) && done.contains(flat)) ||
        llvm::none_of(all, [&](const Polynomial &one) { return one.dependsOn(whole); }))
      continue;
    if (state.hasFragments && axis == 'x') {
      refuse(where,
             "'" + whole + "' tells threads of a warp apart, which has its fragments together");
      return false;
    }
    locals.push_back({whole, axis, blockSize(axis), whole, {}, 1});
    used.insert(whole);
  }
  // One warp a block has no number.
  if (state.multipliesInLanes)
    std::erase_if(locals, [&](const Local &local) {
      const bool isAlone =
          !local.threads.isZero() && local.threads.constant() == WarpSize &&
          llvm::none_of(all, [&](const Polynomial &one) { return one.dependsOn(local.symbol); });
      if (isAlone)
        require(local.block.isZero() ? blockSize(local.axis) : local.block, WarpSize, true);
      return isAlone;
    });
  joinLocals(all, locals);
  return true;
}

/// How many steps of the inner index are one of the outer, the same in all polynomials.
std::optional<Polynomial> IndexSpace::ratioOf(const Local &outer, const Local &inner,
                                              const std::vector<Polynomial> &all) const {
  std::optional<Polynomial> ratio;
  std::vector<std::pair<Polynomial, Polynomial>> moves;
  for (const Polynomial &polynomial : all) {
    const auto byOuter = polynomial.affineIn(outer.symbol);
    const auto byInner = polynomial.affineIn(inner.symbol);
    if (!byOuter || !byInner)
      return std::nullopt;
    moves.emplace_back(byOuter->coefficient, byInner->coefficient);
    if (!ratio && !byInner->coefficient.isZero())
      ratio = byOuter->coefficient.quotient(byInner->coefficient);
  }
  const auto known = ratio ? ratio->constant() : std::nullopt;
  const bool isSame = known && *known > 0 && llvm::all_of(moves, [&](const auto &pair) {
                        return pair.first == *ratio * pair.second;
                      });
  return isSame ? ratio : std::nullopt;
}

/// Of two indices of which one begins where the other ends, one that numbers both.
void IndexSpace::joinLocals(std::vector<Polynomial> &all, std::vector<Local> &locals) {
  const auto joinOne = [&](bool byLaunch) {
    for (size_t outer = 0; outer < locals.size(); ++outer)
      for (size_t inner = 0; inner < locals.size(); ++inner) {
        if (outer == inner)
          continue;
        const Local high = locals[outer], low = locals[inner];
        const bool isOfLaunch = !low.threads.isZero();
        const auto ratio = isOfLaunch == byLaunch && (high.threads.isZero() || !isOfLaunch)
                               ? ratioOf(high, low, all)
                               : std::nullopt;
        if (!ratio || (!isOfLaunch && *ratio != low.extent))
          continue;
        if (isOfLaunch) // the block has as many threads as its part needs
          require((low.block.isZero() ? blockSize(low.axis) : low.block) * low.each,
                  *ratio * low.threads, true);
        Local joined = high;
        joined.symbol = "%joined." + high.symbol.substr(1) + low.symbol.substr(1);
        joined.text = inParentheses(high.text) + " * " + ratio->factor() + " + " + low.text;
        if (high.threads.isZero())
          joined.extent = high.extent * *ratio;
        else
          joined.each = high.each * *ratio;
        const Polynomial value =
            Polynomial::symbol(joined.symbol) - *ratio * Polynomial::symbol(high.symbol);
        substitute(low.symbol, value);
        for (Polynomial &polynomial : all)
          polynomial = polynomial.substitute(low.symbol, value);
        locals.erase(locals.begin() + static_cast<long>(std::max(outer, inner)));
        locals.erase(locals.begin() + static_cast<long>(std::min(outer, inner)));
        locals.push_back(joined);
        return true;
      }
    return false;
  };
  while (joinOne(/*byLaunch=*/false) || joinOne(/*byLaunch=*/true))
    ;
}

} // namespace warpsmith::frontend
