#include "rewriter/tool/Explain.h"
#include "rewriter/model/KernelModel.h"
#include "rewriter/passes/PassPipeline.h"
#include <cmath>
#include <iomanip>
#include <sstream>

namespace warpsmith::tool {
namespace {

/// A spelling of the pass with typical parameters.
std::string typical(const Pass &pass) {
  const std::string name(pass.name());
  if (name == "interleave-fp64")
    return name + "<8/32>";
  if (pass.selector() == "fp64")
    return name + "<fp64=1/4>";
  if (pass.selector() == "dma")
    return name + "<dma=4>";
  if (pass.selector() == "fp16x3")
    return name + "<fp16x3;narrow>";
  return pass.selector().empty() ? name : name + "<" + std::string(pass.selector()) + ">";
}

/// The shortest pipeline in which the pass can stand.
std::string pipelineWith(const Pass &pass, const std::string &spelled) {
  if (pass.name() == "split")
    return spelled + ",tensorize<wgmma>";
  if (pass.name() == "symmetric")
    return "split<by-data>,tensorize<wgmma>," + spelled;
  if (pass.name() == "at-least")
    return "tile," + spelled + "<products=1000000>";
  if (pass.name() == "menu")
    return "tile,pipeline<stages=3>,warp-specialize<dma=4>," + spelled + "<tiles=4>";
  const bool alone = pass.name() == "tile" || pass.name() == "auto" || pass.selector() == "wgmma" ||
                     pass.selector() == "mma";
  return alone ? spelled : "tile," + spelled;
}

std::string rounded(double value) {
  std::ostringstream out;
  out << std::setprecision(3) << value;
  return out.str();
}

double productsOf(const Problem &problem) {
  return problem.m * problem.n * problem.k;
}

/// The alternative that a launch takes for a problem, as far as its size decides.
const Schedule &takenFor(const Problem &problem, const Schedule &schedule) {
  const Schedule *taken = &schedule;
  while (taken->otherwise && taken->leastProducts &&
         productsOf(problem) < static_cast<double>(*taken->leastProducts))
    taken = taken->otherwise.get();
  return *taken;
}

/// What the model says of a contraction's schedules, and over `tile` alone.
class Predictions {
public:
  Predictions(const Contraction &of, const Schedule &from)
      : contraction(of),
        start(from),
        problem(typicalProblem(of)) {
    if (const auto result = run("tile"); std::holds_alternative<Schedule>(result))
      tile = this->of(std::get<Schedule>(result));
  }

  std::variant<Schedule, PassPipeline::Refused> run(const std::string &passes) const {
    return std::get<PassPipeline>(PassPipeline::parse(passes)).run(contraction, start);
  }
  std::optional<KernelPrediction> of(const Schedule &schedule) const {
    return predict(contraction, takenFor(problem, schedule), problem);
  }

  /// Of several alternatives a line for each: the sizes of its launches, and its speed there.
  std::string alternatives(const Schedule &schedule) const {
    if (!schedule.otherwise)
      return {};
    std::ostringstream out;
    std::optional<int64_t> limit; // of the multiplications that earlier ones leave
    for (const Schedule *each = &schedule; each; each = each->otherwise.get()) {
      if (each->architecture != schedule.architecture)
        break;
      Schedule own = *each;
      own.otherwise = nullptr;
      own.leastProducts.reset();
      // Several for the same sizes are compared at each launch.
      const bool isForLeft = limit && !(each->leastProducts && *each->leastProducts >= *limit);
      out << "    "
          << (each->leastProducts
                  ? "from " + std::to_string(*each->leastProducts) + " multiplications on" +
                        (limit && !isForLeft ? ", where that is faster: " : ": ")
              : limit             ? "below " + std::to_string(*limit) + ": "
              : each == &schedule ? "where it can serve a launch: "
                                  : "elsewhere: ")
          << own.str();
      Problem at = problem;
      if (isForLeft && productsOf(at) >= static_cast<double>(*limit))
        at.m = at.n = at.k = std::floor(std::cbrt(static_cast<double>(*limit - 1)));
      if (const auto prediction = predict(contraction, own, at))
        out << ": " << rate(*prediction) << " at " << at.m << " x " << at.n << " x " << at.k;
      out << "\n";
      limit = each->leastProducts;
    }
    return out.str();
  }

  /// What the predictions are for, and what the product is to its memory.
  std::string heading() const {
    const Product &product = start.architecture->product;
    double elements = problem.m * problem.n * sizeOf(contraction.c.type);
    for (int operand = 0; operand < contraction.operandCount(); ++operand)
      elements += (operand % 2 == 0 ? problem.m : problem.n) * problem.k *
                  sizeOf(contraction.operand(operand).type);
    const double operations =
        contraction.operandCount() * problem.m * problem.n * problem.k / elements;
    std::ostringstream out;
    out << "predicted for " << problem.m << " x " << problem.n << " x " << problem.k << " on "
        << product.name << " (" << product.multiprocessors << " SMs, " << product.megahertz
        << " MHz); " << rounded(operations) << " operations for each byte of the matrices";
    return out.str();
  }

  /// After what the pass does.
  std::string sentence(const Schedule &schedule) const {
    const auto prediction = of(schedule);
    if (!prediction)
      return {};
    constexpr double Clear = 0.03;
    const std::string limit = ", limited by " + std::string(name(prediction->limiter));
    if (!tile || schedule.str() == tileSchedule())
      return rate(*prediction) + limit + "; a block does " +
             rounded(prediction->operationsPerByte) + " operations for each byte it copies";
    const double gain = tile->seconds / prediction->seconds;
    const std::string factor = rounded(gain) + " times tile's speed: " + rate(*prediction) + limit;
    if (gain > 1 + Clear)
      return "pays: " + factor;
    return std::string(gain < 1 - Clear ? "loses: " : "makes no difference: ") + factor;
  }

private:
  std::string rate(const KernelPrediction &prediction) const {
    constexpr double Tera = 1e12;
    return rounded(prediction.operationsPerSecond / Tera) + " T" +
           (isInteger(contraction.sum) ? "OP" : "FLOP") + "/s";
  }
  std::string tileSchedule() const {
    const auto result = run("tile");
    return std::holds_alternative<Schedule>(result) ? std::get<Schedule>(result).str() : "";
  }

  const Contraction &contraction;
  const Schedule &start;
  Problem problem;
  std::optional<KernelPrediction> tile;
};

/// Of each share of FP64 the speed that the units alone allow.
std::string fp64Ratios(const Architecture &architecture, bool warps) {
  constexpr int Period = 32, MostWarps = 8;
  const int of = warps ? MostWarps : Period;
  std::string text = "by the units alone, over FP32 alone:";
  for (int fp64 = 1; fp64 < of; fp64 *= 2) {
    const MixPrediction prediction =
        warps ? predictFp64Warps(architecture, fp64, of) : predictFp64Steps(architecture, fp64, of);
    text += std::string(fp64 == 1 ? " " : ", ") + std::to_string(fp64) + "/" + std::to_string(of) +
            " " + rounded(prediction.speedup) + " (" + std::string(name(prediction.limiter)) + ")";
  }
  return text;
}

struct Fastest {
  std::string pipeline;
  std::optional<KernelPrediction> prediction;

  void take(const std::string &passes, const std::optional<KernelPrediction> &candidate) {
    if (!candidate || passes == "auto" || (prediction && prediction->seconds <= candidate->seconds))
      return;
    pipeline = passes;
    prediction = candidate;
  }
};

constexpr const char *Combinations[] = {"tile,pipeline<stages=3>,warp-specialize<dma=4>",
                                        "tile,pipeline<stages=3>,interleave-fp64<8/32>",
                                        "tile,tensorize<wmma>,pipeline<stages=3>"};

/// The same for an architecture whose code has more instructions on the same GPUs; nothing where
/// there is none.
std::optional<Schedule> withAllInstructions(const Schedule &start) {
  const Architecture *all = architectureOfDevice(start.architecture->computeCapability);
  if (!all || all == start.architecture ||
      all->computeCapability != start.architecture->computeCapability)
    return std::nullopt;
  Schedule other = start;
  other.architecture = all;
  return other;
}

/// The user must promise something about the data, which nobody has done: no schedule to recommend.
bool needsPromise(const Schedule &schedule) {
  return schedule.split() == Split::Fp16x3;
}

} // namespace

std::optional<Allowed> allowedByAllInstructions(const Contraction &contraction,
                                                const Schedule &start) {
  const std::optional<Schedule> other = withAllInstructions(start);
  if (!other)
    return std::nullopt;
  const Predictions here(contraction, start), there(contraction, *other);
  Fastest fastest;
  for (const auto &pass : allPasses()) {
    const std::string pipeline = pipelineWith(*pass, typical(*pass));
    const auto allowed = there.run(pipeline);
    if (const auto *schedule = std::get_if<Schedule>(&allowed);
        schedule && !needsPromise(*schedule) &&
        !std::holds_alternative<Schedule>(here.run(pipeline)))
      fastest.take(pipeline, there.of(*schedule));
  }
  if (!fastest.prediction)
    return std::nullopt;
  return Allowed{other->architecture, fastest.pipeline, fastest.prediction->seconds};
}

std::optional<Predicted> predicted(const Contraction &contraction, const Schedule &schedule) {
  const auto seconds = predictedSeconds(contraction, schedule);
  if (!seconds)
    return std::nullopt;
  const Problem problem = typicalProblem(contraction);
  Predicted result{problem.m, problem.n, problem.k, *seconds, std::nullopt};
  Schedule start;
  start.numerics = schedule.numerics;
  start.architecture = schedule.architecture;
  const auto tiled = std::get<PassPipeline>(PassPipeline::parse("tile")).run(contraction, start);
  if (const auto *tile = std::get_if<Schedule>(&tiled))
    if (const auto alone = predictedSeconds(contraction, *tile))
      result.timesTile = *alone / *seconds;
  return result;
}

std::optional<double> predictedSeconds(const Contraction &contraction, const Schedule &schedule) {
  const Problem problem = typicalProblem(contraction);
  const auto prediction = predict(contraction, takenFor(problem, schedule), problem);
  return prediction ? std::optional(prediction->seconds) : std::nullopt;
}

std::string explain(const Contraction &contraction, const Schedule &start,
                    const PassPipeline &asked) {
  std::ostringstream out;
  out << contraction.kernel << " on " << start.architecture->name << " under "
      << name(start.numerics) << ":\n";
  const Predictions predictions(contraction, start);
  out << "  " << predictions.heading() << "\n";
  const std::optional<Schedule> other = withAllInstructions(start);
  std::optional<Predictions> there;
  if (other)
    there.emplace(contraction, *other);
  Fastest fastest;
  for (const auto &pass : allPasses()) {
    const std::string spelled = typical(*pass);
    const std::string pipeline = pipelineWith(*pass, spelled);
    const auto result = predictions.run(pipeline);
    out << "  " << spelled << ": ";
    if (const auto *refused = std::get_if<PassPipeline::Refused>(&result)) {
      out << "not applicable: " << refused->reason << "\n";
      if (there) {
        const auto allowed = there->run(pipeline);
        if (const auto *schedule = std::get_if<Schedule>(&allowed))
          out << "    with --arch=" << other->architecture->name << ": "
              << there->sentence(*schedule) << "\n";
      }
      continue;
    }
    const Schedule &schedule = std::get<Schedule>(result);
    const std::string predicted = predictions.sentence(schedule);
    out << pass->explain(contraction, schedule) << (predicted.empty() ? "" : "; ") << predicted
        << "\n"
        << predictions.alternatives(schedule);
    if (const std::optional<Fp64Share> share = schedule.fp64Share())
      out << "    " << fp64Ratios(*start.architecture, share->ofWarps) << "\n";
    if (!needsPromise(schedule) && pass->name() != "menu") // it leaves tiles out
      fastest.take(pipeline, predictions.of(schedule));
  }
  for (const char *pipeline : Combinations) {
    const auto result = predictions.run(pipeline);
    if (const auto *schedule = std::get_if<Schedule>(&result)) {
      out << "  " << pipeline << ": " << predictions.sentence(*schedule) << "\n";
      fastest.take(pipeline, predictions.of(*schedule));
    }
  }
  auto result = asked.run(contraction, start);
  if (const auto *schedule = std::get_if<Schedule>(&result)) {
    const std::string predicted = predictions.sentence(*schedule);
    out << "  asked for: " << schedule->str() << ": "
        << (predicted.empty() ? "not predicted: the original's memory accesses limit it"
                              : predicted)
        << "\n"
        << predictions.alternatives(*schedule);
  }
  if (fastest.prediction) {
    out << "  fastest by the model: " << fastest.pipeline;
    const auto byModel = predictions.run(fastest.pipeline), byAuto = predictions.run("auto");
    const auto *predicted = std::get_if<Schedule>(&byModel);
    const auto *taken = std::get_if<Schedule>(&byAuto);
    if (predicted && taken && predicted->str() != taken->str())
      out << "; auto goes by " << reasonOfAuto(contraction, start) << ", and takes "
          << taken->str();
    out << "\n";
  }
  if (const auto allowed = allowedByAllInstructions(contraction, start))
    out << "  --arch=" << allowed->architecture->name << ", for the same GPUs, also allows "
        << allowed->pipeline
        << (fastest.prediction ? ": " + rounded(fastest.prediction->seconds / allowed->seconds) +
                                     " times the speed of the fastest above"
                               : "")
        << "\n";
  return out.str();
}

namespace {

/// The contract that lets tensor cores multiply the operands as they are, or sums be grouped; the
/// schedule's own where that is as loose.
Numerics nextContract(const Contraction &contraction, Numerics own) {
  if (own != Numerics::BitExact || isInteger(contraction.sum))
    return own;
  const ElementType a = contraction.a.type;
  if (a == contraction.b.type && a == ElementType::F16)
    return Numerics::Fp16;
  if (a == contraction.b.type && a == ElementType::BF16)
    return Numerics::Bf16;
  return partType(contraction.sum) == ElementType::F64 ? Numerics::Fp64 : Numerics::Fp32;
}

} // namespace

std::optional<Faster> muchFaster(const Contraction &contraction, const Schedule &schedule,
                                 bool otherPasses, bool otherContract) {
  constexpr double Much = 2;
  std::optional<double> least = predictedSeconds(contraction, schedule);
  std::optional<Faster> found;
  if (!least)
    return found;
  const double now = *least;
  const auto consider = [&](Contract contract) {
    Schedule start;
    start.architecture = schedule.architecture;
    start.numerics = contract;
    const auto result = std::get<PassPipeline>(PassPipeline::parse("auto")).run(contraction, start);
    const auto *taken = std::get_if<Schedule>(&result);
    const auto seconds = taken ? predictedSeconds(contraction, *taken) : std::nullopt;
    // What needs a looser contract must be much faster than what does not, too.
    if (!seconds || *least < Much * *seconds)
      return;
    least = seconds;
    Schedule first = takenFor(typicalProblem(contraction), *taken);
    first.otherwise = nullptr;
    first.leastProducts.reset();
    found = Faster{
        (otherPasses ? "--passes=auto" : "") +
            std::string(otherPasses && contract != schedule.numerics ? " " : "") +
            (contract != schedule.numerics ? "--numerics=" + std::string(name(contract)) : ""),
        first.str(), now / *seconds};
  };
  if (otherPasses)
    consider(schedule.numerics);
  if (const Numerics next = nextContract(contraction, schedule.numerics);
      otherContract && !schedule.numerics.invariant && next != schedule.numerics)
    consider(next);
  return found;
}

std::string describeSchedule(const Contraction &contraction, const Schedule &schedule) {
  std::ostringstream out;
  out << "schedule " << contraction.kernel << "\n";
  out << "  passes   " << schedule.str() << "\n";
  out << "  numerics " << name(schedule.numerics) << "\n";
  out << "  arch     " << schedule.architecture->name << "\n";
  out << familyOf(schedule).describe(contraction, schedule);
  return out.str();
}

} // namespace warpsmith::tool
