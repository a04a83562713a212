// The worker's answers to the parent's commands (Protocol.h).
#pragma once

#include "runtime/harness/worker/Session.h"
#include <functional>
#include <nlohmann/json.hpp>

namespace warpsmith::harness::worker {

class Worker {
public:
  using Send = std::function<void(const nlohmann::json &message)>;
  explicit Worker(Send send);

  /// Answers one command with events and a reply. False when the worker must exit.
  bool handle(const nlohmann::json &command);

private:
  nlohmann::json answer(const nlohmann::json &command);
  nlohmann::json prepare(const nlohmann::json &command);
  nlohmann::json verify(const nlohmann::json &command);
  nlohmann::json time(const nlohmann::json &command);
  nlohmann::json profile(const nlohmann::json &command);
  nlohmann::json output(const nlohmann::json &command);

  /// Throws InputError unless a problem has been prepared.
  Session &prepared();
  /// Loads a contestant or returns the one that was loaded before.
  Contestant &contestant(const nlohmann::json &description);
  void begin(const std::string &name, const std::string &step);
  void runOriginal(const std::string &probe);
  nlohmann::json check(const nlohmann::json &description, const std::string &probe, bool repeat,
                       const std::string &step);

  Send send;
  std::unique_ptr<const Benchmark> kernel; // a user's
  std::unique_ptr<Session> session;
  std::map<std::string, std::unique_ptr<Contestant>> contestants;
};

} // namespace warpsmith::harness::worker
