#include "runtime/harness/run/WorkerClient.h"
#include <algorithm>
#include <sstream>

namespace warpsmith::harness {
namespace {

constexpr std::chrono::duration<double> EndTimeout{5};

/// The line of standard error that says most: the last one that reports an error, else the last.
std::string tellingLine(const std::string &errors) {
  std::istringstream lines(errors);
  std::string line;
  std::string last;
  std::string telling;
  while (std::getline(lines, line)) {
    if (line.find_first_not_of(" \t\r=") == std::string::npos)
      continue;
    last = line;
    if (line.find("ERROR:") != std::string::npos || line.find("error:") != std::string::npos)
      telling = line;
  }
  return telling.empty() ? last : telling;
}

std::string seconds(std::chrono::duration<double> time) {
  std::ostringstream text;
  text << time.count() << " s";
  return text.str();
}

} // namespace

WorkerClient::WorkerClient(CommandLine command, std::chrono::duration<double> timeout)
    : command(std::move(command)),
      timeout(timeout) {
}

Answer WorkerClient::fail(Answer answer, Answer::Status status) {
  answer.status = status;
  const std::string during = answer.step.empty() ? "" : " during " + answer.step;
  if (status == Answer::Status::TimedOut)
    answer.reason = "no sign of life for " + seconds(timeout) + during;
  if (status == Answer::Status::Interrupted)
    answer.reason = "interrupted";
  if (status == Answer::Status::Crashed) {
    const std::optional<int> exit = child->wait(EndTimeout);
    answer.reason = "the worker ended" + during + ": " + (exit ? describeExit(*exit) : "no status");
  }
  child->kill();
  lastErrors = child->errorTail();
  if (status == Answer::Status::Crashed) {
    if (const std::string line = tellingLine(lastErrors); !line.empty())
      answer.reason += "; " + line;
  }
  child.reset();
  return answer;
}

Answer WorkerClient::request(const nlohmann::json &request, const OnEvent &onEvent) {
  if (!child)
    child = std::make_unique<ChildProcess>(command);
  Answer answer;
  child->writeLine(request.dump());
  std::string line;
  while (true) {
    switch (child->readLine(line, timeout)) {
    case ChildProcess::ReadStatus::Line:
      break;
    case ChildProcess::ReadStatus::End:
      return fail(answer, Answer::Status::Crashed);
    case ChildProcess::ReadStatus::Timeout:
      return fail(answer, Answer::Status::TimedOut);
    case ChildProcess::ReadStatus::Interrupted:
      return fail(answer, Answer::Status::Interrupted);
    }
    const nlohmann::json message = nlohmann::json::parse(line, nullptr, false);
    if (message.is_discarded() || !message.is_object())
      continue; // a wrapping tool's own output
    if (message.value("event", "") == "begin") {
      answer.blamed = message.value("name", "");
      answer.step = message.value("step", "");
    }
    if (message.contains("event")) {
      onEvent(message);
      continue;
    }
    if (message.value("reply", "") != "error") {
      answer.reply = message;
      return answer;
    }
    answer.reason = message.value("reason", "");
    if (!message.value("lost", false)) {
      answer.status = Answer::Status::Refused;
      return answer;
    }
    quit(EndTimeout);
    answer.status = Answer::Status::Lost;
    return answer;
  }
}

std::optional<int> WorkerClient::quit(std::chrono::duration<double> limit) {
  if (!child)
    return std::nullopt;
  child->writeLine(R"({"command": "quit"})");
  child->closeInput();
  const std::optional<int> status = child->wait(limit);
  child->kill();
  lastErrors = child->errorTail();
  child.reset();
  return status;
}

} // namespace warpsmith::harness
