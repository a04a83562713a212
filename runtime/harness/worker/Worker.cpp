#include "runtime/harness/worker/Worker.h"
#include "polybench/Suite.h"
#include "runtime/harness/core/MatrixFile.h"
#include "runtime/harness/kernel/KernelBenchmark.h"
#include "runtime/harness/worker/Baseline.h"
#include "runtime/harness/worker/Checker.h"
#include "runtime/harness/worker/Cuda.h"
#include "runtime/harness/worker/DeviceInfo.h"
#include "runtime/harness/worker/MicroRun.h"
#include "runtime/harness/worker/ProfileCommand.h"
#include "runtime/harness/worker/Protocol.h"
#include "runtime/harness/worker/TimeCommand.h"

namespace warpsmith::harness::worker {
namespace {

using nlohmann::json;

constexpr char OriginalName[] = "original";

Numerics contractOf(const json &description) {
  const auto name = description.at("contract").get<std::string>();
  const auto contract = findContract(name);
  if (!contract)
    throw InputError("unknown numerics contract '" + name + "'");
  return *contract;
}

json encode(const Verdict &verdict) {
  json result = {{"passed", verdict.passed},
                 {"applicable", verdict.applicable},
                 {"reason", verdict.reason},
                 {"examples", verdict.examples},
                 {"elements", verdict.comparison.elements},
                 {"failures", verdict.failures},
                 {"reference_seconds", verdict.referenceSeconds},
                 {"max_error", encodeNumber(verdict.comparison.maxError)},
                 {"error_bound", encodeNumber(verdict.comparison.boundAtMaxError)},
                 {"max_ratio", encodeNumber(verdict.comparison.maxRatio)},
                 {"scaled_error", encodeNumber(verdict.comparison.maxScaledError)},
                 {"kernels", verdict.kernels},
                 {"launches", verdict.launches}};
  if (verdict.identical)
    result["identical"] = *verdict.identical;
  return result;
}

UserData userData(const json &command) {
  UserData user;
  for (const auto &[name, file] : command.at("matrices").items())
    user.matrices[name] = file.get<std::string>();
  for (const auto &[name, value] : command.at("scalars").items())
    user.scalars[name] = value.get<double>();
  return user;
}

} // namespace

Worker::Worker(Send send) : send(std::move(send)) {
}

bool Worker::handle(const json &command) {
  if (command.value("command", "") == "quit")
    return false;
  try {
    const json reply = answer(command);
    send(reply);
    return !reply.value("lost", false);
  } catch (const CudaError &error) {
    const bool lost = contextIsLost();
    send({{"reply", "error"}, {"reason", error.what()}, {"lost", lost}});
    return !lost;
  } catch (const std::exception &error) {
    send({{"reply", "error"}, {"reason", error.what()}, {"lost", false}});
    return true;
  }
}

json Worker::answer(const json &command) {
  const auto name = command.at("command").get<std::string>();
  if (name == "hello")
    return {{"reply", "hello"},
            {"protocol", ProtocolVersion},
            {"device", describeDevice()},
            {"devices", countDevices()}};
  if (name == "prepare")
    return prepare(command);
  if (name == "verify")
    return verify(command);
  if (name == "time")
    return time(command);
  if (name == "profile")
    return profile(command);
  if (name == "output")
    return output(command);
  if (name == "micro")
    return answerMicro(command, send);
  throw InputError("unknown command '" + name + "'");
}

json Worker::prepare(const json &command) {
  SessionSettings settings;
  const auto name = command.at("benchmark").get<std::string>();
  if (command.contains("kernel")) {
    session.reset(); // stands on the last one
    kernel = makeKernelBenchmark(command.at("kernel"));
    settings.benchmark = kernel.get();
  } else {
    settings.benchmark = polybench::findBenchmark(name);
  }
  if (!settings.benchmark)
    throw InputError("unknown benchmark '" + name + "'");
  const auto type = parseElementType(command.at("type").get<std::string>());
  if (!type)
    throw InputError("unknown type " + command.at("type").dump());
  settings.type = *type;
  settings.sizes = command.at("sizes").get<Sizes>();
  if (settings.sizes.size() != settings.benchmark->dimensions.size()) {
    throw InputError("'" + name + "' needs " +
                     std::to_string(settings.benchmark->dimensions.size()) + " sizes");
  }
  settings.seed = command.at("seed").get<std::uint64_t>();
  settings.guardBytes = command.value("guard_bytes", defaultGuardBytes());
  settings.original = command.value("original", "");
  settings.originalError = command.value("original_error", "it was not built");
  if (command.contains("matrices"))
    settings.user = userData(command);
  contestants.clear(); // baselines are for one benchmark and type
  session = std::make_unique<Session>(std::move(settings));
  return {{"reply", "prepared"}};
}

Session &Worker::prepared() {
  if (!session)
    throw InputError("no problem was prepared");
  return *session;
}

Contestant &Worker::contestant(const json &description) {
  const bool isLibrary = description.contains("library");
  const auto key = description.at(isLibrary ? "library" : "baseline").get<std::string>();
  std::unique_ptr<Contestant> &known = contestants[key];
  if (!known) {
    known = isLibrary ? loadLibrary(key)
                      : makeBaseline(prepared().benchmark(), prepared().settings().type, key,
                                     prepared().settings().original);
  }
  return *known;
}

void Worker::begin(const std::string &name, const std::string &step) {
  send({{"event", "begin"}, {"name", name}, {"step", step}});
}

void Worker::runOriginal(const std::string &probeName) {
  Probe &probe = prepared().probe(probeName);
  if (probe.original || !probe.originalError.empty())
    return;
  begin(OriginalName, "run on " + probeName + " inputs");
  prepared().originalResult(probe);
}

json Worker::check(const json &description, const std::string &probe, bool repeat,
                   const std::string &step) {
  const bool isOriginal = prepared().isOriginal(description.value("library", ""));
  if (!isOriginal)
    runOriginal(probe);
  const auto name = description.at("name").get<std::string>();
  begin(name, step);
  json result = encode(judge(prepared(), contestant(description), isOriginal,
                             contractOf(description), probe, repeat));
  result["event"] = "checked";
  result["name"] = name;
  result["probe"] = probe;
  result["step"] = step;
  send(result);
  return result;
}

json Worker::verify(const json &command) {
  bool passed = true;
  const auto repeatOn = command.value("repeat", "");
  for (const auto &probe : command.at("probes").get<std::vector<std::string>>()) {
    const json result = check(command.at("contestant"), probe, probe == repeatOn,
                              "verification on " + probe + " inputs");
    passed = passed && result.at("passed").get<bool>();
    if (!passed && contextIsLost())
      return {{"reply", "error"}, {"reason", result.at("reason")}, {"lost", true}};
  }
  return {{"reply", "verified"}, {"passed", passed}};
}

json Worker::time(const json &command) {
  std::vector<TimedContestant> timed;
  for (const json &description : command.at("contestants"))
    timed.push_back({description.at("name").get<std::string>(), &contestant(description)});
  const TimingSettings settings = timingSettings(command);
  json reply = runTiming(prepared(), timed, settings, send);
  if (!command.value("check", true))
    return reply;
  for (const json &description : command.at("contestants"))
    check(description, settings.probe, false, "verification after timing");
  return reply;
}

json Worker::profile(const json &command) {
  const json &description = command.at("contestant");
  begin(description.at("name").get<std::string>(), "profiling");
  runForProfiler(prepared(), contestant(description));
  return {{"reply", "profiled"}};
}

json Worker::output(const json &command) {
  const auto probe = command.value("probe", UserProbe);
  const int buffer = findBuffer(prepared().benchmark(), command.at("buffer").get<std::string>());
  if (buffer < 0)
    throw InputError("unknown buffer " + command.at("buffer").dump());
  const json &description = command.at("contestant");
  begin(description.at("name").get<std::string>(), "computing the output");
  RunResult result = prepared().run(contestant(description), prepared().probe(probe), 0xff);
  writeMatrix(command.at("file").get<std::string>(), result.buffers.at(buffer));
  return {{"reply", "written"}};
}

} // namespace warpsmith::harness::worker
