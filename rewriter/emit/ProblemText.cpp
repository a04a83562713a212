#include "rewriter/emit/ProblemText.h"
#include "rewriter/ir/Identifiers.h"
#include <algorithm>
#include <cctype>
#include <string_view>

namespace warpsmith {
namespace {

/// Of members it says nothing.
constexpr std::string_view Restrict = "__restrict__ ";

bool isTruth(const std::string &value) {
  return value == "true" || value == "false" || value.starts_with("warpsmith::CompiledFor");
}

bool isNumber(const std::string &value) {
  return std::ranges::all_of(value, [](unsigned char c) { return std::isdigit(c) != 0; });
}

} // namespace

std::vector<std::pair<std::string, std::string>> namedParameters(const std::string &parameters) {
  std::vector<std::pair<std::string, std::string>> named;
  for (size_t begin = 0; begin < parameters.size();) {
    const size_t end = std::min(parameters.find(", ", begin), parameters.size());
    const std::string parameter = parameters.substr(begin, end - begin);
    named.emplace_back(parameter, parameter.substr(parameter.find_last_of(" *") + 1));
    begin = end + 2;
  }
  return named;
}

std::string functionText(const ProblemFunction &function) {
  const std::set<std::string> used = identifiers(function.statement);
  std::string parameters;
  for (const auto &[type, name] : function.parameters) {
    parameters += (parameters.empty() ? "" : ", ") + type;
    if (!name.empty() && used.contains(name))
      parameters += (type.ends_with("&") ? "" : " ") + name;
  }
  // What a template is goes first.
  const size_t result =
      function.head.starts_with("template") ? function.head.find('>') + 2 : size_t(0);
  return function.head.substr(0, result) + (function.onHost ? "__host__ " : "") + "__device__ " +
         function.head.substr(result) + "(" + parameters + ") const { " + function.statement +
         " }\n";
}

std::string memberDeclarations(const std::string &parameters) {
  std::string text, type;
  for (auto [parameter, name] : namedParameters(parameters.empty() ? "" : parameters.substr(2))) {
    if (const size_t at = parameter.find(Restrict); at != std::string::npos)
      parameter.erase(at, Restrict.size());
    const std::string own = parameter.substr(0, parameter.size() - name.size());
    if (own == type && type.find('&') == std::string::npos)
      text += (type.ends_with("*") ? ", *" : ", ") + name;
    else
      text += (text.empty() ? "" : ";\n") + parameter;
    type = own;
  }
  return text.empty() ? text : text + ";\n";
}

std::string constantDeclarations(const NamedValues &known) {
  std::string types, numbers, truths;
  for (const auto &[name, value] : known)
    if (isTruth(value) || isNumber(value)) {
      std::string &list = isTruth(value) ? truths : numbers;
      list += (list.empty() ? "" : ", ") + name + " = " + value;
    } else {
      types += "using " + name + " = " + value + ";\n";
    }
  return types + (numbers.empty() ? "" : "static constexpr int " + numbers + ";\n") +
         (truths.empty() ? "" : "static constexpr bool " + truths + ";\n");
}

std::string singleProduct(const std::string &further) {
  return "static constexpr int products = 1" + further +
         "; // of a batch\n"
         "static constexpr long long batchA = 0, batchB = 0, batchC = 0;\n";
}

std::string problemStructure(const std::string &file, const NamedValues &known,
                             const std::string &members,
                             const std::vector<ProblemFunction> &functions, bool isSingle) {
  std::string text =
      "\n/// What " + file +
      " asks of a product.\n/// C has m x n elements, each the sum of k products" +
      (members.find(" lda") != std::string::npos ? "; ld* are from row to row" : "") +
      ".\nstruct Problem {\n" + constantDeclarations(known) + (isSingle ? singleProduct() : "") +
      "\n" + memberDeclarations(members) + "\n";
  for (const ProblemFunction &function : functions)
    text += functionText(function);
  return text + "};\n";
}

std::string tileInstance(const std::string &name, std::string_view text,
                         const NamedValues &values) {
  const std::string structure = "struct " + name.substr(name.rfind(':') + 1) + " {";
  constexpr std::string_view Template = "template <";
  const size_t declared = text.find(structure);
  const size_t begin = text.rfind(Template, declared) + Template.size();
  std::string head(text.substr(begin, text.rfind('>', declared) - begin));
  head.erase(std::unique(
                 head.begin(), head.end(),
                 [](char a, char b) { return (a == ' ' || a == '\n') && (b == ' ' || b == '\n'); }),
             head.end());
  std::ranges::replace(head, '\n', ' ');
  std::string instance = name, further;
  for (size_t at = 0; at < head.size();) {
    const size_t end = std::min(head.find(", ", at), head.size());
    const std::string parameter = head.substr(at, end - at);
    at = end + 2;
    const size_t initially = parameter.find(" = ");
    const std::string own = parameter.substr(0, initially);
    const auto value = values.find(own.substr(own.rfind(' ') + 1));
    const std::string argument = own.starts_with("typename ") ? own.substr(own.find(' ') + 1)
                                 : value == values.end()      ? parameter.substr(initially + 3)
                                                              : value->second;
    further += (further.empty() && instance == name ? "<" : ", ") + argument;
    if (initially != std::string::npos && argument == parameter.substr(initially + 3))
      continue;
    instance += further;
    further.clear();
  }
  return instance + ">";
}

std::string kernelOfProblem(const std::string &compute, const std::string &parameters,
                            const Substitutions &signature) {
  Substitutions values = signature;
  values["compute"] = compute;
  values["parameters"] = parameters.substr(2);
  for (const auto &[parameter, name] : namedParameters(parameters.substr(2)))
    values["arguments"] += (values["arguments"].empty() ? "" : ", ") + name;
  values["global"] = "__global__";
  return fill(R"(
/// Aligned: rows of A, B and C can be read and written in 16-byte vectors.
template <bool Aligned>
$global void __launch_bounds__($only BlockTile::Threads$else)
    kernel($parameters) {
$begin  $compute<Problem, BlockTile, Aligned>(Problem{$arguments});
$end}
)",
              values);
}

} // namespace warpsmith
