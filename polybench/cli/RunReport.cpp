#include "polybench/cli/RunReport.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/ClassicReport.h"
#include "runtime/harness/report/GoogleBenchmarkJson.h"
#include "runtime/harness/report/Table.h"
#include "runtime/harness/report/TextFile.h"
#include <algorithm>
#include <chrono>
#include <iostream>

namespace warpsmith::polybench {

using namespace warpsmith::harness;

namespace {

std::string report(const std::string &format, const nlohmann::ordered_json &document) {
  if (format == "csv")
    return csvTable(document);
  if (format == "json")
    return dumpDocument(document);
  return format == "polybench" ? classicReport(document) : textTable(document);
}

} // namespace

void checkReports(const RunOptions &options) {
  for (const std::string &file : {options.json, options.csv, options.output})
    checkWritable(file);
}

void writeReports(const RunOptions &options, const nlohmann::ordered_json &document) {
  if (!options.json.empty())
    writeTextFile(options.json, dumpDocument(document));
  if (!options.csv.empty())
    writeTextFile(options.csv, csvTable(document));
}

GrowingReports::GrowingReports(std::function<void()> write)
    : write(std::move(write)),
      thread([this] { work(); }) {
}

GrowingReports::~GrowingReports() {
  {
    const std::lock_guard lock(mutex);
    isOver = true;
  }
  woken.notify_all();
  thread.join();
}

void GrowingReports::changed() {
  {
    const std::lock_guard lock(mutex);
    if (error)
      std::rethrow_exception(error);
    isChanged = true;
  }
  woken.notify_all();
}

void GrowingReports::work() {
  using Clock = std::chrono::steady_clock;
  constexpr int Beside = 20; // so that a twentieth of the time goes into it
  Clock::time_point notBefore;
  std::unique_lock lock(mutex);
  while (true) {
    woken.wait(lock, [&] { return isChanged || isOver; });
    woken.wait_until(lock, notBefore, [&] { return isOver; });
    if (isOver) // all of it is written at the end
      return;
    isChanged = false;
    lock.unlock();
    const Clock::time_point start = Clock::now();
    std::exception_ptr thrown;
    try {
      write();
    } catch (...) {
      thrown = std::current_exception();
    }
    const Clock::time_point end = Clock::now();
    notBefore = end + Beside * (end - start);
    lock.lock();
    error = thrown;
  }
}

std::ostream &printReport(const RunOptions &options, const nlohmann::ordered_json &document) {
  std::cout << report(options.format, document);
  // The other formats are for programs to read.
  if (options.format == "table")
    return std::cout;
  std::cerr << textNotes(document);
  return std::cerr;
}

bool anyFailed(const nlohmann::ordered_json &document) {
  const auto rows = summariesOf(document);
  return std::any_of(rows.begin(), rows.end(),
                     [](auto *row) { return row->value("verdict", "") == "failed"; });
}

} // namespace warpsmith::polybench
