#include "rewriter/tool/Certificate.h"
#include "rewriter/tool/AtomicFile.h"
#include "rewriter/tool/HeaderKernels.h"
#include "rewriter/tool/PairProof.h"
#include "rewriter/tool/ParseSource.h"
#include "rewriter/tool/Same.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"

namespace warpsmith::tool {
namespace {

namespace json = llvm::json;
namespace path = llvm::sys::path;

/// Of the form; a reader refuses any other.
constexpr int64_t FormVersion = 1;

/// The folder's real path, so that `..` means the same whoever follows it.
std::string realFolder(const std::string &file) {
  llvm::SmallString<256> folder(file);
  llvm::sys::fs::make_absolute(folder);
  return realPath(path::parent_path(folder).str());
}

/// A path from a folder; absolute where they have nothing but the root in common.
std::string pathFrom(const std::string &folder, const std::string &target) {
  auto from = path::begin(folder), to = path::begin(target);
  size_t common = 0;
  for (; from != path::end(folder) && to != path::end(target) && *from == *to; ++from, ++to)
    ++common;
  if (common < 2)
    return target;
  llvm::SmallString<256> result;
  for (; from != path::end(folder); ++from)
    path::append(result, "..");
  for (; to != path::end(target); ++to)
    path::append(result, *to);
  return result.empty() ? "." : result.str().str();
}

/// What becomes a certificate, in a folder.
class Writer {
public:
  explicit Writer(const std::string &document) : folder(realFolder(document)) {}

  json::Object describe(const WrittenResult &result) const {
    const RewrittenFile &file = *result.file;
    const Options &options = *result.options;
    json::Array kernels, headers;
    for (const Remark &remark : file.remarks)
      if (remark.kind == Remark::Kind::Rewrote && remark.rewrite)
        kernels.push_back(describeKernel(remark));
    for (const std::string &header : file.headers)
      if (auto buffer = llvm::MemoryBuffer::getFile(header))
        headers.push_back(describeFile(header, (*buffer)->getBuffer(), /*isKept=*/true));
    Settings settings = options.settings;
    if (!settings.cudaPath->empty())
      settings.cudaPath = fromHere(*settings.cudaPath);
    const bool isKept = !result.wasPipe && options.mode != OutputMode::InPlace;
    return json::Object{
        {"source", describeFile(file.source, file.before, isKept)},
        {"output", describeFile(result.path, result.text, /*isKept=*/true)},
        {"settings", settings.json()},
        {"instantiate", json::Array(options.instances)},
        {"commands", result.isHeader ? json::Array() : describeCommands(file.source, options)},
        {"headers", std::move(headers)},
        {"kernels", std::move(kernels)}};
  }

private:
  std::string fromHere(const std::string &target) const {
    const std::string last = path::filename(target).str();
    if (last == "." || last == ".." || llvm::sys::fs::is_directory(target))
      return pathFrom(folder, realPath(target));
    llvm::SmallString<256> place(realFolder(target));
    path::append(place, last); // a link keeps its name
    return pathFrom(folder, place.str().str());
  }

  json::Object describeFile(const std::string &name, llvm::StringRef text, bool isKept) const {
    json::Object file{
        {"name", isKept ? shortened(name) : name}, {"file", nullptr}, {"sha256", sha256(text)}};
    if (isKept)
      file["file"] = fromHere(name);
    return file;
  }

  /// Without the compiler and the source, whose place another one takes.
  json::Array describeCommands(const std::string &source, const Options &options) const {
    json::Array commands;
    for (const clang::tooling::CompileCommand &command : commandsOf(source, options)) {
      const std::string directory = absolutePath(command.Directory);
      const auto isSource = [&](const std::string &argument) {
        llvm::SmallString<256> named(argument);
        path::make_absolute(directory, named);
        return argument == command.Filename || realPath(named.str().str()) == realPath(source);
      };
      json::Array arguments;
      for (size_t index = 1; index < command.CommandLine.size(); ++index)
        if (const std::string &argument = command.CommandLine[index];
            argument != "--" && !isSource(argument))
          arguments.push_back(argument);
      commands.push_back(
          json::Object{{"directory", fromHere(directory)}, {"arguments", std::move(arguments)}});
    }
    return commands;
  }

  /// Of a pipe, its name.
  json::Object place(const SourceLocation &location) const {
    const bool exists = llvm::sys::fs::exists(location.file);
    return json::Object{{"file", exists ? fromHere(location.file) : location.file},
                        {"line", location.line},
                        {"column", location.column}};
  }

  json::Object describeKernel(const Remark &remark) const {
    const Remark::Rewrite &rewrite = *remark.rewrite;
    json::Array cases, shapes;
    for (const GeneratedCase &entry : rewrite.cases)
      cases.push_back(describeCase(entry));
    json::Object kernel{{"kernel", rewrite.qualified},
                        {"begin", place(remark.location)},
                        {"end", nullptr},
                        {"header", rewrite.inHeader},
                        {"schedule", remark.passes},
                        {"architectures", json::Array(rewrite.architectures)},
                        {"numerics", rewrite.numerics},
                        {"cases", std::move(cases)},
                        {"verdict", nameOf(SameVerdict::NotJudged)},
                        {"verified", nullptr}};
    if (rewrite.end.line)
      kernel["end"] = place(rewrite.end);
    if (rewrite.verified) {
      kernel["verdict"] = nameOf(SameVerdict::NotFound);
      kernel["verified"] = json::Object{
          {"by", "execution of the original and of the rewritten kernel in the emulator"},
          {"shapes", json::Array(rewrite.shapes)}};
    }
    return kernel;
  }

  json::Object describeCase(const GeneratedCase &entry) const {
    const Contraction &contraction = entry.contraction;
    json::Array conditions, required, launches;
    for (const Predicate &condition : contraction.conditions)
      conditions.push_back(condition.str());
    for (const Precondition &fact : contraction.preconditions)
      required.push_back(fact.left.str() + (fact.equal ? " == " : " >= ") + fact.right.str());
    for (const IndexRange &range : contraction.ranges)
      required.push_back(rangeText(range));
    for (const Launch &launch : contraction.launches)
      launches.push_back(place(launch.location));
    return json::Object{{"instance", contraction.templateArguments},
                        {"location", place(contraction.location)},
                        {"contraction", contraction.str()},
                        {"when", std::move(conditions)},
                        {"requires", std::move(required)},
                        {"launches", std::move(launches)},
                        {"order", describeOrder(entry)},
                        {"schedule", entry.schedule.str()}};
  }

  /// Of the roundings: what the source does, and what its rewritten form may do.
  static json::Object describeOrder(const GeneratedCase &entry) {
    const Contraction &contraction = entry.contraction;
    json::Array open;
    for (const std::string &text : {contraction.undecidedParts, contraction.undecidedReads})
      if (!text.empty())
        open.push_back(text);
    return json::Object{
        {"source", contraction.reordered.empty()
                       ? "the original adds products one by one in the order of k"
                       : contraction.reordered},
        {"sum", llvm::StringRef(shortName(contraction.sum))},
        {"fused", contraction.flags.fusesProducts},
        {"flags", contraction.flags.str()},
        {"open", std::move(open)},
        {"output", llvm::StringRef(rowOf(entry.schedule.numerics.numerics).sentence)}};
  }

  std::string folder;
};

/// `[3:7, byte=52]: Expected , or } after object property` as FILE:3 and the cause.
llvm::Error blame(const std::string &file, llvm::Error error) {
  const std::string text = llvm::toString(std::move(error));
  llvm::StringRef rest = text;
  if (!rest.consume_front("["))
    return llvm::createStringError(file + ": " + text);
  return llvm::createStringError(file + ":" + rest.split(':').first + ": " +
                                 rest.split("]: ").second);
}

} // namespace

std::string sha256(llvm::StringRef text) {
  return llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(text)), /*LowerCase=*/true);
}

llvm::Expected<bool> writeCertificate(const std::string &path,
                                      const std::vector<WrittenResult> &results,
                                      const std::vector<std::string> &arguments) {
  const Writer writer(path);
  json::Array files;
  bool isRewritten = false;
  for (const WrittenResult &result : results) {
    if (result.file->before == result.file->after)
      continue;
    for (const Remark &remark : result.file->remarks)
      isRewritten |= remark.kind == Remark::Kind::Rewrote;
    files.push_back(writer.describe(result));
  }
  if (!isRewritten)
    return false;
  json::Object document{{"certificate", FormVersion},
                        {"warpsmith", WARPSMITH_VERSION},
                        {"arguments", json::Array(arguments)},
                        {"files", std::move(files)}};
  if (llvm::Error error =
          writeFile(path, llvm::formatv("{0:2}\n", json::Value(std::move(document))).str()))
    return error;
  return true;
}

static bool fromJSON(const json::Value &value, Certificate::File &file, json::Path path) {
  json::ObjectMapper object(value, path);
  return object && object.map("name", file.name) && object.map("file", file.path) &&
         object.map("sha256", file.hash);
}

static bool fromJSON(const json::Value &value, Certificate::Command &command, json::Path path) {
  json::ObjectMapper object(value, path);
  return object && object.map("directory", command.directory) &&
         object.map("arguments", command.arguments);
}

namespace {

struct Instance {
  std::string arguments;
};
bool fromJSON(const json::Value &value, Instance &instance, json::Path path) {
  json::ObjectMapper object(value, path);
  return object && object.map("instance", instance.arguments);
}

struct Place {
  std::string file;
};
bool fromJSON(const json::Value &value, Place &place, json::Path path) {
  json::ObjectMapper object(value, path);
  return object && object.map("file", place.file);
}

} // namespace

static bool fromJSON(const json::Value &value, Certificate::Kernel &kernel, json::Path path) {
  std::vector<Instance> cases;
  Place begin;
  json::ObjectMapper object(value, path);
  if (!object || !object.map("kernel", kernel.name) || !object.map("begin", begin) ||
      !object.map("header", kernel.inHeader) || !object.map("cases", cases))
    return false;
  kernel.file = begin.file;
  for (const Instance &instance : cases)
    if (!llvm::is_contained(kernel.instances, instance.arguments))
      kernel.instances.push_back(instance.arguments);
  return true;
}

static bool fromJSON(const json::Value &value, Certificate::Rewrite &rewrite, json::Path path) {
  json::ObjectMapper object(value, path);
  return object && object.map("source", rewrite.source) && object.map("output", rewrite.output) &&
         object.map("settings", rewrite.settings) && object.map("instantiate", rewrite.instances) &&
         object.map("commands", rewrite.commands) && object.map("headers", rewrite.headers) &&
         object.map("kernels", rewrite.kernels);
}

llvm::Expected<Certificate> readCertificate(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return llvm::createStringError(path + ": " + buffer.getError().message());
  auto value = json::parse((*buffer)->getBuffer());
  if (!value)
    return blame(path, value.takeError());
  json::Path::Root root("certificate");
  json::ObjectMapper object(*value, root);
  int64_t version = 0;
  Certificate certificate;
  if (!object || !object.map("certificate", version))
    return blame(path, root.getError());
  if (version != FormVersion)
    return llvm::createStringError(path + ": certificate: this warpsmith reads form " +
                                   std::to_string(FormVersion) + ", not " +
                                   std::to_string(version));
  if (!object.map("files", certificate.rewrites))
    return blame(path, root.getError());
  for (Certificate::Rewrite &rewrite : certificate.rewrites)
    for (const auto &[key, said] : rewrite.settings.json())
      rewrite.settings.origins[key.str()] = path;
  return certificate;
}

} // namespace warpsmith::tool
