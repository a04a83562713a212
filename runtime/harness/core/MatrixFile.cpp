#include "runtime/harness/core/MatrixFile.h"
#include "runtime/harness/core/OutputFile.h"
#include <cerrno>
#include <fstream>
#include <system_error>

namespace warpsmith::harness {
namespace {

std::string quoted(const std::filesystem::path &file) {
  return "'" + file.string() + "'";
}

std::string lastError() {
  return std::generic_category().message(errno);
}

} // namespace

bool isMatrixFile(const std::filesystem::path &file) {
  return file.extension() == ".csv" || file.extension() == ".npy";
}

Matrix readMatrix(const std::filesystem::path &file) {
  if (!isMatrixFile(file))
    throw InputError(quoted(file) + ": unknown matrix format; the name must end in .csv or .npy");
  if (std::filesystem::is_directory(file))
    throw InputError("cannot read " + quoted(file) + ": it is a directory");
  std::ifstream input(file, std::ios::binary);
  if (!input)
    throw InputError("cannot read " + quoted(file) + ": " + lastError());
  return file.extension() == ".npy" ? readNpy(input, file.string()) : readCsv(input, file.string());
}

void writeMatrix(const std::filesystem::path &file, const HostArray &array) {
  if (!isMatrixFile(file))
    throw InputError(quoted(file) + ": unknown matrix format; the name must end in .csv or .npy");
  writeOutputFile(file, [&](std::ostream &output) {
    if (file.extension() == ".npy")
      writeNpy(output, array);
    else
      writeCsv(output, array);
  });
}

} // namespace warpsmith::harness
