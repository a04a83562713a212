/// A document of a rewrite, which `warpsmith same` can check: what was rewritten, how, under which
/// settings, and hashes of the files.
///
/// {"certificate": 1, "warpsmith": "0.1.0", "arguments": [...], "files": [{
///   "source": {"name", "file", "sha256"}, "output": {"name", "file", "sha256"},
///   "settings": {...}, "instantiate": [...], "commands": [{"directory", "arguments"}],
///   "headers": [{"name", "file", "sha256"}], "kernels": [...]}]}
///
/// Paths are relative to the document's folder, where both have more than the root in common. A
/// `file` is null where the file was a pipe, or was rewritten in place. A header that was rewritten
/// is one of the files, without kernels: those are with a source that includes it.
#pragma once

#include "rewriter/tool/RewriteFile.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace warpsmith::tool {

/// A file that a call has written.
struct WrittenResult {
  const RewrittenFile *file = nullptr;
  const Options *options = nullptr;
  std::string path, text; ///< of the result
  bool isHeader = false;
  bool wasPipe = false;
};

/// Writes the certificate of what was rewritten among the results. False where nothing was.
llvm::Expected<bool> writeCertificate(const std::string &path,
                                      const std::vector<WrittenResult> &results,
                                      const std::vector<std::string> &arguments);

/// What a check reads of a certificate.
struct Certificate {
  struct File {
    std::string name;                ///< for messages
    std::optional<std::string> path; ///< from the document's folder; nothing where it is not kept
    std::string hash;                ///< SHA-256, in hexadecimal
  };
  struct Command {
    std::string directory;
    std::vector<std::string> arguments; ///< without the compiler and the source
  };
  struct Kernel {
    std::string name; ///< with its namespaces
    std::string file; ///< that defines it; a path as of a File
    bool inHeader = false;
    std::vector<std::string> instances; ///< of a template, its arguments; else one that is empty
  };
  struct Rewrite {
    File source, output;
    Settings settings;
    std::vector<std::string> instances; ///< that were asked for
    std::vector<Command> commands;
    std::vector<File> headers;
    std::vector<Kernel> kernels;
  };
  std::vector<Rewrite> rewrites;
};

/// An error names the file and the line, or the key of what is wrong there.
llvm::Expected<Certificate> readCertificate(const std::string &path);

std::string sha256(llvm::StringRef text);

} // namespace warpsmith::tool
