#include "runtime/harness/run/PreparedWorker.h"

namespace warpsmith::harness {

using nlohmann::json;

PreparedWorker::PreparedWorker(WorkerClient &client, json prepareCommand)
    : client(client),
      preparation(std::move(prepareCommand)) {
}

Answer PreparedWorker::request(const json &command, const WorkerClient::OnEvent &onEvent) {
  if (!client.alive() || !prepared) {
    const Answer answer = client.request(preparation, onEvent);
    prepared = answer.status == Answer::Status::Replied;
    if (!prepared)
      return answer;
  }
  return client.request(command, onEvent);
}

void PreparedWorker::forgetOriginal(const std::string &reason) {
  preparation["original"] = "";
  preparation["original_error"] = reason;
  prepared = false;
}

} // namespace warpsmith::harness
