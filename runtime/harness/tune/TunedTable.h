// The table of fastest schedules that `polybench tune` fills: docs/tuning.md describes the file.
#pragma once

#include "runtime/harness/report/ResultSet.h"
#include "runtime/harness/tune/Candidates.h"
#include <tuple>

namespace warpsmith::harness {

/// The fastest schedule of one problem. Times in microseconds.
struct TunedRow {
  std::string architecture, device; // sm_90a; the GPU's name
  std::string benchmark, type, size, numerics;
  std::vector<TunedProduct> products;
  std::string passes; // empty: the original was fastest
  Estimate time;      // median of a run
  std::size_t samples = 0;
  bool final = false; // all built and compared in the last round; else the budget ended before
  std::string runnerUp;
  std::optional<double> runnerUpTime, originalTime, cublasTime;
  /// The further pipelines that were timed, the fastest first, with their medians.
  std::vector<std::pair<std::string, double>> others;
  std::optional<Estimate> vsCublas; // speed-up, of samples of the same round
  std::string commit, date, driver; // of the measurement
  std::string source;               // the results file, where no search measured it

  /// What a table has one row of.
  auto key() const { return std::tie(architecture, device, benchmark, type, size, numerics); }
};

/// Of one problem's rows in a results file, the row of the table; nothing where no contestant was
/// timed that the contract allows. `what` has the fields that the results do not tell.
std::optional<TunedRow> makeRow(const ResultSet &results, TunedRow what);

/// Contestants that may win: timed, verified, and really run. Cublas and its twin are none.
std::vector<const Measurement *> contestantsOf(const ResultSet &results,
                                               const std::string &benchmark,
                                               const std::string &type, const std::string &size);

class TunedTable {
public:
  TunedTable() = default;
  /// Throws InputError naming the file and what is wrong with it.
  explicit TunedTable(const std::filesystem::path &file);

  /// In place of the row of the same problem, but for one that is not final in place of one that
  /// is. A row of a results file, which may have few variants, is put together with one of another
  /// file: of a pipeline that both have the new time counts. It does not replace a faster pipeline
  /// that a search has found.
  void put(TunedRow row);
  const std::vector<TunedRow> &rows() const { return all; }

  void write(const std::filesystem::path &file) const;
  /// Puts rows into the table of a file, as it is by then, and writes it: another program may have
  /// added its own. A lock file beside it, .NAME.lock, keeps the two apart. Returns the table.
  /// Throws InputError, and InterruptedError where a signal ended the wait for the lock.
  static TunedTable update(const std::filesystem::path &file, std::vector<TunedRow> rows);
  /// For a terminal.
  std::string text() const;

private:
  static TunedRow together(const TunedRow &before, TunedRow row);

  std::vector<TunedRow> all;
};

} // namespace warpsmith::harness
