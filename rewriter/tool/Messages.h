/// What a call says of files: to people, to other programs, and to hosts of repositories.
#pragma once

#include "rewriter/tool/Remark.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <string>
#include <vector>

namespace warpsmith::tool {

struct Message {
  enum class Severity { Remark, Warning, Error };
  Severity severity = Severity::Error;
  /// Without a line: of the whole file. Without a file: of the call.
  SourceLocation location;
  std::string text, check; ///< the check may be empty
  bool pointsAtCode = false;
};

Message messageOf(const Remark &remark);
/// Lines in Clang's form, `gemm.cu:12:1: warning: text [check]`, as messages. Other lines belong to
/// the message before them.
std::vector<Message> messagesIn(llvm::StringRef text);

enum class MessageFormat { Text, Json, Sarif, Github };

/// Prints messages as they come, or at its end a document of all.
class MessagePrinter {
public:
  /// Code is read from `files`.
  MessagePrinter(MessageFormat chosen, llvm::raw_ostream &target,
                 llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> source)
      : format(chosen),
        out(target),
        files(std::move(source)) {}

  void print(const Message &message);
  void finish();

private:
  void printText(const Message &message);
  void printGithub(const Message &message);
  void printJson();
  void printSarif();
  /// The text of a line of a file; empty where there is none.
  std::string lineOf(const SourceLocation &location);

  MessageFormat format;
  llvm::raw_ostream &out;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files;
  std::map<std::string, std::string> contents;
  std::vector<Message> all;
};

} // namespace warpsmith::tool
