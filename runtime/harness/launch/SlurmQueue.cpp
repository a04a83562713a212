#include "runtime/harness/launch/SlurmQueue.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/run/Toolchain.h"
#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>

namespace warpsmith::harness {
namespace {

constexpr std::chrono::duration<double> CommandTimeout{60};

/// States of a task that will not run again by itself; with --requeue a task that was pre-empted is
/// PENDING when it is to run again.
constexpr std::array<std::string_view, 10> EndStates = {
    "BOOT_FAIL", "CANCELLED", "COMPLETED", "DEADLINE",      "FAILED",
    "NODE_FAIL", "PREEMPTED", "REVOKED",   "OUT_OF_MEMORY", "TIMEOUT"};
constexpr std::array<std::string_view, 7> WaitStates = {
    "PENDING",     "CONFIGURING",  "REQUEUED",     "REQUEUE_HOLD",
    "REQUEUE_FED", "SPECIAL_EXIT", "RESV_DEL_HOLD"};

/// What the launch says itself, or what would keep it from finding its tasks.
constexpr std::array<std::string_view, 12> OwnOptions = {"--array", "-a",      "--output",   "-o",
                                                         "--error", "-e",      "--wrap",     "-W",
                                                         "--wait",  "--chdir", "--parsable", "-D"};

TaskPhase phaseOf(const std::string &state) {
  const auto isIn = [&](const auto &states) {
    return std::find(states.begin(), states.end(), state) != states.end();
  };
  if (isIn(EndStates))
    return TaskPhase::Ended;
  return isIn(WaitStates) ? TaskPhase::Waiting : TaskPhase::Running;
}

std::optional<int> readIndex(std::string_view text) {
  int index = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  if (error != std::errc() || rest != text.data() + text.size())
    return std::nullopt;
  return index;
}

/// Three fields with '|' between them; the last may hold more of those.
std::array<std::string, 3> fieldsOf(const std::string &line) {
  std::istringstream rest(line);
  std::array<std::string, 3> fields;
  std::getline(rest, fields[0], '|');
  std::getline(rest, fields[1], '|');
  std::getline(rest, fields[2]);
  return fields;
}

/// The last line that is not empty: where Slurm's commands say what is wrong.
std::string lastLine(const std::string &text) {
  std::istringstream lines(text);
  std::string last;
  for (std::string line; std::getline(lines, line);)
    last = line.empty() ? last : line;
  return last;
}

std::string wordsOf(const CommandResult &result) {
  const std::string line = lastLine(result.errors);
  return line.empty() ? result.failure : line;
}

/// "12" and "--clusters=c" of "12;c".
CommandLine jobOptions(const std::string &job) {
  const std::size_t end = job.find(';');
  CommandLine options = {"--jobs=" + job.substr(0, end)};
  if (end != std::string::npos)
    options.push_back("--clusters=" + job.substr(end + 1));
  return options;
}

} // namespace

std::string arraySpecification(const std::vector<int> &indices) {
  std::string text;
  for (std::size_t first = 0; first < indices.size();) {
    std::size_t last = first;
    while (last + 1 < indices.size() && indices[last + 1] == indices[last] + 1)
      ++last;
    text += (text.empty() ? "" : ",") + std::to_string(indices[first]);
    if (last > first)
      text += "-" + std::to_string(indices[last]);
    first = last + 1;
  }
  return text;
}

TaskStates readQueue(const std::string &text) {
  TaskStates states;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto [index, state, reason] = fieldsOf(line);
    if (const auto number = readIndex(index); number && !state.empty())
      states[*number] = {phaseOf(state), state, reason == "None" ? "" : reason};
  }
  return states;
}

TaskStates readAccounting(const std::string &text) {
  TaskStates states;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    auto [job, state, exit] = fieldsOf(line);
    const std::size_t underscore = job.find('_');
    if (underscore == std::string::npos)
      continue;
    const auto index = readIndex(std::string_view(job).substr(underscore + 1));
    if (!index) // 12_3.batch is a step
      continue;
    state = state.substr(0, state.find(' ')); // CANCELLED by 1000
    states[*index] = {phaseOf(state), state, exit.empty() ? "" : "exit code " + exit};
  }
  return states;
}

CommandLine readSlurmOptions(const std::string &text) {
  CommandLine words;
  bool inWord = false;
  char quote = 0;
  for (const char character : text) {
    if (quote ? character == quote : character == '"' || character == '\'') {
      quote = quote ? '\0' : character;
      if (!inWord)
        words.emplace_back();
      inWord = true;
    } else if (!quote && (character == ' ' || character == '\t' || character == '\n')) {
      inWord = false;
    } else {
      if (!inWord)
        words.emplace_back();
      inWord = true;
      words.back() += character;
    }
  }
  if (quote)
    throw InputError("--slurm-options: a " + std::string(1, quote) + " is not closed");
  for (const std::string &word : words) {
    const std::string name =
        word.starts_with("--") ? word.substr(0, word.find('=')) : word.substr(0, 2);
    if (std::find(OwnOptions.begin(), OwnOptions.end(), name) != OwnOptions.end())
      throw InputError("--slurm-options: polybench sets " + name + " itself");
  }
  return words;
}

SlurmQueue::SlurmQueue()
    : sbatch(findProgram("", "sbatch").string()),
      squeue(findProgram("", "squeue").string()),
      sacct(findProgram("", "sacct").string()) {
  for (const auto &[program, name] : {std::pair(&sbatch, "sbatch"), std::pair(&squeue, "squeue")}) {
    if (program->empty())
      throw InputError(std::string("--launcher=slurm: ") + name + " was not found on the PATH");
  }
}

std::string SlurmQueue::submit(const ArraySubmission &submission) const {
  CommandLine command = {sbatch,
                         "--parsable",
                         "--job-name=polybench",
                         "--nodes=1",
                         "--ntasks=1",
                         "--requeue",
                         "--open-mode=append",
                         "--input=/dev/null",
                         "--array=" + arraySpecification(submission.indices),
                         "--chdir=" + submission.folder.string(),
                         "--output=" + submission.log};
  command.insert(command.end(), submission.options.begin(), submission.options.end());
  command.push_back(submission.script.string());
  const CommandResult result = runCommand(command, CommandTimeout);
  const std::string job = lastLine(result.output);
  if (result.succeeded && readIndex(job.substr(0, job.find(';'))))
    return job;
  std::string words = result.succeeded ? "no job's number, but '" + job + "'" : wordsOf(result);
  if (words.find("job array specification") != std::string::npos) {
    words += " (an array of tasks up to number " + std::to_string(submission.indices.back()) +
             "; MaxArraySize of `scontrol show config` is the limit: run fewer problems at a time)";
  }
  throw InputError("sbatch says: " + words + "\n  by: " + display(command));
}

std::optional<TaskStates> SlurmQueue::states(const std::string &job, std::string &trouble) const {
  CommandLine command = {squeue, "--noheader", "--array", "--states=all", "--format=%K|%T|%r"};
  const CommandLine which = jobOptions(job);
  command.insert(command.end(), which.begin(), which.end());
  const CommandResult listed = runCommand(command, CommandTimeout);
  if (listed.succeeded && !readQueue(listed.output).empty())
    return readQueue(listed.output);
  // Slurm forgets a job some minutes after its end (MinJobAge); accounting, if any, does not.
  if (!listed.succeeded && listed.errors.find("Invalid job id") == std::string::npos) {
    trouble = "squeue says: " + wordsOf(listed);
    return std::nullopt;
  }
  if (sacct.empty())
    return TaskStates();
  command = {sacct, "--noheader", "--parsable2", "--array", "--format=JobID,State,ExitCode"};
  command.insert(command.end(), which.begin(), which.end());
  const CommandResult accounted = runCommand(command, CommandTimeout);
  return accounted.succeeded ? readAccounting(accounted.output) : TaskStates();
}

} // namespace warpsmith::harness
