// A results file as typed values, for what reads it: comparisons and reports.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warpsmith::harness {

/// A number with its 95 % interval.
struct Estimate {
  double value = 0;
  double low = 0;
  double high = 0;
};

/// One contestant at one size.
struct Measurement {
  std::string benchmark, variant, passes, numerics, type, size;
  std::string verdict; // ok, original ran, not applicable, failed or skipped
  std::string reason;  // why it failed, was skipped or is not applicable
  bool isBaseline = false;
  bool isTwin = false;
  bool fellBack = false;
  std::optional<bool> sameBits;                            // as the original
  std::optional<Estimate> time;                            // median, microseconds; none: not timed
  std::optional<Estimate> vsOriginal, vsCublas;            // speed-ups
  std::optional<double> operations;                        // of one run
  std::optional<double> tflops, bytesPerSecond;            // useful operations, compulsory bytes
  std::optional<double> errorRatio, scaledError;           // to the bound; to the sum of magnitudes
  std::optional<double> smClock, power, temperature;       // MHz, W, degrees Celsius
  std::optional<double> probes;                            // how many inputs it was verified on
  std::vector<std::pair<std::string, double>> utilisation; // pipe or unit, percent of its peak
  std::vector<double> samples;                             // microseconds, in the order of the file

  /// benchmark/variant/type/size.
  std::string name() const;
  bool isOriginal() const { return variant == "original"; }
  bool isVerified() const { return verdict == "ok" || verdict == "original ran"; }
  /// Operations a compulsory byte.
  std::optional<double> intensity() const;
};

/// What one tool of compute-sanitizer said of a variant.
struct SanitizerFinding {
  std::string benchmark, variant, type, size, tool;
  std::string summary;
  bool clean = false;
};

struct ResultSet {
  std::filesystem::path file;
  nlohmann::ordered_json context;
  std::vector<SanitizerFinding> sanitizer; // of a --compute-sanitizer run
  std::vector<Measurement> rows;

  /// A text of the context or of its device; empty when there is none.
  std::string fact(const char *key) const;
  std::string deviceFact(const char *key) const;
  std::optional<double> deviceNumber(const char *key) const;
  bool incomplete() const;
  const Measurement *find(const std::string &name) const;
};

/// Throws InputError naming the file, and the row and key that are wrong.
ResultSet readResultSet(const std::filesystem::path &file);

} // namespace warpsmith::harness
