// A user's matrices: CSV and NumPy's .npy, by the file name's ending.
#pragma once

#include "runtime/harness/core/Problem.h"
#include "runtime/harness/core/Sizes.h"
#include <filesystem>
#include <istream>
#include <ostream>

namespace warpsmith::harness {

/// A dense matrix of doubles, row-major: FP64 holds every value of every element type.
struct Matrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<double> values;
};

/// Reads a .csv or .npy file. Throws InputError naming the file, for CSV the line and column, and
/// the cause.
Matrix readMatrix(const std::filesystem::path &file);

/// Writes `array` (two extents) in its own type, as writeOutputFile.
void writeMatrix(const std::filesystem::path &file, const HostArray &array);

/// True for the endings that readMatrix and writeMatrix know.
bool isMatrixFile(const std::filesystem::path &file);

/// CSV: one row a line, numbers separated by commas (blanks around them are skipped), all rows of
/// one length; no header. Written with enough digits to read back the same bits.
Matrix readCsv(std::istream &input, const std::string &name);
void writeCsv(std::ostream &output, const HostArray &array);

/// NumPy format 1.0 and 2.0: little-endian f2, f4, f8, i1, u1, i2, u2, i4, u4, i8, u8; C or Fortran
/// order; two dimensions. Written as 1.0 with f4 or f8 (bfloat16 and half as f4).
Matrix readNpy(std::istream &input, const std::string &name);
void writeNpy(std::ostream &output, const HostArray &array);

} // namespace warpsmith::harness
