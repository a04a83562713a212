// What the parent and its worker say to each other: one JSON object a line, commands on the
// worker's standard input, events and replies on the pipe that was its standard output. Whatever a
// variant prints goes to standard error instead.
//
// A command has "command"; it is answered by any number of objects with "event" and then one with
// "reply". {"reply": "error", "reason": ...} refuses a command; "lost": true says that the CUDA
// context is gone and the worker is about to exit.
//
//   hello                                  -> reply hello: protocol, device {...} and how many
//                                             devices there are to choose from
//   prepare benchmark type sizes seed      -> reply prepared
//           guard_bytes original [kernel {...}: a user's, see makeKernelBenchmark]
//           [matrices {A: file} scalars {alpha: 1}]
//   verify  contestant probes repeat       -> event checked for each probe, reply verified
//   time    contestants rounds mode        -> event planned with the kernels that it launches for
//           sample_seconds warmup_seconds     each contestant, event sample for each batch, event
//           probe [algorithms] [check]        checked after the loop for each unless check is
//           false,
//                                             reply timed
//   profile contestant                     -> reply profiled, after a run between cudaProfilerStart
//                                             and cudaProfilerStop
//   output  contestant buffer file         -> reply written
//   micro   library [experiments ...]      -> event point for each point of the library of
//           sample_seconds rounds             microbenchmarks: what it is, and with how many
//           warmup_seconds seed               iterations it is run; event checked (reason: empty or
//                                             what differs) before and after timing, event sample
//                                             for each launch; reply measured (timed: false in the
//                                             emulator)
//   quit                                   -> the worker exits
//
// A contestant is {name, contract, library: FILE} or {name, contract, baseline: NAME}. Before every
// step that may crash or hang comes {"event": "begin", "name", "step"}, so that the parent knows
// whom to blame.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

namespace warpsmith::harness {

constexpr int ProtocolVersion = 1;

/// Probes that are not an InputKind: random inputs with every buffer one element off its alignment,
/// and the user's own matrices.
constexpr char OffsetProbe[] = "offset";
constexpr char UserProbe[] = "user";

/// JSON has no infinities and no NaN: they travel as strings.
inline nlohmann::json encodeNumber(double value) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value > 0 ? "inf" : "-inf";
  return value;
}

inline double decodeNumber(const nlohmann::json &value) {
  if (value.is_string())
    return std::stod(value.get<std::string>());
  return value.get<double>();
}

} // namespace warpsmith::harness
