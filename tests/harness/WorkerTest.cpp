// The worker, judged on variants with planted faults.
#include "runtime/harness/run/WorkerClient.h"
#include <gmock/gmock.h>

using namespace warpsmith::harness;
using nlohmann::json;
using testing::AnyOf;
using testing::HasSubstr;
using Status = Answer::Status;
using Seconds = std::chrono::duration<double>;

namespace {

std::string library(const std::string &fault) {
  return std::string(FAKES_DIR) + "/fake-" + fault + ".so";
}

class Worker : public testing::Test {
protected:
  Worker() : client({WORKER}, Seconds(20)) {}

  Answer prepare(const json &extra = json::object()) {
    json command = {{"command", "prepare"},       {"benchmark", "gemm"}, {"type", "float"},
                    {"sizes", {17, 17, 17}},      {"seed", 1},           {"guard_bytes", 1024},
                    {"original", library("None")}};
    command.update(extra);
    return client.request(command, [](const json &) {});
  }

  Answer verify(const std::string &fault, const std::string &contract = "bitexact",
                const std::vector<std::string> &probes = {"random", "integer", "offset"}) {
    checks.clear();
    return client.request(
        {{"command", "verify"},
         {"contestant", {{"name", fault}, {"contract", contract}, {"library", library(fault)}}},
         {"probes", probes},
         {"repeat", "random"}},
        [this](const json &event) {
          if (event.value("event", "") == "checked")
            checks.push_back(event);
        });
  }

  /// The reason of the first probe that failed; empty when all passed.
  std::string failureOf(const std::string &fault, const std::string &contract = "bitexact") {
    prepare();
    const Answer answer = verify(fault, contract);
    EXPECT_EQ(answer.status, Status::Replied) << answer.reason;
    for (const json &check : checks) {
      if (!check.at("passed").get<bool>())
        return check.at("reason").get<std::string>();
    }
    EXPECT_EQ(checks.size(), 3U);
    return "";
  }

  WorkerClient client;
  std::vector<json> checks;
};

} // namespace

TEST_F(Worker, SaysWhatItIs) {
  const Answer answer = client.request({{"command", "hello"}}, [](const json &) {});
  EXPECT_EQ(answer.reply.at("device").at("kind"), "emulator");
}

TEST_F(Worker, AcceptsARightResult) {
  EXPECT_EQ(failureOf("None"), "");
  for (const json &check : checks)
    EXPECT_TRUE(check.at("identical").get<bool>());
  EXPECT_GT(checks[0].at("max_ratio").get<double>(), 0);
  EXPECT_EQ(checks[1].at("max_error").get<double>(), 0); // integers
}

TEST_F(Worker, AnotherOrderIsAllowedByFp32AloneNotByBitexact) {
  EXPECT_EQ(failureOf("OtherOrder", "fp32"), "");
  EXPECT_FALSE(checks[0].at("identical").get<bool>());
  EXPECT_THAT(failureOf("OtherOrder"), HasSubstr("differ in their bits"));
}

TEST_F(Worker, FindsWrongResults) {
  EXPECT_THAT(failureOf("LastElement", "fp16"), HasSubstr("1 of 289 elements"));
  EXPECT_THAT(checks[0].at("examples").at(0).get<std::string>(), HasSubstr("C[16][16]: expected"));
  EXPECT_THAT(failureOf("NotANumber", "bf16"), HasSubstr("1 of 289 elements"));
  EXPECT_THAT(failureOf("OneUlp"), HasSubstr("1 of 289 elements differ in their bits"));
  EXPECT_THAT(failureOf("NoBeta", "bf16"), HasSubstr("than bf16 allows"));
  EXPECT_THAT(failureOf("SwappedOperands", "bf16"), HasSubstr("than bf16 allows"));
  EXPECT_THAT(failureOf("DroppedStep", "bf16"), HasSubstr("than bf16 allows"));
  EXPECT_THAT(failureOf("Nothing", "bf16"), HasSubstr("than bf16 allows"));
}

TEST_F(Worker, FindsStrayStoresAndLoads) {
  EXPECT_THAT(failureOf("WritesBehind"),
              HasSubstr("out of bounds of C: 4 bytes were written after its end"));
  EXPECT_THAT(failureOf("WritesBefore"),
              HasSubstr("out of bounds of C: 4 bytes were written before its start"));
  EXPECT_THAT(failureOf("OverwritesInput"), HasSubstr("the input A was overwritten"));
  EXPECT_THAT(failureOf("ReadsBehind", "fp32"), HasSubstr("not deterministic"));
}

TEST_F(Worker, FindsRunsThatDiffer) {
  EXPECT_THAT(failureOf("Nondeterministic", "fp32"), HasSubstr("not deterministic: 1 of 289"));
}

TEST_F(Worker, ACrashEndsTheWorkerAndIsBlamedOnItsVariant) {
  prepare();
  const Answer crash = verify("Crash");
  EXPECT_EQ(crash.status, Status::Crashed);
  EXPECT_EQ(crash.blamed, "Crash");
  EXPECT_THAT(crash.reason, HasSubstr("signal 11"));
  prepare();
  const Answer exit = verify("Exit");
  EXPECT_EQ(exit.status, Status::Crashed);
  EXPECT_THAT(exit.reason, HasSubstr("exit status 0"));
  prepare();
  EXPECT_EQ(verify("None").status, Status::Replied);
}

TEST_F(Worker, AHangEndsAfterTheTimeout) {
  client = WorkerClient({WORKER}, Seconds(0.5));
  prepare();
  const Answer hang = verify("Hang");
  EXPECT_EQ(hang.status, Status::TimedOut);
  EXPECT_EQ(hang.blamed, "Hang");
}

TEST_F(Worker, WhatAVariantPrintsIsNotTakenForAReply) {
  EXPECT_EQ(failureOf("Chatty"), "");
}

TEST_F(Worker, RefusedLaunchesAreVerdicts) {
  EXPECT_THAT(failureOf("Refuses"), HasSubstr("launch"));
  EXPECT_THAT(failureOf("BadArguments"), HasSubstr("built for another benchmark"));
}

TEST_F(Worker, LibrariesThatCannotBeLoadedAreNamed) {
  prepare();
  const Answer missing = verify("Missing");
  EXPECT_EQ(missing.status, Status::Refused);
  EXPECT_THAT(missing.reason, HasSubstr("fake-Missing.so"));
  EXPECT_TRUE(client.alive());
}

TEST_F(Worker, WithoutAnOriginalBitexactCannotBeJudgedButFp32Can) {
  prepare({{"original", ""}, {"original_error", "it crashed"}});
  verify("None");
  EXPECT_THAT(checks[0].at("reason").get<std::string>(),
              HasSubstr("nothing to compare bits with: the original cannot be run: it crashed"));
  verify("None", "fp32");
  EXPECT_TRUE(checks[0].at("passed").get<bool>());
  EXPECT_FALSE(checks[0].contains("identical"));
}

TEST_F(Worker, ACrashOfTheOriginalIsBlamedOnTheOriginal) {
  prepare({{"original", library("Crash")}});
  const Answer answer = verify("None");
  EXPECT_EQ(answer.status, Status::Crashed);
  EXPECT_EQ(answer.blamed, "original");
}

TEST_F(Worker, BadCommandsAreRefusedWithAReason) {
  const auto refusal = [&](const json &command) {
    const Answer answer = client.request(command, [](const json &) {});
    EXPECT_EQ(answer.status, Status::Refused);
    return answer.reason;
  };
  EXPECT_THAT(refusal({{"command", "dance"}}), HasSubstr("unknown command 'dance'"));
  EXPECT_THAT(refusal({{"command", "verify"}}),
              AnyOf(HasSubstr("contestant"), HasSubstr("probes")));
  EXPECT_THAT(refusal({{"command", "prepare"}, {"benchmark", "gem"}}),
              HasSubstr("unknown benchmark 'gem'"));
  EXPECT_THAT(prepare({{"sizes", {1, 2}}}).reason, HasSubstr("needs 3 sizes"));
  EXPECT_EQ(prepare().status, Status::Replied);
  EXPECT_THAT(refusal({{"command", "time"}, {"contestants", json::array()}}),
              HasSubstr("the emulator verifies, it does not time"));
}

TEST_F(Worker, ALongSumStillShowsADroppedTerm) {
  // The bound of bf16 over 4000 products hides beta*C; the integer inputs do not.
  prepare({{"sizes", {3, 3, 4000}}});
  verify("NoBeta", "bf16", {"random"});
  EXPECT_TRUE(checks[0].at("passed").get<bool>());
  verify("NoBeta", "bf16", {"integer"});
  EXPECT_FALSE(checks[0].at("passed").get<bool>());
}
