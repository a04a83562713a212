#include "runtime/harness/report/TimesTaken.h"
#include <cctype>

namespace warpsmith::harness {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view Replayed = "those under 200 us replayed from a CUDA graph";

/// What the file itself says, where it is none of the texts that are known, as sentences.
std::string asWritten(std::string text) {
  if (text.empty())
    return text;
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  for (std::size_t end = text.find(". "); end != std::string::npos; end = text.find(". ", end))
    text[end + 1] = '\n';
  return text + ".\n";
}

std::string sampleSentences(const std::string &time) {
  if (time.find(Replayed) == std::string::npos)
    return asWritten(time);
  return "A sample is a batch of launches, one right after the other, between two CUDA events.\n"
         "Launches of less than 200 us are replayed from a CUDA graph; longer ones go to a stream "
         "one "
         "by one.\nThe contestants take turns within one process.\n";
}

std::string cacheSentence(const std::string &policy) {
  if (policy.starts_with("L2 cold"))
    return "The L2 cache is cold: launches rotate over sets of buffers that together are larger "
           "than "
           "twice the cache.\n";
  if (policy.starts_with("L2 warm"))
    return "The L2 cache is warm: every launch uses the same buffers.\n";
  return asWritten(policy);
}

} // namespace

std::string timesTaken(const Json &document) {
  const Json &context = document.at("context");
  if (!context.contains("repetitions"))
    return "";
  return "Each time is the median of " + context.at("repetitions").dump() + " samples.\n" +
         sampleSentences(context.value("time", std::string())) +
         cacheSentence(context.value("l2_policy", std::string()));
}

} // namespace warpsmith::harness
