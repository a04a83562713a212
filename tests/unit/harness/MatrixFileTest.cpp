#include "runtime/harness/core/MatrixFile.h"
#include <cmath>
#include <cstring>
#include <gmock/gmock.h>
#include <sstream>

using namespace warpsmith;
using namespace warpsmith::harness;
using testing::HasSubstr;

namespace {

Matrix csv(const std::string &text) {
  std::istringstream input(text);
  return readCsv(input, "a.csv");
}

std::string csvError(const std::string &text) {
  try {
    csv(text);
  } catch (const InputError &error) {
    return error.what();
  }
  return "";
}

std::string npy(const std::string &dictionary, const std::string &data, char version = 1) {
  std::string text = std::string("\x93NUMPY") + version + '\0';
  const auto length = static_cast<std::uint32_t>(dictionary.size());
  text.append(reinterpret_cast<const char *>(&length), version == 1 ? 2 : 4);
  return text + dictionary + data;
}

template <typename Value>
std::string bytesOf(std::initializer_list<Value> values) {
  return {reinterpret_cast<const char *>(values.begin()), values.size() * sizeof(Value)};
}

Matrix readNpyText(const std::string &text) {
  std::istringstream input(text);
  return readNpy(input, "a.npy");
}

std::string npyError(const std::string &text) {
  try {
    readNpyText(text);
  } catch (const InputError &error) {
    return error.what();
  }
  return "";
}

HostArray sample(ElementType type) {
  HostArray array(type, {2, 3});
  const double values[] = {1, -2.5, 3e10, 1.0 / 3, std::nan(""), -INFINITY};
  for (std::size_t index = 0; index < 6; ++index)
    storeElement(type, array.bytes.get(), index, values[index]);
  return array;
}

void expectSame(const Matrix &matrix, const HostArray &array) {
  ASSERT_EQ(matrix.rows, 2U);
  ASSERT_EQ(matrix.columns, 3U);
  for (std::size_t index = 0; index < 6; ++index) {
    const double expected = loadElement(array.type, array.bytes.get(), index);
    if (std::isnan(expected)) {
      EXPECT_TRUE(std::isnan(matrix.values[index]));
    } else {
      EXPECT_EQ(array.type == ElementType::F64 ? matrix.values[index]
                                               : static_cast<float>(matrix.values[index]),
                expected);
    }
  }
}

} // namespace

TEST(Csv, ReadsRowsOfNumbers) {
  const Matrix matrix = csv("1, -2.5,3e2\r\n+4,\t5 ,inf\n");
  EXPECT_EQ(matrix.rows, 2U);
  EXPECT_EQ(matrix.columns, 3U);
  EXPECT_EQ(matrix.values, (std::vector<double>{1, -2.5, 300, 4, 5, INFINITY}));
}

TEST(Csv, LastLineNeedsNoLineFeedAndMayBeBlank) {
  EXPECT_EQ(csv("1,2").columns, 2U);
  EXPECT_EQ(csv("1,2\n\n").rows, 1U);
  EXPECT_EQ(csv("\xef\xbb\xbf"
                "7\n")
                .values,
            (std::vector<double>{7}));
}

TEST(Csv, ErrorsNameFileLineColumnAndCause) {
  EXPECT_EQ(csvError("1,2\n3\n"), "a.csv:2:1: the row has 1 numbers, the first row has 2");
  EXPECT_EQ(csvError("1,x2\n"), "a.csv:1:3: 'x2' is not a number");
  EXPECT_EQ(csvError("1,2\n3,4z\n"), "a.csv:2:3: '4z' is not a number");
  EXPECT_EQ(csvError("1,,2\n"), "a.csv:1:3: empty field");
  EXPECT_EQ(csvError("1,\n"), "a.csv:1:3: empty field");
  EXPECT_EQ(csvError("1\n\n2\n"), "a.csv:2:1: empty line");
  EXPECT_EQ(csvError("1e999\n"), "a.csv:1:1: '1e999' does not fit a double");
  EXPECT_EQ(csvError(""), "a.csv: the file holds no numbers");
  EXPECT_EQ(csvError("1;2\n"), "a.csv:1:1: '1;2' is not a number");
}

TEST(Csv, WrittenValuesReadBackToTheSameBits) {
  for (const ElementType type : {ElementType::F32, ElementType::F64}) {
    const HostArray array = sample(type);
    std::stringstream text;
    writeCsv(text, array);
    expectSame(readCsv(text, "x.csv"), array);
  }
}

TEST(Npy, WrittenValuesReadBackToTheSameBits) {
  for (const ElementType type : {ElementType::F32, ElementType::F64, ElementType::F16}) {
    const HostArray array = sample(type);
    std::stringstream text;
    writeNpy(text, array);
    EXPECT_EQ(text.str().find('\n') % 64, 63U);
    expectSame(readNpy(text, "x.npy"), array);
  }
}

TEST(Npy, ReadsFortranOrderIntegersAndVersion2) {
  const Matrix matrix =
      readNpyText(npy("{'descr': '<i4', 'fortran_order': True, 'shape': (2, 3), }",
                      bytesOf<std::int32_t>({1, 2, 3, 4, 5, 6}), 2));
  EXPECT_EQ(matrix.values, (std::vector<double>{1, 3, 5, 2, 4, 6}));
}

TEST(Npy, ErrorsNameTheFileAndTheCause) {
  const std::string good = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }";
  const std::string data = bytesOf<float>({1, 2});
  EXPECT_EQ(npyError(npy(good, data)), "");
  EXPECT_THAT(npyError("hello, world"), HasSubstr("a.npy: not an npy file"));
  EXPECT_THAT(npyError(""), HasSubstr("not an npy file"));
  EXPECT_THAT(npyError(npy(good, data, 3)), HasSubstr("version 3 is not supported"));
  EXPECT_THAT(npyError(npy(good, data).substr(0, 30)), HasSubstr("ends inside the npy header"));
  EXPECT_THAT(npyError(npy(good, data.substr(1))), HasSubstr("ends after 7 of 8 bytes"));
  EXPECT_THAT(npyError(npy(good, data + "x")), HasSubstr("goes on after the data"));
  EXPECT_THAT(npyError(npy("{'fortran_order': False, 'shape': (1, 2)}", data)),
              HasSubstr("no 'descr'"));
  EXPECT_THAT(npyError(npy("{'descr': '>f4', 'fortran_order': False, 'shape': (1, 2)}", data)),
              HasSubstr("type '>f4' are not supported"));
  EXPECT_THAT(
      npyError(npy("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (2,)}", data)),
      HasSubstr("named fields"));
  EXPECT_THAT(npyError(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", data)),
              HasSubstr("1 dimensions"));
  EXPECT_THAT(npyError(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (0, 2)}", "")),
              HasSubstr("empty"));
  EXPECT_THAT(npyError(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1, -2)}", data)),
              HasSubstr("whole numbers"));
  EXPECT_THAT(npyError(npy("{'descr': '<f4', 'fortran_order': Maybe, 'shape': (1, 2)}", data)),
              HasSubstr("neither True nor False"));
  EXPECT_THAT(
      npyError(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (99999, 99999)}", "")),
      HasSubstr("more than 2^31"));
}

TEST(MatrixFile, NamesDecideTheFormatAndMissingFilesAreNamed) {
  EXPECT_TRUE(isMatrixFile("a.csv"));
  EXPECT_FALSE(isMatrixFile("a.txt"));
  EXPECT_THROW(readMatrix("a.txt"), InputError);
  try {
    readMatrix("/nonexistent/a.csv");
    FAIL();
  } catch (const InputError &error) {
    EXPECT_STREQ(error.what(), "cannot read '/nonexistent/a.csv': No such file or directory");
  }
  try {
    writeMatrix("/nonexistent/c.npy", sample(ElementType::F32));
    FAIL();
  } catch (const InputError &error) {
    EXPECT_STREQ(error.what(), "cannot write '/nonexistent/c.npy': No such file or directory");
  }
}

TEST(MatrixFile, WritesAndReadsFiles) {
  const auto directory = std::filesystem::path(testing::TempDir());
  for (const char *name : {"harness_matrix.csv", "harness_matrix.npy"}) {
    const HostArray array = sample(ElementType::F32);
    writeMatrix(directory / name, array);
    expectSame(readMatrix(directory / name), array);
    std::filesystem::remove(directory / name);
  }
}
