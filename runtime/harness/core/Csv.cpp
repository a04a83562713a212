#include "runtime/harness/core/MatrixFile.h"
#include <charconv>

namespace warpsmith::harness {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

[[noreturn]] void fail(const std::string &name, std::size_t line, std::size_t column,
                       const std::string &cause) {
  throw InputError(name + ":" + std::to_string(line) + ":" + std::to_string(column) + ": " + cause);
}

double parseNumber(std::string_view field, const std::string &name, std::size_t line,
                   std::size_t column) {
  std::string_view digits = trimmed(field);
  if (digits.empty())
    fail(name, line, column, "empty field");
  if (digits.front() == '+')
    digits.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc::result_out_of_range)
    fail(name, line, column, "'" + std::string(digits) + "' does not fit a double");
  if (error != std::errc() || end != digits.data() + digits.size())
    fail(name, line, column, "'" + std::string(digits.substr(0, 40)) + "' is not a number");
  return value;
}

} // namespace

Matrix readCsv(std::istream &input, const std::string &name) {
  Matrix matrix;
  std::string text;
  for (std::size_t line = 1; std::getline(input, text); ++line) {
    if (line == 1 && text.starts_with("\xef\xbb\xbf"))
      text.erase(0, 3); // a byte order mark
    if (trimmed(text).empty()) {
      if (input.peek() == std::istream::traits_type::eof())
        break;
      fail(name, line, 1, "empty line");
    }
    std::size_t fields = 0;
    for (std::size_t start = 0; start <= text.size(); ++fields) {
      const std::size_t end = std::min(text.find(',', start), text.size());
      matrix.values.push_back(
          parseNumber(std::string_view(text).substr(start, end - start), name, line, start + 1));
      start = end + 1;
    }
    if (matrix.rows == 0) {
      matrix.columns = fields;
    } else if (fields != matrix.columns) {
      fail(name, line, 1,
           "the row has " + std::to_string(fields) + " numbers, the first row has " +
               std::to_string(matrix.columns));
    }
    ++matrix.rows;
  }
  if (matrix.rows == 0)
    throw InputError(name + ": the file holds no numbers");
  return matrix;
}

void writeCsv(std::ostream &output, const HostArray &array) {
  const std::size_t rows = array.extents.at(0);
  const std::size_t columns = array.extents.at(1);
  std::string text;
  for (std::size_t row = 0; row < rows; ++row) {
    text.clear();
    for (std::size_t column = 0; column < columns; ++column) {
      // The shortest digits that give the same bits; a float's are fewer than a double's.
      char digits[32];
      const double value = loadElement(array.type, array.bytes.get(), row * columns + column);
      const std::to_chars_result end =
          array.type == ElementType::F64
              ? std::to_chars(digits, digits + sizeof digits, value)
              : std::to_chars(digits, digits + sizeof digits, static_cast<float>(value));
      if (column)
        text += ',';
      text.append(digits, end.ptr);
    }
    text += '\n';
    output << text;
  }
}

} // namespace warpsmith::harness
