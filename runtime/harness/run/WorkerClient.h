// A conversation with one worker process (worker/Protocol.h).
#pragma once

#include "runtime/harness/run/Process.h"
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>

namespace warpsmith::harness {

/// How a request ended.
struct Answer {
  enum class Status {
    Replied,     // `reply` holds it
    Refused,     // the worker answered with an error: `reason`
    Lost,        // the same, and its CUDA context is gone
    Crashed,     // the process ended
    TimedOut,    // no message for too long; the process was killed
    Interrupted, // Ctrl-C
  };
  Status status = Status::Replied;
  nlohmann::json reply;
  std::string reason; // a sentence, for everything but Replied
  std::string blamed; // name in the last "begin" event
  std::string step;   // its step
};

class WorkerClient {
public:
  /// `command` starts the worker; `timeout` is the longest silence that is put up with.
  WorkerClient(CommandLine command, std::chrono::duration<double> timeout);

  using OnEvent = std::function<void(const nlohmann::json &event)>;
  /// Sends one command and waits for its reply, handing on events as they come. After any status
  /// but Replied and Refused the process is gone and the next request starts another one.
  Answer request(const nlohmann::json &command, const OnEvent &onEvent);

  /// Whether the process that answered the last request still runs.
  bool alive() const { return child != nullptr; }
  /// Ends the process; its exit status is of interest where a tool such as compute-sanitizer wraps
  /// the worker.
  std::optional<int> quit(std::chrono::duration<double> limit);
  std::string errorTail() const { return lastErrors; }

private:
  Answer fail(Answer answer, Answer::Status status);

  CommandLine command;
  std::chrono::duration<double> timeout;
  std::unique_ptr<ChildProcess> child;
  std::string lastErrors;
};

} // namespace warpsmith::harness
