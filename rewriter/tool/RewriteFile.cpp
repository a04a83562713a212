#include "rewriter/tool/RewriteFile.h"
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/frontend/Frontend.h"
#include "rewriter/tool/AtomicFile.h"
#include "rewriter/tool/CompanionFiles.h"
#include "rewriter/tool/Edits.h"
#include "rewriter/tool/HeaderKernels.h"
#include "rewriter/tool/KernelRewriter.h"
#include "rewriter/tool/OccupancyReport.h"
#include "rewriter/tool/ParseSource.h"
#include "rewriter/tool/PlacedHeaders.h"
#include "rewriter/tool/Progress.h"
#include "rewriter/tool/Revert.h"
#include "rewriter/tool/Verification.h"
#include "clang/Basic/Stack.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/thread.h"
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

namespace warpsmith::tool {
namespace {

using frontend::KernelVerdict;

bool launchedByPointers(const std::vector<frontend::LaunchSyntax> &launches) {
  return llvm::any_of(launches, [](const auto &launch) { return launch.byPointers; });
}

/// Headings of rewritten kernels say which file they are of: it may have been renamed since.
std::string withoutFileNames(llvm::StringRef text) {
  constexpr llvm::StringLiteral Behind = ", rewritten by warpsmith as ";
  std::string result;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    if (const size_t end = line.find(Behind); line.starts_with("// ") && end != line.npos) {
      result += line.take_front(line.take_front(end).rfind(" of "));
      line = line.drop_front(end);
    }
    result += (line + "\n").str();
    text = rest;
  }
  return result;
}

/// Calls `work` with each number below `count`, several at a time.
template <typename Work>
void inParallel(size_t count, unsigned threads, Work work) {
  std::atomic<size_t> next = 0;
  const auto loop = [&] {
    for (size_t index = next++; index < count; index = next++)
      work(index);
  };
  const size_t wanted = threads ? threads : std::max(1U, std::thread::hardware_concurrency());
  std::vector<llvm::thread> others;
  for (size_t started = 1; started < std::min(wanted, count); ++started)
    others.emplace_back(std::optional<unsigned>(clang::DesiredStackSize), loop);
  loop();
  for (llvm::thread &other : others)
    other.join();
}

std::string contentsIn(llvm::vfs::FileSystem &disk, const std::string &path) {
  auto buffer = disk.getBufferForFile(path);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

/// What files were before an earlier call rewrote them. That is what is parsed and rewritten, so
/// that a second call has the result of the second alone.
class EarlierRewrites {
public:
  struct File {
    std::string disk, original;
    clang::tooling::Replacements edits; ///< from the first to the second
  };

  EarlierRewrites(const std::vector<Job> &given, FileSystems fileSystems)
      : jobs(given),
        disks(std::move(fileSystems)) {
    for (const Job &job : jobs) {
      const std::string real = realPath(job.source);
      sources[real] = &job;
      for (const std::string &path : {job.source, real})
        sourceNames.insert(llvm::sys::path::filename(path).str());
      rewritesHeaders |= !job.options.kernels.headers.empty();
    }
  }

  /// Of a source or of a header that is asked for; null where there was no earlier rewrite, or it
  /// stays.
  const File *find(const std::string &path) {
    const std::string real = realPath(path);
    const std::lock_guard lock(mutex);
    const auto [known, isNew] = files.try_emplace(real);
    if (isNew)
      known->second = read(real, path);
    return known->second ? &*known->second : nullptr;
  }

  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> withoutThem() {
    return withOriginals(disks(), [this](const std::string &path) -> std::optional<std::string> {
      // To ask for the real path of every header takes time.
      if (!rewritesHeaders && !sourceNames.contains(llvm::sys::path::filename(path).str()))
        return std::nullopt;
      if (const File *file = find(path))
        return file->original;
      return std::nullopt;
    });
  }

  /// Why the generated code of a source cannot be replaced; empty where nothing is in the way.
  std::string reason(const std::string &path) {
    const std::lock_guard lock(mutex);
    const auto found = reasons.find(realPath(path));
    return found == reasons.end() ? "" : found->second;
  }

  /// The headers that were rewritten before.
  std::vector<std::string> headers() {
    std::vector<std::string> result;
    for (const auto &[path, file] : files)
      if (file && !sources.contains(path))
        result.push_back(path);
    return result;
  }

private:
  const Options *optionsOf(const std::string &real, const std::string &path) const {
    if (const auto source = sources.find(real); source != sources.end())
      return &source->second->options;
    for (const Job &job : jobs)
      if (const std::string &regex = job.options.kernels.headers;
          !regex.empty() && llvm::Regex(regex).match(path))
        return &job.options;
    return nullptr;
  }

  std::optional<File> read(const std::string &real, const std::string &path) {
    const Options *options = optionsOf(real, path);
    if (!options || !options->kernels.lines.empty())
      return std::nullopt;
    File file;
    file.disk = contentsIn(*disks(), path);
    if (!mayBeRewritten(file.disk))
      return std::nullopt;
    const std::vector<std::string> names = rewrittenKernels(file.disk);
    // A kernel that is not asked for keeps its form, and its device code may be another's.
    auto glob = llvm::GlobPattern::create(options->kernels.glob);
    if (!glob) {
      llvm::consumeError(glob.takeError());
      return std::nullopt;
    }
    const auto source = sources.find(real);
    const std::string name = source == sources.end() ? shortened(real) : source->second->source;
    const auto asked = [&](const std::string &kernel) { return glob->match(kernel); };
    if (const auto other = llvm::find_if_not(names, asked); other != names.end()) {
      if (const auto one = llvm::find_if(names, asked); one != names.end())
        reasons[real] = name + ": warning: the generated code of '" + *one +
                        "' stays, since that of '" + *other +
                        "' may use it: name both with --kernel, or take both out with --revert";
      return std::nullopt;
    }
    // Launches of what a header holds stay where the header does.
    const bool all = !options->kernels.headers.empty();
    auto edits = revert(name, file.disk, [&](llvm::StringRef kernel) {
      return all || llvm::is_contained(names, kernel);
    });
    if (!edits) {
      // Nothing is wrong with the file: what stands there stays.
      const std::string reason = llvm::toString(edits.takeError());
      const auto [before, after] = llvm::StringRef(reason).split(": error: ");
      reasons[real] = (before + ": warning: " + after).str();
      return std::nullopt;
    }
    file.edits = std::move(*edits);
    if (file.edits.empty())
      return std::nullopt;
    file.original = llvm::cantFail(clang::tooling::applyAllReplacements(file.disk, file.edits));
    return file;
  }

  const std::vector<Job> &jobs;
  FileSystems disks;
  std::map<std::string, const Job *> sources;
  std::set<std::string> sourceNames; ///< without their folders
  bool rewritesHeaders = false;
  std::map<std::string, std::optional<File>> files;
  std::map<std::string, std::string> reasons;
  std::mutex mutex;
};

/// The line of the file on the disk for one of what it was before.
unsigned lineOnDisk(const EarlierRewrites::File &file, unsigned line) {
  unsigned more = 0;
  for (const clang::tooling::Replacement &edit : file.edits) {
    const llvm::StringRef disk = file.disk;
    const auto at = static_cast<unsigned>(disk.take_front(edit.getOffset()).count('\n')) + 1;
    if (line + more <= at)
      break;
    more += disk.substr(edit.getOffset(), edit.getLength()).count('\n') -
            edit.getReplacementText().count('\n');
  }
  return line + more;
}

/// What is said of the file as it was becomes what is said of it on the disk.
void moveToDisk(const EarlierRewrites::File &file, const std::string &source, Remark &remark) {
  const auto move = [&](SourceLocation &location) {
    if ((location.file == source || location.file == absolutePath(source)) && location.line)
      location.line = lineOnDisk(file, location.line);
  };
  move(remark.location);
  if (!remark.rewrite)
    return;
  move(remark.rewrite->end);
  for (GeneratedCase &entry : remark.rewrite->cases) {
    move(entry.contraction.location);
    for (Launch &launch : entry.contraction.launches)
      move(launch.location);
  }
}

/// All files of a call: first each source is parsed, then headers are edited as all sources ask,
/// then each source.
class Project {
public:
  Project(const std::vector<Job> &given, unsigned threadCount, FileSystems fileSystems)
      : jobs(given),
        threads(threadCount),
        earlier(given, std::move(fileSystems)),
        disks([this] { return earlier.withoutThem(); }),
        files(given.size()),
        parsed(given.size()),
        launches(given.size()),
        deviceSpaces(given.size()) {}

  std::vector<RewrittenFile> run() {
    inParallel(jobs.size(), threads, [&](size_t source) { parseSource(source); });
    for (size_t source = 0; source < jobs.size(); ++source)
      rewriters.emplace_back(jobs[source].options, files[source],
                             /*parseHadErrors=*/parsed[source].unit.hasErrors);
    rewriteHeaders();
    inParallel(jobs.size(), threads, [&](size_t source) { editSource(source); });
    holdDeviceCode();
    for (auto &[path, header] : headers)
      header.file.after = llvm::cantFail(
          clang::tooling::applyAllReplacements(header.file.before, header.file.replacements));
    inParallel(jobs.size(), threads, [&](size_t source) { finishSource(source); });
    for (auto &[path, header] : headers)
      if (!header.edits->empty())
        files.push_back(std::move(header.file));
    for (const std::string &path : earlier.headers())
      if (const auto found = headers.find(path);
          found == headers.end() || found->second.edits->empty())
        addUnrewrittenHeader(path);
    for (RewrittenFile &file : files)
      compareWithDisk(file);
    if (jobs.front().options.mode == OutputMode::Directory)
      place();
    return std::move(files);
  }

private:
  struct Header {
    RewrittenFile file;
    std::unique_ptr<Edits> edits;
    const Options *options = nullptr; ///< those that it is edited with
  };
  /// A launch in a source of a kernel that is rewritten in a header.
  struct Redirected {
    std::string kernel, qualified, space;
    std::vector<frontend::LaunchSyntax> launches;
  };

  /// A header whose earlier rewrite goes, and nothing comes in its place.
  void addUnrewrittenHeader(const std::string &path) {
    RewrittenFile file;
    file.source = shortened(path);
    file.before = file.after = earlier.find(path)->original;
    file.parsed = file.matched = true;
    for (size_t source = 0; source < jobs.size(); ++source)
      if (parsed[source].unit.headers.contains({path})) {
        files[source].together.insert(files.size());
        file.together.insert(source);
      }
    if (!file.together.empty())
      files.push_back(std::move(file));
  }

  /// In another folder files must find each other, so headers that are not rewritten may have to go
  /// with those that are.
  void place() {
    std::set<std::string> rewritten;
    for (const auto &[path, header] : headers)
      if (!header.edits->empty())
        rewritten.insert(path);
    const PlacedFiles placed = placeFiles(parsed, rewritten);
    std::set<std::string> present;
    for (RewrittenFile &file : files) {
      const std::string path = realPath(file.source);
      present.insert(path);
      if (const auto known = placed.places.find(path); known != placed.places.end())
        file.place = known->second;
    }
    for (const auto &[path, sources] : placed.sources) {
      if (present.contains(path))
        continue;
      RewrittenFile copy;
      copy.source = shortened(path);
      copy.before = copy.after = contents(path);
      copy.parsed = copy.matched = true;
      copy.place = placed.places.at(path);
      copy.together = sources;
      for (const size_t source : sources)
        files[source].together.insert(files.size());
      files.push_back(std::move(copy));
    }
    const std::string &folder = jobs.front().options.outputDirectory;
    if (!jobs.front().options.lineDirectives.empty())
      return; // who asks for them knows the folders
    for (const auto &[include, there] : placed.folders)
      files.front().messages += "warpsmith: remark: compile the results with '-I" + folder +
                                (there.empty() ? "" : "/" + there) + "' before '-I" +
                                shortened(include) + "' [warpsmith-place]\n";
  }

  /// Edits of what a file was become edits of what it is.
  void compareWithDisk(RewrittenFile &file) {
    const EarlierRewrites::File *known = earlier.find(file.source);
    if (const std::string reason = earlier.reason(file.source); !reason.empty())
      file.messages += reason + " [warpsmith-revert]\n";
    if (!known || file.before != known->original)
      return;
    for (Remark &remark : file.remarks)
      moveToDisk(*known, file.source, remark);
    file.before = known->disk;
    if (!file.parsed)
      return;
    if (withoutFileNames(file.after) == withoutFileNames(file.before)) {
      file.after = file.before;
      file.replacements.clear();
      for (Remark &remark : file.remarks)
        if (remark.kind == Remark::Kind::Rewrote)
          remark = {Remark::Kind::Skipped, remark.kernel,
                    remark.location,       "left '" + remark.kernel + "' alone: already rewritten",
                    "warpsmith-skipped",   {}};
      return;
    }
    file.replacements = known->edits.merge(file.replacements);
  }

  void parseSource(size_t source) {
    const Stage stage("reading " + jobs[source].source);
    RewrittenFile &file = files[source];
    const Options &options = jobs[source].options;
    parsed[source].source = file.source = jobs[source].source;
    parsed[source].options = &options;
    llvm::raw_string_ostream messages(file.messages);
    const auto disk = disks();
    auto buffer = disk->getBufferForFile(file.source);
    if (!buffer) {
      messages << file.source << ": error: " << buffer.getError().message() << "\n";
      return;
    }
    file.before = (*buffer)->getBuffer().str();
    const ParseResult result = parse(file.source, options, disk, parsed[source].unit, messages);
    file.broken = result == ParseResult::Broken;
    file.parsed = parsed[source].parsed = file.broken || result == ParseResult::Done;
    file.wrongCommand = result == ParseResult::WrongCommand;
    file.matched = !parsed[source].unit.kernels.empty();
    for (const frontend::IncludedHeader &header : parsed[source].unit.headers)
      file.headers.insert(header.path);
  }

  std::string contents(const std::string &path) const { return contentsIn(*disks(), path); }

  bool isSource(const std::string &path) const { return given.contains(path); }

  Edits &editsOf(const std::string &path, const HeaderKernel &kernel) {
    Header &header = headers[path];
    if (!header.edits) {
      header.file.source = shortened(path);
      header.file.before = header.file.after = contents(path);
      header.file.parsed = header.file.matched = true;
      header.edits = std::make_unique<Edits>(header.file.source, header.file.before,
                                             jobs[kernel.owner].options);
      header.options = &jobs[kernel.owner].options;
    }
    return *header.edits;
  }

  void rewriteHeaders() {
    for (const Job &job : jobs)
      given.insert(realPath(job.source));
    for (const HeaderKernel &kernel : mergeHeaderKernels(parsed, given))
      rewriteInHeader(kernel);
    // Their sources go with them.
    size_t number = files.size();
    for (auto &[path, header] : headers) {
      if (header.edits->empty())
        continue;
      for (size_t source = 0; source < jobs.size(); ++source)
        if (parsed[source].unit.headers.contains({path})) {
          files[source].together.insert(number);
          header.file.together.insert(source);
        }
      ++number;
      header.file.replacements = header.edits->replacements();
      header.file.sharedHeaders = header.edits->sharedHeaders();
    }
  }

  void rewriteInHeader(const HeaderKernel &kernel) {
    const KernelVerdict &verdict = kernel.verdict;
    bool byPointers = launchedByPointers(verdict.syntax.launches);
    for (const auto &[source, found] : kernel.launches)
      byPointers |= launchedByPointers(found);
    if (!rewriters[kernel.owner].decide(verdict, byPointers, kernel.names,
                                        editsOf(verdict.header, kernel)))
      return;
    const std::string &qualified = verdict.contractions[0].qualifiedKernel;
    const std::string space = rewriters[kernel.owner].rewritten.back().space;
    for (const frontend::LaunchSyntax &launch : verdict.syntax.launches)
      if (launch.header != verdict.header)
        editsOf(launch.header, kernel).redirect(launch, qualified, space);
    for (size_t source = 0; source < jobs.size(); ++source) {
      const auto found = kernel.launches.find(source);
      if (found != kernel.launches.end() || kernel.sources.contains(source))
        launches[source].push_back({verdict.kernel, qualified, space,
                                    found == kernel.launches.end()
                                        ? std::vector<frontend::LaunchSyntax>()
                                        : found->second});
    }
  }

  void editSource(size_t source) {
    const Stage stage("rewriting " + jobs[source].source);
    RewrittenFile &file = files[source];
    if (!file.parsed)
      return;
    const frontend::TranslationUnit &unit = parsed[source].unit;
    Edits edits(file.source, file.before, jobs[source].options);
    KernelRewriter &rewriter = rewriters[source];
    for (const Redirected &kernel : launches[source]) {
      for (const frontend::LaunchSyntax &launch : kernel.launches)
        edits.redirect(launch, kernel.qualified, kernel.space);
      rewriter.tellLostLaunches(kernel.kernel, kernel.launches);
    }
    rewriter.plan(unit);
    for (const KernelVerdict &kernel : unit.kernels)
      if (kernel.header.empty() &&
          rewriter.decide(kernel, launchedByPointers(kernel.syntax.launches), unit, edits))
        rewriter.tellLostLaunches(kernel.kernel, kernel.syntax.launches);
    rewriter.redirectGroups(unit, edits);
    rewriter.emitDocument();
    file.replacements = edits.replacements();
    file.sharedHeaders = edits.sharedHeaders();
    deviceSpaces[source] = edits.deviceSpace();
  }

  /// Kernel files that edits include become what they reach of them.
  void holdDeviceCode() {
    const Options &any = jobs.front().options;
    if (any.deviceHeaders || any.emitsContractions())
      return;
    std::map<std::string, DeviceCode> edited;
    const auto add = [&](RewrittenFile &file, const std::string &space, const Options &options) {
      if (!file.replacements.empty())
        edited.try_emplace(uniquePath(file.source), file.source, file.before, file.replacements,
                           space, options);
    };
    for (size_t source = 0; source < jobs.size(); ++source)
      add(files[source], deviceSpaces[source], jobs[source].options);
    for (auto &[path, header] : headers)
      add(header.file, header.edits->deviceSpace(), *header.options);
    reach::EditedFiles reached = followed(edited);
    for (const auto &[path, code] : edited)
      if (const auto found = reached.find(path); found != reached.end()) {
        if (found->second.error.empty() && !code.isSeen(found->second.facts))
          found->second.error = shortened(path) + ": some of it is not compiled here";
        if (const std::string &error = found->second.error; !error.empty()) {
          found->second.facts.clear();
          fileOf(path).messages +=
              "warpsmith: warning: kernel files are whole in the output, since "
              "the result has an error: " +
              error + " [warpsmith-parse]\n";
        }
        fileOf(path).replacements = code.selfContained(found->second);
      }
  }

  /// What they reach, found in all sources that they are compiled with.
  reach::EditedFiles followed(const std::map<std::string, DeviceCode> &edited) {
    reach::EditedFiles all;
    for (const auto &[path, code] : edited)
      if (!code.added().empty())
        all[path].added = code.added();
    std::vector<std::vector<std::string>> pathsOf(jobs.size());
    std::set<std::string> once;
    bool areApart = true;
    for (size_t source = 0; source < jobs.size(); ++source)
      for (const auto &[path, file] : all)
        if (path == uniquePath(files[source].source) ||
            parsed[source].unit.headers.contains({path})) {
          pathsOf[source].push_back(path);
          areApart &= once.insert(path).second;
        }
    const auto follow = [&](size_t source) {
      reach::EditedFiles own;
      for (const std::string &path : pathsOf[source])
        own[path] = std::move(all.at(path));
      if (own.empty())
        return;
      followEdits(files[source].source, jobs[source].options, withTexts(edited), own);
      for (auto &[path, file] : own)
        all.at(path) = std::move(file);
    };
    if (areApart) {
      inParallel(jobs.size(), threads, follow);
      return all;
    }
    // What one source takes for settled another may not, so that all are followed again.
    for (int round = 0; round < 2; ++round)
      for (size_t source = 0; source < jobs.size(); ++source)
        follow(source);
    return all;
  }

  /// The disk, with what edited files become.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
  withTexts(const std::map<std::string, DeviceCode> &edited) const {
    const auto disk = disks();
    std::map<llvm::sys::fs::UniqueID, const std::string *> texts; // a file may have several names
    for (const auto &[path, code] : edited)
      if (const auto known = disk->status(path))
        texts[known->getUniqueID()] = &code.text();
    return withOriginals(disk, [=](const std::string &path) -> std::optional<std::string> {
      const auto known = disk->status(path);
      const auto found = known ? texts.find(known->getUniqueID()) : texts.end();
      return found == texts.end() ? std::nullopt : std::optional(*found->second);
    });
  }

  RewrittenFile &fileOf(const std::string &path) {
    for (RewrittenFile &file : files)
      if (uniquePath(file.source) == path)
        return file;
    for (auto &[name, header] : headers)
      if (name == path)
        return header.file;
    llvm_unreachable("an edited file");
  }

  void finishSource(size_t source) {
    RewrittenFile &file = files[source];
    if (!file.parsed)
      return;
    KernelRewriter &rewriter = rewriters[source];
    auto after = clang::tooling::applyAllReplacements(file.before, file.replacements);
    if (!after) {
      // The edits are disjoint by construction; a conflict must not reach the user's file.
      file.messages += file.source + ": error: " + llvm::toString(after.takeError()) + "\n";
      file.parsed = false;
      return;
    }
    file.after = std::move(*after);
    if (jobs[source].options.occupancy)
      reportOccupancy(source);
    const EarlierRewrites::File *known = earlier.find(file.source);
    if (jobs[source].options.verify && !rewriter.rewritten.empty() &&
        !(known && known->disk == file.after) && canBeWritten(source))
      check(source);
  }

  /// What cannot be replaced need not be verified.
  bool canBeWritten(size_t source) {
    if (jobs[source].options.mode != OutputMode::InPlace)
      return true; // the call's own files were looked at
    RewrittenFile &file = files[source];
    std::vector<std::string> targets;
    if (!file.replacements.empty())
      targets.push_back(file.source);
    for (const auto &[path, header] : headers)
      if (!header.edits->empty() && parsed[source].unit.headers.contains({path}))
        targets.push_back(path);
    for (const std::string &target : targets)
      if (llvm::Error error = checkWritable(target)) {
        file.messages += "warpsmith: error: " + llvm::toString(std::move(error)) + "\n";
        file.wrong = true;
        return false;
      }
    return true;
  }

  void reportOccupancy(size_t source) {
    RewrittenFile &file = files[source];
    const Options &options = jobs[source].options;
    CudaSource target;
    target.text = file.after;
    target.folder = llvm::sys::path::parent_path(absolutePath(file.source)).str();
    if (const auto commands = commandsOf(file.source, options); !commands.empty()) {
      target.arguments = commands[0].CommandLine;
      target.workingFolder = commands[0].Directory;
    }
    target.arguments.insert(target.arguments.end(), options.extraArguments.begin(),
                            options.extraArguments.end());
    file.emitted += occupancyReport(rewriters[source].rewritten, target, options.cudaPath);
  }

  void check(size_t source) {
    const Stage stage("verifying " + jobs[source].source);
    RewrittenFile &file = files[source];
    const Options &options = jobs[source].options;
    VerifiedFile target;
    target.text = file.after;
    target.original = file.before;
    target.name = file.source;
    target.folder = llvm::sys::path::parent_path(absolutePath(file.source)).str();
    if (!file.together.empty()) {
      target.folder = llvm::sys::path::parent_path(realPath(file.source)).str();
      for (const frontend::IncludedHeader &header : parsed[source].unit.headers) {
        const auto edited = headers.find(header.path);
        target.headers[header.path] =
            edited == headers.end() ? contents(header.path) : edited->second.file.after;
      }
    }
    std::set<std::string> included = file.sharedHeaders;
    for (const auto &[path, header] : headers)
      if (parsed[source].unit.headers.contains({path}))
        included.insert(header.file.sharedHeaders.begin(), header.file.sharedHeaders.end());
    for (const std::string &header : included)
      target.included[header] = headerText(header);
    if (!options.companion.empty()) {
      // Kernels of an earlier run use what it holds by now.
      llvm::SmallString<256> path(target.folder);
      llvm::sys::path::append(path, options.companion);
      const std::string space = supportNamespace(options);
      if (const auto held = companionHeaders(contents(path.str().str()), space))
        included.insert(held->begin(), held->end());
      target.included[options.companion] = companionText(included, space);
    }
    const auto commands = commandsOf(file.source, options);
    if (!commands.empty()) {
      target.arguments = commands[0].CommandLine;
      target.workingFolder = commands[0].Directory;
    }
    target.arguments.insert(target.arguments.end(), options.extraArguments.begin(),
                            options.extraArguments.end());
    // The original must take the branches that were read.
    const auto &kernels = parsed[source].unit.kernels;
    const auto ofArchitecture = llvm::find_if(kernels, [](const frontend::KernelVerdict &kernel) {
      return kernel.status == frontend::KernelVerdict::Status::Recognised &&
             kernel.syntax.architecture != 0;
    });
    if (ofArchitecture != kernels.end()) {
      target.arguments.push_back("-D__CUDA_ARCH__=" +
                                 std::to_string(ofArchitecture->syntax.architecture));
      if (options.architecture->name == "sm_90a")
        target.arguments.push_back("-D__CUDA_ARCH_FEAT_SM90_ALL");
    }
    const Verification result =
        verify(rewriters[source].rewritten, rewriters[source].rewrittenGroups, target);
    file.wrong =
        result.wrong || result.avoidable || (options.mustVerify && !result.messages.empty());
    if (!result.wrong && result.messages.empty())
      for (Remark &remark : file.remarks)
        if (remark.rewrite) {
          remark.rewrite->verified = true;
          if (const auto known = result.shapes.find(remark.kernel); known != result.shapes.end())
            remark.rewrite->shapes = known->second;
        }
    const char *choice = !result.wrong && file.wrong && !options.mustVerify
                             ? "; --verify=off writes what is not verified"
                             : "";
    if (result.messages.empty() && result.mostShapes > 0)
      file.messages += file.source + ": verified on " + result.shapesText() + "\n";
    for (const std::string &message : result.messages)
      file.messages += file.source + ": " + (file.wrong ? "error: " : "warning: ") + message +
                       choice + " [warpsmith-verify]\n";
  }

  const std::vector<Job> &jobs;
  unsigned threads;
  EarlierRewrites earlier;
  FileSystems disks; ///< without earlier rewrites
  std::vector<RewrittenFile> files;
  std::vector<ParsedSource> parsed;
  std::vector<std::vector<Redirected>> launches; ///< by source
  std::vector<std::string> deviceSpaces;         ///< by source
  std::deque<KernelRewriter> rewriters;          ///< by source
  std::set<std::string> given;                   ///< the sources' real paths
  std::map<std::string, Header> headers;         ///< by real path
};

} // namespace

namespace {

RewrittenFile reverted(const std::string &path, const std::string &text) {
  RewrittenFile file;
  file.source = path;
  file.before = file.after = text;
  file.parsed = file.matched = true;
  auto edits = revert(path, text);
  if (!edits) {
    file.messages = llvm::toString(edits.takeError()) + " [warpsmith-revert]\n";
    file.wrong = true;
    return file;
  }
  file.replacements = std::move(*edits);
  file.after = llvm::cantFail(clang::tooling::applyAllReplacements(text, file.replacements));
  if (const std::string companion = includedCompanion(text);
      !companion.empty() && includedCompanion(file.after).empty())
    file.messages += path + ": remark: '" + companion +
                     "' stays beside it, since other files may include it [warpsmith-revert]\n";
  return file;
}

} // namespace

std::vector<RewrittenFile> revertFiles(const std::vector<Job> &jobs, const FileSystems &disks) {
  std::vector<RewrittenFile> files;
  std::map<std::string, std::set<size_t>> headers; // and who includes them
  for (const Job &job : jobs) {
    const auto buffer = disks()->getBufferForFile(job.source);
    if (!buffer) {
      files.emplace_back().source = job.source;
      files.back().messages = job.source + ": error: " + buffer.getError().message() + "\n";
      continue;
    }
    files.push_back(reverted(job.source, (*buffer)->getBuffer().str()));
    const std::string &regex = job.options.kernels.headers;
    if (regex.empty())
      continue;
    // Which headers a source includes is known where it is parsed, be there errors or not.
    frontend::TranslationUnit unit;
    std::string ignored;
    llvm::raw_string_ostream messages(ignored);
    parse(job.source, job.options, disks(), unit, messages);
    for (const frontend::IncludedHeader &header : unit.headers)
      if (llvm::Regex(regex).match(header.path) && llvm::none_of(jobs, [&](const Job &other) {
            return realPath(other.source) == header.path;
          }))
        headers[header.path].insert(files.size() - 1);
  }
  for (const auto &[path, sources] : headers) {
    RewrittenFile file = reverted(shortened(path), contentsIn(*disks(), path));
    if (file.before == file.after && !file.wrong)
      continue;
    file.together = sources;
    for (const size_t source : sources)
      files[source].together.insert(files.size());
    files.push_back(std::move(file));
  }
  return files;
}

std::vector<RewrittenFile> rewriteFiles(const std::vector<Job> &jobs, unsigned threads,
                                        FileSystems files) {
  return Project(jobs, threads, std::move(files)).run();
}

} // namespace warpsmith::tool
