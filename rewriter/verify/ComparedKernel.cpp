#include "rewriter/verify/ComparedKernel.h"
#include "rewriter/emit/Template.h"
#include "rewriter/verify/LaunchSetup.h"
#include <algorithm>
#include <set>
#include <vector>

namespace warpsmith::verify {
namespace {

constexpr BlockShape ComparedBlock = {16, 16, 1};

/// Sizes that the program's arguments give.
Shape givenShape() {
  return {Value{"comparedM"},
          Value{"comparedN"},
          Value{"comparedK"},
          Value::of(3),
          "comparedPadding",
          "comparedPadding",
          "0"};
}

/// One of the kernels may take pointers to constants where the other does not.
Contraction withoutConst(Contraction contraction) {
  for (Parameter &parameter : contraction.parameters)
    if (std::string &type = parameter.type; type.starts_with("const ") && type.ends_with("*"))
      type.erase(0, std::string_view("const ").size());
  return contraction;
}

class ProgramWriter {
public:
  ProgramWriter(const Contraction &product, const ComparedKernel &run, const Tolerance &limits)
      : contraction(withoutConst(product)),
        kernel(run),
        tolerance(limits),
        setup(contraction, givenShape(), ComparedBlock) {
    for (const auto &[matrix, first, second] : accesses())
      if (!setup.isNull(matrix->name))
        names.insert(matrix->name);
  }

  std::string text() const {
    return fill(R"(#include "$file"
#include "warpsmith_compared.h"
$support
$hidden
int main(int, char **comparedArguments) {
  using namespace warpsmith_compared;
  const int comparedM = std::atoi(comparedArguments[1]), comparedN = std::atoi(comparedArguments[2]),
            comparedK = std::atoi(comparedArguments[3]),
            comparedPadding = std::atoi(comparedArguments[4]);
  const auto comparedData = static_cast<Data>(std::atoi(comparedArguments[5]));
  const bool comparedWrites = std::strcmp(comparedArguments[7], "write") == 0;
  const auto comparedPerturbation = static_cast<unsigned>(std::atoi(comparedArguments[9]));
$parameters$geometry
  const double comparedProducts = (double)($m) * ($n) * ($k) * ($batch);
  report = std::fopen(comparedArguments[8], "w");
  if (!report)
    return Unfinished;
  std::setvbuf(report, nullptr, _IOLBF, BUFSIZ);
  std::fprintf(report, "shape %sx%sx%s\n", std::to_string($m).c_str(), std::to_string($n).c_str(),
              std::to_string($k).c_str());
$placeholders  if (!($specified)) {
    std::fprintf(report, "unmet '%s'\n", $specifiedText);
    return Unfinished;
  }
$sizes  if (comparedBytes > MostBytes || comparedProducts > MostProducts) {
    std::fprintf(report, "large\n");
    return Unfinished;
  }
$arrays
$launch  if (const cudaError_t comparedStatus = cudaGetLastError()) {
    std::fprintf(stderr, "error: the launch fails: %s\n", cudaGetErrorString(comparedStatus));
    return Unfinished;
  }
  if (cudaDeviceSynchronize() != cudaSuccess)
    return Unfinished;
  std::FILE *const comparedFile = std::fopen(comparedArguments[6], comparedWrites ? "wb" : "rb");
  if (!comparedFile)
    return Unfinished;
$finish  std::fclose(comparedFile);
  std::fprintf(report, "done\n");
  return 0;
}
)",
                {{"file", kernel.file},
                 {"support", LaunchSetup::Support},
                 {"hidden", hidden()},
                 {"parameters", setup.parameters(scalarValue) + distances()},
                 {"geometry", setup.geometry()},
                 {"m", LaunchSetup::hosted(contraction.m.extent())},
                 {"n", LaunchSetup::hosted(contraction.n.extent())},
                 {"k", LaunchSetup::hosted(contraction.k.extent())},
                 {"batch", LaunchSetup::hosted(contraction.batch.extent())},
                 {"placeholders", placeholders()},
                 {"specified", specified()},
                 {"specifiedText", literal(specified())},
                 {"sizes", sizes()},
                 {"arrays", arrays()},
                 {"launch", launch()},
                 {"finish", finish()}});
  }

private:
  struct Access {
    const Matrix *matrix;
    const IndexGroup *first, *second; ///< rows and columns
  };

  /// Each scalar has another value, so that none stands for another: of either sign, one, and zero.
  static std::string scalarValue(const Parameter &parameter) {
    unsigned sum = 0;
    for (const char c : parameter.name)
      sum = sum * 31 + static_cast<unsigned char>(c);
    const std::string value = "(" + std::to_string(sum % 97 + 23) + " / 64.0f)";
    return "(comparedData == Data::Uniform ? -" + value +
           " : comparedData == Data::Spread ? 1.0f : comparedData == Data::Special ? 0.0f : " +
           value + ")";
  }

  /// Leading dimensions and distances of a batch are different ones.
  std::string distances() const {
    std::set<std::string> extents, found;
    for (const IndexGroup *group :
         {&contraction.m, &contraction.n, &contraction.k, &contraction.batch})
      for (const IndexGroup::Index &index : group->indices())
        extents.merge(index.extent.names());
    for (const auto &[matrix, first, second] : accesses())
      for (const Strides *strides :
           {matrix->strides.data(), matrix->strides.data() + 1, &matrix->batchStrides})
        for (const Polynomial &stride : strides->all())
          found.merge(stride.names());
    std::string text;
    int more = 0;
    for (const Parameter &parameter : contraction.parameters)
      if (found.contains(parameter.name) && !extents.contains(parameter.name) &&
          !setup.numberOf(parameter.name) && more++ > 0)
        text +=
            "  " + parameter.name + " += comparedPadding ? " + std::to_string(more - 1) + " : 0;\n";
    return text;
  }

  std::vector<Access> accesses() const {
    std::vector<Access> all;
    all.reserve(static_cast<size_t>(contraction.operandCount()) + contraction.extras.size() +
                contraction.others.size() + 1);
    for (int operand = 0; operand < contraction.operandCount(); ++operand)
      all.push_back({&contraction.operand(operand),
                     operand % 2 == 0 ? &contraction.m : &contraction.k,
                     operand % 2 == 0 ? &contraction.k : &contraction.n});
    for (const std::vector<Matrix> *matrices : {&contraction.extras, &contraction.others})
      for (const Matrix &matrix : *matrices)
        all.push_back({&matrix, &contraction.m, &contraction.n});
    all.push_back({&contraction.c, &contraction.m, &contraction.n});
    return all;
  }
  bool isOutput(const std::string &name) const {
    return contraction.c.name == name ||
           std::ranges::any_of(contraction.others,
                               [&](const Matrix &other) { return other.name == name; });
  }
  ElementType typeOf(const std::string &name) const {
    for (const auto &[matrix, first, second] : accesses())
      if (matrix->name == name)
        return matrix->type;
    return contraction.c.type;
  }
  size_t number(const std::string &name) const {
    return static_cast<size_t>(std::distance(names.begin(), names.find(name)));
  }
  std::string variable(const std::string &name) const {
    return "comparedArray" + std::to_string(number(name));
  }

  /// Macros of the file may have the names of parameters.
  std::string hidden() const {
    std::string text;
    for (const Parameter &parameter : contraction.parameters)
      text += "#undef " + parameter.name + "\n";
    return text;
  }

  std::string placeholders() const {
    std::string text;
    for (const std::string &name : names)
      text += LaunchSetup::assignPointer(name, "reinterpret_cast<void *>(1 << 20)");
    return text;
  }
  /// That the parameters are those of the specification's case.
  std::string specified() const {
    std::vector<Predicate> conditions;
    for (const Predicate &condition : contraction.conditions)
      if (!std::holds_alternative<Predicate::IsType>(condition.test()) &&
          !std::holds_alternative<Predicate::Given>(condition.test()))
        conditions.push_back(condition);
    return conditions.empty() ? "true" : conjunction(conditions, Parentheses::Each);
  }

  /// How many elements each array has: as many as the product reaches, so that an access beyond
  /// them is seen.
  std::string sizes() const {
    std::string text;
    for (const std::string &name : names)
      text += "  double comparedSize" + std::to_string(number(name)) + " = 1;\n";
    for (const auto &[matrix, first, second] : accesses()) {
      if (!names.contains(matrix->name))
        continue;
      std::string last = "(double)(" + LaunchSetup::hosted(matrix->offset) + ")";
      const auto add = [&](const Polynomial &extent, const Polynomial &stride) {
        if (!stride.isZero())
          last += " + std::max(0.0, ((double)(" + LaunchSetup::hosted(extent) +
                  ") - 1) * (double)(" + LaunchSetup::hosted(stride) + "))";
      };
      for (const PaddedPlace &place : matrix->places)
        add(place.extent, place.stride);
      for (const auto &[group, strides] : {std::pair(first, matrix->strides.data()),
                                           {second, matrix->strides.data() + 1},
                                           {&contraction.batch, &matrix->batchStrides}})
        for (size_t index = 0; index < strides->all().size(); ++index)
          add(group->indices()[index].extent, strides->all()[index]);
      const std::string size = "comparedSize" + std::to_string(number(matrix->name));
      text += "  " + size + " = std::max(" + size + ", " + last + " + 1);\n";
    }
    text += "  double comparedBytes = 0;\n";
    for (const std::string &name : names)
      text += "  comparedBytes += comparedSize" + std::to_string(number(name)) + " * " +
              std::to_string(sizeOf(typeOf(name))) + ";\n";
    return text;
  }

  std::string arrays() const {
    std::string text =
        tolerance.roundsOperands ? "  warpsmith_compared::operandsAreRounded = true;\n" : "";
    for (const std::string &name : names) {
      text += "  Array<" + std::string(cudaName(typeOf(name))) + "> " + variable(name) +
              "((size_t)comparedSize" + std::to_string(number(name)) + ", " +
              std::to_string(17 + 6 * number(name)) + ", comparedData, {" +
              numberText(4 * tolerance.unitRoundoff) + " * (((double)(" +
              LaunchSetup::hosted(contraction.k.extent()) +
              ")) + 8), comparedWrites ? comparedPerturbation : 0});\n";
      text += LaunchSetup::assignPointer(name, variable(name) + ".device");
    }
    return text;
  }

  std::string launch() const {
    if (kernel.cases.empty())
      return "  " + kernel.call + ";\n";
    std::string text = "  const char *comparedUnmet = nullptr;\n  bool comparedRuns = false;\n";
    for (const Contraction &one : kernel.cases) {
      const LaunchSetup own(one, givenShape(), ComparedBlock);
      text += fill(R"(  if (!comparedRuns) {
    [[maybe_unused]] const size_t warpsmithSharedBytes = $sharedBytes;
$geometry    comparedUnmet = $unmet;
    comparedRuns = !comparedUnmet;
    if (comparedRuns)
      $launch;
  }
)",
                   {{"sharedBytes", std::to_string(dynamicBytes(one))},
                    {"geometry", own.geometry()},
                    {"unmet", own.firstUnmet(/*needsSteps=*/false)},
                    {"launch", kernel.call.empty() ? launchOf(one, own) : kernel.call}});
    }
    return text + R"(  if (!comparedRuns) {
    std::fprintf(report, "unmet %s\n", comparedUnmet);
    return Unfinished;
  }
)";
  }
  static std::string launchOf(const Contraction &one, const LaunchSetup &own) {
    return one.qualifiedKernel + one.templateArguments +
           "<<<warpsmithGrid, warpsmithBlock, warpsmithSharedBytes>>>(" + own.arguments() + ")";
  }
  static int dynamicBytes(const Contraction &one) {
    constexpr int Most = 49152, Given = 32768;
    return one.dynamicSharedMemory ? std::clamp(Most - one.sharedBytes, 0, Given) : 0;
  }

  std::string finish() const {
    std::string text = allowed() + "  [[maybe_unused]] long comparedOffset = 0;\n";
    for (const std::string &name : names) {
      text += "  " + variable(name) + ".fetch();\n";
      if (!isOutput(name))
        text += "  compareUnchanged(\"" + name + "\", " + variable(name) + ");\n";
    }
    for (const std::string &name : names)
      if (isOutput(name))
        text += fill(R"(  if (comparedWrites) {
    $array.write(comparedFile);
  } else {
    $array.read(comparedFile);
    for (unsigned comparedSeed = 1; comparedSeed <= comparedPerturbation; ++comparedSeed) {
      std::FILE *const comparedOther = std::fopen(
          (comparedArguments[6] + std::to_string(comparedSeed)).c_str(), "rb");
      if (!comparedOther)
        return Unfinished;
      std::fseek(comparedOther, comparedOffset, SEEK_SET);
      $array.readPerturbed(comparedOther);
      std::fclose(comparedOther);
    }
    comparedOffset = std::ftell(comparedFile);
    compare("$name", $array, comparedAllowed("$name", $array));
  }
)",
                     {{"array", variable(name)}, {"name", name}});
    return text;
  }

  /// For each element that the product stores, the sum of its products' absolute values: what
  /// bounds the error of a sum in any order.
  std::string allowed() const {
    const auto unitOf = [](ElementType type) {
      return isInteger(partType(type)) ? 0 : rowOf(partType(type)).format.unitRoundoff;
    };
    const bool exact = tolerance.unitRoundoff == 0;
    std::string loops =
        "  std::vector<double> comparedSums(" + variable(contraction.c.name) + ".size());\n";
    std::string closing;
    const auto open = [&](const IndexGroup &group, const char *name) {
      for (size_t index = 0; index < group.size(); ++index) {
        const std::string counter = indexName(group.symbol(name, index));
        loops += "  for (long long " + counter + " = 0; " + counter + " < " +
                 LaunchSetup::hosted(group.indices()[index].extent) + "; ++" + counter + ") {\n";
        closing += "  }\n";
      }
    };
    open(contraction.batch, "b");
    open(contraction.m, "m");
    open(contraction.n, "n");
    loops += "  const long long comparedElement = " + place(contraction.c, "m", "n") + ";\n";
    loops += "  if (comparedElement < 0 || comparedElement >= (long long)comparedSums.size()) "
             "continue;\n";
    open(contraction.k, "k");
    for (int operand = 0; operand + 1 < contraction.operandCount(); operand += 2)
      loops += "  comparedSums[comparedElement] += " + factor(operand, "m", "k") + " * " +
               factor(operand + 1, "k", "n") + ";\n";
    std::string text = loops + closing;
    text += fill(
        R"(  const auto comparedAllowed = [&](const std::string &comparedName, const auto &comparedArray) {
    std::vector<double> comparedMost(comparedArray.size());
    const double comparedUnit =
        comparedData == Data::Eighths && $roundsOperands ? $ofSum : $unit;
    const double comparedSteps = 4 * ((double)($k) + 8);
    // What is made of the sums may be much larger than they are, and so are its errors.
    double comparedLargest = 0, comparedLargestSum = 0;
    for (size_t index = 0; index < comparedMost.size(); ++index) {
      comparedLargest =
          std::max(comparedLargest, finiteOrZero(magnitude(comparedArray.reference[index])));
      if (comparedName == "$c")
        comparedLargestSum = std::max(comparedLargestSum, finiteOrZero(comparedSums[index]));
    }
    const double comparedScale =
        comparedLargestSum > 0 ? std::max(1.0, comparedLargest / comparedLargestSum) : 1.0;
    for (size_t index = 0; index < comparedMost.size(); ++index) {
      const double comparedResult = finiteOrZero(magnitude(comparedArray.reference[index]));
      // Eighths are summed exactly as long as the type of the sum holds 64ths.
      const double comparedSum = comparedName == "$c" ? finiteOrZero(comparedSums[index]) : 0;
      const bool comparedExact =
          comparedData == Data::Eighths && comparedSum * 64 * $ofSum <= 1;
      comparedMost[index] =
          comparedUnit * (comparedExact ? 4.0 : comparedSteps) *
              ((comparedExact ? 0 : 4 * comparedScale * comparedSum) + comparedResult + 4 * finiteOrZero(magnitude(comparedArray.start[index]))) +
          2 * $stored * comparedResult + comparedSteps * $smallest;
    }
    return comparedMost;
  };
)",
        {{"roundsOperands", tolerance.roundsOperands ? "true" : "false"},
         {"ofSum", numberText(unitOf(contraction.sum))},
         {"unit", numberText(tolerance.unitRoundoff)},
         {"stored", numberText(exact ? 0 : unitOf(contraction.c.type))},
         {"smallest", numberText(tolerance.smallest)},
         {"k", LaunchSetup::hosted(contraction.k.extent())},
         {"c", contraction.c.name}});
    return text;
  }
  static std::string numberText(double value) {
    char text[64];
    std::snprintf(text, sizeof text, "%a", value);
    return text;
  }

  /// `%m` as a counter of the program.
  static std::string indexName(const std::string &symbol) {
    return "comparedIndex_" + symbol.substr(1);
  }
  std::string place(const Matrix &matrix, const char *first, const char *second) const {
    std::string text = "(long long)(" + LaunchSetup::hosted(matrix.offset) + ")";
    const auto add = [&](const char *name, const IndexGroup &group, const Strides &strides) {
      for (size_t index = 0; index < strides.all().size(); ++index)
        if (const Polynomial &stride = strides.all()[index]; !stride.isZero())
          text += " + " + indexName(group.symbol(name, index)) + " * (long long)(" +
                  LaunchSetup::hosted(stride) + ")";
    };
    add(first, group(first), matrix.strides[0]);
    add(second, group(second), matrix.strides[1]);
    add("b", contraction.batch, matrix.batchStrides);
    return text;
  }
  const IndexGroup &group(const char *name) const {
    return *name == 'm' ? contraction.m : *name == 'n' ? contraction.n : contraction.k;
  }
  /// The absolute value of an operand's element, which may lie in the padding.
  std::string factor(int operand, const char *first, const char *second) const {
    const Matrix &matrix = contraction.operand(operand);
    if (!names.contains(matrix.name))
      return "0.0";
    const std::string array = variable(matrix.name);
    return "[&](long long at) { return at < 0 || at >= (long long)" + array +
           ".size() ? 0.0 : " + "magnitude(" + array + ".start[at]); }(" +
           place(matrix, first, second) + ")";
  }

  const Contraction contraction;
  const ComparedKernel &kernel;
  const Tolerance &tolerance;
  const LaunchSetup setup;
  std::set<std::string> names; ///< of arrays that have elements
};

} // namespace

std::string comparedKernelText(const Contraction &specification, const ComparedKernel &kernel,
                               const Tolerance &tolerance) {
  return ProgramWriter(specification, kernel, tolerance).text();
}

} // namespace warpsmith::verify
