// Under which conditions results were measured, and whether they were the same.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace warpsmith::harness {

/// The first thing that two descriptions disagree on.
struct ConditionsDifference {
  std::string what; // "device (name)", "setting 'seed'"
  std::string before, now;
};

/// Of two descriptions of a device: kind, name, driver, versions and size. Which one of its kind it
/// is does not count.
std::optional<ConditionsDifference> differenceOfDevices(const nlohmann::ordered_json &before,
                                                        const nlohmann::ordered_json &now);

/// Of two contexts of results: commit, compiler and settings.
std::optional<ConditionsDifference> differenceOfSettings(const nlohmann::ordered_json &before,
                                                         const nlohmann::ordered_json &now);

/// A value for a message: "nothing" where it is absent or empty.
std::string shownCondition(const nlohmann::ordered_json &value);

/// The value of a key; null where there is none or `object` is none.
nlohmann::ordered_json valueOf(const nlohmann::ordered_json &object, const std::string &key);

} // namespace warpsmith::harness
