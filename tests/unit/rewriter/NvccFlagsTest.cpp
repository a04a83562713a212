// nvcc's options, each in every spelling that nvcc takes, against Clang's reading of the result.
#include "rewriter/frontend/clang/NvccFlags.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Regex.h"
#include <gtest/gtest.h>

namespace warpsmith::frontend {
namespace {

using Arguments = std::vector<std::string>;

struct Documented {
  std::string longName, shortName, value; ///< with their dashes; `value` may be empty
};

/// `--name <value> (-n)`, one a line; other lines are text.
std::vector<Documented> readOptions(llvm::StringRef text) {
  std::vector<Documented> options;
  const llvm::Regex row("^(--[A-Za-z0-9_-]+)( [^ ].*[^ ])? +\\(?(--?[A-Za-z0-9_-]+)\\)? *$");
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  for (const llvm::StringRef line : lines) {
    llvm::SmallVector<llvm::StringRef> parts;
    if (row.match(line, &parts))
      options.push_back({parts[1].str(), parts[3].str(), parts[2].trim().str()});
  }
  return options;
}

/// A value that nvcc takes there.
std::string exampleOf(const Documented &option) {
  if (option.longName == "--x")
    return "cu";
  if (option.longName == "--std")
    return "c++17";
  if (option.longName == "--optimize" || option.longName == "--machine" ||
      option.longName == "--threads")
    return option.longName == "--machine" ? "64" : "2";
  if (option.longName == "--Werror")
    return "all-warnings";
  if (option.longName == "--generate-code")
    return "arch=compute_90a,code=[sm_90a,compute_90a]";
  llvm::StringRef value = option.value;
  if (value.consume_front("{"))
    return value.substr(0, value.find_first_of("|}")).str();
  if (value.contains("number") || value.contains("limit") || value.contains("level"))
    return "1";
  // A value may look like a flag of its own, as those of -Xptxas do.
  return option.shortName.starts_with("-X") ? "-v" : "value";
}

std::vector<Arguments> spellings(const Documented &option) {
  if (option.value.empty())
    return {{option.longName}, {option.shortName}};
  const std::string value = exampleOf(option);
  std::vector<Arguments> result;
  for (const std::string &name : {option.longName, option.shortName}) {
    result.push_back({name, value});
    result.push_back({name + "=" + value});
  }
  if (option.shortName.size() == 2)
    result.push_back({option.shortName + value});
  return result;
}

/// Clang takes the arguments, and compiles one file.
testing::AssertionResult clangTakes(const Arguments &arguments) {
  std::vector<const char *> pointers;
  for (size_t index = 1; index < arguments.size(); ++index)
    pointers.push_back(arguments[index].c_str());
  unsigned missingIndex = 0, missingCount = 0;
  const auto parsed = clang::getDriverOptTable().ParseArgs(pointers, missingIndex, missingCount);
  for (const llvm::opt::Arg *unknown : parsed.filtered(clang::options::OPT_UNKNOWN))
    return testing::AssertionFailure() << "unknown argument " << unknown->getAsString(parsed);
  if (missingCount)
    return testing::AssertionFailure() << "no value after " << pointers[missingIndex];
  if (parsed.getAllArgValues(clang::options::OPT_INPUT) != Arguments{"a.cu"})
    return testing::AssertionFailure() << "another input than a.cu";
  return testing::AssertionSuccess();
}

void expectKnown(const std::vector<Documented> &options) {
  for (const Documented &option : options)
    for (const Arguments &spelling : spellings(option))
      for (const char *program : {"nvcc", "clang++"}) {
        Arguments command{program, "-DBEFORE"};
        command.insert(command.end(), spelling.begin(), spelling.end());
        command.insert(command.end(), {"-DAFTER", "a.cu"});
        const Arguments result = withoutNvccFlags(command);
        EXPECT_TRUE(clangTakes(result)) << program << " " << llvm::join(spelling, " ");
        ASSERT_GE(result.size(), 4U);
        EXPECT_EQ(result[1], "-DBEFORE") << llvm::join(spelling, " ");
        EXPECT_EQ(result[result.size() - 2], "-DAFTER") << llvm::join(spelling, " ");
        EXPECT_EQ(withoutNvccFlags(result), result) << "a second time changes nothing more";
      }
}

TEST(NvccFlags, EveryDocumentedOptionIsKnown) {
  const auto list =
      llvm::MemoryBuffer::getFile(WARPSMITH_SOURCE_DIR "/tests/unit/rewriter/nvcc-options.txt");
  ASSERT_TRUE(list);
  const auto options = readOptions((*list)->getBuffer());
  EXPECT_EQ(options.size(), 143U);
  expectKnown(options);
}

TEST(NvccFlags, EveryOptionOfTheToolkitAtHandIsKnown) {
  auto nvcc = llvm::sys::findProgramByName("nvcc");
  if (!nvcc)
    nvcc = llvm::sys::findProgramByName("nvcc", {"/usr/local/cuda/bin"});
  if (!nvcc)
    GTEST_SKIP() << "no nvcc";
  llvm::SmallString<128> path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("nvcc-help", "txt", path));
  const llvm::FileRemover remover(path);
  ASSERT_EQ(llvm::sys::ExecuteAndWait(*nvcc, {*nvcc, "--help"}, std::nullopt,
                                      {std::nullopt, llvm::StringRef(path), std::nullopt}),
            0);
  const auto help = llvm::MemoryBuffer::getFile(path);
  ASSERT_TRUE(help);
  auto options = readOptions((*help)->getBuffer());
  EXPECT_GT(options.size(), 100U);
  // The help leaves their values out.
  for (Documented &option : options)
    if (option.longName == "--dependency-output" || option.longName == "--qpp-config")
      option.value = "<value>";
  expectKnown(options);
}

TEST(NvccFlags, WhatChangesTheParseIsKept) {
  const auto translated = [](Arguments arguments) {
    arguments.insert(arguments.begin(), "nvcc");
    arguments = withoutNvccFlags(arguments);
    arguments.erase(arguments.begin());
    return arguments;
  };
  EXPECT_EQ(translated({"-DA=1,B=2", "--define-macro", "C"}), (Arguments{"-DA=1", "-DB=2", "-DC"}));
  EXPECT_EQ(translated({"-DF(x\\,y)=x"}), (Arguments{"-DF(x,y)=x"}));
  EXPECT_EQ(translated({"--include-path=a,b", "--system-include", "c", "--pre-include=d.h,e.h"}),
            (Arguments{"-Ia", "-Ib", "-isystem", "c", "-include", "d.h", "-include", "e.h"}));
  EXPECT_EQ(translated({"-Xcompiler", "-fPIC,-DQ=1", "--compiler-options=-Wall -Ihost"}),
            (Arguments{"-DQ=1", "-Ihost"}));
  EXPECT_EQ(translated({"-Xcompiler", "-isystem", "-Xcompiler", "folder", "a.cu"}),
            (Arguments{"-isystem", "folder", "a.cu"}));
  EXPECT_EQ(translated({"-rdc=true", "--relocatable-device-code", "false", "--dc=true"}),
            (Arguments{"-D__CUDACC_RDC__", "-D__CUDACC_RDC__"}));
  EXPECT_EQ(translated({"--use_fast_math=false", "-G=false", "-std=c++03", "--std", "c++20"}),
            (Arguments{"-std=gnu++11", "-std=c++20"}));
  EXPECT_EQ(translated({"-MD", "-MT", "a.o", "-MF", "a.d", "-x", "cu", "-c", "a.cu", "-o", "a.o"}),
            (Arguments{"-x", "cuda", "a.cu"}));
  EXPECT_EQ(translated({"-Xcudafe", "--diag_suppress=177", "-odir", "out", "a.cu"}),
            (Arguments{"a.cu"}));
}

TEST(NvccFlags, FlagsOfAnotherHostCompilerPass) {
  // nvcc hands them on to GCC; Clang would call the first an error.
  EXPECT_EQ(withoutNvccFlags({"/usr/bin/nvcc", "-fno-such-flag-of-clang", "-fPIC", "a.cu"}),
            (Arguments{"/usr/bin/nvcc", "-fPIC", "a.cu"}));
  // In a command of Clang's it is a mistake, which Clang shall name.
  EXPECT_EQ(withoutNvccFlags({"clang++", "-fno-such-flag-of-clang", "-F(a,b)", "-DX=1,2", "a.cu"}),
            (Arguments{"clang++", "-fno-such-flag-of-clang", "-F(a,b)", "-DX=1,2", "a.cu"}));
}

TEST(NvccFlags, ALauncherBeforeTheCompilerIsNoSource) {
  EXPECT_EQ(withoutNvccFlags({"/opt/bin/warpsmith-nvcc", "nvcc", "-DA,B", "a.cu"}),
            (Arguments{"nvcc", "-DA", "-DB", "a.cu"}));
}

} // namespace
} // namespace warpsmith::frontend
