// The model beside what was measured: docs/model.md's tables are these readings.
#include "rewriter/model/KernelModel.h"
#include "tests/unit/rewriter/Fixtures.h"
#include "tests/unit/rewriter/ModelReadings.h"
#include "tests/unit/rewriter/SweepReadings.h"
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>

namespace warpsmith::test {
namespace {

const Architecture &architecture(const char *name) {
  return *findArchitecture(name);
}

TEST(PipeModel, IsWithinTenPercentOfOurReadings) {
  const std::vector<Reading> readings = pipeReadings("h200/pipes.json");
  EXPECT_GE(readings.size(), 20U);
  int outside = 0;
  for (const Reading &row : readings) {
    EXPECT_EQ(std::abs(row.ratio() - 1) < 0.1, row.outside.empty()) << row.experiment;
    outside += !row.outside.empty();
  }
  EXPECT_LE(outside, 1);
}

/// Which side of 1 a speed lies on; 0 near it.
int side(double speed) {
  constexpr double Near = 0.02;
  return speed > 1 + Near ? 1 : speed < 1 - Near ? -1 : 0;
}

TEST(PipeModel, AgreesWithPublishedReadings) {
  std::map<std::string, int> checks;
  for (const Reading &row : pipeReadings("published/pipes.json")) {
    ++checks[row.check];
    EXPECT_FALSE(row.source.empty()) << row.experiment;
    if (row.check == "factor")
      EXPECT_NEAR(row.ratio(), 1, 0.1) << row.gpu << ": " << row.experiment;
    else if (row.check == "side")
      EXPECT_EQ(side(row.predicted), side(row.measured())) << row.gpu << ": " << row.experiment;
    else if (row.check == "within spread")
      EXPECT_NEAR(row.predicted, row.measured(), row.spread) << row.gpu << ": " << row.experiment;
    else
      EXPECT_FALSE(row.note.empty()) << row.experiment << " is held to nothing, without a reason";
  }
  EXPECT_GE(checks["factor"], 4);
  EXPECT_GE(checks["side"], 5);
}

TEST(PipeModel, OneKindTakesItsSlowestUnit) {
  Mix mix;
  mix.ffma = 100;
  EXPECT_EQ(interleaved(architecture("sm_80"), mix).count, 200); // 16 lanes
  EXPECT_EQ(interleaved(architecture("sm_80"), mix).limiter, Unit::Fp32Pipe);
  EXPECT_EQ(interleaved(architecture("sm_90"), mix).limiter, Unit::IssueSlots);
  mix.ffmaReads = 3;
  EXPECT_EQ(interleaved(architecture("sm_90"), mix).count, 150);
  EXPECT_EQ(interleaved(architecture("sm_90"), mix).limiter, Unit::RegisterPorts);
  EXPECT_EQ(interleaved(architecture("sm_80"), mix).limiter, Unit::Fp32Pipe);
  mix.warps = mix.ffmaChains = 1;
  EXPECT_EQ(interleaved(architecture("sm_90"), mix).limiter, Unit::Latency);

  Mix wide;
  wide.dfma = 1;
  EXPECT_EQ(interleaved(architecture("sm_90"), wide).count, 2);
  EXPECT_EQ(interleaved(architecture("sm_80"), wide).count, 4);
  EXPECT_EQ(interleaved(architecture("sm_86"), wide).count, 64);
}

TEST(PipeModel, Fp64AndTensorInstructionsNeverOverlapWhereTheyShareAPort) {
  Mix mix;
  mix.dfma = 16; // 32 cycles, as long as the DMMA
  mix.tensor = {{.shape = DmmaK8, .count = 1}};
  EXPECT_DOUBLE_EQ(interleaved(architecture("sm_90"), mix).count, 64);
}

TEST(PipeModel, RolesOverlapWhereIssueSlotsAreLeft) {
  Mix narrow, wide;
  narrow.ffma = 6;
  wide.dfma = 2;
  // FFMA takes every other slot there.
  EXPECT_DOUBLE_EQ(byRoles(architecture("sm_80"), narrow, wide).count, 12);
  const double alone = interleaved(architecture("sm_90"), narrow).count;
  EXPECT_DOUBLE_EQ(byRoles(architecture("sm_90"), narrow, wide).count, alone + 4);
}

// A chain's instruction finds nothing in the operand cache, however many warps there are.
TEST(PipeModel, ChainsWaitForResultsAndRegisters) {
  const auto ffma = [](int warps, int chains) {
    Mix mix;
    mix.ffma = 1;
    mix.warps = warps;
    mix.ffmaChains = chains;
    return interleaved(architecture("sm_90"), mix).count;
  };
  EXPECT_DOUBLE_EQ(ffma(1, 1), 4);
  EXPECT_DOUBLE_EQ(ffma(1, 2), 2);
  EXPECT_DOUBLE_EQ(ffma(2, 1), 2.5); // the second warp's waits for the first one's registers
  EXPECT_NEAR(ffma(8, 1), 2, 0.05);
  EXPECT_DOUBLE_EQ(ffma(4, 8), ffma(1, 8));
  Mix dfma;
  dfma.dfma = 1;
  dfma.warps = dfma.dfmaChains = 1;
  EXPECT_DOUBLE_EQ(interleaved(architecture("sm_90"), dfma).count, 8);
  EXPECT_EQ(interleaved(architecture("sm_90"), dfma).limiter, Unit::Latency);
  dfma.warps = 8;
  EXPECT_DOUBLE_EQ(interleaved(architecture("sm_90"), dfma).count, 3);
  EXPECT_EQ(interleaved(architecture("sm_90"), dfma).limiter, Unit::RegisterPorts);
}

TEST(PipeModel, TensorInstructionsLeaveFfmaWhatTheyDoNotTake) {
  const auto cycles = [](const TensorShape &shape, int warps, int chains, double ffma) {
    Mix mix;
    mix.warps = warps;
    mix.ffma = ffma;
    mix.ffmaChains = 8;
    mix.tensor = {{.shape = shape, .chains = chains, .count = 1}};
    return interleaved(architecture("sm_90a"), mix);
  };
  // 64 cycles on the tensor cores; one warpgroup waits for its four.
  EXPECT_DOUBLE_EQ(cycles(WgmmaN128K16, 2, 4, 0).count, 64);
  EXPECT_DOUBLE_EQ(cycles(WgmmaN128K16, 1, 4, 0).count, 64 + WgmmaLatency / 4);
  EXPECT_NEAR(cycles(WgmmaN128K16, 2, 4, 16).count, 64, 2);
  EXPECT_DOUBLE_EQ(cycles(WgmmaN128K16, 2, 4, 100).count, 100 + 64 * WgmmaPortFactor);
  EXPECT_EQ(cycles(WgmmaN128K16, 2, 4, 100).limiter, Unit::RegisterPorts);
  EXPECT_DOUBLE_EQ(cycles(HmmaK16, 1, 2, 0).count, MmaLatency / 2);
  EXPECT_DOUBLE_EQ(cycles(HmmaK16, 4, 2, 0).count, 7);
  EXPECT_DOUBLE_EQ(cycles(HmmaK16, 4, 2, 20).count, 27);
}

TEST(PipeModel, CopiesWaitOrFillTheCachesBandwidth) {
  Mix mix;
  mix.l2Bytes = 350;
  const Cycles moved = interleaved(architecture("sm_90"), mix);
  EXPECT_NEAR(moved.count, 4 * 350 / 35.0, 0.1);
  EXPECT_EQ(moved.limiter, Unit::L2Cache);
  mix.waiting = CopyLatency;
  EXPECT_DOUBLE_EQ(interleaved(architecture("sm_90"), mix).count, CopyLatency);
  EXPECT_EQ(interleaved(architecture("sm_90"), mix).limiter, Unit::Waiting);
}

TEST(PipeModel, RegistersOfTensorShapes) {
  // PTX ISA, fragments of mma.m16n8k16 with .f16 and FP32 sums: 4, 2, 4 and 4 registers.
  EXPECT_EQ(HmmaK16.registers(), 14);
  EXPECT_EQ(Tf32MmaK8.registers(), 14);
  // Of m16n8k8 with .f64: 4, 2, 4 and 4 doubles.
  EXPECT_EQ(DmmaK8.registers(), 28);
  // Twice the same operands, and sums alone.
  EXPECT_EQ(HmmaK16.registers(2), 11);
  EXPECT_EQ(WgmmaN128K16.registers(), 128);
}

// DFMA beside FFMA in one stream gains nothing where FFMA fills the issue slots, and loses badly
// where FP64 has 1/64 of the rate.
TEST(PipeModel, PredictsWhereFp64Pays) {
  for (const char *name : {"sm_86", "sm_89", "sm_90", "sm_120"})
    for (const auto &[fp64, of] : {std::pair(1, 8), {8, 32}, {16, 32}}) {
      EXPECT_LE(predictFp64Steps(architecture(name), fp64, of).speedup, 1) << name << fp64;
      EXPECT_LE(predictFp64Warps(architecture(name), fp64, of).speedup, 1) << name << fp64;
    }
  EXPECT_EQ(predictFp64Steps(architecture("sm_90"), 1, 8).limiter, Unit::IssueSlots);
  EXPECT_EQ(predictFp64Steps(architecture("sm_86"), 8, 32).limiter, Unit::Fp64Pipe);
  EXPECT_LT(predictFp64Steps(architecture("sm_86"), 8, 32).speedup, 0.1);
  EXPECT_LT(predictFp64Steps(architecture("sm_90"), 32, 32).speedup, 0.51);
  for (const char *name : {"sm_70", "sm_80"})
    EXPECT_GT(predictFp64Warps(architecture(name), 1, 4).speedup, 1.1) << name;
}

/// The mean factor between prediction and measurement, up or down.
double meanFactor(const std::vector<KernelReading> &readings) {
  double logarithms = 0;
  for (const KernelReading &row : readings)
    logarithms += std::abs(std::log(row.ratio()));
  return std::exp(logarithms / static_cast<double>(readings.size()));
}

TEST(KernelModel, HoldsKernelsToWhatItSaysItDoes) {
  const std::vector<KernelReading> readings = kernelReadings("h200/gemm.json", false);
  EXPECT_GE(readings.size(), 30U);
  for (const KernelReading &row : readings) {
    EXPECT_GT(row.ratio(), 1 / 1.6) << row.type << " " << row.passes;
    EXPECT_LT(row.ratio(), 1.6) << row.type << " " << row.passes;
  }
  EXPECT_LT(meanFactor(readings), 1.13);
}

// The tiles of menus, at every size: large ones within 15 %.
TEST(KernelModel, HoldsHeadlinesToWhatItSaysItDoes) {
  const std::vector<KernelReading> readings = kernelReadings("h200/performance.json", true);
  std::vector<KernelReading> large, small;
  for (const KernelReading &row : readings) {
    // The rows of 1000 and 4100 elements are not all multiples of what is copied at once.
    const bool even = row.size != "1000" && row.size != "4100";
    (even && std::stoi(row.size) >= 2048 ? large : small).push_back(row);
  }
  EXPECT_GE(large.size(), 36U);
  for (const KernelReading &row : large)
    EXPECT_NEAR(row.ratio(), 1, 0.15) << row.type << " " << row.passes << " " << row.size;
  EXPECT_LT(meanFactor(large), 1.06);
  for (const KernelReading &row : small) {
    EXPECT_GT(row.ratio(), 0.75) << row.type << " " << row.passes << " " << row.size;
    // What is timed in a graph, as short launches are, has no slices of columns in FP64.
    const bool unsliced = row.passes.find("columns") != std::string::npos;
    EXPECT_LT(row.ratio(), unsliced ? 1.9 : 1.7)
        << row.type << " " << row.passes << " " << row.size;
  }
  EXPECT_LT(meanFactor(small), 1.23);
}

// Few tiles of many steps are summed in slices of k: readings of docs/ladder.md.
TEST(KernelModel, PredictsSlicesOfK) {
  const Schedule schedule = accepted(gemm(), "tensorize<wgmma>", Numerics::Fp16, "sm_90a");
  const Schedule whole = accepted(gemm(), "tensorize<wgmma;64;64>", Numerics::Fp16, "sm_90a");
  const auto microseconds = [&](const Schedule &of, double side, double steps) {
    return predict(gemm(), of, {side, side, steps})->seconds * 1e6;
  };
  EXPECT_LT(microseconds(schedule, 256, 16384), 0.5 * microseconds(whole, 256, 16384));
  EXPECT_LE(microseconds(schedule, 64, 256), microseconds(whole, 64, 256));
}

// A launch takes another tile for other sizes, and of columns in FP64 slices of k fill the last
// wave.
TEST(KernelModel, PredictsTheTileThatALaunchTakes) {
  const Contraction contraction = gemm();
  const std::string passes = "tile,pipeline<stages=3>,warp-specialize<dma=4>";
  const auto speed = [&](const std::string &more, double side, double steps) {
    const Schedule schedule =
        accepted(contraction, (passes + more).c_str(), Numerics::Fp32, "sm_90a");
    return predict(contraction, schedule, {side, side, steps})->operationsPerSecond;
  };
  // 128 x 256 would be 8 tiles on 132 multiprocessors.
  EXPECT_GT(speed("", 512, 512), 0.4 * speed("", 4096, 4096));
  // 832 tiles are 6.3 waves; with less than a slice for each of the last there are 7.
  const double few = speed(",interleave-fp64<columns>", 4096, 767);
  EXPECT_GT(speed(",interleave-fp64<columns>", 4096, 768), 1.05 * few);
}

// Whether a pass gains over tile alone is what --explain is asked for.
TEST(KernelModel, SaysWhichPassesGain) {
  const std::vector<KernelReading> readings = kernelReadings("h200/gemm.json", false);
  std::string wrong;
  for (const KernelReading &row : readings)
    for (const KernelReading &tile : readings) {
      const double measured = row.measured / tile.measured;
      constexpr double Clear = 0.05;
      if (tile.passes == "tile" && tile.type == row.type && std::abs(measured - 1) > Clear &&
          side(row.predicted / tile.predicted) != side(measured))
        wrong += row.type + " " + row.passes + "\n";
    }
  // A single stage of FP16 operands is the one that is known to be wrong.
  EXPECT_EQ(wrong, "half tile,warp-specialize<dma=4>\n");
}

// Copy warps that have sub-partitions of their own leave the arithmetic to the others.
TEST(KernelModel, KnowsWhereWarpsRun) {
  const Contraction contraction = gemm();
  const auto gain = [&](const std::string &tile, const char *copies) {
    const auto seconds = [&](const std::string &passes) {
      return predict(contraction,
                     accepted(contraction, passes.c_str(), Numerics::BitExact, "sm_90a"),
                     {2048, 2048, 2048})
          ->seconds;
    };
    const std::string staged = tile + ",pipeline<stages=3>";
    return seconds(staged) / seconds(staged + "," + copies);
  };
  EXPECT_LT(gain("tile<32;32;32;8;4>", "warp-specialize<dma=1>"), 0.85);
  EXPECT_LT(gain("tile<64;32;32;8;4>", "warp-specialize<dma=2>"), 0.85);
  EXPECT_GT(gain("tile<64;64;32;8;4>", "warp-specialize<dma=4>"), 0.85);
  EXPECT_GT(gain("tile<128;128;16;8;8>", "warp-specialize<dma=4>"), 1);
}

TEST(KernelModel, NamesWhatAPassIsLimitedBy) {
  const Problem problem = {4096, 4096, 4096};
  const auto limit = [&](const char *passes, const char *target, ElementType type,
                         Numerics numerics = Numerics::BitExact) {
    const Contraction contraction = gemm(type);
    return predict(contraction, accepted(contraction, passes, numerics, target), problem)->limiter;
  };
  EXPECT_EQ(limit("tile", "sm_80", ElementType::F32), Unit::Fp32Pipe);
  EXPECT_EQ(limit("tile", "sm_90", ElementType::F32), Unit::RegisterPorts);
  EXPECT_EQ(limit("tile", "sm_86", ElementType::F64), Unit::Fp64Pipe);
  EXPECT_EQ(limit("tensorize<wgmma>", "sm_90a", ElementType::F16, Numerics::Fp16),
            Unit::TensorCores);
}

TEST(KernelModel, KnowsExtentsThatTheParseKnows) {
  Contraction contraction = gemm();
  EXPECT_EQ(typicalProblem(contraction).m, 4096);
  contraction.m = Polynomial(100);
  EXPECT_EQ(typicalProblem(contraction).m, 100);
  // The original's own threads: nothing is known of their memory accesses.
  Schedule direct;
  direct.architecture = findArchitecture("sm_80");
  EXPECT_FALSE(predict(contraction, direct, typicalProblem(contraction)));
}

/// The text between the markers of a table.
std::pair<size_t, size_t> tableIn(const std::string &document, const std::string &table) {
  const std::string begin = "<!-- model:begin " + table + " -->\n";
  const size_t start = document.find(begin);
  const size_t end = document.find("<!-- model:end -->", start);
  if (start == std::string::npos || end == std::string::npos)
    return {0, 0};
  return {start + begin.size(), end};
}

// WARPSMITH_UPDATE_DOCS=1 writes the tables instead.
TEST(ModelDocument, ShowsWhatTheModelPredicts) {
  const std::string path = sourceFile("docs/model.md");
  std::string document = readText(path);
  const std::string before = document;
  const std::vector<SweepPoint> sweeps = sweepPoints();
  for (const auto &[table, text] :
       {std::pair<std::string, std::string>("pipes", pipeTable(pipeReadings("h200/pipes.json"))),
        {"sweeps", sweepTable(sweeps)},
        {"outside", outsideTable(sweeps)},
        {"matmul", matmulTable(matmulPoints())},
        {"published", publishedTable(pipeReadings("published/pipes.json"))},
        {"kernels", kernelTable(kernelReadings("h200/gemm.json", false))},
        {"headlines", kernelTable(kernelReadings("h200/performance.json", true))}}) {
    const auto [start, end] = tableIn(document, table);
    ASSERT_NE(start, 0U) << "docs/model.md has no table '" << table << "'";
    document.replace(start, end - start, text);
  }
  if (std::getenv("WARPSMITH_UPDATE_DOCS"))
    std::ofstream(path) << document;
  else
    EXPECT_TRUE(before == document)
        << "docs/model.md is out of date: run rewriter_test with WARPSMITH_UPDATE_DOCS=1";
}

} // namespace
} // namespace warpsmith::test
