// Where the elements of a product lie whose rows, columns or steps are counted by several indices,
// as the functions of a kernel file's Problem.
#include "rewriter/emit/GatheredProblem.h"
#include "rewriter/emit/StepBoundsText.h"
#include "rewriter/families/GatheredTile.h"
#include <algorithm>
#include <array>

namespace warpsmith {
namespace {

struct Group {
  const char *name;
  const IndexGroup *indices;
};

/// Where the elements of a contraction lie, as code of the kernel's parameters.
class Addresses {
public:
  explicit Addresses(const KernelPlan &of) : plan(of), contraction(of.contraction) {}

  /// What the indices of a group add to the place of an element.
  std::string moved(const std::string &prefix, const Strides &strides, const Group &group,
                    const std::string &value, const GatheredNumber *start = nullptr) {
    std::string text;
    const auto add = [&](const std::string &term) { text += (text.empty() ? "" : " + ") + term; };
    const bool isSum = value.find(' ') != std::string::npos;
    const std::string factor = isSum ? "(" + value + ")" : value;
    for (size_t index = 0; index < strides.all().size(); ++index) {
      if (strides.all()[index].isZero())
        continue;
      // Neighbours that one stride is enough for are one index.
      const size_t first = index;
      while (index + 1 < strides.all().size() &&
             strides.all()[index] ==
                 strides.all()[index + 1] * group.indices->indices()[index + 1].extent)
        ++index;
      const Polynomial &stride = strides.all()[index];
      const std::string along = indicesText(*group.indices, group.name, first, index, factor);
      const std::string by =
          number({prefix + indexName(*group.indices, group.name, index), stride});
      add(by != "1" ? along + " * " + by : along == factor ? value : along);
    }
    if (start && !start->value.isZero())
      add(number(*start));
    return text.empty() ? "0" : text;
  }

  Group rows() const { return {"M", &contraction.m}; }
  Group columns() const { return {"N", &contraction.n}; }
  Group steps() const { return {"K", &contraction.k}; }
  Group batch() const { return {"Batch", &contraction.batch}; }
  std::array<Group, 2> groupsOf(const Matrix &matrix) const {
    if (&matrix == &contraction.a)
      return {rows(), steps()};
    if (&matrix == &contraction.b)
      return {steps(), columns()};
    return {rows(), columns()};
  }

  /// Where an operand's first row or column, and its first step, are, seen from the first element
  /// that lies in no padding.
  GatheredNumber startOf(const Matrix &matrix, const char *letter) const {
    return {std::string("first") + letter, matrix.offset - offsetInside(contraction, matrix)};
  }

  const Matrix *padded() const {
    return contraction.a.padding != Padding::None   ? &contraction.a
           : contraction.b.padding != Padding::None ? &contraction.b
                                                    : nullptr;
  }

  /// Of each place in turn, what `text` gives for it.
  std::string
  ofPlace(const std::string &place,
          const std::function<std::string(const PaddedPlace &, const std::string &)> &text) {
    const auto &places = padded()->places;
    std::string all;
    for (size_t index = 0; index < places.size(); ++index)
      all += (index + 1 < places.size() ? place + " == " + std::to_string(index) + " ? " : "") +
             text(places[index], "place" + std::to_string(index)) +
             (index + 1 < places.size() ? " : " : "");
    return places.size() > 1 ? "(" + all + ")" : all;
  }

  /// As the kernel spells it: a number, or a parameter.
  std::string number(const GatheredNumber &wanted) {
    if (const auto constant = wanted.value.constant())
      return *constant < 0 ? "(" + std::to_string(*constant) + ")" : std::to_string(*constant);
    if (std::ranges::none_of(
            numbers, [&](const GatheredNumber &known) { return known.name == wanted.name; }))
      numbers.push_back(wanted);
    return wanted.name;
  }

  /// Extents that indices are told apart by.
  void addExtents() {
    for (const Group &group : {rows(), columns(), steps(), batch()})
      for (size_t index = 1; index < group.indices->size(); ++index)
        number({extentName(*group.indices, group.name, index),
                group.indices->indices()[index].extent});
  }

  const KernelPlan &plan;
  const Contraction &contraction;
  std::vector<GatheredNumber> numbers; ///< that the kernel is given
};

using Arguments = std::vector<std::string>;

MemberFunctions gatheredFunctions(const KernelPlan &plan, Addresses &addresses) {
  const Contraction &contraction = plan.contraction;
  MemberFunctions functions;
  if (contraction.limitsSteps())
    functions = stepBoundFunctions(plan);
  const auto moves = [&](const char *name, const char *letter, const Matrix &matrix, int group,
                         bool starts) {
    const GatheredNumber start = addresses.startOf(matrix, letter);
    // The parameters are known before the text is.
    const auto text = [&addresses, letter, &matrix, group, starts, start](const std::string &of) {
      return addresses.moved(std::string("stride") + letter, matrix.strides[group],
                             addresses.groupsOf(matrix)[group], of, starts ? &start : nullptr);
    };
    text("");
    functions[name] = [text](const Arguments &of) { return text(of[0]); };
  };
  moves("rowOfA", "A", contraction.a, 0, true);
  moves("stepOfA", "A", contraction.a, 1, false);
  moves("stepOfB", "B", contraction.b, 0, false);
  moves("columnOfB", "B", contraction.b, 1, true);
  moves("rowOfC", "C", contraction.c, 0, false);
  moves("columnOfC", "C", contraction.c, 1, false);
  if (contraction.isBatched())
    for (const auto &[letter, matrix] :
         {std::pair("A", &contraction.a), {"B", &contraction.b}, {"C", &contraction.c}}) {
      const auto text = [&addresses, letter, matrix](const std::string &of) {
        return addresses.moved(std::string("stride") + letter, matrix->batchStrides,
                               addresses.batch(), of);
      };
      text("");
      functions[std::string("batchOf") + letter] = [text](const Arguments &of) {
        return text(of[0]);
      };
    }
  addresses.addExtents();
  if (const Matrix *padded = addresses.padded()) {
    const int line = padded == &contraction.a ? 0 : 1;
    const auto placed = [&](const char *name, int group, bool starts) {
      const auto text = [&addresses, padded, group, starts](const Arguments &of) {
        return addresses.ofPlace(of[0], [&](const PaddedPlace &place, const std::string &prefix) {
          const GatheredNumber start = {prefix + "First", place.offset};
          return addresses.moved(prefix, place.strides[group], addresses.groupsOf(*padded)[group],
                                 of[1], starts ? &start : nullptr);
        });
      };
      text({"", ""});
      functions[name] = text;
    };
    placed("placeOfLine", line, true);
    placed("placeOfStep", 1 - line, false);
    const auto extent = [&addresses](const Arguments &of) {
      return addresses.ofPlace(of[0], [&](const PaddedPlace &place, const std::string &prefix) {
        return addresses.number({prefix + "Extent", place.extent});
      });
    };
    extent({""});
    functions["extentOf"] = extent;
  }
  const auto statement = [](std::string text) {
    text.pop_back(); // its semicolon, which stands behind the call
    return text;
  };
  functions["start"] = [&plan](const Arguments &of) {
    return plan.print(plan.computation.start, {"", "", "", of[0], of[2]});
  };
  functions["add"] = [&plan, statement](const Arguments &of) {
    const ExpressionRef step =
        map(plan.computation.step, [&](const ExpressionRef &node) -> ExpressionRef {
          return node->kind == Expression::Kind::Operand ? plan.computation.own(node->operand)
                                                         : nullptr;
        });
    return statement(plan.stepStatement(step, {of[1], of[2], of[0], ""}));
  };
  functions["finish"] = [&plan](const Arguments &of) {
    return plan.finishText({"", "", of[0], of[1], of[3]});
  };
  return functions;
}

} // namespace
bool isPadded(const Contraction &contraction) {
  return contraction.a.padding != Padding::None || contraction.b.padding != Padding::None;
}

bool mayBePadded(const Contraction &contraction) {
  const auto mayBeInside = [](const PaddedPlace &place) {
    return place.offset.constant().value_or(0) >= 0;
  };
  return isPadded(contraction) && std::ranges::all_of(contraction.a.places, mayBeInside) &&
         std::ranges::all_of(contraction.b.places, mayBeInside);
}

GatheredProblem::GatheredProblem(const KernelPlan &of) : plan(of) {
  const auto addresses = std::make_shared<Addresses>(plan);
  own = gatheredFunctions(plan, *addresses);
  kept = addresses;
  given = addresses->numbers;
}

std::string GatheredProblem::members() const {
  std::string text = fill(", int m, int n, int k$scalars, const $A *__restrict__ a, "
                          "const $B *__restrict__ b, $C *__restrict__ c",
                          plan.signature());
  for (const GatheredNumber &number : given)
    text += ", int " + number.name;
  return text + plan.furtherParameters();
}

std::vector<ProblemFunction> GatheredProblem::structureFunctions() const {
  const Contraction &contraction = plan.contraction;
  const std::string sum(cudaName(contraction.sum)), result(cudaName(contraction.c.type));
  std::vector<ProblemFunction> all;
  const auto add = [&](const std::string &type, const std::string &name,
                       const std::vector<std::pair<std::string, std::string>> &parameters,
                       const Arguments &arguments) {
    const auto function = own.find(name);
    if (function == own.end())
      return;
    const std::string text = function->second(arguments);
    all.push_back({type + " " + name, parameters, (type == "void" ? "" : "return ") + text + ";"});
  };
  for (const auto &[name, of] :
       std::initializer_list<std::pair<const char *, const char *>>{{"rowOfA", "row"},
                                                                    {"stepOfA", "step"},
                                                                    {"stepOfB", "step"},
                                                                    {"columnOfB", "column"},
                                                                    {"rowOfC", "row"},
                                                                    {"columnOfC", "column"},
                                                                    {"batchOfA", "batch"},
                                                                    {"batchOfB", "batch"},
                                                                    {"batchOfC", "batch"}})
    add("int", name, {{"int", of}}, {of});
  add("int", "placeOfLine", {{"int", "place"}, {"int", "line"}}, {"place", "line"});
  add("int", "placeOfStep", {{"int", "place"}, {"int", "step"}}, {"place", "step"});
  add("int", "extentOf", {{"int", "place"}}, {"place"});
  if (!plan.computation.start->isLiteralZero())
    add(sum, "start", {{result, "old"}, {"int", "row"}, {"int", "column"}},
        {"old", "row", "column"});
  add("int", "firstStep", {{"int", "row"}, {"int", "column"}}, {"row", "column"});
  add("int", "endOfSteps", {{"int", "row"}, {"int", "column"}, {"int", "end"}},
      {"row", "column", "end"});
  add("void", "add",
      {{sum + " &", "sum"},
       {std::string(cudaName(contraction.a.type)), "a"},
       {std::string(cudaName(contraction.b.type)), "b"}},
      {"sum", "a", "b"});
  add(result, "finish", {{sum, "sum"}, {result, "old"}, {"int", "row"}, {"int", "column"}},
      {"sum", "old", "row", "column"});
  return all;
}

} // namespace warpsmith
