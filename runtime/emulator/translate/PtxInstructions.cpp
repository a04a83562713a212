#include "runtime/emulator/translate/PtxInstructions.h"
#include <map>
#include <regex>
#include <string_view>
#include <vector>

namespace warpsmith::emulator::translate {
namespace {

/// The spelling that the table has.
std::string normalized(std::string name) {
  for (const auto &[spelled, plain] :
       std::vector<std::pair<std::string_view, std::string_view>>{{".shared::cta", ".shared"},
                                                                  {"barrier.cta.", "barrier."},
                                                                  {"bar.cta.", "bar."},
                                                                  {".aligned", ""},
                                                                  {".release.cta", ""},
                                                                  {".acquire.cta", ""},
                                                                  {".relaxed.cta", ""},
                                                                  {".release.cluster", ""},
                                                                  {".acquire.cluster", ""},
                                                                  {".relaxed.cluster", ""},
                                                                  {".L2::64B", ""},
                                                                  {".L2::128B", ""},
                                                                  {".L2::256B", ""},
                                                                  {".cta.", "."}})
    for (size_t at = name.find(spelled); at != std::string::npos; at = name.find(spelled))
      name.replace(at, spelled.size(), plain);
  // ldmatrix has its shape before or behind the number of matrices.
  static const std::regex Late(R"(ldmatrix\.sync\.(x[124](?:\.trans)?)\.m8n8\.)");
  return std::regex_replace(name, Late, "ldmatrix.sync.m8n8.$1.");
}

/// `wgmma.mma_async.sync.m64n128k16.f32.f16.f16` -> `wgmma_mma_async<128, MatrixType::f16, ...>`.
/// Empty for a combination that the PTX ISA does not have or that is not emulated.
std::string warpgroupProduct(const std::string &name) {
  static const std::regex Pattern(
      R"(wgmma\.mma_async\.sync\.m64n(\d+)k(\d+)\.(f32|s32)\.(f16|bf16|tf32|e4m3|e5m2|s8|u8)\.(\w+))");
  std::smatch parts;
  if (!std::regex_match(name, parts, Pattern))
    return {};
  const std::string sum = parts[3], a = parts[4], b = parts[5];
  const bool integer = a == "s8" || a == "u8", fp8 = a == "e4m3" || a == "e5m2";
  const int n = std::stoi(parts[1]), k = std::stoi(parts[2]);
  const int steps = integer || fp8 ? 32 : a == "tf32" ? 8 : 16;
  if (integer != (sum == "s32") || k != steps || n < 8 || n > 256)
    return {};
  if ((integer && n > 32 ? n % 16 : n % 8) != 0)
    return {};
  if (integer ? b != "s8" && b != "u8" : fp8 ? b != "e4m3" && b != "e5m2" : a != b)
    return {};
  return "wgmma_mma_async<" + std::to_string(n) + ", ::warpsmith::emulator::MatrixType::" + a +
         ", ::warpsmith::emulator::MatrixType::" + b + ">";
}

/// `mma.sync.m16n8k16.row.col.f32.f16.f16.f32` -> `mma_sync<16, 8, 16, ...>`. Empty, again, for
/// what there is not.
std::string warpProduct(const std::string &name) {
  static const std::regex Pattern(R"(mma\.sync\.m(\d+)n8k(\d+)\.row\.col)"
                                  R"(\.(f32|s32|f64)\.(f16|bf16|tf32|s8|u8|f64)\.(\w+)\.(\w+))");
  static const std::regex InHalf(R"(mma\.sync\.m16n8k(8|16)\.row\.col\.f16\.f16\.f16\.f16)");
  static const std::map<std::string, std::string> Shapes = {
      {"f32.f16", "16x8 16x16"}, {"f32.bf16", "16x8 16x16"}, {"f32.tf32", "16x4 16x8"},
      {"s32.s8", "16x16 16x32"}, {"s32.u8", "16x16 16x32"},  {"f64.f64", "8x4 16x4 16x8 16x16"}};
  std::smatch parts;
  if (std::regex_match(name, parts, InHalf))
    return "mma_sync_half<16, 8, " + parts[1].str() + ">";
  if (!std::regex_match(name, parts, Pattern))
    return {};
  const std::string sum = parts[3], a = parts[4], b = parts[5];
  const auto shapes = Shapes.find(sum + "." + a);
  if (shapes == Shapes.end() || parts[6] != sum ||
      (a != b && !(sum == "s32" && (b == "s8" || b == "u8"))) ||
      (" " + shapes->second + " ").find(" " + parts[1].str() + "x" + parts[2].str() + " ") ==
          std::string::npos)
    return {};
  return "mma_sync<" + parts[1].str() + ", 8, " + parts[2].str() +
         ", ::warpsmith::emulator::MatrixType::" + a + ", ::warpsmith::emulator::MatrixType::" + b +
         ">";
}

/// `cp.async.bulk.tensor.2d...` -> `bulk_tensor_load<2>` and its kin.
std::string bulkTensorCopy(const std::string &name) {
  static const std::regex Load(R"(cp\.async\.bulk\.tensor\.([1-5])d\.shared(?:::cluster)?\.global)"
                               R"((?:\.tile|(\.im2col))?\.mbarrier::complete_tx::bytes)"
                               R"((\.multicast::cluster)?(\.L2::cache_hint)?)");
  static const std::regex Store(R"(cp\.async\.bulk\.tensor\.([1-5])d\.global\.shared)"
                                R"((?:\.tile)?\.bulk_group(\.L2::cache_hint)?)");
  static const std::regex Prefetch(
      R"(cp\.async\.bulk\.prefetch\.tensor\.([1-5])d\.L2\.global(?:\.tile)?)");
  std::smatch parts;
  const auto ranked = [&](const std::string &function) {
    return function + "<" + parts[1].str() + ">";
  };
  if (std::regex_match(name, parts, Load))
    return parts[2].matched && parts[1].str() < "3"
               ? ""
               : ranked(std::string("bulk_tensor_load") + (parts[2].matched ? "_im2col" : "") +
                        (parts[3].matched ? "_multicast" : "") + (parts[4].matched ? "_hint" : ""));
  if (std::regex_match(name, parts, Store))
    return ranked(parts[2].matched ? "bulk_tensor_store_hint" : "bulk_tensor_store");
  return std::regex_match(name, parts, Prefetch) ? ranked("bulk_tensor_prefetch") : "";
}

/// `ld.shared.v4.f32` -> `load_shared`, likewise stores, with or without ::cluster.
std::string sharedAccess(const std::string &name) {
  static const std::regex Pattern(R"((ld|st)(?:\.volatile|\.weak)?\.shared(?:::cluster)?)"
                                  R"((?:\.v[24])?\.[busf](?:8|16|32|64))");
  std::smatch parts;
  if (!std::regex_match(name, parts, Pattern))
    return {};
  return parts[1] == "ld" ? "load_shared" : "store_shared";
}

} // namespace

std::string instructionFunction(const std::string &instruction) {
  static const std::map<std::string, std::string> Functions = {
#define PTX(instruction, function) {instruction, #function},
#include "runtime/emulator/translate/PtxInstructions.def"
#undef PTX
  };
  const std::string name = normalized(instruction);
  const auto found = Functions.find(name);
  if (found != Functions.end())
    return found->second;
  if (name.starts_with("wgmma."))
    return warpgroupProduct(name);
  if (name.starts_with("mma."))
    return warpProduct(name);
  if (name.starts_with("ld.") || name.starts_with("st."))
    return sharedAccess(name);
  return name.starts_with("cp.async.bulk.") ? bulkTensorCopy(name) : std::string();
}

const char *specialRegister(const std::string &name) {
  static const std::map<std::string, const char *> Registers = {
      {"laneid", "unsigned(::warpsmith::emulator::laneIndex())"},
      {"tid.x", "threadIdx.x"},
      {"tid.y", "threadIdx.y"},
      {"tid.z", "threadIdx.z"},
      {"ctaid.x", "blockIdx.x"},
      {"ctaid.y", "blockIdx.y"},
      {"ctaid.z", "blockIdx.z"},
      {"ntid.x", "blockDim.x"},
      {"ntid.y", "blockDim.y"},
      {"nctaid.x", "gridDim.x"},
      {"nctaid.y", "gridDim.y"},
      {"nctaid.z", "gridDim.z"},
      {"cluster_ctarank", "::warpsmith::emulator::clusterBlockRank()"},
      {"cluster_nctarank", "::warpsmith::emulator::clusterBlocks()"},
      {"cluster_ctaid.x", "::warpsmith::emulator::clusterBlockIndex().x"},
      {"cluster_ctaid.y", "::warpsmith::emulator::clusterBlockIndex().y"},
      {"cluster_ctaid.z", "::warpsmith::emulator::clusterBlockIndex().z"},
      {"cluster_nctaid.x", "::warpsmith::emulator::clusterDimensions().x"},
      {"cluster_nctaid.y", "::warpsmith::emulator::clusterDimensions().y"},
      {"cluster_nctaid.z", "::warpsmith::emulator::clusterDimensions().z"},
      {"clusterid.x", "::warpsmith::emulator::clusterIndex().x"},
      {"clusterid.y", "::warpsmith::emulator::clusterIndex().y"},
      {"clusterid.z", "::warpsmith::emulator::clusterIndex().z"},
      {"nclusterid.x", "::warpsmith::emulator::clusterGrid().x"},
      {"nclusterid.y", "::warpsmith::emulator::clusterGrid().y"},
      {"nclusterid.z", "::warpsmith::emulator::clusterGrid().z"}};
  const auto found = Registers.find(name.starts_with("%") ? name.substr(1) : name);
  return found == Registers.end() ? nullptr : found->second;
}

} // namespace warpsmith::emulator::translate
