// Tasks as array jobs of Slurm: submitted, waited for, and those without a result submitted again.
//
// What counts is the file of results: a task is done when it has one that is whole, whatever Slurm
// says of it, and each task's counts once however often it ran. Slurm is asked only whether a
// result is still to be waited for.
#pragma once

#include "runtime/harness/launch/JobFolder.h"
#include "runtime/harness/launch/SlurmQueue.h"
#include "runtime/harness/run/Progress.h"
#include <functional>
#include <set>

namespace warpsmith::harness {

struct SlurmSettings {
  CommandLine options; // for sbatch
  int retries = 2;     // how often a task is submitted again, each time this program is started
  /// How late a file of a node may be seen here: NFS keeps what it knows of a folder for a minute.
  std::chrono::duration<double> fileLag{75};
};

/// A task that will have no result.
struct LostTask {
  int task = 0;
  std::string reason; // what Slurm or the last result's reader said
};

struct LaunchOutcome {
  std::vector<int> done; // in order
  std::vector<LostTask> lost;
  std::vector<std::string> running; // jobs that go on without this program: it was interrupted
};

class SlurmLaunch {
public:
  /// Reads a task's result: why it is of no use, or nothing. Called once for each file.
  using Check = std::function<std::string(int task)>;
  /// A line for the user.
  using Note = std::function<void(const std::string &line)>;

  /// `folder` has the tasks pinned and the script written.
  SlurmLaunch(const JobFolder &folder, const std::vector<LaunchTask> &tasks,
              SlurmSettings settings);

  /// Until every task has a result or none to expect, or a signal comes: the jobs then go on, and
  /// the next call finds them. Throws InputError when sbatch refuses.
  LaunchOutcome run(const Check &check, const Note &note, Progress &progress);

private:
  struct Task {
    bool done = false;
    int attempts = 0;
    std::string job; // the last one it was part of
    TaskStatus status;
    std::string reason; // why it has no result
    std::chrono::steady_clock::time_point ended;
  };

  void adoptJobs();
  bool collect(const Check &check, const Note &note);
  bool ask(const Note &note);
  void setStatus(int task, const TaskStatus &status, const Note &note);
  bool isExpected(const Task &task) const;
  std::vector<int> missing() const;
  void submit(const std::vector<int> &missing, const Note &note);
  void show(Progress &progress) const;

  const JobFolder &folder;
  const std::vector<LaunchTask> &names;
  SlurmSettings settings;
  SlurmQueue queue;
  std::vector<Task> tasks;
  std::set<int> read; // tasks whose results were checked
  std::string trouble;
};

} // namespace warpsmith::harness
