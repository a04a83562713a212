#include "rewriter/emit/KernelPlan.h"
#include "rewriter/families/FmaTile.h"
#include "rewriter/families/TakesStrides.h"
#include "rewriter/ir/NumberConversion.h"
#include <algorithm>
#include <cctype>
#include <cstring>
#include <functional>

namespace warpsmith {
namespace {

constexpr const char *Mark = "warpsmithScalar";

std::string mark(size_t index) {
  return Mark + std::to_string(index) + "_";
}

void replaceAll(std::string &text, const std::string &what, const std::string &by) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

} // namespace

std::set<std::string> outerIdentifiers(const std::string &text) {
  std::string outer;
  int depth = 0;
  for (const char c : withoutComments(text)) {
    depth += (c == '(' || c == '{') - (c == ')' || c == '}');
    outer += depth == 0 ? c : ' ';
  }
  std::set<std::string> found = identifiers(outer);
  for (const char *word : {"int",
                           "float",
                           "double",
                           "float2",
                           "void",
                           "char",
                           "signed",
                           "short",
                           "long",
                           "bool",
                           "unsigned",
                           "__half",
                           "__nv_bfloat16",
                           "const",
                           "constexpr",
                           "static_assert",
                           "inline",
                           "using",
                           "namespace",
                           "struct",
                           "template",
                           "typename",
                           "sizeof",
                           "__device__",
                           "__global__",
                           "__host__",
                           "__forceinline__",
                           "__noinline__",
                           "__launch_bounds__"})
    found.erase(word);
  return found;
}

std::string withoutComments(const std::string &text) {
  std::string code;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text.compare(at, 2, "//") == 0)
      at = std::min(text.find('\n', at), text.size() - 1);
    code += text[at];
  }
  return code;
}

bool runsAlongK(const KernelPlan &plan, int operand) {
  return plan.contraction.runsAlongK(operand);
}

Extents extentsOf(const KernelPlan &plan, int operand) {
  const char *outer = operand == 0 ? "m" : "n";
  return runsAlongK(plan, operand) ? Extents{outer, "k"} : Extents{"k", outer};
}

KernelPlan::KernelPlan(const Contraction &original, const Schedule &chosen)
    : contraction(original),
      schedule(chosen),
      computation(computationFor(original, chosen)),
      isGrouped(chosen.group() != nullptr) {
  if (tiled())
    for (const int operand : operands())
      layouts[operand] = tileLayout(contraction, schedule, computation, operand);
  const std::function<void(const ExpressionRef &, bool)> collect = [&](const ExpressionRef &node,
                                                                       bool inMultiply) {
    if (node->kind == Expression::Kind::Scalar) {
      const auto known = std::find_if(scalars.begin(), scalars.end(), [&](const Scalar &scalar) {
        return scalar.name == node->text;
      });
      if (known == scalars.end())
        scalars.push_back({node->text, node->type, inMultiply});
      else
        known->inMultiply |= inMultiply;
    }
    for (const ExpressionRef &child : node->children)
      collect(child, inMultiply);
  };
  for (const int operand : operands())
    collect(computation.own(operand), layouts[operand].transform == Transform::OnFragment);
  collect(computation.step, true);
  collect(computation.start, false);
  collect(computation.finish, false);
  for (const ExpressionRef &factor : computation.factors)
    collect(factor, false);
  if (contraction.diagonal)
    collect(contraction.diagonal, false);
  for (const StepBound &bound : contraction.stepBounds)
    collect(bound.amount, false);
  for (const Position &position : contraction.positions)
    collect(position.amount, false);
}

bool KernelPlan::gathers() const {
  return takesStrides(contraction, schedule);
}

bool KernelPlan::tiled() const {
  return schedule.staging() != nullptr;
}

bool KernelPlan::usesAsyncCopies() const {
  const CopyRoute route = schedule.staging()->route;
  if (route == CopyRoute::Asynchronous)
    return true;
  return route == CopyRoute::CopyWarps &&
         !std::all_of(layouts, layouts + operands().size(), [](const TileLayout &layout) {
           return layout.transform == Transform::OnCopy;
         });
}

bool KernelPlan::mixesRoles() const {
  const std::optional<Fp64Share> share = schedule.fp64Share();
  return share && share->ofWarps;
}

std::string nameMacros(std::string text) {
  for (size_t at = text.find(MacroMark); at != std::string::npos; at = text.find(MacroMark, at))
    text.erase(at, std::strlen(MacroMark));
  return text;
}

std::string withoutMacros(const std::string &text) {
  std::string rest;
  size_t from = 0;
  for (size_t at = text.find(MacroMark); at != std::string::npos; at = text.find(MacroMark, from)) {
    rest += text.substr(from, at - from);
    from = text.find(MacroMark, at + 1) + std::strlen(MacroMark);
  }
  return rest + text.substr(from);
}

std::string KernelPlan::print(const ExpressionRef &expression, const Leaves &leaves) const {
  return warpsmith::print(*expression, [&](const Expression &node) -> std::string {
    for (const auto &[value, name] : leaves.made)
      if (same(node, *value))
        return name;
    switch (node.kind) {
    case Expression::Kind::Operand:
      return node.operand == 0   ? leaves.a
             : node.operand == 1 ? leaves.b
             : node.operand == 2 ? leaves.a2
                                 : leaves.b2;
    case Expression::Kind::Sum:
      return leaves.sum;
    case Expression::Kind::Output:
      return leaves.old;
    case Expression::Kind::Extra:
      return extraElement(node.operand, leaves.column);
    case Expression::Kind::Position:
      return positionText(node.operand, leaves.column);
    case Expression::Kind::Scalar:
      for (size_t index = 0; index < scalars.size(); ++index)
        if (scalars[index].name == node.text)
          return mark(index);
      return {};
    case Expression::Kind::Literal:
      return std::isdigit(static_cast<unsigned char>(node.text.front()))
                 ? std::string()
                 : MacroMark + node.text + MacroMark;
    default:
      return {};
    }
  });
}

bool KernelPlan::finishReadsOld() const {
  return readsOldC(computation, contraction);
}

std::string KernelPlan::finishText(const Leaves &leaves) const {
  std::string value = print(computation.finish, leaves);
  if (!contraction.diagonal)
    return value;
  return "row == " + leaves.column + " ? " + print(contraction.diagonal, leaves) + " : " + value;
}

ExpressionRef KernelPlan::withPlaces(const ExpressionRef &expression) const {
  return map(expression, [&](const ExpressionRef &node) -> ExpressionRef {
    if (node->kind != Expression::Kind::Position)
      return nullptr;
    const std::string text = positionText(node->operand, "column");
    const bool isName = text.find(' ') == std::string::npos;
    return Expression::literal(isName ? text : "(" + text + ")", node->type);
  });
}

std::string KernelPlan::stepStatement(const ExpressionRef &step, const Leaves &leaves) const {
  if (step->kind == Expression::Kind::Binary && step->text == "+")
    for (const int side : {0, 1})
      if (step->children[side]->kind == Expression::Kind::Sum)
        return leaves.sum + " += " + print(step->children[1 - side], leaves) + ";";
  return leaves.sum + " = " + print(step, leaves) + ";";
}

std::string KernelPlan::scalarParameters(Scope scope) const {
  std::string text;
  for (size_t index = 0; index < scalars.size(); ++index)
    if (scope == Scope::Kernel || scalars[index].inMultiply)
      text += ", " + std::string(cudaName(scalars[index].type)) + " " + mark(index);
  return text;
}

std::string KernelPlan::scalarArguments(Scope scope) const {
  std::string text;
  for (size_t index = 0; index < scalars.size(); ++index)
    if (scope == Scope::Kernel || scalars[index].inMultiply)
      text += ", " + mark(index);
  return text;
}

std::string KernelPlan::launchScalars(const Polynomial::Spelling &spelling) const {
  std::string text;
  for (const Scalar &scalar : scalars) {
    const auto derived = contraction.derived.find(scalar.name);
    text += ", " + (derived == contraction.derived.end()
                        ? scalar.name
                        : warpsmith::print(*derived->second, spelling));
  }
  return text;
}

namespace {

/// A stride that is printed as a number: all but 0 and 1 are arguments.
bool isPassed(const Polynomial &stride) {
  return stride.constant() != 0 && stride.constant() != 1;
}

std::string scaled(const std::string &index, const Polynomial &stride, const std::string &name) {
  if (stride.isZero())
    return {};
  return " + " + (isPassed(stride) ? index + " * " + name : index);
}

struct ExtraStride {
  std::string name, index;
  Polynomial stride;
};

/// `column` is the text of the element's column.
std::vector<ExtraStride> extraStrides(const Contraction &contraction, const Matrix &extra,
                                      const std::string &column = "column") {
  const std::string single = column == "column" ? column : "(" + column + ")";
  std::vector<ExtraStride> all;
  const auto add = [&](const char *name, const char *group, const IndexGroup &indices,
                       const Strides &strides, const std::string &value) {
    for (size_t index = 0; index < indices.size(); ++index)
      all.push_back({indices.isPlain() ? name : indexName(indices, group, index),
                     indexText(indices, group, index, value), strides.all()[index]});
  };
  add("Row", "M", contraction.m, extra.strides[0], "row");
  add("Column", "N", contraction.n, extra.strides[1], single);
  add("Batch", "Batch", contraction.batch, extra.batchStrides, "blockIdx.z");
  return all;
}

} // namespace

std::string indexName(const IndexGroup &indices, const std::string &group, size_t index) {
  return indices.isPlain() ? group : group + std::to_string(index + 1);
}

std::string extentName(const IndexGroup &indices, const std::string &group, size_t index) {
  const auto constant = indices.indices()[index].extent.constant();
  return constant ? std::to_string(*constant) : "extent" + indexName(indices, group, index);
}

std::string indexText(const IndexGroup &indices, const std::string &group, size_t index,
                      const std::string &value) {
  return indicesText(indices, group, index, index, value);
}

std::string indicesText(const IndexGroup &indices, const std::string &group, size_t first,
                        size_t last, const std::string &value) {
  // How many values indices from one to before another have.
  const auto product = [&](size_t from, size_t end) {
    std::string text;
    for (size_t index = from; index < end; ++index)
      text += (text.empty() ? "" : " * ") + extentName(indices, group, index);
    return text.find(' ') == std::string::npos ? text : "(" + text + ")";
  };
  std::string text = value;
  if (last + 1 < indices.size())
    text += " / " + product(last + 1, indices.size());
  if (first > 0)
    text += " % " + product(first, last + 1);
  return text;
}

bool isBatched(const Contraction &contraction) {
  return contraction.isBatched();
}

std::string pointerOf(const Contraction &contraction, const Matrix &matrix) {
  const auto parameter = std::ranges::find(contraction.parameters, matrix.name, &Parameter::name);
  const bool isParameter = parameter != contraction.parameters.end();
  const std::string element(cudaName(matrix.type));
  // A program may have a type of its own for these numbers, which a structure's member does not
  // say.
  const bool mayDiffer = isComplex(matrix.type) ? isParameter : isHalf(matrix.type);
  if (!mayDiffer || (isParameter && parameter->type.find(element) != std::string::npos))
    return matrix.name;
  const bool isConst =
      isParameter
          ? parameter->type.substr(0, parameter->type.find('*')).find("const") != std::string::npos
          : &matrix != &contraction.c;
  return std::string("reinterpret_cast<") + (isConst ? "const " : "") + element + " *>(" +
         matrix.name + ")";
}

std::string elementsOf(const Contraction &contraction, const Matrix &matrix,
                       const Polynomial::Spelling &spelling) {
  const std::string pointer = pointerOf(contraction, matrix);
  return matrix.offset.isZero() ? pointer : pointer + " + (" + matrix.offset.wide(spelling) + ")";
}

std::string KernelPlan::extraElement(int index, const std::string &column) const {
  const Matrix &extra = contraction.extras[index];
  const std::string name = "extra" + std::to_string(index);
  std::string place;
  for (const ExtraStride &stride : extraStrides(contraction, extra, column))
    if (!schedule.is<Wgmma>() || stride.name != "Batch") // the pointer is that of its elements
      place += scaled(stride.index, stride.stride, name + stride.name);
  return name + "[" + (place.empty() ? "0" : place.substr(3)) + "]";
}

std::string KernelPlan::extraPitch(int index) const {
  const Polynomial &stride = contraction.extras[index].stride(0);
  return isPassed(stride) ? "extra" + std::to_string(index) + "Row"
                          : std::to_string(*stride.constant());
}

std::string KernelPlan::extraBatch(int index) const {
  const Polynomial &stride = contraction.extras[index].batchStride();
  return isPassed(stride) ? "extra" + std::to_string(index) + "Batch"
                          : std::to_string(*stride.constant());
}

std::string KernelPlan::positionText(int index, const std::string &column) const {
  const Position &position = contraction.positions[index];
  std::string rising, falling;
  const auto add = [&](const std::string &text, int64_t times) {
    if (times == 0)
      return;
    std::string &list = times > 0 ? rising : falling;
    const std::string factor = std::to_string(times > 0 ? times : -times) + " * ";
    const bool isName = text.find(' ') == std::string::npos;
    if (times < 0)
      list += " - ";
    else if (!list.empty())
      list += " + ";
    list += factor == "1 * " ? "" : factor;
    list += isName || times == 1 ? text : "(" + text + ")";
  };
  const auto addGroup = [&](const char *group, const IndexGroup &indices, const Strides &strides,
                            const std::string &value) {
    for (size_t one = 0; one < indices.size(); ++one)
      add(indices.isPlain() ? value : indexText(indices, group, one, "(" + value + ")"),
          *strides.all()[one].constant());
  };
  addGroup("M", contraction.m, position.strides[0], "row");
  addGroup("N", contraction.n, position.strides[1], column);
  if (const auto constant = position.offset.constant())
    add(std::to_string(*constant < 0 ? -*constant : *constant), *constant < 0   ? -1
                                                                : *constant > 0 ? 1
                                                                                : 0);
  else
    add(print(position.amount, {}), 1);
  return rising.empty() && falling.empty() ? "0"
         : rising.empty()                  ? falling.substr(1)
                                           : rising + falling;
}

std::string KernelPlan::furtherParameters() const {
  std::string text;
  for (int operand = 2; operand < contraction.operandCount(); ++operand)
    text += ", const " + std::string(cudaName(contraction.operand(operand).type)) +
            " *__restrict__ " + pointerName(operand) + ", int ld" + pointerName(operand);
  for (size_t index = 0; index < contraction.extras.size(); ++index) {
    const Matrix &extra = contraction.extras[index];
    const std::string name = "extra" + std::to_string(index);
    text += ", const " + std::string(cudaName(extra.type)) + " *__restrict__ " + name;
    for (const ExtraStride &stride : extraStrides(contraction, extra))
      if (isPassed(stride.stride))
        text += ", long long " + name + stride.name;
  }
  if (gathers() || !isBatched(contraction))
    return text;
  for (const int operand : operands())
    text += ", long long batch" + operandName(operand);
  text += ", long long batchC";
  return text;
}

std::string KernelPlan::furtherNames() const {
  std::string text;
  for (int operand = 2; operand < contraction.operandCount(); ++operand)
    text += ", " + pointerName(operand) + ", ld" + pointerName(operand);
  for (size_t index = 0; index < contraction.extras.size(); ++index) {
    const std::string name = "extra" + std::to_string(index);
    text += ", " + name;
    for (const ExtraStride &stride : extraStrides(contraction, contraction.extras[index]))
      if (isPassed(stride.stride))
        text += ", " + name + stride.name;
  }
  if (gathers() || !isBatched(contraction))
    return text;
  for (const int operand : operands())
    text += ", batch" + operandName(operand);
  text += ", batchC";
  return text;
}

std::string KernelPlan::furtherArguments(const Polynomial::Spelling &spelling) const {
  std::string text;
  for (int operand = 2; operand < contraction.operandCount(); ++operand) {
    const Matrix &matrix = contraction.operand(operand);
    text += ", " + elementsOf(contraction, matrix, spelling) + ", (int)(" +
            matrix.leadingDimension().wide(spelling) + ")";
  }
  for (const Matrix &extra : contraction.extras) {
    text += ", " + elementsOf(contraction, extra, spelling);
    for (const ExtraStride &stride : extraStrides(contraction, extra))
      if (isPassed(stride.stride))
        text += ", " + stride.stride.wide(spelling);
  }
  if (gathers() || !isBatched(contraction))
    return text;
  for (const int operand : operands())
    text += ", " + contraction.operand(operand).batchStride().wide(spelling);
  return text + ", " + contraction.c.batchStride().wide(spelling);
}

std::string KernelPlan::compiledFor() const {
  constexpr int Oldest = 75; // that nvcc compiles for
  const auto [capability, alone] = devices();
  if (alone)
    return "warpsmith::CompiledForSm90a";
  return capability > Oldest ? "warpsmith::CompiledFor<" + std::to_string(capability) + ">" : "";
}

Substitutions KernelPlan::signature() const {
  const std::string able = compiledFor();
  return {{"only", able.empty() ? "" : able + " ? "},
          {"else", able.empty() ? "" : " : 1"},
          {"begin", able.empty() ? "" : "if constexpr (" + able + ") {\n"},
          {"end", able.empty() ? "" : "}\n"},
          {"A", std::string(cudaName(contraction.a.type))},
          {"B", std::string(cudaName(contraction.b.type))},
          {"C", std::string(cudaName(contraction.c.type))},
          {"scalars", scalarParameters(Scope::Kernel)},
          {"names", scalarArguments(Scope::Kernel)},
          {"further", furtherParameters()},
          {"furtherNames", furtherNames()}};
}

std::string KernelPlan::moveText(const std::string &index) const {
  const std::string times = index.empty() ? "" : index + " * ";
  std::string text = "c += " + times + "batchC;\n";
  for (size_t extra = 0; extra < contraction.extras.size(); ++extra) {
    const std::string name = "extra" + std::to_string(extra);
    if (const Polynomial &stride = contraction.extras[extra].batchStride(); !stride.isZero())
      text += name + " += " +
              (isPassed(stride) ? times + name + "Batch"
               : index.empty()  ? "1"
                                : index) +
              ";\n";
  }
  return text;
}

std::string KernelPlan::adopted(std::string text, const KernelPlan &other) const {
  const std::string between = "warpsmithAdopted";
  replaceAll(text, Mark, between);
  for (size_t index = 0; index < other.scalars.size(); ++index) {
    const auto own = std::ranges::find(scalars, other.scalars[index].name, &Scalar::name);
    replaceAll(text, between + std::to_string(index) + "_", mark(own - scalars.begin()));
  }
  return text;
}

std::string KernelPlan::nameScalars(std::string text, const std::string &beside) const {
  const std::set<std::string> taken = identifiers(text + beside);
  for (size_t index = 0; index < scalars.size(); ++index) {
    std::string name = scalars[index].name;
    while (taken.contains(name))
      name += "_";
    replaceAll(text, mark(index), name);
  }
  return text;
}

std::string KernelPlan::stored(int operand) const {
  return std::string(cudaName(tiled() ? layouts[operand].stored : computation.own(operand)->type));
}

} // namespace warpsmith
