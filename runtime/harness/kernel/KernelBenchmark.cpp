#include "runtime/harness/kernel/KernelBenchmark.h"
#include "polybench/common/polybench_abi.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/kernel/KernelReference.h"
#include <algorithm>
#include <array>
#include <map>

namespace warpsmith::harness {
namespace {

using nlohmann::json;

// Values below 1, so that a kernel's own output stays finite as its next input, again and again;
// and no short binary fractions, so that scaling in another order changes bits.
constexpr double RandomScalars[] = {0.71, 0.83, 0.57, 0.93};
constexpr double IntegerScalars[] = {3, 2, 1, 2};
constexpr int BatchByDefault = 4; // where one number is given for all dimensions

ElementType elementType(const json &name, const std::string &what) {
  const auto found = elementTypeOfShortName(name.get<std::string>());
  if (!found)
    throw InputError(what + " has elements of type " + name.get<std::string>() +
                     ", which polybench has no arrays of");
  return *found;
}

class Reader {
public:
  explicit Reader(const json &kernel) : description(kernel) {}

  std::unique_ptr<const Benchmark> run() {
    benchmark->name = description.at("title");
    benchmark->summary = summary();
    readDimensions();
    readScalars();
    readBuffers();
    readModel();
    benchmark->products = {kernelName()};
    benchmark->source = UserSource{
        description.at("file").get<std::string>(), kernelName(), description.at("driver"),
        description.at("flags").get<std::vector<std::string>>(), description.dump()};
    benchmark->classicInput = [](const Sizes &sizes, int, std::span<const std::size_t> index) {
      double value = 1;
      for (const std::size_t position : index)
        value *= static_cast<double>(position);
      return value / sizes[0];
    };
    benchmark->reference = [kernel = model, has = benchmark->whyNoReference.empty()](
                               const Problem &problem, ProductEngine &engine) {
      std::vector<OutputReference> references;
      if (has)
        references.push_back(kernelReference(*kernel, problem, engine));
      return references;
    };
    benchmark->operations = [kernel = model](const Sizes &sizes) {
      double count = 2.0 * sizes[kernel->m] * sizes[kernel->n] * sizes[kernel->k];
      count *= static_cast<double>(std::max<std::size_t>(1, kernel->products.size()));
      return kernel->batch < 0 ? count : count * sizes[kernel->batch];
    };
    return std::move(benchmark);
  }

private:
  std::string kernelName() const {
    const auto name = description.at("name").get<std::string>();
    return name.substr(0, name.find('<'));
  }

  std::string summary() const {
    const auto condition = description.at("condition").get<std::string>();
    return "line " + std::to_string(description.at("line").get<int>()) + " of " +
           std::filesystem::path(description.at("file").get<std::string>()).filename().string() +
           (condition.empty() ? "" : ", " + condition);
  }

  void readDimensions() {
    const json &extents = description.at("extents");
    model->m = extents.at("m");
    model->n = extents.at("n");
    model->k = extents.at("k");
    model->batch = extents.at("batch");
    int number = 0;
    for (const json &dimension : description.at("dimensions")) {
      benchmark->dimensions.push_back(dimension.at("name"));
      benchmark->constantSizes.push_back(dimension.value("value", 0));
      benchmark->sizesByDefault.push_back(number++ == model->batch ? BatchByDefault : 0);
    }
    if (benchmark->dimensions.size() > POLYBENCH_MAX_DIMENSIONS)
      throw InputError("too many dimensions");
    for (const auto &[name, size] : {std::pair("STANDARD", 1024), {"SMALL", 256}})
      benchmark->datasets.push_back({name, sizesNear({size, size, size, BatchByDefault})});
    // No multiples of a tile, and not square where they need not be; and easy ones.
    benchmark->emulatorSizes = {sizesNear({45, 37, 29, 3})};
    if (const Sizes even = sizesNear({64, 64, 64, BatchByDefault});
        even != benchmark->emulatorSizes.front())
      benchmark->emulatorSizes.insert(benchmark->emulatorSizes.begin(), even);
  }

  /// m, n, k and batch, or what constants make of them.
  Sizes sizesNear(const std::array<int, 4> &wanted) const {
    const int dimensions[] = {model->m, model->n, model->k, model->batch};
    Sizes sizes(benchmark->dimensions.size());
    for (std::size_t index = wanted.size(); index-- > 0;)
      if (dimensions[index] >= 0)
        sizes[dimensions[index]] = wanted[index];
    for (std::size_t index = 0; index < sizes.size(); ++index)
      if (const int constant = benchmark->constantSizes[index])
        sizes[index] = constant;
    return sizes;
  }

  void readScalars() {
    for (const json &scalar : description.at("scalars")) {
      const std::size_t index = benchmark->scalars.size();
      if (index == POLYBENCH_MAX_SCALARS)
        throw InputError("it has more than " + std::to_string(POLYBENCH_MAX_SCALARS) +
                         " floating-point parameters");
      names.push_back(scalar.at("name"));
      benchmark->scalars.push_back({names.back(), scalar.value("value", IntegerScalars[index]),
                                    scalar.value("value", RandomScalars[index]),
                                    scalar.value("value", IntegerScalars[index]),
                                    parseElementType(scalar.at("type").get<std::string>())});
    }
  }

  void readBuffers() {
    static const std::map<std::string, BufferRole> Roles = {{"input", BufferRole::Input},
                                                            {"inout", BufferRole::InputOutput},
                                                            {"output", BufferRole::Output}};
    for (const json &buffer : description.at("buffers")) {
      const auto name = buffer.at("name").get<std::string>();
      benchmark->buffers.push_back({name, Roles.at(buffer.at("role")), BufferElement::Data,
                                    buffer.at("extents").get<std::vector<int>>(),
                                    elementType(buffer.at("type"), "'" + name + "'")});
    }
    if (benchmark->buffers.size() > POLYBENCH_MAX_BUFFERS)
      throw InputError("it has more than " + std::to_string(POLYBENCH_MAX_BUFFERS) + " arrays");
  }

  ElementType typeOfBuffer(int buffer) const { return *benchmark->buffers[buffer].type; }

  void readModel() {
    for (const json &operand : description.at("operands"))
      model->operands.push_back(
          {operand.at("buffer"), operand.at("transposed"), operand.at("batched")});
    for (const json &extra : description.at("extras"))
      model->extras.push_back(
          {extra.at("buffer"), extra.at("row"), extra.at("column"), extra.at("batched")});
    model->output = description.at("output").at("buffer");
    model->region = description.at("region");
    chooseType();
    try {
      readFormulas();
    } catch (const InputError &error) {
      benchmark->whyNoReference = error.what();
    }
    if (benchmark->whyNoReference.empty())
      readBaseline();
  }

  /// The type whose bounds hold: that of the sum, and of operands where both have it.
  void chooseType() {
    const auto sum = description.at("sum").get<std::string>();
    const ElementType left = typeOfBuffer(model->operands[0].buffer);
    const ElementType right = typeOfBuffer(model->operands[1].buffer);
    ElementType type = left == right ? left : ElementType::F32;
    if (sum == "f32" && type == ElementType::F64)
      type = ElementType::F32;
    if (sum == "f64" && type != ElementType::F64)
      type = ElementType::F32;
    if (sum.front() == 'f' && isInteger(type))
      type = sum == "f64" ? ElementType::F64 : ElementType::F32;
    if (sum == "f16" || sum == "bf16")
      benchmark->whyNoReference = "it sums in " + sum;
    benchmark->types = {type};
    model->roundoff = unitRoundoff(resultType(type));
  }

  void readFormulas() {
    for (const json &product : description.at("products")) {
      KernelProduct term{product.at("left"), product.at("right"), {}};
      for (const json &factor : product.at("scale"))
        term.scale.push_back(Formula::parse(factor, names));
      model->products.push_back(std::move(term));
    }
    if (model->products.empty())
      throw InputError("a step of its sum does something other than add products");
    model->initial = Formula::parse(description.at("initial"), names);
    const ElementType type = typeOfBuffer(model->output);
    const auto storedFormula = [&](const char *name) {
      const Formula formula = Formula::parse(description.at(name), names);
      return unitRoundoff(type) > model->roundoff ? Formula::stored(formula, type) : formula;
    };
    model->result = storedFormula("result");
    if (!description.at("diagonal").is_null())
      model->diagonal = storedFormula("diagonal");
    if (isInteger(benchmark->types[0]) && (model->initial.rounds() || model->result.rounds()))
      throw InputError("its sum of integers is rounded");
  }

  /// alpha * A * B + beta * C, each with or without its scalar.
  void readBaseline() {
    using Kind = Formula::Kind;
    const ElementType type = benchmark->types[0];
    if (model->products.size() != 1 || model->batch >= 0 || !model->region.empty() ||
        model->diagonal || typeOfBuffer(model->operands[0].buffer) != type ||
        typeOfBuffer(model->operands[1].buffer) != type ||
        typeOfBuffer(model->output) != resultType(type))
      return;
    const KernelProduct &product = model->products[0];
    std::optional<int> alpha = -1, beta;
    if (product.scale.size() > 1)
      return;
    if (product.scale.size() == 1) {
      if (product.scale[0].scaled(Kind::Scalar) != -1)
        return;
      alpha = scalarOf(product.scale[0]);
    }
    const Formula *total = &model->result;
    const Formula *addend = model->initial.isLiteral(0) ? nullptr : &model->initial;
    if (total->is(Kind::Binary) && total->text == "+") {
      const bool sumFirst = total->children[0].contains(Kind::Sum);
      const Formula &other = total->children[sumFirst ? 1 : 0];
      if (addend && !other.isLiteral(0))
        return;
      if (!other.isLiteral(0))
        addend = &other;
      total = &total->children[sumFirst ? 0 : 1];
    }
    const auto outer = total->scaled(Kind::Sum);
    if (!outer || (*outer >= 0 && (*alpha >= 0 || addend == &model->initial)))
      return;
    if (*outer >= 0)
      alpha = outer;
    if (addend && !(beta = addend->scaled(Kind::Output)))
      return;
    const KernelOperand &left = model->operands[static_cast<std::size_t>(product.left)];
    const KernelOperand &right = model->operands[static_cast<std::size_t>(product.right)];
    benchmark->baseline = {{.left = left.buffer,
                            .right = right.buffer,
                            .output = model->output,
                            .rows = {model->m},
                            .columns = {model->n},
                            .length = {model->k},
                            .transposeLeft = left.transposed,
                            .transposeRight = right.transposed,
                            .alpha = *alpha,
                            .beta = beta.value_or(-1),
                            .accumulate = beta == -1}};
  }

  static int scalarOf(const Formula &formula) {
    return formula.is(Formula::Kind::Scalar) ? formula.index : scalarOf(formula.children[0]);
  }

  const json &description;
  std::unique_ptr<Benchmark> benchmark = std::make_unique<Benchmark>();
  std::shared_ptr<KernelModel> model = std::make_shared<KernelModel>();
  std::vector<std::string> names; // of scalars
};

} // namespace

std::unique_ptr<const Benchmark> makeKernelBenchmark(const json &description) {
  try {
    return Reader(description).run();
  } catch (const json::exception &error) {
    throw InputError(std::string("not a description of a kernel: ") + error.what());
  }
}

} // namespace warpsmith::harness
