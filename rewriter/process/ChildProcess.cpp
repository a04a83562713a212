#include "rewriter/process/ChildProcess.h"
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern char **environ; // NOLINT(readability-redundant-declaration): not everywhere declared

namespace warpsmith::process {
namespace {

using Clock = std::chrono::steady_clock;

std::vector<char *> pointersTo(const std::vector<std::string> &texts) {
  std::vector<char *> pointers;
  for (const std::string &text : texts)
    pointers.push_back(const_cast<char *>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

/// What the new process does before it becomes the program. Other threads may have held locks when
/// it was made, so it makes system calls alone.
class Beginning {
public:
  Beginning(const std::vector<std::string> &command, const Streams &given, const Limits &most,
            const std::vector<std::string> &variables)
      : streams(given),
        limits(most) {
    for (char **entry = environ; *entry; ++entry)
      if (!isReplaced(*entry, variables))
        environment.push_back(*entry);
    for (const std::string &variable : variables)
      environment.push_back(const_cast<char *>(variable.c_str()));
    environment.push_back(nullptr);
    arguments = pointersTo(command);
  }

  /// Writes errno to `failures` where the program cannot be started.
  [[noreturn]] void run(pid_t parent, int failures) const {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) // it has ended before
      _exit(1);
    if (redirect("/dev/null", O_RDONLY, STDIN_FILENO) &&
        (!streams.output || redirect(streams.output->c_str(), Write, STDOUT_FILENO)) &&
        (!streams.errors || redirect(streams.errors->c_str(), Write, STDERR_FILENO))) {
      limitMemory();
      execve(arguments[0], arguments.data(), environment.data());
    }
    const int error = errno;
    (void)!write(failures, &error, sizeof error);
    _exit(1);
  }

private:
  static constexpr int Write = O_WRONLY | O_CREAT | O_TRUNC;

  static bool isReplaced(const char *entry, const std::vector<std::string> &variables) {
    for (const std::string &variable : variables)
      if (std::strncmp(entry, variable.c_str(), variable.find('=') + 1) == 0)
        return true;
    return false;
  }

  static bool redirect(const char *file, int flags, int target) {
    const int descriptor = open(file, flags | O_CLOEXEC, 0666);
    return descriptor >= 0 && dup2(descriptor, target) >= 0;
  }

  void limitMemory() const {
    const rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    if (limits.mebibytes == 0)
      return;
    const rlim_t bytes = static_cast<rlim_t>(limits.mebibytes) << 20;
    const rlimit most = {bytes, bytes};
    setrlimit(RLIMIT_DATA, &most);
  }

  const Streams &streams;
  const Limits &limits;
  std::vector<char *> arguments, environment;
};

/// Waits for it to end, and kills it when the time is up.
Outcome outcomeOf(pid_t child, unsigned seconds) {
  const auto end = Clock::now() + std::chrono::seconds(seconds);
  const int descriptor = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  bool late = false;
  int status = 0;
  while (seconds > 0 && !late) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
    late = left <= 0;
    if (late)
      break;
    pollfd event = {descriptor, POLLIN, 0};
    if (descriptor >= 0 && poll(&event, 1, static_cast<int>(left)) > 0)
      break;
    if (descriptor < 0) { // an older kernel
      siginfo_t ended = {};
      if (waitid(P_PID, child, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid == child)
        break;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
  if (descriptor >= 0)
    close(descriptor);
  if (late)
    kill(child, SIGKILL);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (late)
    return {Outcome::Kind::TimedOut, static_cast<int>(seconds)};
  return WIFSIGNALED(status) ? Outcome{Outcome::Kind::Signalled, WTERMSIG(status)}
                             : Outcome{Outcome::Kind::Exited, WEXITSTATUS(status)};
}

} // namespace

std::string Outcome::text() const {
  switch (kind) {
  case Kind::Exited:
    return "exit status " + std::to_string(number);
  case Kind::Signalled:
    return std::string("it was ended by a signal: ") + strsignal(number);
  case Kind::TimedOut:
    return "it ran longer than " + std::to_string(number) + (number == 1 ? " second" : " seconds");
  case Kind::NotStarted:
    return std::string("it cannot be started: ") + std::strerror(number);
  }
  return {};
}

Outcome run(const std::vector<std::string> &command, const Streams &streams, const Limits &limits,
            const std::vector<std::string> &variables) {
  const Beginning beginning(command, streams, limits, variables);
  int failures[2]; // closed where the program starts
  if (pipe2(failures, O_CLOEXEC) != 0)
    return {Outcome::Kind::NotStarted, errno};
  const pid_t parent = getpid(), child = fork();
  if (child == 0)
    beginning.run(parent, failures[1]);
  const int notForked = errno;
  close(failures[1]);
  int error = 0;
  ssize_t bytes = 0;
  while (child > 0 && (bytes = read(failures[0], &error, sizeof error)) < 0 && errno == EINTR) {
  }
  close(failures[0]);
  if (child < 0)
    return {Outcome::Kind::NotStarted, notForked};
  const Outcome outcome = outcomeOf(child, limits.seconds);
  return bytes == sizeof error ? Outcome{Outcome::Kind::NotStarted, error} : outcome;
}

} // namespace warpsmith::process
