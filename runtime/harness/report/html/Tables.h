// The tables of the page: the same numbers as its plots, for reading and for who cannot see those.
#pragma once

#include "runtime/harness/report/html/Group.h"

namespace warpsmith::harness::html {

/// Machine, tools and settings of each file.
std::string machineTable(const std::vector<ResultSet> &sets);

/// The fastest variants of each benchmark and type at its largest size.
std::string overviewTable(const std::vector<Group> &groups);

/// Verdicts by variant and size.
std::string verdictTable(const Group &group);

/// Every measurement of a group.
std::string measurementTable(const Group &group);

/// The utilisation at one size; empty where there is none.
std::string utilisationTable(const Group &group, const std::string &size);

/// Findings of compute-sanitizer runs; empty where no file has any.
std::string sanitizerTable(const std::vector<ResultSet> &sets);

} // namespace warpsmith::harness::html
