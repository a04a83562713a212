#include "runtime/harness/report/html/Group.h"
#include "runtime/harness/report/Format.h"
#include <algorithm>

namespace warpsmith::harness::html {
namespace {

void addIfNew(std::vector<std::string> &names, const std::string &name) {
  if (std::find(names.begin(), names.end(), name) == names.end())
    names.push_back(name);
}

void sortSizes(Group &group) {
  std::vector<std::pair<double, std::size_t>> keys;
  for (const std::string &size : group.sizes) {
    double most = 0;
    for (const Measurement *row : group.at(size))
      most = std::max(most, row->operations.value_or(0));
    keys.emplace_back(most, keys.size());
  }
  std::sort(keys.begin(), keys.end());
  std::vector<std::string> sorted;
  sorted.reserve(keys.size());
  for (const auto &[operations, index] : keys)
    sorted.push_back(group.sizes[index]);
  group.sizes = std::move(sorted);
}

/// Types of one benchmark belong together, also where a file goes through the sizes first.
void addByBenchmark(std::vector<Group> &groups, const std::vector<Group> &added) {
  std::vector<std::string> benchmarks;
  for (const Group &group : added)
    addIfNew(benchmarks, group.benchmark);
  for (const std::string &benchmark : benchmarks) {
    std::copy_if(added.begin(), added.end(), std::back_inserter(groups),
                 [&](const Group &group) { return group.benchmark == benchmark; });
  }
}

constexpr ContestantStyle Original = {"c-original", Shape::Ring, "original"};
constexpr ContestantStyle Cublas = {"c-cublas", Shape::Cross, "cuBLAS"};
constexpr ContestantStyle ByNumerics[] = {{"c-bitexact", Shape::Circle, "bitexact"},
                                          {"c-fp32", Shape::Square, "fp32"},
                                          {"c-tf32", Shape::TriangleDown, "tf32"},
                                          {"c-bf16", Shape::Diamond, "bf16"},
                                          {"c-fp16", Shape::Triangle, "fp16"}};
constexpr ContestantStyle Other = {"c-other", Shape::Circle, "other numerics"};

} // namespace

const Measurement *Group::find(const std::string &variant, const std::string &size) const {
  for (const Measurement *row : rows) {
    if (row->variant == variant && row->size == size)
      return row;
  }
  return nullptr;
}

std::vector<std::string> Group::timedSizes() const {
  std::vector<std::string> timed;
  for (const std::string &size : sizes) {
    const auto rowsThere = at(size);
    if (std::any_of(rowsThere.begin(), rowsThere.end(), [](auto row) { return row->time; }))
      timed.push_back(size);
  }
  return timed;
}

std::vector<const Measurement *> Group::at(const std::string &size) const {
  std::vector<const Measurement *> chosen;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(chosen),
               [&](const Measurement *row) { return row->size == size; });
  return chosen;
}

std::vector<Group> groupsOf(const std::vector<ResultSet> &sets) {
  std::vector<Group> groups;
  for (const ResultSet &set : sets) {
    std::vector<Group> ofSet;
    for (const Measurement &row : set.rows) {
      if (row.isTwin)
        continue;
      auto group = std::find_if(ofSet.begin(), ofSet.end(), [&](const Group &known) {
        return known.benchmark == row.benchmark && known.type == row.type;
      });
      if (group == ofSet.end()) {
        ofSet.emplace_back();
        group = ofSet.end() - 1;
        group->set = &set;
        group->benchmark = row.benchmark;
        group->type = row.type;
      }
      group->rows.push_back(&row);
      addIfNew(group->sizes, row.size);
      addIfNew(group->variants, row.variant);
    }
    addByBenchmark(groups, ofSet);
  }
  for (Group &group : groups) {
    group.id = "g" + std::to_string(&group - groups.data() + 1);
    sortSizes(group);
  }
  return groups;
}

ContestantStyle styleOf(const Measurement &row) {
  if (row.isBaseline || row.isTwin)
    return Cublas;
  if (row.isOriginal())
    return Original;
  for (const ContestantStyle &style : ByNumerics) {
    if (row.numerics == style.name)
      return style;
  }
  return Other;
}

std::string legendOf(const std::vector<const Measurement *> &rows) {
  std::string items;
  const auto add = [&](const ContestantStyle &style) {
    if (std::none_of(rows.begin(), rows.end(),
                     [&](auto row) { return styleOf(*row).css == style.css; }))
      return;
    const std::string key = tag(
        "svg", "xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 16 16\" aria-hidden=\"true\"",
        markerMarkup(style.shape, {8, 8}, style.css));
    items += tag("span", "", key + escape(style.name));
  };
  add(Original);
  for (const ContestantStyle &style : ByNumerics)
    add(style);
  add(Other);
  add(Cublas);
  return tag("p", "class=\"legend\"", items);
}

std::string tooltipOf(const Measurement &row) {
  std::string text = row.variant + ", " + row.type + " " + row.size;
  if (row.time) {
    text += "\n" + timeText(row.time->value) + " (" + timeText(row.time->low) + " \u2013 " +
            timeText(row.time->high) + ")";
  }
  if (row.tflops)
    text += "\n" + tflopsText(*row.tflops) + " TFLOP/s";
  if (row.vsOriginal)
    text += "\n" + times(row.vsOriginal->value) + " the original";
  if (row.vsCublas)
    text += "\n" + times(row.vsCublas->value) + " cuBLAS";
  if (row.scaledError)
    text += "\nscaled error " + scientific(*row.scaledError);
  return text;
}

} // namespace warpsmith::harness::html
