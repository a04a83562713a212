#include "runtime/harness/launch/SlurmLaunch.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/run/Interrupt.h"
#include <algorithm>
#include <map>
#include <thread>

namespace warpsmith::harness {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

/// How often Slurm is asked: soon after something happened, then ever less.
constexpr Seconds ShortestPause{0.25};
constexpr Seconds LongestPause{10};
constexpr double PauseGrowth = 1.3;
constexpr Seconds Nap{0.05}; // how late an interrupt is noticed

void pause(Seconds time) {
  const Clock::time_point start = Clock::now();
  while (!wasInterrupted() && Clock::now() - start < time)
    std::this_thread::sleep_for(std::min(Nap, time));
}

std::string describe(const TaskStatus &status) {
  if (status.state.empty())
    return "it ended, and Slurm no longer knows how";
  return status.state + (status.reason.empty() ? "" : " (" + status.reason + ")");
}

} // namespace

SlurmLaunch::SlurmLaunch(const JobFolder &folder, const std::vector<LaunchTask> &tasks,
                         SlurmSettings settings)
    : folder(folder),
      names(tasks),
      settings(std::move(settings)),
      tasks(tasks.size()) {
}

/// What an earlier call submitted may still be waiting or running.
void SlurmLaunch::adoptJobs() {
  for (const LaunchJob &job : folder.jobs()) {
    for (const int index : job.tasks) {
      Task &task = tasks.at(static_cast<std::size_t>(index));
      task.job = job.id;
      task.status = {TaskPhase::Waiting, "PENDING", ""};
    }
  }
}

/// True when there was a new result.
bool SlurmLaunch::collect(const Check &check, const Note &note) {
  bool isNew = false;
  for (const int index : folder.tasksWithResults()) {
    if (index >= static_cast<int>(tasks.size()) || read.contains(index))
      continue;
    Task &task = tasks[static_cast<std::size_t>(index)];
    const std::string fault = check(index);
    if (fault.empty()) {
      task.done = true;
      read.insert(index);
      isNew = true;
      continue;
    }
    task.reason = "its result is of no use: " + fault;
    note(names[static_cast<std::size_t>(index)].name + ": " + task.reason);
    folder.reject(index);
    task.status = {TaskPhase::Ended, "COMPLETED", "result rejected"};
    task.ended = Clock::now() - std::chrono::duration_cast<Clock::duration>(settings.fileLag);
  }
  return isNew;
}

bool SlurmLaunch::isExpected(const Task &task) const {
  if (task.done || task.job.empty())
    return false;
  if (task.status.phase != TaskPhase::Ended)
    return true;
  return task.status.state == "COMPLETED" && Clock::now() - task.ended < settings.fileLag;
}

void SlurmLaunch::setStatus(int index, const TaskStatus &status, const Note &note) {
  Task &task = tasks[static_cast<std::size_t>(index)];
  const std::string &name = names[static_cast<std::size_t>(index)].name;
  const bool isHeld = status.reason.find("eld") != std::string::npos; // JobHeldUser, ... held
  if (status.phase == TaskPhase::Waiting && isHeld && task.status.reason != status.reason) {
    note(name + " is held (" + status.reason + "): scontrol release " +
         task.job.substr(0, task.job.find(';')) + "_" + std::to_string(index));
  }
  if (status.phase == TaskPhase::Ended && task.status.phase != TaskPhase::Ended) {
    task.ended = Clock::now();
    task.reason = describe(status);
  }
  task.status = status;
}

/// True when a task's state is another than before.
bool SlurmLaunch::ask(const Note &note) {
  std::map<std::string, std::vector<int>> byJob;
  for (std::size_t index = 0; index < tasks.size(); ++index) {
    if (isExpected(tasks[index]) && tasks[index].status.phase != TaskPhase::Ended)
      byJob[tasks[index].job].push_back(static_cast<int>(index));
  }
  bool isChanged = false;
  for (const auto &[job, indices] : byJob) {
    std::string why;
    const auto states = queue.states(job, why);
    if (wasInterrupted())
      return false;
    if (!states) { // a busy controller: results arrive all the same
      if (why != trouble)
        note(why + "; trying again");
      trouble = why;
      continue;
    }
    trouble.clear();
    for (const int index : indices) {
      const auto found = states->find(index);
      const TaskStatus now = found == states->end() ? TaskStatus() : found->second;
      isChanged = isChanged || now.state != tasks[static_cast<std::size_t>(index)].status.state;
      setStatus(index, now, note);
    }
  }
  return isChanged;
}

/// Tasks that have no result and none to expect.
std::vector<int> SlurmLaunch::missing() const {
  std::vector<int> indices;
  for (std::size_t index = 0; index < tasks.size(); ++index) {
    if (!tasks[index].done && !isExpected(tasks[index]))
      indices.push_back(static_cast<int>(index));
  }
  return indices;
}

void SlurmLaunch::submit(const std::vector<int> &indices, const Note &note) {
  for (const int index : indices) {
    const Task &task = tasks[static_cast<std::size_t>(index)];
    if (!task.reason.empty()) {
      note(names[static_cast<std::size_t>(index)].name + " has no result: " + task.reason +
           "; it is submitted again");
    }
  }
  const std::string job = queue.submit(
      {folder.script(), folder.path(), folder.logPattern(), indices, settings.options});
  folder.add({job, indices});
  note("job " + job + ": " + std::to_string(indices.size()) +
       (indices.size() == 1 ? " task" : " tasks"));
  for (const int index : indices) {
    Task &task = tasks[static_cast<std::size_t>(index)];
    task.job = job;
    task.status = {TaskPhase::Waiting, "PENDING", ""};
    ++task.attempts;
  }
}

void SlurmLaunch::show(Progress &progress) const {
  std::size_t done = 0;
  std::size_t running = 0;
  std::size_t waiting = 0;
  std::string reason;
  for (const Task &task : tasks) {
    done += task.done ? 1 : 0;
    running += !task.done && task.status.phase == TaskPhase::Running ? 1 : 0;
    if (!task.done && task.status.phase == TaskPhase::Waiting) {
      ++waiting;
      reason = task.status.reason;
    }
  }
  progress.advance(static_cast<double>(done) / static_cast<double>(tasks.size()));
  progress.show(std::to_string(done) + " of " + std::to_string(tasks.size()) + " done, " +
                std::to_string(running) + " running, " + std::to_string(waiting) + " waiting" +
                (reason.empty() ? "" : " (" + reason + ")"));
}

LaunchOutcome SlurmLaunch::run(const Check &check, const Note &note, Progress &progress) {
  progress.begin(1);
  progress.enter(1);
  adoptJobs();
  Seconds wait = ShortestPause;
  while (!wasInterrupted()) {
    // Slurm first: what it calls ended has its file by then, or on NFS will have.
    bool isNew = ask(note);
    isNew = collect(check, note) || isNew;
    std::vector<int> again = missing();
    std::erase_if(again, [&](int index) {
      return tasks[static_cast<std::size_t>(index)].attempts > settings.retries;
    });
    if (wasInterrupted())
      break;
    if (!again.empty()) {
      try {
        submit(again, note);
      } catch (const InputError &) {
        if (!wasInterrupted()) // which ends sbatch, too
          throw;
        break;
      }
      isNew = true;
    }
    show(progress);
    if (std::none_of(tasks.begin(), tasks.end(),
                     [&](const Task &task) { return isExpected(task); }))
      break;
    wait = isNew ? ShortestPause : std::min(wait * PauseGrowth, LongestPause);
    pause(wait);
  }
  if (wasInterrupted()) // what is there is kept
    collect(check, note);
  LaunchOutcome outcome;
  std::set<std::string> running;
  for (std::size_t index = 0; index < tasks.size(); ++index) {
    const Task &task = tasks[index];
    if (task.done) {
      outcome.done.push_back(static_cast<int>(index));
    } else if (!wasInterrupted()) {
      outcome.lost.push_back({static_cast<int>(index), task.reason});
    } else if (!task.job.empty() && task.status.phase != TaskPhase::Ended) {
      running.insert(task.job.substr(0, task.job.find(';')));
    }
  }
  outcome.running.assign(running.begin(), running.end());
  return outcome;
}

} // namespace warpsmith::harness
