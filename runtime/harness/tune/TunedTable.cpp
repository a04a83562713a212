#include "runtime/harness/tune/TunedTable.h"
#include "runtime/harness/core/BaselineNames.h"
#include "runtime/harness/core/FileLock.h"
#include "runtime/harness/core/OutputFile.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/core/Statistics.h"
#include "runtime/harness/report/Format.h"
#include "runtime/harness/report/GoogleBenchmarkJson.h"
#include "runtime/harness/report/TextFile.h"
#include "runtime/harness/run/Interrupt.h"
#include <algorithm>
#include <chrono>
#include <map>
#include <optional>

namespace warpsmith::harness {
namespace {

using Json = nlohmann::ordered_json;

constexpr int TableVersion = 1;
constexpr char VersionName[] = "polybench_tuned_version";
constexpr char Auto[] = "auto";
constexpr char OriginalName[] = "original";

Json toJson(const Estimate &estimate) {
  return Json::array({estimate.value, estimate.low, estimate.high});
}

Estimate readEstimate(const Json &json) {
  return {json.at(0).get<double>(), json.at(1).get<double>(), json.at(2).get<double>()};
}

Json toJson(const TunedRow &row) {
  Json json = {{"architecture", row.architecture},
               {"device", row.device},
               {"benchmark", row.benchmark},
               {"type", row.type},
               {"size", row.size},
               {"numerics", row.numerics}};
  json["products"] = Json::array();
  for (const TunedProduct &product : row.products)
    json["products"].push_back(
        {{"kernel", product.kernel}, {"signature", product.signature}, {"mnk", product.size}});
  json["passes"] = row.passes;
  json["median_us"] = toJson(row.time);
  json["samples"] = row.samples;
  json["final"] = row.final;
  json["runner_up"] = row.runnerUp;
  const auto add = [&](const char *key, const std::optional<double> &value) {
    if (value)
      json[key] = *value;
  };
  add("runner_up_us", row.runnerUpTime);
  if (!row.others.empty())
    json["others"] = row.others;
  add("original_us", row.originalTime);
  add("cublas_us", row.cublasTime);
  if (row.vsCublas)
    json["speedup_vs_cublas"] = toJson(*row.vsCublas);
  json["commit"] = row.commit;
  json["date"] = row.date;
  json["driver"] = row.driver;
  if (!row.source.empty())
    json["source"] = row.source;
  return json;
}

TunedRow readRow(const Json &json) {
  TunedRow row;
  const auto text = [&](const char *key) { return json.at(key).get<std::string>(); };
  row.architecture = text("architecture");
  row.device = text("device");
  row.benchmark = text("benchmark");
  row.type = text("type");
  row.size = text("size");
  row.numerics = text("numerics");
  for (const Json &product : json.at("products"))
    row.products.push_back({product.at("kernel").get<std::string>(),
                            product.at("signature").get<std::string>(),
                            product.at("mnk").get<std::array<int, 3>>()});
  row.passes = text("passes");
  row.time = readEstimate(json.at("median_us"));
  row.samples = json.at("samples").get<std::size_t>();
  row.final = json.at("final").get<bool>();
  row.runnerUp = text("runner_up");
  const auto number = [&](const char *key) {
    return json.contains(key) ? std::optional(json.at(key).get<double>()) : std::nullopt;
  };
  row.runnerUpTime = number("runner_up_us");
  if (json.contains("others"))
    row.others = json.at("others").get<std::vector<std::pair<std::string, double>>>();
  row.originalTime = number("original_us");
  row.cublasTime = number("cublas_us");
  if (json.contains("speedup_vs_cublas"))
    row.vsCublas = readEstimate(json.at("speedup_vs_cublas"));
  row.commit = text("commit");
  row.date = text("date");
  row.driver = text("driver");
  if (json.contains("source"))
    row.source = text("source");
  return row;
}

/// What keeps the stricter contract keeps the other one.
bool allows(const std::string &contract, const std::string &own) {
  return own == contract || own == name(Numerics::BitExact) ||
         (own == name(Numerics::Fp32) && contract != name(Numerics::BitExact));
}

std::string nameOf(const std::string &passes) {
  return passes.empty() ? OriginalName : passes;
}

} // namespace

std::vector<const Measurement *> contestantsOf(const ResultSet &results,
                                               const std::string &benchmark,
                                               const std::string &type, const std::string &size) {
  std::vector<const Measurement *> rows;
  for (const Measurement &row : results.rows) {
    const bool own = row.benchmark == benchmark && row.type == type && row.size == size;
    if (own && row.verdict == "ok" && row.time && !row.isBaseline && !row.isTwin && !row.fellBack)
      rows.push_back(&row);
  }
  std::sort(rows.begin(), rows.end(), [](const Measurement *one, const Measurement *other) {
    return std::tie(one->time->value, one->passes) < std::tie(other->time->value, other->passes);
  });
  return rows;
}

std::optional<TunedRow> makeRow(const ResultSet &results, TunedRow row) {
  auto rows = contestantsOf(results, row.benchmark, row.type, row.size);
  // `auto` is what a table decides: it is no pipeline that one could name.
  std::erase_if(rows, [&](const Measurement *one) {
    return !allows(row.numerics, one->numerics) || one->passes.starts_with(Auto);
  });
  if (rows.empty())
    return std::nullopt;
  const Measurement &best = *rows.front();
  row.device = results.deviceFact("name");
  row.passes = best.passes;
  row.time = *best.time;
  row.samples = best.samples.size();
  if (rows.size() > 1) {
    row.runnerUp = nameOf(rows[1]->passes);
    row.runnerUpTime = rows[1]->time->value;
  }
  row.others.clear();
  for (const Measurement *other : rows) {
    if (other->isOriginal())
      row.originalTime = other->time->value;
    else if (other != rows[0] && other != rows[1])
      row.others.emplace_back(other->passes, other->time->value);
  }
  const auto type = parseElementType(row.type);
  const auto contract = findNumerics(row.numerics);
  const BaselineRow *baseline = type && contract ? baselineFor(*type, *contract) : nullptr;
  if (baseline) {
    const Measurement *cublas = results.find(row.benchmark + "/" + std::string(baseline->name) +
                                             "/" + row.type + "/" + row.size);
    if (cublas && cublas->time) {
      row.cublasTime = cublas->time->value;
      // The file's own is of the winner's contract, which may be a stricter one.
      const std::vector<double> ratios = pairedRatios(cublas->samples, best.samples);
      if (!ratios.empty()) {
        const Interval interval = medianInterval(ratios);
        row.vsCublas = Estimate{median(ratios), interval.low, interval.high};
      } else if (const auto own = findNumerics(best.numerics);
                 own && baselineFor(*type, *own) == baseline) {
        row.vsCublas = best.vsCublas;
      }
    }
  }
  row.commit = results.fact("commit");
  row.date = results.fact("date");
  row.driver = results.deviceFact("driver");
  return row;
}

TunedTable::TunedTable(const std::filesystem::path &file) {
  const Json document = readJson(file);
  if (!document.is_object() || !document.contains(VersionName))
    throw InputError("'" + file.string() + "' is no table of `polybench tune`");
  if (document[VersionName] != TableVersion)
    throw InputError("'" + file.string() + "' has the version " + document[VersionName].dump() +
                     "; this polybench reads " + std::to_string(TableVersion));
  if (!document.contains("rows") || !document["rows"].is_array())
    throw InputError("'" + file.string() + "' has no array \"rows\"");
  std::size_t number = 0;
  try {
    for (const Json &row : document["rows"]) {
      ++number;
      put(readRow(row));
    }
  } catch (const Json::exception &error) {
    throw InputError("'" + file.string() + "', row " + std::to_string(number) + ": " +
                     error.what());
  }
}

TunedRow TunedTable::together(const TunedRow &before, TunedRow row) {
  std::map<std::string, double> times;
  for (const TunedRow *one : {&before, static_cast<const TunedRow *>(&row)}) {
    times[nameOf(one->passes)] = one->time.value;
    if (one->runnerUpTime)
      times[one->runnerUp] = *one->runnerUpTime;
    for (const auto &[passes, time] : one->others)
      times[passes] = time;
  }
  std::vector<std::pair<std::string, double>> ranking(times.begin(), times.end());
  std::sort(ranking.begin(), ranking.end(), [](const auto &one, const auto &other) {
    return std::tie(one.second, one.first) < std::tie(other.second, other.first);
  });
  const std::string &winner = ranking.front().first;
  if (nameOf(row.passes) != winner) {
    row = before;
    if (nameOf(row.passes) != winner) { // by a new time of what was the fastest
      row.passes = winner == OriginalName ? "" : winner;
      row.time = {ranking[0].second, ranking[0].second, ranking[0].second};
    }
  }
  row.runnerUp.clear();
  row.runnerUpTime.reset();
  row.others.clear();
  for (std::size_t place = 1; place < ranking.size(); ++place) {
    if (place == 1) {
      row.runnerUp = ranking[place].first;
      row.runnerUpTime = ranking[place].second;
    } else if (ranking[place].first != OriginalName) {
      row.others.push_back(ranking[place]);
    }
  }
  return row;
}

void TunedTable::put(TunedRow row) {
  const auto same = std::find_if(all.begin(), all.end(),
                                 [&](const TunedRow &known) { return known.key() == row.key(); });
  if (same == all.end()) {
    all.push_back(std::move(row));
    return;
  }
  if (!row.source.empty() && !same->source.empty())
    *same = together(*same, std::move(row));
  else if (!row.source.empty() && same->passes != row.passes && same->time.value <= row.time.value)
    return;
  else if (row.final || !same->final)
    *same = std::move(row);
}

void TunedTable::write(const std::filesystem::path &file) const {
  std::string text =
      "{\n\"" + std::string(VersionName) + "\": " + std::to_string(TableVersion) + ",\n\"rows\": [";
  for (std::size_t index = 0; index < all.size(); ++index)
    text += (index ? ",\n" : "\n") + toJson(all[index]).dump();
  writeTextFile(file, text + "\n]\n}\n");
}

TunedTable TunedTable::update(const std::filesystem::path &given, std::vector<TunedRow> rows) {
  // The table itself is replaced, so that its lock would be an old one's.
  const std::filesystem::path file = outputFileOf(given);
  const std::filesystem::path beside =
      file.parent_path() / ("." + file.filename().string() + ".lock");
  // Another's update takes milliseconds: what a search that was interrupted found is still written.
  constexpr std::chrono::seconds Patience{2};
  std::optional<std::chrono::steady_clock::time_point> interrupted;
  const FileLock lock(beside, [&] {
    const auto now = std::chrono::steady_clock::now();
    if (wasInterrupted() && !interrupted)
      interrupted = now;
    return !interrupted || now - *interrupted < Patience;
  });
  if (!lock.isHeld())
    throw InterruptedError("'" + file.string() +
                           "' was not written: interrupted while another process had the lock '" +
                           beside.string() + "'");
  TunedTable table = std::filesystem::exists(file) ? TunedTable(file) : TunedTable();
  for (TunedRow &row : rows)
    table.put(std::move(row));
  table.write(file);
  return table;
}

std::string TunedTable::text() const {
  constexpr int Digits = 3;
  std::vector<Cells> lines = {{"device", "benchmark", "type", "numerics", "passes", "runner-up",
                               "size", "median", "runner-up", "original", "cuBLAS", "vs cuBLAS"}};
  const auto time = [](const std::optional<double> &value) {
    return value ? duration(*value) : "-";
  };
  for (const TunedRow &row : all)
    lines.push_back({row.device, row.benchmark, row.type, row.numerics,
                     nameOf(row.passes) + (row.final ? "" : " (not final)"),
                     row.runnerUp.empty() ? "-" : row.runnerUp, row.size, duration(row.time.value),
                     time(row.runnerUpTime), time(row.originalTime), time(row.cublasTime),
                     row.vsCublas ? significant(row.vsCublas->value, Digits) : "-"});
  constexpr std::size_t LeftColumns = 6;
  return align(lines, LeftColumns);
}

} // namespace warpsmith::harness
