/// The conditional directives of a file: what is compiled together.
#pragma once

#include <string>
#include <vector>

namespace warpsmith::tool {

class FileConditionals {
public:
  explicit FileConditionals(const std::string &text);

  /// Whether what stands at `first` of the file is compiled wherever what stands at `second` behind
  /// it is: no conditional that it is in ends between them.
  bool isCompiledWith(unsigned first, unsigned second) const;

  /// The place nearest to `first`, at it or before it, of which that holds: where a conditional
  /// begins that it is in.
  unsigned compiledWith(unsigned first, unsigned second) const;

private:
  /// Where a directive stands, and whether it opens a conditional, divides one or closes one.
  struct Directive {
    unsigned offset;
    enum class Kind { Opens, Divides, Closes } kind;
  };
  std::vector<Directive> directives;
};

} // namespace warpsmith::tool
