#include "rewriter/tool/CertificateCheck.h"
#include "rewriter/tool/AppliedSettings.h"
#include "rewriter/tool/AtomicFile.h"
#include "rewriter/tool/Certificate.h"
#include "rewriter/tool/HeaderKernels.h"
#include "rewriter/tool/ParseSource.h"
#include "rewriter/tool/Revert.h"
#include "rewriter/tool/Same.h"
#include "types/ExitStatus.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include <algorithm>

namespace warpsmith::tool {
namespace {

namespace path = llvm::sys::path;

/// The commands that a certificate holds, for whatever source.
class RecordedCommands : public clang::tooling::CompilationDatabase {
public:
  explicit RecordedCommands(std::vector<Certificate::Command> given) : commands(std::move(given)) {}

  std::vector<clang::tooling::CompileCommand>
  getCompileCommands(llvm::StringRef source) const override {
    std::vector<clang::tooling::CompileCommand> result;
    for (const Certificate::Command &command : commands) {
      std::vector<std::string> line = {"nvcc"};
      llvm::append_range(line, command.arguments);
      line.push_back(source.str());
      result.emplace_back(command.directory, source, std::move(line), /*Output=*/"");
    }
    return result;
  }

private:
  std::vector<Certificate::Command> commands;
};

/// A file that was read.
struct Known {
  std::string path, text, hash;
};

/// 1 is worse than 5, and that than 4.
int worse(int one, int other) {
  const auto rank = [](int status) {
    constexpr std::array<int, 4> Order = {Success, TestedOnly, NotJudged, Failure};
    return llvm::find(Order, status) - Order.begin();
  };
  return rank(one) < rank(other) ? other : one;
}

class Check {
public:
  explicit Check(const SameRequest &given) : request(given) {}

  int run() {
    auto read = readCertificate(request.certificate);
    if (!read)
      return wrongUse(llvm::toString(read.takeError()));
    certificate = std::move(*read);
    if (llvm::Error error = findFiles())
      return wrongUse(llvm::toString(std::move(error)));
    if (kernels.empty())
      return wrongUse(request.certificate + ": files: no kernel was rewritten");
    for (const std::string &launch : request.launches)
      if (llvm::none_of(kernels, [&](const Pair &pair) { return launches(launch, *pair.kernel); }))
        return wrongUse("--launch=" + launch + " launches no kernel of '" + request.certificate +
                        "'");
    int status = Success;
    for (const Pair &pair : kernels)
      for (const std::string &instance : pair.kernel->instances) {
        const int found = compare(pair, instance);
        if (found == WrongUse)
          return WrongUse;
        status = worse(status, found);
      }
    if (!request.report.empty() && !writeReport())
      return Failure;
    return status;
  }

private:
  /// A kernel, with the texts of its source and of what that became.
  struct Pair {
    const Certificate::Rewrite *rewrite;
    const Certificate::Kernel *kernel;
    Known original, output;
    bool isFile = true; ///< the original; else it is known as a text alone
  };

  static int wrongUse(const std::string &message) {
    llvm::WithColor::error(llvm::errs(), "warpsmith") << message << "\n";
    return WrongUse;
  }

  llvm::Error wrong(const std::string &message) const {
    return llvm::createStringError("'" + request.certificate + "': " + message);
  }

  /// A path of the certificate, from where this program runs.
  std::string fromHere(const std::string &given) const {
    if (path::is_absolute(given))
      return shortened(given);
    llvm::SmallString<256> folder(request.certificate);
    llvm::sys::fs::make_absolute(folder);
    llvm::SmallString<256> result(realPath(path::parent_path(folder).str()));
    path::append(result, given);
    path::remove_dots(result, /*remove_dot_dot=*/true);
    return shortened(result.str().str());
  }

  static llvm::Expected<Known> read(const std::string &file) {
    auto buffer = llvm::MemoryBuffer::getFile(file);
    if (!buffer)
      return llvm::createStringError(file + ": " + buffer.getError().message());
    return Known{file, (*buffer)->getBuffer().str(), sha256((*buffer)->getBuffer())};
  }

  llvm::Error readMoved() {
    for (const std::string &file : request.moved) {
      auto known = read(file);
      if (!known)
        return known.takeError();
      if (llvm::none_of(certificate.rewrites, [&](const Certificate::Rewrite &rewrite) {
            return known->hash == rewrite.source.hash || known->hash == rewrite.output.hash;
          }))
        return wrong("'" + file + "' is none of its files, or was changed since: its SHA-256 is " +
                     known->hash);
      moved.push_back(std::move(*known));
    }
    return llvm::Error::success();
  }

  /// The file as it was certified: one that the command line names, else the one at its place.
  llvm::Expected<Known> find(const Certificate::File &file) const {
    const auto named =
        llvm::find_if(moved, [&](const Known &one) { return one.hash == file.hash; });
    if (named != moved.end())
      return *named;
    auto known = read(fromHere(*file.path));
    if (known && known->hash != file.hash)
      return wrong("'" + known->path + "' was changed since: its SHA-256 is " + known->hash +
                   ", not " + file.hash);
    return known;
  }

  llvm::Error findFiles() {
    if (llvm::Error error = readMoved())
      return error;
    for (const Certificate::Rewrite &rewrite : certificate.rewrites) {
      for (const Certificate::File &header : rewrite.headers)
        if (auto known = find(header); !known)
          return known.takeError();
      auto output = find(rewrite.output);
      if (!output)
        return output.takeError();
      Pair pair{&rewrite, nullptr, {}, std::move(*output)};
      if (llvm::Error error = findOriginal(pair))
        return error;
      for (const Certificate::Kernel &kernel : rewrite.kernels) {
        pair.kernel = &kernel;
        kernels.push_back(pair);
      }
    }
    return llvm::Error::success();
  }

  /// Without the code that was generated: of an output, or of a source that was rewritten before.
  static std::optional<std::string> withoutGenerated(const Known &file) {
    auto edits = revert(file.path, file.text);
    if (!edits) {
      llvm::consumeError(edits.takeError());
      return std::nullopt;
    }
    return llvm::cantFail(clang::tooling::applyAllReplacements(file.text, *edits));
  }

  llvm::Error findOriginal(Pair &pair) const {
    const Certificate::File &source = pair.rewrite->source;
    const bool isNamed =
        llvm::any_of(moved, [&](const Known &one) { return one.hash == source.hash; });
    if (source.path || isNamed) {
      auto known = find(source);
      if (!known)
        return known.takeError();
      pair.original = std::move(*known);
      if (!mayBeRewritten(pair.original.text))
        return llvm::Error::success();
    } else {
      // What was rewritten in place holds its original.
      pair.original = pair.output;
    }
    auto text = withoutGenerated(pair.original);
    if (!source.path && !isNamed && (!text || sha256(*text) != source.hash))
      return wrong("the source '" + source.name +
                   "' is not kept, and its output does not hold it: name the file on the command "
                   "line whose SHA-256 is " +
                   source.hash);
    if (!text)
      return wrong("'" + pair.original.path + "' has generated code that cannot be taken out");
    pair.original.text = std::move(*text);
    llvm::SmallString<256> name(pair.original.path);
    path::replace_extension(name, "original" + path::extension(pair.original.path));
    pair.original.path = name.str().str();
    pair.isFile = false;
    return llvm::Error::success();
  }

  static bool launches(llvm::StringRef launch, const Certificate::Kernel &kernel) {
    const llvm::StringRef name = launch.split("<<<").first.trim().split('<').first;
    return name == kernel.name || name == llvm::StringRef(kernel.name).rsplit("::").second;
  }

  /// Why the kernels cannot be told apart; else empty.
  std::string obstacle(const Pair &pair) const {
    const auto isAlike = [&](const Pair &other) {
      return other.rewrite == pair.rewrite && other.kernel->name == pair.kernel->name;
    };
    if (llvm::count_if(kernels, isAlike) > 1)
      return "the source has several kernels of this name";
    if (pair.kernel->inHeader && !pair.rewrite->source.path)
      return "it is in the header '" + fromHere(pair.kernel->file) +
             "', which was rewritten in place";
    return {};
  }

  llvm::Expected<Options> optionsOf(const Certificate::Rewrite &rewrite) const {
    Options options;
    Settings settings = rewrite.settings;
    if (!settings.cudaPath->empty())
      settings.cudaPath = fromHere(*settings.cudaPath);
    if (llvm::Error error = apply(settings, options))
      return error;
    options.namesNumerics = true;
    options.instances = rewrite.instances;
    std::vector<Certificate::Command> commands = rewrite.commands;
    for (Certificate::Command &command : commands)
      command.directory = absolutePath(fromHere(command.directory));
    options.compilations = std::make_shared<RecordedCommands>(std::move(commands));
    return options;
  }

  int compare(const Pair &pair, const std::string &instance) {
    const std::string &name = pair.kernel->name;
    if (const std::string reason = obstacle(pair); !reason.empty()) {
      llvm::outs() << pair.output.path << ": " << name << "\n"
                   << nameOf(SameVerdict::NotJudged) << "\n  - " << reason << "\n";
      reports.push_back(llvm::json::Object{{"verdict", nameOf(SameVerdict::NotJudged)},
                                           {"reasons", llvm::json::Array{reason}}});
      return NotJudged;
    }
    auto options = optionsOf(*pair.rewrite);
    if (!options)
      return wrongUse(llvm::toString(options.takeError()));
    Invocation one;
    one.jobs = {{pair.original.path, *options}, {pair.output.path, *options}};
    one.same = request;
    one.same->kernels = {name + instance, name + instance};
    llvm::erase_if(one.same->launches,
                   [&](const std::string &launch) { return !launches(launch, *pair.kernel); });
    if (!pair.isFile)
      one.piped.add(pair.original.path, pair.original.text);
    if (!reports.empty())
      llvm::outs() << "\n";
    SameReport report;
    const int status = compareKernels(one, report);
    reports.push_back(report.document());
    if (status != WrongUse)
      return status;
    // Nobody has chosen these names on the command line. What is wrong with them has been said.
    llvm::outs() << pair.output.path << ": " << name << "\n"
                 << nameOf(SameVerdict::NotJudged) << "\n";
    return NotJudged;
  }

  bool writeReport() {
    llvm::json::Object document{{"certificate", request.certificate},
                                {"pairs", std::move(reports)}};
    llvm::Error error = writeFile(
        request.report, llvm::formatv("{0:2}\n", llvm::json::Value(std::move(document))).str());
    if (!error)
      return true;
    llvm::WithColor::error(llvm::errs(), "warpsmith") << llvm::toString(std::move(error)) << "\n";
    return false;
  }

  const SameRequest &request;
  Certificate certificate;
  std::vector<Known> moved; ///< files that the command line names
  std::vector<Pair> kernels;
  llvm::json::Array reports;
};

} // namespace

int checkCertificate(const SameRequest &request) {
  return Check(request).run();
}

} // namespace warpsmith::tool
