#include "runtime/harness/report/Conditions.h"
#include <set>

namespace warpsmith::harness {
namespace {

using Json = nlohmann::ordered_json;

std::optional<ConditionsDifference> compareKey(const std::string &what, const Json &before,
                                               const Json &now, const std::string &key) {
  const Json old = valueOf(before, key);
  const Json fresh = valueOf(now, key);
  if (old == fresh)
    return std::nullopt;
  return ConditionsDifference{what, shownCondition(old), shownCondition(fresh)};
}

} // namespace

std::string shownCondition(const Json &value) {
  const bool isNothing = value.is_null() || (value.is_string() && value.get<std::string>().empty());
  return isNothing ? "nothing" : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json valueOf(const Json &object, const std::string &key) {
  return object.is_object() && object.contains(key) ? object.at(key) : Json();
}

std::optional<ConditionsDifference> differenceOfDevices(const Json &before, const Json &now) {
  for (const char *key : {"kind", "name", "driver", "cuda", "cublas", "compute_capability",
                          "multiprocessors", "max_sm_clock_mhz"}) {
    if (auto difference = compareKey(std::string("device (") + key + ")", before, now, key))
      return difference;
  }
  return std::nullopt;
}

std::optional<ConditionsDifference> differenceOfSettings(const Json &before, const Json &now) {
  for (const char *key : {"commit", "compiler"}) {
    if (auto difference = compareKey(key, before, now, key))
      return difference;
  }
  const Json old = valueOf(before, "settings");
  const Json fresh = valueOf(now, "settings");
  std::set<std::string> keys;
  for (const Json *settings : {&old, &fresh}) {
    for (const auto &[key, value] : settings->items())
      keys.insert(key);
  }
  for (const std::string &key : keys) {
    if (auto difference = compareKey("setting '" + key + "'", old, fresh, key))
      return difference;
  }
  return std::nullopt;
}

} // namespace warpsmith::harness
