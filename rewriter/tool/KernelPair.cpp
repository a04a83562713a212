#include "rewriter/tool/KernelPair.h"
#include "rewriter/ir/Renaming.h"
#include "rewriter/tool/ParseSource.h"
#include "types/ExitStatus.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/WithColor.h"
#include <algorithm>
#include <set>

namespace warpsmith::tool {
namespace {

using frontend::KernelVerdict;

/// Of a kernel that is not read, what a function that launches it says.
std::vector<std::string> typesOf(const PairedKernel &kernel) {
  std::vector<std::string> types;
  if (kernel.isRead())
    for (const Parameter &parameter : kernel.contractions[0].parameters)
      types.push_back(comparableType(parameter.type));
  else if (!kernel.functions.empty())
    for (const std::string &type : kernel.functions[0].types)
      types.push_back(comparableType(type));
  else
    for (const Parameter &parameter : kernel.verdict->parameters)
      types.push_back(comparableType(parameter.type));
  return types;
}

/// Parameters of the second kernel, by number, that are those of the first: in their order, or by
/// name where the types say that the order is another one.
std::vector<size_t> matchParameters(const PairedKernel &first, const PairedKernel &second) {
  const std::vector<std::string> types = typesOf(first), others = typesOf(second);
  std::vector<size_t> order;
  if (types == others) {
    for (size_t index = 0; index < types.size(); ++index)
      order.push_back(index);
    return order;
  }
  if (types.size() != others.size() || !first.isRead() || !second.isRead())
    return {};
  const std::vector<Parameter> &names = second.contractions[0].parameters;
  for (size_t index = 0; index < types.size(); ++index) {
    const auto found = llvm::find_if(names, [&](const Parameter &parameter) {
      return parameter.name == first.contractions[0].parameters[index].name;
    });
    const size_t place = static_cast<size_t>(found - names.begin());
    if (found == names.end() || others[place] != types[index])
      return {};
    order.push_back(place);
  }
  return order;
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

class PairReader {
public:
  PairReader(Invocation &given, KernelPair &target)
      : invocation(given),
        request(*given.same),
        pair(target) {}

  int run() {
    for (size_t index = 0; index < 2; ++index)
      if (!read(index))
        return failed;
    auto &[first, second] = pair.kernels;
    takeLaunchOfAllCases(0);
    takeLaunchOfAllCases(1);
    first.namesFile = second.namesFile = first.verdict->kernel == second.verdict->kernel;
    pair.order = matchParameters(first, second);
    if (!pair.order.empty())
      rename();
    for (const PairedKernel &kernel : pair.kernels)
      if (!kernel.isRead())
        pair.remarks.push_back(kernel.quoted() + " is not read: " + kernel.missed);
    return Success;
  }

private:
  /// False.
  bool fail(const std::string &message, int with) {
    llvm::WithColor::error(llvm::errs(), "warpsmith") << message << "\n";
    failed = with;
    return false;
  }
  bool wrongUse(const std::string &message) { return fail(message, WrongUse); }

  static std::string unqualified(llvm::StringRef name) {
    const llvm::StringRef last = name.rsplit("::").second;
    return (last.empty() ? name : last).str();
  }

  /// The kernel that the command line names, without arguments of a template; empty where it names
  /// none.
  std::string nameOf(size_t index) const {
    return index < request.kernels.size()
               ? llvm::StringRef(request.kernels[index]).split('<').first.str()
               : std::string();
  }

  bool parseFor(PairedKernel &kernel, const std::string &glob) {
    Options options = kernel.job->options;
    // Whoever compares kernels launches them.
    options.kernels.withoutLaunch = options.kernels.compares = true;
    options.kernels.glob = glob;
    for (const std::string &name : request.kernels)
      options.kernels.functions.insert(unqualified(name));
    if (!request.kernels.empty()) // it may be in a header
      options.kernels.headers = ".*";
    std::string messages;
    llvm::raw_string_ostream stream(messages);
    const ParseResult parsed =
        parse(kernel.job->source, options,
              invocation.piped.over(llvm::vfs::createPhysicalFileSystem()), kernel.unit, stream);
    if (parsed != ParseResult::Done ||
        (kernel.unit.hasErrors && said.insert(kernel.job->source).second))
      llvm::errs() << messages;
    return parsed == ParseResult::Done ||
           fail("'" + kernel.job->source + "' does not compile",
                parsed == ParseResult::WrongCommand ? WrongUse : Failure);
  }

  bool read(size_t index) {
    PairedKernel &kernel = pair.kernels[index];
    kernel.job = &invocation.jobs[std::min(index, invocation.jobs.size() - 1)];
    auto files = invocation.piped.over(llvm::vfs::createPhysicalFileSystem());
    if (auto buffer = files->getBufferForFile(kernel.job->source))
      kernel.text = (*buffer)->getBuffer().str();
    const std::string wanted = nameOf(index);
    if (!parseFor(kernel, wanted.empty() ? "*" : unqualified(wanted)))
      return false;
    // What else there is, is read for the message alone.
    if (kernel.unit.kernels.empty() && !wanted.empty()) {
      kernel.unit = {};
      if (!parseFor(kernel, "*"))
        return false;
    }
    if (!choose(index))
      return false;
    kernel.contractions = kernel.verdict->contractions;
    kernel.functions = kernel.verdict->functions;
    kernel.missed = kernel.isRewritten()
                        ? "warpsmith has rewritten it, and its own kernels are tested"
                        : kernel.verdict->reason;
    if (kernel.verdict->isOfHost)
      for (Contraction &contraction : kernel.contractions)
        runByOneThread(contraction);
    return keepOneInstance(index);
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
    PairedKernel &kernel = pair.kernels[index];
    std::vector<const KernelVerdict *> all;
    std::string names;
    const std::string wanted = nameOf(index);
    const bool isNamed = !wanted.empty();
    for (const KernelVerdict &one : kernel.unit.kernels) {
      if (one.status == KernelVerdict::Status::Generated)
        continue;
      names += (names.empty() ? "'" : ", '") + one.qualified + "'";
      if (!isNamed || one.kernel == wanted || one.qualified == wanted)
        all.push_back(&one);
    }
    // A whole name is no other kernel's in another namespace.
    const auto isWhole = [&](const KernelVerdict *one) { return one->qualified == wanted; };
    if (llvm::any_of(all, isWhole))
      llvm::erase_if(all, [&](const KernelVerdict *one) { return !isWhole(one); });
    const std::string file = kernel.job->source;
    if (all.empty())
      return wrongUse(names.empty()
                          ? "no kernel in '" + file + "'"
                          : "no kernel '" + wanted + "' in '" + file + "', which has " + names);
    // Of one file with two kernels, both are meant.
    if (!isNamed && invocation.jobs.size() == 1 && all.size() == 2) {
      kernel.verdict = all[index];
      return true;
    }
    if (isNamed && all.size() > 1 && llvm::all_of(all, [&](const KernelVerdict *one) {
          return one->qualified == all[0]->qualified;
        }))
      return wrongUse("'" + file + "' has several kernels '" + all[0]->qualified +
                      "', which cannot be told apart");
    if (all.size() > 1)
      return wrongUse("'" + file + "' has " + names +
                      ": name the one to compare by --kernel=FIRST,SECOND");
    if (invocation.jobs.size() == 1 && !isNamed)
      return wrongUse("'" + file + "' has one kernel: give another source to compare it with");
    kernel.verdict = all[0];
    return true;
  }

  /// Of a template, the instance that is named, or the only one.
  bool keepOneInstance(size_t index) {
    PairedKernel &kernel = pair.kernels[index];
    const auto plain = [](std::string text) {
      llvm::erase(text, ' ');
      return text;
    };
    const std::string wanted = index < request.kernels.size() ? request.kernels[index] : "";
    const size_t open = wanted.find('<');
    if (open != std::string::npos && kernel.isRewritten())
      return true; // it has one launch for all instances
    std::set<std::string> all, kept;
    const auto isOther = [&](const std::string &arguments) {
      all.insert(arguments);
      const bool other =
          open != std::string::npos && plain(arguments) != plain(wanted.substr(open));
      if (!other)
        kept.insert(arguments);
      return other;
    };
    llvm::erase_if(kernel.contractions, [&](const Contraction &contraction) {
      return isOther(contraction.templateArguments);
    });
    llvm::erase_if(kernel.functions, [&](const frontend::LaunchFunction &function) {
      return isOther(function.templateArguments);
    });
    if (kept.size() == 1 || all.empty())
      return true;
    std::string names;
    for (const std::string &arguments : all)
      names += (names.empty() ? "'" : ", '") + kernel.verdict->kernel + arguments + "'";
    return wrongUse("'" + kernel.verdict->kernel + "' has the instances " + names +
                    ": name one of them by --kernel");
  }

  /// A rewritten kernel is launched by the function that chooses among its cases. That of a
  /// template is one as well, which is given the same arguments.
  void takeLaunchOfAllCases(size_t index) {
    PairedKernel &kernel = pair.kernels[index];
    const PairedKernel &other = pair.kernels[1 - index];
    if (!kernel.isRewritten() || kernel.functions.empty())
      return;
    // Namespaces without a name are part of those around them.
    constexpr llvm::StringLiteral Unnamed = "(anonymous namespace)::";
    std::string space = kernel.verdict->qualified;
    for (size_t at = space.find(Unnamed); at != std::string::npos; at = space.find(Unnamed))
      space.erase(at, Unnamed.size());
    frontend::LaunchFunction launch;
    launch.name = "::" + space + "_rewritten::launch";
    const auto known = llvm::find_if(kernel.functions, [&](const frontend::LaunchFunction &one) {
      return one.name == launch.name;
    });
    if (known != kernel.functions.end()) {
      launch = *known;
    } else if (other.isRead()) {
      launch.templateArguments = other.contractions[0].templateArguments;
      launch.name += launch.templateArguments;
      launch.takesConfiguration = true;
      launch.types = typesOf(other);
      for (size_t place = 0; place < launch.types.size(); ++place)
        launch.arguments.push_back(static_cast<int>(place));
    } else {
      return;
    }
    kernel.functions = {std::move(launch)};
  }

  /// Where one of them is not read, the other's names are those of both.
  void rename() {
    auto &[first, second] = pair.kernels;
    ParameterNames names;
    if (first.isRead() && second.isRead())
      for (size_t index = 0; index < pair.order.size(); ++index)
        names[second.contractions[0].parameters[pair.order[index]].name] =
            first.contractions[0].parameters[index].name;
    for (PairedKernel &kernel : pair.kernels)
      for (const Contraction &contraction : kernel.contractions) {
        kernel.renamed.push_back(
            withParameterNames(contraction, &kernel == &second ? names : ParameterNames()));
        // A header that both include has other macros in each.
        kernel.renamed.back().location.file = kernel.job->source;
      }
  }

  Invocation &invocation;
  const SameRequest &request;
  KernelPair &pair;
  std::set<std::string> said; ///< sources whose messages were printed
  int failed = Failure;
};

} // namespace

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

std::string PairedKernel::quoted() const {
  return "'" + verdict->kernel + "'" + (namesFile ? " of " + job->source : "");
}

bool PairedKernel::isReadWholly() const {
  return llvm::all_of(renamed, [&](const Contraction &contraction) {
    std::vector<const Contraction *> cases;
    for (const Contraction &other : renamed)
      if (other.c.name == contraction.c.name)
        cases.push_back(&other);
    return coverEverything(cases);
  });
}

int readPair(Invocation &invocation, KernelPair &pair) {
  return PairReader(invocation, pair).run();
}

} // namespace warpsmith::tool
