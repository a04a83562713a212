// Results documents by problem, and several of them as one.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace warpsmith::harness {

/// A string of an object; empty where there is none.
std::string textOf(const nlohmann::ordered_json &object, const char *key);

/// BENCHMARK/TYPE/SIZE of a summary.
std::string problemOf(const nlohmann::ordered_json &summary);

/// All rows of one problem, in the document's order.
struct ProblemRows {
  std::string problem;
  std::vector<nlohmann::ordered_json> rows;
};

/// A document's rows by problem, in its order; samples go with the summary of their run_name.
std::vector<ProblemRows> rowsByProblem(const nlohmann::ordered_json &document);

/// Appends rows of a document whose context is `from` to `rows` of one with the context `context`,
/// whose list of devices gets those that it lacks.
void appendRows(nlohmann::ordered_json &rows, nlohmann::ordered_json &context,
                const ProblemRows &group, const nlohmann::ordered_json &from);

/// Numbers families anew: each run_name is one.
void renumberFamilies(nlohmann::ordered_json &rows);

/// Several documents of different problems as one; the context is the first's but for the noise
/// floors and devices, which are all. A problem that several have counts once, the first time.
/// At least one.
nlohmann::ordered_json mergeDocuments(const std::vector<nlohmann::ordered_json> &documents);

} // namespace warpsmith::harness
