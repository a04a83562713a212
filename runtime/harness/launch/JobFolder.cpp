#include "runtime/harness/launch/JobFolder.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/Conditions.h"
#include "runtime/harness/report/GoogleBenchmarkJson.h"
#include "runtime/harness/report/TextFile.h"
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <set>
#include <sstream>

namespace warpsmith::harness {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int FormatVersion = 1;
constexpr char RequestName[] = "request.json";
constexpr char JobsName[] = "jobs.json";
constexpr char ResultsName[] = "results";
constexpr char LogsName[] = "logs";
constexpr char PartsName[] = "parts";

/// What the script does but for the commands of the tasks. The exit status of `polybench` is 0 or 1
/// (a variant failed) when it measured all. A rename is atomic, and both runs of a task that runs
/// twice have all of its rows.
constexpr char ScriptBegin[] =
    R"sh(task=${SLURM_ARRAY_TASK_ID:?is not set: this is a task of an array}
result=$folder/results/$task.json
if [ -e "$result" ]; then
  echo "task $task has its result already"
  exit 0
fi
part=$folder/parts/$task.${SLURM_JOB_ID:-0}.${SLURM_RESTART_COUNT:-0}.$(uname -n).$$.json
echo "task $task: job ${SLURM_ARRAY_JOB_ID:-?}_$task, restart ${SLURM_RESTART_COUNT:-0}, on $(uname -n), $(date)"
case $task in
)sh";
constexpr char ScriptEnd[] = R"sh(*)
  echo "there is no task $task" >&2
  exit 2
  ;;
esac
status=0
"$polybench" "$@" --json="$part" || status=$?
if [ "$status" -gt 1 ] || [ ! -s "$part" ]; then
  echo "task $task: no result (exit status $status)" >&2
  rm -f "$part"
  [ "$status" -ne 0 ] || status=1
  exit "$status"
fi
mv -f "$part" "$result"
)sh";

json describe(const std::vector<LaunchTask> &tasks) {
  json all = json::array();
  for (const LaunchTask &task : tasks)
    all.push_back({{"name", task.name}, {"arguments", task.arguments}});
  return all;
} // namespace

} // namespace

JobFolder::JobFolder(const fs::path &name) : folder(fs::absolute(name).lexically_normal()) {
  if (folder.string().find('%') != std::string::npos)
    throw InputError("--job-folder: '" + folder.string() +
                     "' has a %, which Slurm replaces in the names of logs");
  std::error_code error;
  for (const char *part : {ResultsName, LogsName, PartsName}) {
    fs::create_directories(folder / part, error);
    if (error)
      throw InputError("--job-folder: cannot make '" + (folder / part).string() +
                       "': " + error.message());
  }
  lock.emplace(folder / "lock");
  if (!lock->isHeld())
    throw InputError("--job-folder: another polybench is at work with '" + folder.string() + "'");
}

void JobFolder::pin(const json &request, const std::vector<LaunchTask> &tasks) {
  const json now = {{"format", FormatVersion}, {"request", request}, {"tasks", describe(tasks)}};
  const fs::path file = folder / RequestName;
  if (!fs::exists(file)) {
    writeTextFile(file, now.dump(1) + "\n");
    return;
  }
  const json before(readJson(file));
  const auto refuse = [&](const std::string &what, const json &old, const json &fresh) {
    throw InputError("--job-folder: '" + folder.string() + "' belongs to another launch (" + what +
                     ": " + shownCondition(old) + " there, " + shownCondition(fresh) +
                     " now); give another folder, or the command of that launch");
  };
  const json old = before.is_object() ? before.value("request", json::object()) : json::object();
  if (valueOf(before, "format") != FormatVersion)
    refuse("format", valueOf(before, "format"), FormatVersion);
  std::set<std::string> keys;
  for (const json *options : {&old, &request}) {
    for (const auto &[key, value] : options->items())
      keys.insert(key);
  }
  for (const std::string &key : keys) {
    if (valueOf(old, key) != valueOf(request, key))
      refuse(key, valueOf(old, key), valueOf(request, key));
  }
  const json known = before.value("tasks", json::array());
  const json &wanted = now.at("tasks");
  for (std::size_t task = 0; task < std::max(known.size(), wanted.size()); ++task) {
    const json there = task < known.size() ? known[task] : json();
    const json here = task < wanted.size() ? wanted[task] : json();
    if (there != here)
      refuse("task " + std::to_string(task), there, here);
  }
}

fs::path JobFolder::result(int task) const {
  return folder / ResultsName / (std::to_string(task) + ".json");
}

fs::path JobFolder::log(int task) const {
  return folder / LogsName / (std::to_string(task) + ".log");
}

std::string JobFolder::logPattern() const {
  return (folder / LogsName / "%a.log").string();
}

void JobFolder::writeScript(const fs::path &polybench, const std::vector<LaunchTask> &tasks) const {
  std::string text = "#!/bin/sh\n"
                     "# One task of an array job of Slurm, written and submitted by polybench.\n"
                     "folder=" +
                     display({folder.string()}) + "\npolybench=" + display({polybench.string()}) +
                     "\n" + ScriptBegin;
  for (std::size_t task = 0; task < tasks.size(); ++task)
    text += std::to_string(task) + ") set -- " + display(tasks[task].arguments) + " ;;\n";
  writeTextFile(script(), text + ScriptEnd);
}

std::vector<LaunchJob> JobFolder::jobs() const {
  const fs::path file = folder / JobsName;
  if (!fs::exists(file))
    return {};
  std::vector<LaunchJob> all;
  try {
    const json text(readJson(file));
    for (const json &job : text.at("jobs"))
      all.push_back({job.at("id").get<std::string>(), job.at("tasks").get<std::vector<int>>()});
  } catch (const json::exception &error) {
    throw InputError("'" + file.string() + "': " + error.what());
  }
  return all;
}

void JobFolder::add(const LaunchJob &job) const {
  json all = json::array();
  for (const LaunchJob &one : jobs())
    all.push_back({{"id", one.id}, {"tasks", one.tasks}});
  all.push_back({{"id", job.id}, {"tasks", job.tasks}});
  writeTextFile(folder / JobsName, json({{"jobs", all}}).dump(1) + "\n");
}

std::vector<int> JobFolder::tasksWithResults() const {
  // The listing, not each file: NFS asks its server again when a folder is opened, while it may
  // remember for a minute that a file was not there.
  std::vector<int> tasks;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder / ResultsName)) {
    const std::string stem = entry.path().stem().string();
    int task = 0;
    const auto [rest, error] = std::from_chars(stem.data(), stem.data() + stem.size(), task);
    if (entry.path().extension() == ".json" && error == std::errc() &&
        rest == stem.data() + stem.size())
      tasks.push_back(task);
  }
  std::sort(tasks.begin(), tasks.end());
  return tasks;
}

void JobFolder::reject(int task) const {
  fs::path aside = result(task);
  aside += ".rejected";
  fs::rename(result(task), aside);
}

void JobFolder::removeParts() const {
  std::error_code ignored; // a task that runs a second time may be writing
  for (const fs::directory_entry &entry : fs::directory_iterator(folder / PartsName))
    fs::remove(entry.path(), ignored);
}

std::vector<std::string> JobFolder::logTail(int task, std::size_t lines) const {
  std::vector<std::string> all;
  if (!fs::exists(log(task)))
    return all;
  std::istringstream text(readTextFile(log(task)));
  for (std::string line; std::getline(text, line);)
    all.push_back(line);
  if (all.size() > lines)
    all.erase(all.begin(), all.end() - static_cast<std::ptrdiff_t>(lines));
  return all;
}

} // namespace warpsmith::harness
