// NumPy's array format: magic, version, header length, a Python dictionary literal, the data.
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#include "runtime/harness/core/MatrixFile.h"
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>

static_assert(std::endian::native == std::endian::little,
              "npy data is read and written as it lies");

namespace warpsmith::harness {
namespace {

constexpr char Magic[] = "\x93NUMPY";
constexpr std::size_t MagicLength = 6;
constexpr std::uint32_t LargestHeader = 1 << 16;

struct Header {
  std::string type;
  bool fortranOrder = false;
  std::vector<std::size_t> shape;
};

template <typename Value>
double readValue(const char *bytes) {
  Value value;
  std::memcpy(&value, bytes, sizeof value);
  return static_cast<double>(value);
}

double readHalf(const char *bytes) {
  unsigned short value = 0;
  std::memcpy(&value, bytes, sizeof value);
  return fromHalf(value);
}

struct NumberFormat {
  std::string_view name;
  std::size_t size;
  double (*read)(const char *);
};

constexpr NumberFormat Formats[] = {
    {"<f2", 2, readHalf},
    {"<f4", 4, readValue<float>},
    {"<f8", 8, readValue<double>},
    {"|i1", 1, readValue<std::int8_t>},
    {"|u1", 1, readValue<std::uint8_t>},
    {"<i2", 2, readValue<std::int16_t>},
    {"<u2", 2, readValue<std::uint16_t>},
    {"<i4", 4, readValue<std::int32_t>},
    {"<u4", 4, readValue<std::uint32_t>},
    {"<i8", 8, readValue<std::int64_t>},
    {"<u8", 8, readValue<std::uint64_t>},
};

[[noreturn]] void fail(const std::string &name, const std::string &cause) {
  throw InputError(name + ": " + cause);
}

/// The text after "'key':" in the header's dictionary.
std::string_view entry(std::string_view dictionary, std::string_view key, const std::string &name) {
  const std::string quotedKey = "'" + std::string(key) + "':";
  const std::size_t start = dictionary.find(quotedKey);
  if (start == std::string_view::npos)
    fail(name, "the npy header has no " + quotedKey.substr(0, quotedKey.size() - 1));
  std::string_view rest = dictionary.substr(start + quotedKey.size());
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  return rest;
}

std::vector<std::size_t> parseShape(std::string_view text, const std::string &name) {
  const std::size_t close = text.find(')');
  if (text.empty() || text.front() != '(' || close == std::string_view::npos)
    fail(name, "the npy header's shape is not a tuple");
  std::vector<std::size_t> shape;
  std::string_view inside = text.substr(1, close - 1);
  while (!inside.empty()) {
    std::size_t extent = 0;
    const auto [end, error] = std::from_chars(inside.data(), inside.data() + inside.size(), extent);
    if (error != std::errc())
      fail(name, "the npy header's shape is not a tuple of whole numbers");
    shape.push_back(extent);
    inside.remove_prefix(static_cast<std::size_t>(end - inside.data()));
    inside.remove_prefix(std::min(inside.find_first_not_of(", "), inside.size()));
  }
  return shape;
}

Header parseHeader(std::string_view dictionary, const std::string &name) {
  Header header;
  const std::string_view type = entry(dictionary, "descr", name);
  const std::size_t close = type.size() > 1 ? type.find('\'', 1) : std::string_view::npos;
  if (type.empty() || type.front() != '\'' || close == std::string_view::npos)
    fail(name, "the npy array has named fields; a plain matrix is needed");
  header.type = std::string(type.substr(1, close - 1));
  const std::string_view order = entry(dictionary, "fortran_order", name);
  header.fortranOrder = order.starts_with("True");
  if (!header.fortranOrder && !order.starts_with("False"))
    fail(name, "the npy header's fortran_order is neither True nor False");
  header.shape = parseShape(entry(dictionary, "shape", name), name);
  return header;
}

Header readHeader(std::istream &input, const std::string &name) {
  char start[MagicLength + 2];
  if (!input.read(start, sizeof start) || std::memcmp(start, Magic, MagicLength) != 0)
    fail(name, "not an npy file (its first bytes are not \\x93NUMPY)");
  const int version = static_cast<unsigned char>(start[MagicLength]);
  if (version != 1 && version != 2)
    fail(name, "npy format version " + std::to_string(version) + " is not supported (1 and 2 are)");
  std::uint32_t length = 0;
  if (!input.read(reinterpret_cast<char *>(&length), version == 1 ? 2 : 4))
    fail(name, "the file ends inside the npy header");
  if (length > LargestHeader)
    fail(name, "the npy header claims " + std::to_string(length) + " bytes");
  std::string dictionary(length, ' ');
  if (!input.read(dictionary.data(), length))
    fail(name, "the file ends inside the npy header");
  return parseHeader(dictionary, name);
}

const NumberFormat &findFormat(const Header &header, const std::string &name) {
  std::string known;
  for (const NumberFormat &format : Formats) {
    if (format.name == header.type)
      return format;
    known += (known.empty() ? "" : ", ") + std::string(format.name);
  }
  fail(name, "numbers of type '" + header.type + "' are not supported (" + known + " are)");
}

} // namespace

Matrix readNpy(std::istream &input, const std::string &name) {
  const Header header = readHeader(input, name);
  const NumberFormat &format = findFormat(header, name);
  if (header.shape.size() != 2) {
    fail(name,
         "the array has " + std::to_string(header.shape.size()) + " dimensions; a matrix has 2");
  }
  const std::size_t rows = header.shape[0];
  const std::size_t columns = header.shape[1];
  if (rows == 0 || columns == 0)
    fail(name, "the matrix is empty");
  if (rows > (std::size_t{1} << 31) / columns)
    fail(name, "the matrix has more than 2^31 elements");
  Matrix matrix{rows, columns, std::vector<double>(rows * columns)};
  std::string bytes(rows * columns * format.size, '\0');
  input.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (static_cast<std::size_t>(input.gcount()) != bytes.size()) {
    fail(name, "the file ends after " + std::to_string(input.gcount()) + " of " +
                   std::to_string(bytes.size()) + " bytes of data");
  }
  if (input.peek() != std::istream::traits_type::eof())
    fail(name, "the file goes on after the data");
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      const std::size_t place = header.fortranOrder ? column * rows + row : row * columns + column;
      matrix.values[row * columns + column] = format.read(bytes.data() + place * format.size);
    }
  }
  return matrix;
}

void writeNpy(std::ostream &output, const HostArray &array) {
  const bool isDouble = array.type == ElementType::F64;
  std::string dictionary = std::string("{'descr': '") + (isDouble ? "<f8" : "<f4") +
                           "', 'fortran_order': False, 'shape': (" +
                           std::to_string(array.extents.at(0)) + ", " +
                           std::to_string(array.extents.at(1)) + "), }";
  // The data starts at a multiple of 64 bytes; the header ends with a line feed.
  const std::size_t start = MagicLength + 4;
  dictionary.append(63 - (start + dictionary.size()) % 64, ' ');
  dictionary += '\n';
  const auto length = static_cast<std::uint16_t>(dictionary.size());
  output.write(Magic, MagicLength).write("\x01\x00", 2);
  output.write(reinterpret_cast<const char *>(&length), sizeof length);
  output << dictionary;
  for (std::size_t index = 0; index < array.elements(); ++index) {
    const double value = loadElement(array.type, array.bytes.get(), index);
    const auto single = static_cast<float>(value);
    if (isDouble) {
      output.write(reinterpret_cast<const char *>(&value), sizeof value);
    } else {
      output.write(reinterpret_cast<const char *>(&single), sizeof single);
    }
  }
}

} // namespace warpsmith::harness
