#include "rewriter/tool/Same.h"
#include "rewriter/ir/Equivalence.h"
#include "rewriter/ir/LaunchRequirements.h"
#include "rewriter/ir/LaunchSymbols.h"
#include "rewriter/ir/Renaming.h"
#include "rewriter/passes/Passes.h"
#include "rewriter/tool/AtomicFile.h"
#include "rewriter/tool/ParseSource.h"
#include "rewriter/tool/ToolProcess.h"
#include "rewriter/verify/LaunchSetup.h"
#include "types/ExitStatus.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include <algorithm>
#include <optional>

namespace warpsmith::tool {
namespace {

using frontend::KernelVerdict;
using frontend::LaunchFunction;

/// A kernel of the pair, as its source was read.
struct Side {
  const Job *job = nullptr;
  frontend::TranslationUnit unit;
  const KernelVerdict *verdict = nullptr;
  std::vector<Contraction> contractions;

  bool isRead() const { return !contractions.empty(); }
  bool namesFile = false; ///< the other kernel has the same name
  std::string quoted() const {
    return "'" + verdict->kernel + "'" + (namesFile ? " of " + job->source : "");
  }
};

/// The type without what makes no difference to a caller, and with one name for all integers.
std::string comparableType(llvm::StringRef type) {
  std::string result;
  llvm::SmallVector<llvm::StringRef> words;
  std::string spaced;
  for (const char c : type)
    spaced += c == '*' || c == '&' ? std::string(" ") + c + " " : std::string(1, c);
  llvm::StringRef(spaced).split(words, ' ', -1, /*KeepEmpty=*/false);
  bool isInteger = true;
  for (const llvm::StringRef word : words) {
    if (word == "const" || word == "volatile" || word == "__restrict" || word == "__restrict__")
      continue;
    isInteger &= word == "int" || word == "unsigned" || word == "long" || word == "short" ||
                 word == "signed";
    result += (result.empty() ? "" : " ") + word.str();
  }
  return isInteger ? "integer" : result;
}

/// Of a kernel that is not read, what a function that launches it says.
std::vector<std::string> typesOf(const Side &side) {
  std::vector<std::string> types;
  if (side.isRead())
    for (const Parameter &parameter : side.contractions[0].parameters)
      types.push_back(comparableType(parameter.type));
  else if (!side.verdict->parameters.empty())
    for (const Parameter &parameter : side.verdict->parameters)
      types.push_back(comparableType(parameter.type));
  else if (!side.verdict->functions.empty())
    for (const std::string &type : side.verdict->functions[0].types)
      types.push_back(comparableType(type));
  return types;
}

/// Parameters of the second kernel, by number, that are those of the first: in their order, or by
/// name where the types say that the order is another one.
std::optional<std::vector<size_t>> matchParameters(const Side &first, const Side &second) {
  const std::vector<std::string> types = typesOf(first), others = typesOf(second);
  std::vector<size_t> order;
  if (types == others) {
    for (size_t index = 0; index < types.size(); ++index)
      order.push_back(index);
    return order;
  }
  if (types.size() != others.size() || !first.isRead() || !second.isRead())
    return std::nullopt;
  const std::vector<Parameter> &names = second.contractions[0].parameters;
  for (size_t index = 0; index < types.size(); ++index) {
    const auto found = llvm::find_if(names, [&](const Parameter &parameter) {
      return parameter.name == first.contractions[0].parameters[index].name;
    });
    const size_t place = static_cast<size_t>(found - names.begin());
    if (found == names.end() || others[place] != types[index])
      return std::nullopt;
    order.push_back(place);
  }
  return order;
}

int significandBits(ElementType type) {
  return isInteger(type) ? 64 : rowOf(partType(type)).format.significandBits;
}

/// The fewest bits of a significand that a value of the computation is rounded to.
int fewestBits(const Expression &expression) {
  const bool rounds =
      expression.kind == Expression::Kind::Binary || expression.kind == Expression::Kind::Cast ||
      expression.kind == Expression::Kind::Call || expression.kind == Expression::Kind::Sum;
  int bits = rounds ? significandBits(expression.type) : 64;
  for (const ExpressionRef &child : expression.children)
    bits = std::min(bits, fewestBits(*child));
  return bits;
}
int fewestBits(const Contraction &contraction) {
  return std::min({significandBits(contraction.sum), fewestBits(*contraction.initial),
                   fewestBits(*contraction.update), fewestBits(*contraction.result)});
}

/// The contract that allows the roundings of one of them where the other has its own.
Numerics neededContract(const Contraction &first, const Contraction &second) {
  const int bits = std::min(fewestBits(first), fewestBits(second));
  const bool isNarrower = fewestBits(first) != fewestBits(second);
  if (significandBits(first.sum) > 24 && significandBits(second.sum) > 24 && bits > 24)
    return Numerics::Fp64;
  if (!isNarrower || bits >= 24)
    return Numerics::Fp32;
  return bits >= 11 ? Numerics::Fp16 : Numerics::Bf16;
}

Numerics coarser(Numerics one, Numerics other) {
  return rowOf(one).unitRoundoff < rowOf(other).unitRoundoff ? other : one;
}

/// One of them has a condition that the other has the opposite of.
bool excludeEachOther(const std::vector<Predicate> &one, const std::vector<Predicate> &other) {
  return llvm::any_of(
      one, [&](const Predicate &condition) { return llvm::is_contained(other, !condition); });
}

/// Some case holds whatever the parameters are.
bool coverEverything(const std::vector<const Contraction *> &cases) {
  constexpr size_t MostTests = 10;
  std::vector<Predicate> tests;
  const auto isOpposite = [](const Predicate &one, const Predicate &other) {
    return one == !other;
  };
  for (const Contraction *one : cases)
    for (const Predicate &condition : one->conditions)
      if (llvm::none_of(tests, [&](const Predicate &known) {
            return known == condition || isOpposite(known, condition);
          }))
        tests.push_back(condition);
  if (tests.size() > MostTests)
    return false;
  for (size_t answers = 0; answers < size_t(1) << tests.size(); ++answers) {
    const auto holds = [&](const Predicate &condition) {
      for (size_t index = 0; index < tests.size(); ++index)
        if (const bool answer = answers >> index & 1; tests[index] == condition)
          return answer;
        else if (isOpposite(tests[index], condition))
          return !answer;
      return false;
    };
    if (llvm::none_of(cases,
                      [&](const Contraction *one) { return llvm::all_of(one->conditions, holds); }))
      return false;
  }
  return true;
}

/// What a launch must meet since a type of few bits holds an index. Launches may well fail to, so
/// what the kernel computes then is tested.
bool isNarrow(const Precondition &fact) {
  constexpr int64_t Least = 1 << 6, Most = 1 << 25;
  if (fact.equal)
    return false;
  for (const Polynomial &summand : (fact.left - fact.right).summands())
    if (const auto constant = summand.constant(); constant && *constant > Least && *constant < Most)
      return true;
  return false;
}
bool isNarrow(const IndexRange &range) {
  constexpr int64_t Few = 1 << 25;
  return range.high - range.low < Few;
}

/// Whatever sizes people have meet it: a type of 32 bits or more holds an index.
bool isWide(const Precondition &fact) {
  constexpr int64_t Many = int64_t(1) << 30;
  return llvm::any_of((fact.left - fact.right).summands(), [](const Polynomial &summand) {
    return summand.constant().value_or(0) >= Many;
  });
}

/// A condition on sizes alone, which no choice of the grid meets.
bool restrictsSizes(const Precondition &fact) {
  const auto ofLaunch = [](const Polynomial &side) {
    return llvm::any_of(side.names(), [](const std::string &name) { return isOfLaunch(name); });
  };
  return !isNarrow(fact) && !isWide(fact) && !ofLaunch(fact.left) && !ofLaunch(fact.right);
}

std::string describe(const IndexRange &range) {
  std::string text = range.offset.str();
  for (const IndexRange::Index &index : range.indices)
    text += " + [0, " + index.extent.str() + ") * (" + index.coefficient.str() + ")";
  return text + " is within [" + std::to_string(range.low) + ", " + std::to_string(range.high) +
         "]";
}

class Comparer {
public:
  explicit Comparer(Invocation &given) : invocation(given), request(*given.same) {}

  int run() {
    for (size_t index = 0; index < 2; ++index)
      if (!read(index))
        return failed;
    for (Side &side : sides)
      side.namesFile = sides[0].verdict->kernel == sides[1].verdict->kernel;
    for (const std::string &launch : request.launches)
      if (llvm::none_of(sides, [&](const Side &side) { return isLaunchOf(launch, side); })) {
        wrongUse("--launch=" + launch + " launches neither " + sides[0].quoted() + " nor " +
                 sides[1].quoted());
        return failed;
      }
    const auto order = matchParameters(sides[0], sides[1]);
    for (const Side &side : sides)
      if (!side.isRead())
        report.reasons.push_back(side.quoted() + " is not read: " + whyNotRead(side));
    if (!order)
      report.reasons.push_back(unmatched());
    else
      judge(*order);
    llvm::outs() << report.text();
    llvm::outs().flush();
    if (!request.report.empty())
      if (llvm::Error error = writeFile(request.report, report.json())) {
        llvm::WithColor::error(llvm::errs(), "warpsmith")
            << llvm::toString(std::move(error)) << "\n";
        return Failure;
      }
    return status();
  }

private:
  /// False.
  bool fail(const std::string &message, int with) {
    llvm::WithColor::error(llvm::errs(), "warpsmith") << message << "\n";
    failed = with;
    return false;
  }
  bool wrongUse(const std::string &message) { return fail(message, WrongUse); }

  bool read(size_t index) {
    Side &side = sides[index];
    side.job = &invocation.jobs[std::min(index, invocation.jobs.size() - 1)];
    Options options = side.job->options;
    // Whoever compares kernels launches them.
    options.kernels.withoutLaunch = options.kernels.compares = true;
    options.kernels.functions.insert(request.kernels.begin(), request.kernels.end());
    std::string messages;
    llvm::raw_string_ostream stream(messages);
    const ParseResult parsed =
        parse(side.job->source, options,
              invocation.piped.over(llvm::vfs::createPhysicalFileSystem()), side.unit, stream);
    llvm::errs() << messages;
    if (parsed != ParseResult::Done)
      return fail("'" + side.job->source + "' does not compile",
                  parsed == ParseResult::WrongCommand ? WrongUse : Failure);
    if (!choose(index))
      return false;
    SameReport::Kernel &shown = report.kernels[index];
    shown.name = side.verdict->kernel;
    shown.location = side.verdict->location;
    shown.location.file = side.job->source;
    side.contractions = side.verdict->contractions;
    if (side.verdict->isOfHost)
      for (Contraction &contraction : side.contractions)
        runByOneThread(contraction);
    keepOneInstance(index);
    for (const Contraction &contraction : side.contractions)
      shown.contraction += contraction.str();
    shown.missed = side.verdict->reason;
    return true;
  }

  /// A function of the host: what a kernel asks of its launch, it has.
  static void runByOneThread(Contraction &contraction) {
    for (const char *shape : {"gridDim.", "blockDim."})
      for (const char axis : {'x', 'y', 'z'})
        contraction.constants[std::string(shape) + axis] = 1;
    Contraction known = withParameterNames(contraction, {});
    std::erase_if(known.preconditions, [](const Precondition &fact) {
      const auto left = fact.left.constant(), right = fact.right.constant();
      return left && right && (fact.equal ? *left == *right : *left >= *right);
    });
    contraction = std::move(known);
  }

  /// The kernel that the command line names, or the only one.
  bool choose(size_t index) {
    Side &side = sides[index];
    std::vector<const KernelVerdict *> all;
    std::string names;
    const bool isNamed = index < request.kernels.size();
    const std::string wanted =
        isNamed ? llvm::StringRef(request.kernels[index]).split('<').first.str() : std::string();
    for (const KernelVerdict &kernel : side.unit.kernels) {
      if (kernel.status == KernelVerdict::Status::Generated)
        continue;
      names += (names.empty() ? "'" : ", '") + kernel.kernel + "'";
      if (!isNamed || kernel.kernel == wanted)
        all.push_back(&kernel);
    }
    const std::string file = side.job->source;
    if (all.empty())
      return wrongUse(names.empty()
                          ? "no kernel in '" + file + "'"
                          : "no kernel '" + wanted + "' in '" + file + "', which has " + names);
    // Of one file with two kernels, both are meant.
    if (!isNamed && invocation.jobs.size() == 1 && all.size() == 2) {
      side.verdict = all[index];
      return true;
    }
    if (all.size() > 1)
      return wrongUse("'" + file + "' has " + names +
                      ": name the one to compare by --kernel=FIRST,SECOND");
    if (invocation.jobs.size() == 1 && !isNamed)
      return wrongUse("'" + file + "' has one kernel: give another source to compare it with");
    side.verdict = all[0];
    return true;
  }

  /// Of a template, the instance that is named, or the only one.
  void keepOneInstance(size_t index) {
    std::vector<Contraction> &cases = sides[index].contractions;
    const auto plain = [](std::string text) {
      llvm::erase(text, ' ');
      return text;
    };
    const std::string wanted = index < request.kernels.size() ? request.kernels[index] : "";
    if (wanted.find('<') != std::string::npos)
      llvm::erase_if(cases, [&](const Contraction &contraction) {
        return plain(contraction.kernel + contraction.templateArguments) != plain(wanted);
      });
    if (llvm::any_of(cases, [&](const Contraction &contraction) {
          return contraction.templateArguments != cases[0].templateArguments;
        })) {
      report.reasons.push_back("'" + cases[0].kernel +
                               "' has several instances: name one, as --kernel='" +
                               cases[0].kernel + cases[0].templateArguments + "'");
      cases.clear();
    }
  }

  std::string unmatched() const {
    for (const Side &side : sides)
      if (typesOf(side).empty())
        return notRunnable(side);
    return "the parameters of " + sides[0].quoted() + " and " + sides[1].quoted() +
           " are not of the same types in the same order";
  }
  static std::string whyNotRead(const Side &side) {
    return side.verdict->status == KernelVerdict::Status::Rewritten
               ? "warpsmith has rewritten it, and its own kernels are tested"
               : side.verdict->reason;
  }
  static std::string notRunnable(const Side &side) {
    return "no function of " + side.job->source + " launches " + side.quoted() +
           " with its own parameters: say how to launch it by --launch='" + side.verdict->kernel +
           "<<<grid, block>>>'";
  }

  void judge(const std::vector<size_t> &order) {
    renameSecond(order);
    if (sides[0].isRead() && sides[1].isRead())
      prove();
    const bool mustHaveBits = isNamed(Numerics::BitExact);
    if (report.verdict == SameVerdict::SameBits)
      report.accepted = !report.exceptZeros || !mustHaveBits;
    const bool isEnough = report.verdict == SameVerdict::SameBits ||
                          (report.verdict == SameVerdict::SameSum && !mustHaveBits);
    if (request.runsTests && (!isEnough || isLimited()))
      test(order);
  }
  bool isNamed(Numerics numerics) const {
    const Options &options = invocation.jobs[0].options;
    return options.namesNumerics && options.numerics == numerics;
  }

  /// Both in the names of the first kernel, which may not be read and then has the second's.
  void renameSecond(const std::vector<size_t> &order) {
    ParameterNames names;
    if (sides[0].isRead() && sides[1].isRead())
      for (size_t index = 0; index < order.size(); ++index)
        names[sides[1].contractions[0].parameters[order[index]].name] =
            sides[0].contractions[0].parameters[index].name;
    for (size_t index = 0; index < 2; ++index)
      for (const Contraction &contraction : sides[index].contractions)
        renamed[index].push_back(
            withParameterNames(contraction, index == 1 ? names : ParameterNames()));
  }

  /// Cases of both kernels that a launch can have at once, by their places, for each output.
  std::vector<std::pair<size_t, size_t>> pairs() const {
    std::vector<std::pair<size_t, size_t>> result;
    for (size_t one = 0; one < renamed[0].size(); ++one)
      for (size_t other = 0; other < renamed[1].size(); ++other)
        if (renamed[0][one].c.name == renamed[1][other].c.name &&
            !excludeEachOther(renamed[0][one].conditions, renamed[1][other].conditions))
          result.emplace_back(one, other);
    return result;
  }

  /// Each output is known whatever the parameters are.
  bool isReadWholly(size_t side) const {
    return llvm::all_of(renamed[side], [&](const Contraction &contraction) {
      std::vector<const Contraction *> cases;
      for (const Contraction &other : renamed[side])
        if (other.c.name == contraction.c.name)
          cases.push_back(&other);
      return coverEverything(cases);
    });
  }

  void prove() {
    const auto all = pairs();
    for (size_t side = 0; side < 2; ++side)
      for (size_t index = 0; index < renamed[side].size(); ++index)
        if (llvm::none_of(all, [&](const auto &pair) {
              return (side == 0 ? pair.first : pair.second) == index;
            })) {
          report.reasons.push_back(sides[side].quoted() + " stores '" +
                                   renamed[side][index].c.name + "', and " +
                                   sides[1 - side].quoted() + " does not");
          return;
        }
    for (size_t side = 0; side < 2; ++side)
      if (!isReadWholly(side)) {
        report.reasons.push_back(sides[side].quoted() +
                                 " is read for some values of its parameters alone");
        return;
      }
    Agreement least = Agreement::SameBits;
    Numerics needed = Numerics::BitExact;
    for (const auto &[one, other] : all) {
      const Contraction &first = renamed[0][one], &second = renamed[1][other];
      const Agreement found = compareCase(first, second);
      if (found == Agreement::SameSum)
        needed = coarser(needed, neededContract(first, second));
      least = std::max(least, found);
    }
    if (least == Agreement::Unproved) {
      report.conditions.clear();
      return;
    }
    addRequirements();
    report.exceptZeros = least == Agreement::SameNumbers;
    report.verdict = least == Agreement::SameSum ? SameVerdict::SameSum : SameVerdict::SameBits;
    if (least == Agreement::SameSum)
      acceptRoundings(needed);
  }

  /// A regrouped sum is accepted unless other numerics are named; a type of fewer bits is not.
  void acceptRoundings(Numerics needed) {
    report.contract = name(needed);
    const Options &options = invocation.jobs[0].options;
    const bool regroups = needed == Numerics::Fp32 || needed == Numerics::Fp64;
    report.accepted = options.namesNumerics ? rowOf(options.numerics.numerics).unitRoundoff >=
                                                  rowOf(needed).unitRoundoff
                                            : regroups;
  }

  /// Cases may have one in common.
  void addReason(const std::string &reason) {
    if (!llvm::is_contained(report.reasons, reason))
      report.reasons.push_back(reason);
  }

  Agreement compareCase(const Contraction &first, const Contraction &second) {
    const Equivalence found = equivalence(first, second);
    llvm::append_range(report.conditions, found.conditions);
    for (const Mismatch &mismatch : found.mismatches)
      report.reasons.push_back(
          mismatch.property + ": " + (mismatch.left.empty() ? "none" : mismatch.left) + " in " +
          sides[0].quoted() + ", " + (mismatch.right.empty() ? "none" : mismatch.right) + " in " +
          sides[1].quoted());
    Agreement agreement = found.agreement;
    // Of each the compiler may choose which product it contracts.
    for (size_t index = 0; index < 2; ++index)
      if (const std::string unknown = notBitExact(index == 0 ? first : second, Schedule());
          !unknown.empty() && agreement != Agreement::Unproved) {
        addReason("bits of " + sides[index].quoted() + " are not known: " + unknown);
        agreement = Agreement::SameSum;
      }
    return agreement;
  }

  /// What each kernel asks of sizes and of its launch, in its own names.
  void addRequirements() {
    for (const Side &side : sides) {
      std::vector<std::string> known;
      const auto add = [&](std::vector<std::string> &list, const std::string &condition) {
        if (!llvm::is_contained(known, condition)) {
          known.push_back(condition);
          list.push_back(condition);
        }
      };
      std::vector<std::string> ofLaunch;
      for (const Contraction &contraction : side.contractions) {
        for (const Precondition &fact : contraction.preconditions)
          add(restrictsSizes(fact) ? report.restrictions : ofLaunch,
              isWide(fact) ? "indices fit their types" : describe(fact));
        for (const IndexRange &range : contraction.ranges)
          add(ofLaunch, describe(range));
      }
      if (!ofLaunch.empty())
        report.conditions.push_back("launch of " + side.quoted() + ": " +
                                    llvm::join(ofLaunch, ", "));
    }
    report.conditions.emplace_back("outputs do not overlap arrays that are read");
  }

  /// The proof leaves out sizes that people have.
  bool isLimited() const {
    return llvm::any_of(renamed, [](const std::vector<Contraction> &list) {
      return llvm::any_of(list, [](const Contraction &contraction) {
        return llvm::any_of(contraction.preconditions, isLimit) ||
               llvm::any_of(contraction.ranges,
                            [](const IndexRange &range) { return isNarrow(range); });
      });
    });
  }
  static bool isLimit(const Precondition &fact) { return isNarrow(fact) || restrictsSizes(fact); }

  /// What tests take their parameters from: a contraction for each case of one of the kernels.
  std::vector<const Contraction *> specifications() const {
    std::vector<const Contraction *> result;
    for (const std::vector<Contraction> &list : renamed)
      for (const Contraction &contraction : list)
        if (llvm::none_of(result, [&](const Contraction *known) {
              return known->conditions == contraction.conditions;
            }))
          result.push_back(&contraction);
    return result;
  }

  void test(const std::vector<size_t> &order) {
    constexpr size_t MostCases = 4; // each has programs of its own
    std::string obstacle;
    const std::vector<const Contraction *> all = specifications();
    if (all.empty())
      obstacle = "neither kernel is read, so what data they take is not known";
    size_t tested = 0;
    for (const Contraction *product : all)
      if (obstacle.empty() && tested++ < MostCases)
        obstacle = testCase(order, *product);
    if (tested > MostCases)
      report.tests.notes.push_back(std::to_string(tested - MostCases) +
                                   " cases of parameters are not tested");
    if (!obstacle.empty())
      report.reasons.push_back("not tested: " + obstacle);
    else if (report.tests.difference())
      report.verdict = SameVerdict::Different;
    else if (report.verdict == SameVerdict::NotJudged && report.tests.anyRan())
      report.verdict = SameVerdict::NotFound;
  }

  /// Why it was not tested; else empty.
  std::string testCase(const std::vector<size_t> &order, const Contraction &product) {
    if (!product.structures.empty() || namesMembers(product))
      return "members of structures are not filled with data here";
    std::array<ComparedSource, 2> sources;
    for (size_t index = 0; index < 2; ++index)
      if (std::string obstacle = describeSource(index, order, product, sources[index]);
          !obstacle.empty())
        return obstacle;
    std::vector<ComparedSize> sizes = request.sizes;
    if (sizes.empty())
      sizes = usualSizes(isLimited());
    ComparedRuns found = runBoth(product, sources, tolerance(), sizes);
    llvm::append_range(report.tests.runs, found.runs);
    for (const std::string &note : found.notes)
      if (!llvm::is_contained(report.tests.notes, note))
        report.tests.notes.push_back(note);
    return found.obstacle;
  }

  static bool namesMembers(const Contraction &product) {
    return llvm::any_of(product.parameters, [](const Parameter &parameter) {
      return parameter.type.find("struct ") != std::string::npos ||
             (parameter.type.find('*') == std::string::npos && !verify::isScalar(parameter) &&
              comparableType(parameter.type) != "integer" && parameter.type != "bool");
    });
  }

  std::string describeSource(size_t index, const std::vector<size_t> &order,
                             const Contraction &product, ComparedSource &source) const {
    const Side &side = sides[index];
    source.kernel = side.verdict->kernel;
    source.name = side.job->source;
    source.text = sourceText(*side.job);
    source.folder = llvm::sys::path::parent_path(absolutePath(side.job->source)).str();
    const auto commands = commandsOf(side.job->source, side.job->options);
    if (!commands.empty()) {
      source.arguments = commands[0].CommandLine;
      source.workingFolder = absolutePath(commands[0].Directory);
    }
    const bool isRewritten = side.verdict->status == KernelVerdict::Status::Rewritten;
    // A rewritten kernel has the launches of the original's.
    const std::vector<Contraction> &cases = renamed[isRewritten ? 1 - index : index];
    for (Contraction one : cases) {
      std::erase_if(one.preconditions, isLimit);
      std::erase_if(one.ranges, [](const IndexRange &range) { return isNarrow(range); });
      source.launch.cases.push_back(std::move(one));
    }
    if (const std::string launch = givenLaunch(side); !launch.empty()) {
      source.launch.call = launchCall(side, launch, order, product);
      return {};
    }
    // What is not read is launched as what is.
    if (!cases.empty() && !isReadWholly(isRewritten ? 1 - index : index)) {
      source.launch.cases.push_back(source.launch.cases[0]);
      source.launch.cases.back().conditions.clear();
    }
    if (side.verdict->isOfHost) {
      source.launch.cases.clear();
      source.launch.call = renamed[index][0].qualifiedKernel + "(" + argumentsOf(index) + ")";
    }
    if (side.isRead())
      return {};
    if (side.verdict->functions.empty())
      return notRunnable(side);
    const LaunchFunction *function = side.verdict->functions.data();
    source.launch.call = function->name + "(" +
                         (function->takesConfiguration
                              ? "warpsmithGrid, warpsmithBlock, warpsmithSharedBytes, nullptr, "
                              : "");
    for (size_t place = 0; place < function->arguments.size(); ++place) {
      const int parameter = function->arguments[place];
      source.launch.call +=
          (place ? ", " : "") +
          (parameter < 0 ? "0" : argument(static_cast<size_t>(parameter), order, product));
    }
    source.launch.call += ")";
    return {};
  }

  /// What the specification calls a parameter of a kernel that is not read, by number.
  static std::string argument(size_t parameter, const std::vector<size_t> &order,
                              const Contraction &product) {
    const auto place = static_cast<size_t>(llvm::find(order, parameter) - order.begin());
    return product.parameters[place].name;
  }
  /// What stands between `<<<` and `>>>`, if the command line says it.
  std::string givenLaunch(const Side &side) const {
    for (const std::string &launch : request.launches)
      if (isLaunchOf(launch, side))
        return launch;
    return {};
  }
  static bool isLaunchOf(llvm::StringRef launch, const Side &side) {
    return launch.split("<<<").first.trim().split('<').first == side.verdict->kernel;
  }
  /// A launch in the names of the kernel's own parameters.
  static std::string launchCall(const Side &side, const std::string &launch,
                                const std::vector<size_t> &order, const Contraction &product) {
    std::string own, names, arguments;
    for (size_t index = 0; index < side.verdict->parameters.size(); ++index) {
      const std::string comma = index ? ", " : "", &name = side.verdict->parameters[index].name;
      own += comma + "auto " + name;
      names += comma + name;
      arguments += comma + argument(index, order, product);
    }
    return "[&](" + own + ") { " + launch + "(" + names + "); }(" + arguments + ")";
  }

  /// The parameters of a kernel that is read, as the specification calls them.
  std::string argumentsOf(size_t index) const {
    std::string text;
    for (const Parameter &parameter : renamed[index][0].parameters)
      text += (text.empty() ? "" : ", ") + parameter.name;
    return text;
  }

  std::string sourceText(const Job &job) const {
    auto files = invocation.piped.over(llvm::vfs::createPhysicalFileSystem());
    auto buffer = files->getBufferForFile(job.source);
    return buffer ? (*buffer)->getBuffer().str() : std::string();
  }

  verify::Tolerance tolerance() const {
    const Options &options = invocation.jobs[0].options;
    const NumericsRow &row = rowOf(options.numerics.numerics);
    if (isNamed(Numerics::BitExact))
      return {};
    const ElementType sum = partType(specifications()[0]->sum);
    const double ofSum = isInteger(sum) ? 0 : rowOf(sum).format.unitRoundoff;
    return {options.namesNumerics ? std::max(ofSum, row.unitRoundoff) : ofSum,
            row.roundsOperands ? rowOf(ElementType::F16).format.smallest : 0, row.roundsOperands};
  }

  int status() const {
    switch (report.verdict) {
    case SameVerdict::SameBits:
    case SameVerdict::SameSum:
      return report.accepted ? Success : Failure;
    case SameVerdict::Different:
      return Failure;
    case SameVerdict::NotFound:
      return request.acceptsTested ? Success : TestedOnly;
    case SameVerdict::NotJudged:
      return NotJudged;
    }
    return NotJudged;
  }

  Invocation &invocation;
  const SameRequest &request;
  std::array<Side, 2> sides;
  std::array<std::vector<Contraction>, 2> renamed; ///< both in the first kernel's names
  SameReport report;
  int failed = Failure;
};

} // namespace

int compareKernels(Invocation &invocation) {
  return Comparer(invocation).run();
}

} // namespace warpsmith::tool
