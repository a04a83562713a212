// Slurm's commands as a launch needs them: sbatch, squeue and, where there is accounting, sacct.
// https://slurm.schedmd.com/job_array.html; tried with Slurm 22.05.
#pragma once

#include "runtime/harness/run/Process.h"
#include <filesystem>
#include <map>

namespace warpsmith::harness {

enum class TaskPhase { Waiting, Running, Ended };

/// What Slurm says of one task of an array.
struct TaskStatus {
  TaskPhase phase = TaskPhase::Ended;
  std::string state;  // Slurm's word, RUNNING; empty: it is no longer known
  std::string reason; // its word for why: Priority, NonZeroExitCode
};
using TaskStates = std::map<int, TaskStatus>; // by index

/// "0-3,7" for sbatch --array; `indices` are sorted.
std::string arraySpecification(const std::vector<int> &indices);

/// The lines of squeue --format='%K|%T|%r'. What is no line of a task is skipped.
TaskStates readQueue(const std::string &text);

/// The lines of sacct --parsable2 --format=JobID,State,ExitCode. Steps and what is no task of an
/// array are skipped.
TaskStates readAccounting(const std::string &text);

/// Options for sbatch as a user writes them, apart at white space outside quotes. Throws InputError
/// for those that the launch itself sets.
CommandLine readSlurmOptions(const std::string &text);

/// An array job that is to be submitted.
struct ArraySubmission {
  std::filesystem::path script;
  std::filesystem::path folder; // the tasks' working directory
  std::string log;              // sbatch --output, with its %a
  std::vector<int> indices;
  CommandLine options; // the user's
};

class SlurmQueue {
public:
  /// Throws InputError when sbatch or squeue is missing.
  SlurmQueue();

  /// Submits an array job; its number, with ";CLUSTER" where sbatch says one. Throws InputError
  /// with sbatch's own words.
  std::string submit(const ArraySubmission &submission) const;

  /// The tasks of a job; those that Slurm has forgotten are absent. Nothing when it cannot be
  /// asked now, with the cause in `trouble`.
  std::optional<TaskStates> states(const std::string &job, std::string &trouble) const;

private:
  std::string sbatch, squeue, sacct; // the last may be empty
};

} // namespace warpsmith::harness
