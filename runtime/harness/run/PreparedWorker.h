// A worker with a problem in hand.
#pragma once

#include "runtime/harness/run/Campaign.h"

namespace warpsmith::harness {

/// A worker that is given the problem again whenever it has to be started afresh. Its process may
/// have served other problems before: the first request gives it this one.
class PreparedWorker {
public:
  PreparedWorker(WorkerClient &client, nlohmann::json prepareCommand);

  Answer request(const nlohmann::json &command, const WorkerClient::OnEvent &onEvent);
  /// From now on there is nothing to compare bits with.
  void forgetOriginal(const std::string &reason);
  const nlohmann::json &prepareCommand() const { return preparation; }

private:
  WorkerClient &client;
  nlohmann::json preparation;
  bool prepared = false;
};

} // namespace warpsmith::harness
