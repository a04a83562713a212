#include "runtime/harness/report/VerdictNotes.h"
#include "runtime/harness/run/Results.h"
#include <algorithm>

namespace warpsmith::harness {
namespace {

/// What a line is about, and what it lists of it: names or sizes, each once, in their order.
struct Listing {
  std::string subject, text;
  std::vector<std::string> listed;

  void add(const std::string &item) {
    if (std::find(listed.begin(), listed.end(), item) == listed.end())
      listed.push_back(item);
  }

  /// "a, b and c".
  std::string list() const {
    std::string all = listed.front();
    for (std::size_t index = 1; index < listed.size(); ++index)
      all += (index + 1 < listed.size() ? ", " : " and ") + listed[index];
    return all;
  }
};

Listing &find(std::vector<Listing> &listings, const std::string &subject, const std::string &text) {
  const auto known = std::find_if(listings.begin(), listings.end(), [&](const Listing &listing) {
    return listing.subject == subject && listing.text == text;
  });
  return known != listings.end() ? *known : listings.emplace_back(Listing{subject, text, {}});
}

} // namespace

std::vector<std::string> notApplicableLines(const std::vector<VerdictNote> &rows) {
  std::vector<Listing> listings;
  for (const VerdictNote &row : rows) {
    if (row.verdict == spelling(Verdict::NotApplicable))
      find(listings, row.benchmark + " " + row.type, row.reason).add(row.variant);
  }
  std::vector<std::string> lines;
  for (const Listing &listing : listings)
    lines.push_back(listing.subject + ", " + listing.list() + ": " + listing.text);
  return lines;
}

std::vector<std::string> originalRanLines(const std::vector<VerdictNote> &rows) {
  std::vector<Listing> listings;
  for (const VerdictNote &row : rows) {
    if (row.verdict == spelling(Verdict::OriginalRan))
      find(listings, row.benchmark + " " + row.type, row.variant).add(row.size);
  }
  std::vector<std::string> lines;
  for (const Listing &listing : listings) {
    lines.push_back(listing.subject + ", " + listing.text + " at " + listing.list() +
                    ": the original kernel ran at every launch");
    for (const VerdictNote &row : rows)
      if (row.verdict == spelling(Verdict::OriginalRan) && row.variant == listing.text &&
          row.benchmark + " " + row.type == listing.subject)
        for (const std::string &launch : row.launches)
          lines.push_back("  " + launch);
  }
  return lines;
}

std::vector<std::string> chosenLines(const std::vector<VerdictNote> &rows) {
  std::vector<std::string> lines;
  for (const VerdictNote &row : rows)
    if (row.variant.starts_with("auto") && row.verdict == spelling(Verdict::Passed))
      for (const std::string &launch : row.launches)
        lines.push_back(row.benchmark + " " + row.type + ", " + row.variant + " at " + row.size +
                        ": " + launch);
  return lines;
}

} // namespace warpsmith::harness
