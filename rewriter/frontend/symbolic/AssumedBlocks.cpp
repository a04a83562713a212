#include "rewriter/frontend/symbolic/AssumedBlocks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"

namespace warpsmith::frontend {
namespace {

constexpr unsigned MostThreads = 1024; // of a block
constexpr size_t MostShapes = 2;       // that are tried

/// The shapes of blocks in which each thread has an element of a tile.
std::vector<BlockShape> shapesOfTiles(const SymbolicState &state) {
  std::vector<BlockShape> shapes;
  for (const auto &[variable, array] : state.shared) {
    const clang::ASTContext &context = variable->getASTContext();
    const auto *rows = context.getAsConstantArrayType(variable->getType());
    const auto *columns = rows ? context.getAsConstantArrayType(rows->getElementType()) : nullptr;
    if (!columns || columns->getElementType()->isArrayType())
      continue;
    const uint64_t width = columns->getSize().getLimitedValue(MostThreads + 1);
    const uint64_t height = rows->getSize().getLimitedValue(MostThreads + 1);
    if (width * height > MostThreads)
      continue;
    const BlockShape shape = {static_cast<unsigned>(width), static_cast<unsigned>(height), 1};
    if (!llvm::is_contained(shapes, shape))
      shapes.push_back(shape);
  }
  return shapes;
}

} // namespace

std::vector<std::map<std::string, Polynomial>> assumedBlocks(const SymbolicState &failed,
                                                             const std::vector<Launch> &launches) {
  constexpr std::array<const char *, 3> Names = {"blockDim.x", "blockDim.y", "blockDim.z"};
  if (failed.shared.empty() ||
      llvm::none_of(Names, [&](const char *name) { return failed.unsignedSymbols.contains(name); }))
    return {};
  std::vector<BlockShape> shapes;
  for (const Launch &launch : launches)
    if (launch.block && !llvm::is_contained(shapes, *launch.block))
      shapes.push_back(*launch.block);
  if (shapes.empty())
    shapes = shapesOfTiles(failed);
  if (shapes.size() > MostShapes)
    shapes.resize(MostShapes);
  std::vector<std::map<std::string, Polynomial>> all;
  for (const BlockShape &shape : shapes) {
    std::map<std::string, Polynomial> named, plain;
    for (size_t axis = 0; axis < shape.size(); ++axis) {
      const Polynomial number(shape[axis]);
      plain[Names[axis]] = named[Names[axis]] = number;
      std::vector<std::string> same;
      for (const auto &[name, value] : failed.constants)
        if (value == shape[axis] && value > 1)
          same.push_back(name);
      if (same.size() == 1)
        named[Names[axis]] = Polynomial::symbol(same[0]);
    }
    all.push_back(named);
    if (named != plain)
      all.push_back(plain);
  }
  return all;
}

} // namespace warpsmith::frontend
