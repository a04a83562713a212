// Where the results of a `run` go: files and standard output.
#pragma once

#include "polybench/cli/Options.h"
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <ostream>
#include <thread>

namespace warpsmith::polybench {

/// Throws InputError where a file of --json, --csv or --output could not be written: before the
/// work, not after it.
void checkReports(const RunOptions &options);

/// Writes the files of --json and --csv. Throws InputError.
void writeReports(const RunOptions &options, const nlohmann::ordered_json &document);

/// Writes reports while they grow, in a thread of its own. All of them is written each time, which
/// would take most of a run over a thousand problems of little time each: therefore what was
/// written just now, beside how long it took, waits with what comes next.
class GrowingReports {
public:
  explicit GrowingReports(std::function<void()> write);
  ~GrowingReports();
  GrowingReports(const GrowingReports &) = delete; // owns the thread
  GrowingReports &operator=(const GrowingReports &) = delete;

  /// There is more to write. Throws what writing has thrown.
  void changed();

private:
  void work();

  std::function<void()> write;
  std::mutex mutex; // of what follows
  std::condition_variable woken;
  bool isChanged = false;
  bool isOver = false;
  std::exception_ptr error;
  std::thread thread;
};

/// Prints the results in the --format. What else there is to say of them belongs to the stream that
/// comes back: standard output, or where a program reads that, standard error.
std::ostream &printReport(const RunOptions &options, const nlohmann::ordered_json &document);

/// True when a contestant failed.
bool anyFailed(const nlohmann::ordered_json &document);

} // namespace warpsmith::polybench
