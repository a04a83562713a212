#include "runtime/harness/run/Process.h"
#include "runtime/harness/run/Interrupt.h"
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace warpsmith::harness {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr std::size_t LargestErrorTail = 1 << 16;
constexpr int PollMilliseconds = 100; // how late an interrupt is noticed
constexpr Seconds ForEver{1e9};

struct Pipe {
  int readEnd = -1;
  int writeEnd = -1;

  Pipe() {
    std::array<int, 2> ends = {};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
      throw std::system_error(errno, std::generic_category(), "pipe");
    readEnd = ends[0];
    writeEnd = ends[1];
  }
};

void closeDescriptor(int &descriptor) {
  if (descriptor >= 0)
    close(descriptor);
  descriptor = -1;
}

bool isPlain(const std::string &word) {
  return !word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVW"
                                                 "XYZ0123456789_-+=./:,@%") == std::string::npos;
}

} // namespace

std::string display(const CommandLine &command) {
  std::string text;
  for (const std::string &word : command) {
    text += text.empty() ? "" : " ";
    if (isPlain(word)) {
      text += word;
      continue;
    }
    text += '\'';
    for (const char character : word)
      text += character == '\'' ? std::string("'\\''") : std::string(1, character);
    text += '\'';
  }
  return text;
}

std::string describeExit(int waitStatus) {
  if (WIFSIGNALED(waitStatus)) {
    return "killed by signal " + std::to_string(WTERMSIG(waitStatus)) + " (" +
           strsignal(WTERMSIG(waitStatus)) + ")";
  }
  return "exit status " + std::to_string(WEXITSTATUS(waitStatus));
}

ChildProcess::ChildProcess(const CommandLine &command) {
  // Writing to a child that has ended must be an error of write(), not the end of this process.
  std::signal(SIGPIPE, SIG_IGN);
  Pipe toChild;
  Pipe fromChild;
  Pipe errorFromChild;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, toChild.readEnd, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fromChild.writeEnd, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errorFromChild.writeEnd, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE); // ignored here, must not be ignored there
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  std::vector<char *> arguments;
  for (const std::string &word : command)
    arguments.push_back(const_cast<char *>(word.c_str()));
  arguments.push_back(nullptr);
  const int failure =
      posix_spawnp(&pid, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  close(toChild.readEnd);
  close(fromChild.writeEnd);
  close(errorFromChild.writeEnd);
  input = toChild.writeEnd;
  output = fromChild.readEnd;
  error = errorFromChild.readEnd;
  // A grandchild may keep a pipe open after the child's end; reading must not wait for it.
  fcntl(output, F_SETFL, O_NONBLOCK);
  fcntl(error, F_SETFL, O_NONBLOCK);
  if (failure) {
    closeDescriptor(input);
    closeDescriptor(output);
    closeDescriptor(error);
    throw std::system_error(failure, std::generic_category(), "cannot run '" + command[0] + "'");
  }
}

ChildProcess::~ChildProcess() {
  kill();
  closeDescriptor(input);
  closeDescriptor(output);
  closeDescriptor(error);
}

bool ChildProcess::writeLine(const std::string &text) {
  std::string line = text + "\n";
  std::size_t written = 0;
  while (written < line.size()) {
    const ssize_t count = write(input, line.data() + written, line.size() - written);
    if (count < 0 && errno != EINTR)
      return false;
    written += count > 0 ? static_cast<std::size_t>(count) : 0;
  }
  return true;
}

void ChildProcess::closeInput() {
  closeDescriptor(input);
}

/// Reads what is there without waiting; closes the descriptor at its end. True when it read some.
bool ChildProcess::fill(int &descriptor, std::string &text) {
  if (descriptor < 0)
    return false;
  std::array<char, 1 << 16> block;
  const ssize_t count = read(descriptor, block.data(), block.size());
  if (count > 0) {
    text.append(block.data(), static_cast<std::size_t>(count));
  } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
    closeDescriptor(descriptor);
  }
  return count > 0;
}

void ChildProcess::poll(int milliseconds) {
  std::array<pollfd, 2> waiting = {pollfd{output, POLLIN, 0}, pollfd{error, POLLIN, 0}};
  if (::poll(waiting.data(), waiting.size(), milliseconds) <= 0)
    return;
  if (waiting[0].revents)
    fill(output, pending);
  if (waiting[1].revents)
    fill(error, errors);
  if (errors.size() > 2 * LargestErrorTail)
    errors.erase(0, errors.size() - LargestErrorTail);
}

ChildProcess::ReadStatus ChildProcess::readLine(std::string &line, Seconds timeout) {
  const Clock::time_point start = Clock::now();
  while (true) {
    if (const std::size_t end = pending.find('\n'); end != std::string::npos) {
      line = pending.substr(0, end);
      pending.erase(0, end + 1);
      return ReadStatus::Line;
    }
    if (output < 0 && !pending.empty()) {
      line = std::exchange(pending, {});
      return ReadStatus::Line;
    }
    if (output < 0)
      return ReadStatus::End;
    if (wasInterrupted())
      return ReadStatus::Interrupted;
    const Seconds left = timeout - (Clock::now() - start);
    if (left.count() <= 0)
      return ReadStatus::Timeout;
    poll(std::min(PollMilliseconds, 1 + static_cast<int>(left.count() * 1000)));
  }
}

std::optional<int> ChildProcess::wait(Seconds timeout) {
  const Clock::time_point start = Clock::now();
  while (!status) {
    int ended = 0;
    const pid_t result = waitpid(pid, &ended, WNOHANG);
    if (result == pid || (result < 0 && errno != EINTR)) {
      status = ended;
      while (fill(error, errors)) {
      }
      break;
    }
    if (Clock::now() - start > timeout)
      return std::nullopt;
    poll(2); // keeps the pipes empty, so that the child can end
  }
  return status;
}

void ChildProcess::kill() {
  if (status || pid < 0)
    return;
  ::kill(-pid, SIGKILL);
  ::kill(pid, SIGKILL); // in case it has not yet entered its group
  wait(ForEver);
}

CommandResult runCommand(const CommandLine &command, Seconds timeout) {
  ChildProcess child(command);
  child.closeInput();
  CommandResult result;
  const Clock::time_point start = Clock::now();
  std::string line;
  while (true) {
    const auto read = child.readLine(line, timeout - (Clock::now() - start));
    if (read == ChildProcess::ReadStatus::Line) {
      result.output += line + "\n";
      continue;
    }
    if (read == ChildProcess::ReadStatus::Timeout) {
      result.failure =
          "timed out after " + std::to_string(static_cast<int>(timeout.count())) + " s";
    }
    if (read == ChildProcess::ReadStatus::Interrupted)
      result.failure = "interrupted";
    break;
  }
  if (!result.failure.empty()) {
    child.kill();
  } else if (const std::optional<int> status = child.wait(ForEver); status && *status != 0) {
    result.failure = describeExit(*status);
  }
  result.errors = child.errorTail();
  result.succeeded = result.failure.empty();
  return result;
}

} // namespace warpsmith::harness
