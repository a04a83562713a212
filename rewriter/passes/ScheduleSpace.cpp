#include "rewriter/passes/ScheduleSpace.h"
#include "rewriter/families/KernelFamily.h"
#include "rewriter/passes/PassPipeline.h"
#include <set>

namespace warpsmith {
namespace {

using Texts = std::vector<std::string>;

Texts joined(const Texts &heads, const Texts &tails) {
  Texts all;
  for (const std::string &head : heads)
    for (const std::string &tail : tails)
      all.push_back(tail.empty() ? head : head + "," + tail);
  return all;
}

std::string list(std::initializer_list<int> values) {
  std::string text;
  for (const int value : values)
    text += (text.empty() ? "" : ";") + std::to_string(value);
  return text;
}

class Space {
public:
  Space(const Contraction &of, const Schedule &from) : contraction(of), start(from) {}

  std::vector<LegalPipeline> all() && {
    const bool rounds = !keepsOperands(start.numerics);
    add(joined(joined({"tile"}, routes()), fp64Shares()));
    add(joined({"interleave-fp64<8/32>", "interleave-fp64<4/32>"}, {""}));
    for (const int stages : {3, 2})
      add({"tile,pipeline<stages=" + std::to_string(stages) +
           ">,warp-specialize<dma=4>,interleave-fp64<columns>"});
    add(tensorTiles());
    if (rounds) {
      add(joined({"tile,tensorize<wmma>"}, routes()));
      add(joined(wmmaTiles(), routes()));
    }
    add(joined(fmaTiles(), routes()));
    return std::move(found);
  }

private:
  std::optional<Schedule> run(const std::string &passes) const {
    auto result = std::get<PassPipeline>(PassPipeline::parse(passes)).run(contraction, start);
    if (auto *schedule = std::get_if<Schedule>(&result))
      return std::move(*schedule);
    return std::nullopt;
  }

  void add(const Texts &pipelines) {
    for (const std::string &passes : pipelines)
      if (auto schedule = run(passes); schedule && known.insert(schedule->str()).second)
        found.push_back({passes, std::move(*schedule)});
  }

  /// How operands reach shared memory. The model does not tell numbers of stages and of copy warps
  /// apart, so that of what it finds equal the first is the one that was fastest so far.
  static Texts routes() {
    Texts all = {"", "warp-specialize<dma=4>"};
    for (const int stages : {3, 4, 2}) {
      const std::string pipeline = "pipeline<stages=" + std::to_string(stages) + ">";
      all.push_back(pipeline);
      for (const int warps : {4, 8, 2})
        all.push_back(pipeline + ",warp-specialize<dma=" + std::to_string(warps) + ">");
    }
    return all;
  }

  static Texts fp64Shares() {
    return {"", "interleave-fp64<2/32>", "interleave-fp64<4/32>", "interleave-fp64<8/32>",
            "warp-specialize<fp64=4/16>"};
  }

  static Texts fmaTiles() {
    constexpr ThreadTile Threads[] = {{8, 8}, {8, 4}, {4, 8}, {4, 4}, {16, 8}};
    Texts all;
    for (const int m : {32, 64, 128, 256})
      for (const int n : {64, 128, 192, 256})
        for (const int k : {16, 32, 8})
          for (const ThreadTile thread : Threads)
            all.push_back("tile<" + list({m, n, k, thread.m, thread.n}) + ">");
    return all;
  }

  static Texts wmmaTiles() {
    Texts all;
    for (const int m : {64, 128, 256})
      for (const int n : {64, 128, 256})
        for (const int k : {16, 32, 64})
          for (const int warpM : {32, 64})
            for (const int warpN : {32, 64})
              all.push_back("tile<" + list({m, n, k}) + ">,tensorize<wmma;" + list({warpM, warpN}) +
                            ">");
    return all;
  }

  /// The pipeline, and as it is with each tile of its menu alone; nothing where it does not apply.
  Texts withEachTile(const std::string &passes) const {
    const auto schedule = run(passes);
    if (!schedule)
      return {};
    Texts all = {passes};
    const KernelFamily &family = familyOf(*schedule);
    for (size_t tile = 0; tile < family.tileCount(*schedule); ++tile) {
      Schedule one = *schedule;
      family.keepTile(one, tile);
      all.push_back(one.str());
    }
    return all;
  }

  /// Passes with tiles of their own: the menu, and each tile of it alone.
  Texts tensorTiles() const {
    Texts all = withEachTile("tensorize<mma>");
    for (const std::string split : {"", "split<fp16x3;narrow>,", "split<bf16x6>,",
                                    "split<by-data>,", "split<in-registers>,", "split<int8xn>,"})
      for (std::string &passes :
           joined(withEachTile(split + "tensorize<wgmma>"), {"", "symmetric"}))
        all.push_back(std::move(passes));
    return all;
  }

  const Contraction &contraction;
  const Schedule &start;
  std::set<std::string> known;
  std::vector<LegalPipeline> found;
};

} // namespace

std::vector<LegalPipeline> legalPipelines(const Contraction &contraction, const Schedule &start) {
  return Space(contraction, start).all();
}

} // namespace warpsmith
