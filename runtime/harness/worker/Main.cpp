// polybench-worker: runs variants for `polybench` in a process of its own, so that a crash or a
// hang costs the variant and nothing else. Not meant to be started by hand.
#include "runtime/harness/worker/Protocol.h"
#include "runtime/harness/worker/Worker.h"
#include <csignal>
#include <cstdio>
#include <iostream>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace {

/// Standard output becomes the protocol's alone; what variants print goes to standard error.
FILE *takeStandardOutput() {
  const int protocol = dup(STDOUT_FILENO);
  if (protocol < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
    return nullptr;
  return fdopen(protocol, "w");
}

} // namespace

int main() {
  prctl(PR_SET_PDEATHSIG, SIGKILL); // a worker never outlives its parent
  const rlimit noCoreFile = {0, 0};
  setrlimit(RLIMIT_CORE, &noCoreFile);
  std::ios::sync_with_stdio(false);
  FILE *replies = takeStandardOutput();
  if (!replies) {
    std::perror("polybench-worker");
    return 2;
  }
  warpsmith::harness::worker::Worker worker([replies](const nlohmann::json &message) {
    // A variant's output may hold bytes that are not UTF-8.
    const std::string line =
        message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    std::fputs(line.c_str(), replies);
    std::fflush(replies);
  });
  std::string line;
  while (std::getline(std::cin, line)) {
    const nlohmann::json command = nlohmann::json::parse(line, nullptr, false);
    if (command.is_discarded()) {
      std::cerr << "polybench-worker: the command is not JSON: " << line << "\n";
      return 2;
    }
    if (worker.handle(command))
      continue;
    if (command.value("command", "") == "quit")
      return 0; // the regular way, so that a tool around the worker writes its summary
    std::fflush(replies);
    _exit(0); // destructors may hang when the context is lost, and there is nothing left to save
  }
  return 0;
}
