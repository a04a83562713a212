#include "rewriter/tool/Messages.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/Sarif.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

namespace warpsmith::tool {
namespace {

using Severity = Message::Severity;

constexpr std::pair<Severity, llvm::StringLiteral> Severities[] = {
    {Severity::Remark, "remark"}, {Severity::Warning, "warning"}, {Severity::Error, "error"}};

llvm::StringRef nameOf(Severity severity) {
  for (const auto &[known, name] : Severities)
    if (known == severity)
      return name;
  return {};
}

/// What stands before the severity: a file, and perhaps a line and a column.
SourceLocation locationIn(llvm::StringRef text) {
  SourceLocation location;
  unsigned numbers[2] = {0, 0}; // from behind
  int count = 0;
  while (count < 2) {
    const auto [before, last] = text.rsplit(':');
    unsigned number = 0;
    if (before.size() == text.size() || last.getAsInteger(10, number))
      break;
    numbers[count++] = number;
    text = before;
  }
  location.file = text == "warpsmith" ? "" : text.str();
  location.line = count == 2 ? numbers[1] : numbers[0];
  location.column = count == 2 ? numbers[0] : 0;
  return location;
}

std::string escaped(llvm::StringRef text, bool isProperty) {
  std::string result;
  for (const char c : text) {
    const bool special =
        c == '%' || c == '\r' || c == '\n' || (isProperty && (c == ':' || c == ','));
    result +=
        special ? llvm::formatv("%{0:X-2}", static_cast<unsigned>(c)).str() : std::string(1, c);
  }
  return result;
}

} // namespace

Message messageOf(const Remark &remark) {
  const bool refused = remark.kind == Remark::Kind::Refused;
  const bool points = refused || remark.kind == Remark::Kind::Missed ||
                      remark.kind == Remark::Kind::Launch || remark.kind == Remark::Kind::Group;
  return {refused ? Severity::Error : Severity::Remark, remark.location, remark.message,
          remark.check, points};
}

std::vector<Message> messagesIn(llvm::StringRef text) {
  std::vector<Message> messages;
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (const llvm::StringRef line : lines) {
    Message message;
    size_t at = llvm::StringRef::npos;
    for (const auto &[severity, name] : Severities)
      for (const std::string &mark : {": " + name.str() + ": ", ": fatal " + name.str() + ": "})
        if (const size_t found = line.find(mark); found < at) {
          at = found;
          message.severity = severity;
          message.text = line.substr(found + mark.size()).str();
        }
    if (at == llvm::StringRef::npos) {
      if (!messages.empty())
        messages.back().text += "\n" + line.str();
      else
        messages.push_back({Severity::Error, {}, line.str(), {}});
      continue;
    }
    message.location = locationIn(line.take_front(at));
    if (const size_t open = message.text.rfind(" [");
        open != std::string::npos && message.text.back() == ']') {
      message.check = message.text.substr(open + 2, message.text.size() - open - 3);
      message.text.resize(open);
    }
    messages.push_back(std::move(message));
  }
  return messages;
}

std::string MessagePrinter::lineOf(const SourceLocation &location) {
  const auto [known, isNew] = contents.try_emplace(location.file);
  if (isNew)
    if (auto buffer = files->getBufferForFile(location.file))
      known->second = (*buffer)->getBuffer().str();
  llvm::StringRef rest = known->second;
  for (unsigned line = 1; line < location.line; ++line)
    rest = rest.split('\n').second;
  return rest.split('\n').first.rtrim('\r').str();
}

void MessagePrinter::print(const Message &message) {
  if (format == MessageFormat::Text)
    printText(message);
  else if (format == MessageFormat::Github)
    printGithub(message);
  else
    all.push_back(message);
}

void MessagePrinter::finish() {
  if (format == MessageFormat::Json)
    printJson();
  else if (format == MessageFormat::Sarif)
    printSarif();
}

void MessagePrinter::printText(const Message &message) {
  const SourceLocation &location = message.location;
  const std::string text = message.text + (message.check.empty() ? "" : " [" + message.check + "]");
  const auto kind = message.severity == Severity::Remark    ? llvm::SourceMgr::DK_Remark
                    : message.severity == Severity::Warning ? llvm::SourceMgr::DK_Warning
                                                            : llvm::SourceMgr::DK_Error;
  const std::string name = location.file.empty() ? "warpsmith" : location.file;
  if (message.pointsAtCode && location.line && location.column)
    if (const std::string code = lineOf(location);
        location.column <= code.size() && llvm::StringRef(code).trim() != "") {
      const llvm::SourceMgr none;
      llvm::SMDiagnostic(none, {}, name, static_cast<int>(location.line),
                         static_cast<int>(location.column) - 1, kind, text, code, {})
          .print(nullptr, out);
      return;
    }
  out << (location.line ? location.str() : name) << ": ";
  switch (message.severity) {
  case Severity::Remark:
    llvm::WithColor::remark(out);
    break;
  case Severity::Warning:
    llvm::WithColor::warning(out);
    break;
  case Severity::Error:
    llvm::WithColor::error(out);
    break;
  }
  out << text << "\n";
}

/// A workflow command of GitHub Actions.
void MessagePrinter::printGithub(const Message &message) {
  const SourceLocation &location = message.location;
  const llvm::StringRef command =
      message.severity == Severity::Remark ? "notice" : nameOf(message.severity);
  std::string properties;
  const auto add = [&](const char *key, const std::string &value) {
    properties += (properties.empty() ? " " : ",") + std::string(key) + "=" +
                  escaped(value, /*isProperty=*/true);
  };
  if (!location.file.empty())
    add("file", location.file);
  if (location.line)
    add("line", std::to_string(location.line));
  if (location.column)
    add("col", std::to_string(location.column));
  if (!message.check.empty())
    add("title", message.check);
  out << "::" << command << properties << "::" << escaped(message.text, /*isProperty=*/false)
      << "\n";
}

void MessagePrinter::printJson() {
  llvm::json::Array messages;
  for (const Message &message : all) {
    llvm::json::Object record{{"severity", nameOf(message.severity)}, {"message", message.text}};
    if (!message.location.file.empty())
      record["file"] = message.location.file;
    if (message.location.line)
      record["line"] = message.location.line;
    if (message.location.column)
      record["column"] = message.location.column;
    if (!message.check.empty())
      record["check"] = message.check;
    if (const llvm::StringRef page = documentationOf(message.check); !page.empty())
      record["documentation"] = page;
    messages.push_back(std::move(record));
  }
  out << llvm::formatv("{0:2}\n",
                       llvm::json::Value(llvm::json::Object{{"version", 1},
                                                            {"warpsmith", WARPSMITH_VERSION},
                                                            {"messages", std::move(messages)}}));
}

void MessagePrinter::printSarif() {
  clang::FileManager manager({}, files);
  clang::DiagnosticOptions options;
  clang::DiagnosticsEngine diagnostics(llvm::makeIntrusiveRefCnt<clang::DiagnosticIDs>(), options,
                                       new clang::IgnoringDiagConsumer);
  clang::SourceManager sources(diagnostics, manager);
  clang::SarifDocumentWriter writer(sources);
  writer.createRun("warpsmith", "Warpsmith", WARPSMITH_VERSION);
  std::map<std::string, size_t> rules;
  for (const Message &message : all) {
    const std::string check = message.check.empty() ? "warpsmith" : message.check;
    const auto [rule, isNew] = rules.try_emplace(check);
    if (isNew)
      rule->second =
          writer.createRule(clang::SarifRule::create().setRuleId(check).setName(check).setHelpURI(
              documentationOf(check)));
    auto result = clang::SarifResult::create(static_cast<uint32_t>(rule->second))
                      .setDiagnosticMessage(message.text)
                      .setDiagnosticLevel(
                          message.severity == Severity::Remark    ? clang::SarifResultLevel::Note
                          : message.severity == Severity::Warning ? clang::SarifResultLevel::Warning
                                                                  : clang::SarifResultLevel::Error);
    const auto file = message.location.file.empty()
                          ? clang::OptionalFileEntryRef()
                          : manager.getOptionalFileRef(message.location.file);
    if (file) {
      const clang::FileID id = sources.getOrCreateFileID(*file, clang::SrcMgr::C_User);
      const clang::SourceLocation place = sources.translateLineCol(
          id, std::max(1U, message.location.line), std::max(1U, message.location.column));
      result = result.addLocations({clang::CharSourceRange::getCharRange(place, place)});
    }
    writer.appendResult(result);
  }
  out << llvm::formatv("{0:2}\n", llvm::json::Value(writer.createDocument()));
}

} // namespace warpsmith::tool
