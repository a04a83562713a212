// The folder in which a launch keeps all that it knows, on a file system that the nodes share:
//
//   request.json       what was asked for, and the tasks; it does not change
//   programs/          the variants, built once (run/Bundle.h)
//   task.sh            the batch script: task N of the array
//   jobs.json          the array jobs that were submitted, and their tasks
//   results/N.json     what task N measured: there only when it is whole
//   logs/N.log         what task N printed, attempt after attempt
//   parts/             what tasks are writing
//   lock               held while a launch works with the folder
#pragma once

#include "runtime/harness/core/FileLock.h"
#include "runtime/harness/run/Process.h"
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

namespace warpsmith::harness {

/// One task of a launch: a `polybench` command that --json=FILE tells where to write its results.
struct LaunchTask {
  std::string name;      // for people: gemm/float/512
  CommandLine arguments; // of polybench, without --json
};

/// An array job that was submitted.
struct LaunchJob {
  std::string id; // as sbatch says it
  std::vector<int> tasks;
};

class JobFolder {
public:
  /// Makes the folder where there is none, and locks it. Throws InputError naming the folder when
  /// it cannot be written, or another launch has it.
  explicit JobFolder(const std::filesystem::path &folder);

  /// Notes down what was asked for: `request`, whose keys are options, and the tasks. Where the
  /// folder has that already, it must be the same; throws InputError naming the difference.
  void pin(const nlohmann::json &request, const std::vector<LaunchTask> &tasks);

  std::filesystem::path programs() const { return folder / "programs"; }
  const std::filesystem::path &path() const { return folder; }
  std::filesystem::path script() const { return folder / "task.sh"; }
  std::filesystem::path result(int task) const;
  std::filesystem::path log(int task) const;
  std::string logPattern() const; // for sbatch --output

  /// Writes the batch script, which runs `polybench` and moves what it wrote to results/ when it is
  /// whole. A task that has its result already does nothing.
  void writeScript(const std::filesystem::path &polybench,
                   const std::vector<LaunchTask> &tasks) const;

  std::vector<LaunchJob> jobs() const;
  void add(const LaunchJob &job) const;

  /// The tasks that have results, in order.
  std::vector<int> tasksWithResults() const;
  /// Puts a result aside that is of no use, so that the task can run again.
  void reject(int task) const;
  /// Removes what killed tasks left of their results; for when all tasks have theirs.
  void removeParts() const;
  /// The last lines of a task's log.
  std::vector<std::string> logTail(int task, std::size_t lines) const;

private:
  std::filesystem::path folder;
  std::optional<FileLock> lock;
};

} // namespace warpsmith::harness
