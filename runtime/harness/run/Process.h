// Child processes: compilers that run to their end, and workers that are talked to.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace warpsmith::harness {

/// argv; the first is looked up on the PATH.
using CommandLine = std::vector<std::string>;

/// "warpsmith gemm.cu '--passes=tile<64;64>'", to show and to paste.
std::string display(const CommandLine &command);

/// How a process ended, as a phrase: "exit status 3", "killed by signal 11 (Segmentation fault)".
std::string describeExit(int waitStatus);

/// A child in a process group of its own (so that the terminal's Ctrl-C does not reach it), with
/// pipes on its standard streams. Killed with its group when the object goes.
class ChildProcess {
public:
  /// Throws std::system_error naming the program.
  explicit ChildProcess(const CommandLine &command);
  ~ChildProcess();
  ChildProcess(const ChildProcess &) = delete; // owns the process
  ChildProcess &operator=(const ChildProcess &) = delete;

  enum class ReadStatus { Line, End, Timeout, Interrupted };

  /// Sends text and a line feed; false when the child no longer reads.
  bool writeLine(const std::string &text);
  void closeInput();
  /// One line of standard output. End: the child closed it. Interrupted: see Interrupt.h.
  ReadStatus readLine(std::string &line, std::chrono::duration<double> timeout);
  /// The last part of what the child wrote to standard error so far.
  std::string errorTail() const { return errors; }
  /// Waits for the end, at most `timeout`; the wait status, or nothing.
  std::optional<int> wait(std::chrono::duration<double> timeout);
  void kill();

private:
  bool fill(int &descriptor, std::string &text);
  void poll(int milliseconds);

  pid_t pid = -1;
  int input = -1;
  int output = -1;
  int error = -1;
  std::string pending; // standard output not yet handed out
  std::string errors;
  std::optional<int> status;
};

struct CommandResult {
  bool succeeded = false;
  std::string output;  // standard output
  std::string errors;  // standard error
  std::string failure; // how it failed, when it did: "exit status 1", "timed out after 60 s"
};

/// Runs a command to its end with no input. An interrupt kills it.
CommandResult runCommand(const CommandLine &command, std::chrono::duration<double> timeout);

} // namespace warpsmith::harness
