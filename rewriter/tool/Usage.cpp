#include "rewriter/tool/Usage.h"
#include "llvm/ADT/STLExtras.h"

namespace warpsmith::tool {
namespace {

namespace cl = llvm::cl;

std::string spelled(llvm::StringRef name) {
  return (name.size() > 1 ? "--" : "-") + name.str();
}

/// The flag that is spelled most like `name`; empty where none is like it.
std::string nearest(llvm::StringRef name, const cl::OptionCategory &category,
                    cl::SubCommand &command) {
  std::string best;
  unsigned least =
      std::max<unsigned>(2, name.size() / 3) + 1; // two letters may have changed places
  for (const auto &[known, option] : cl::getRegisteredOptions(command)) {
    if (known.size() < 2 || (!llvm::is_contained(option->Categories, &category) &&
                             known != "help" && known != "version"))
      continue;
    const unsigned distance = name.edit_distance(known, /*AllowReplacements=*/true, least);
    if (distance < least || (distance == least && !best.empty() && known.str() < best)) {
      least = distance;
      best = known.str();
    }
  }
  return best;
}

} // namespace

llvm::Error checkArguments(int argc, const char **argv, const cl::OptionCategory &category,
                           cl::SubCommand &command) {
  const auto &known = cl::getRegisteredOptions(command);
  for (int index = 1; index < argc; ++index) {
    const llvm::StringRef argument = argv[index];
    if (!argument.starts_with("-") || argument == "-")
      continue;
    const llvm::StringRef flag = argument.drop_front(argument.starts_with("--") ? 2 : 1);
    const auto [name, value] = flag.split('=');
    const auto option = known.find(name);
    if (option == known.end()) {
      const auto letter = known.find(flag.take_front(1));
      if (letter != known.end() && letter->second->getFormattingFlag() == cl::Prefix)
        continue;
      const std::string other = nearest(name, category, command);
      return llvm::createStringError(
          "unknown option '" + argument.split('=').first + "'" +
          (other.empty() ? "; try --help" : "; did you mean '" + spelled(other) + "'?"));
    }
    if (name.size() < flag.size() || option->second->getValueExpectedFlag() != cl::ValueRequired)
      continue;
    if (++index == argc)
      return llvm::createStringError("'" + argument + "' needs a value");
  }
  return llvm::Error::success();
}

} // namespace warpsmith::tool
