// The parent's half of the conversation, with shell scripts for workers.
#include "runtime/harness/run/WorkerClient.h"
#include <gmock/gmock.h>

using namespace warpsmith::harness;
using nlohmann::json;
using testing::HasSubstr;
using Status = Answer::Status;
using Seconds = std::chrono::duration<double>;

namespace {

WorkerClient clientOf(const std::string &script, double timeout = 20) {
  return {{"/bin/sh", "-c", script}, Seconds(timeout)};
}

Answer ask(WorkerClient &client, std::vector<json> *events = nullptr) {
  return client.request({{"command", "hello"}}, [&](const json &event) {
    if (events)
      events->push_back(event);
  });
}

} // namespace

TEST(WorkerClient, EventsComeBeforeTheReply) {
  WorkerClient client = clientOf(R"(read line; echo '{"event":"begin","name":"a","step":"s"}'
                                    echo 'not json'; echo '{"reply":"hello"}'; read line)");
  std::vector<json> events;
  const Answer answer = ask(client, &events);
  EXPECT_EQ(answer.status, Status::Replied);
  EXPECT_EQ(answer.blamed, "a");
  EXPECT_EQ(events.size(), 1U);
  EXPECT_TRUE(client.alive());
}

TEST(WorkerClient, ACrashIsExplainedAndTheNextRequestStartsAfresh) {
  WorkerClient client =
      clientOf(R"(read line; echo '{"event":"begin","name":"tile","step":"timing"}'
                  echo '==7==ERROR: AddressSanitizer: heap-buffer-overflow' >&2
                  echo 'some more' >&2; kill -SEGV $$)");
  const Answer answer = ask(client);
  EXPECT_EQ(answer.status, Status::Crashed);
  EXPECT_EQ(answer.blamed, "tile");
  EXPECT_THAT(answer.reason, HasSubstr("during timing: killed by signal 11"));
  EXPECT_THAT(answer.reason, HasSubstr("heap-buffer-overflow"));
  EXPECT_FALSE(client.alive());
  EXPECT_EQ(ask(client).status, Status::Crashed);
}

TEST(WorkerClient, AWorkerThatEndsQuietlyHasCrashedToo) {
  WorkerClient client = clientOf("read line; exit 0");
  const Answer answer = ask(client);
  EXPECT_EQ(answer.status, Status::Crashed);
  EXPECT_THAT(answer.reason, HasSubstr("exit status 0"));
}

TEST(WorkerClient, AHangIsEndedAfterTheTimeout) {
  WorkerClient client = clientOf(
      R"(read line; echo '{"event":"begin","name":"x","step":"verification"}'; sleep 60)", 0.2);
  const Answer answer = ask(client);
  EXPECT_EQ(answer.status, Status::TimedOut);
  EXPECT_EQ(answer.reason, "no sign of life for 0.2 s during verification");
  EXPECT_FALSE(client.alive());
}

TEST(WorkerClient, TheTimeoutIsForSilenceNotForTheWholeRequest) {
  WorkerClient client = clientOf(
      R"(read line; for i in 1 2 3 4 5; do sleep 0.2; echo '{"event":"sample"}'; done
         echo '{"reply":"timed"}'; read line)",
      0.6);
  EXPECT_EQ(ask(client).status, Status::Replied);
}

TEST(WorkerClient, RefusalsLeaveTheWorkerRunningLostContextsEndIt) {
  WorkerClient refusing =
      clientOf(R"(read line; echo '{"reply":"error","reason":"no","lost":false}'; read line)");
  const Answer refused = ask(refusing);
  EXPECT_EQ(refused.status, Status::Refused);
  EXPECT_EQ(refused.reason, "no");
  EXPECT_TRUE(refusing.alive());
  WorkerClient losing =
      clientOf(R"(read line; echo '{"reply":"error","reason":"illegal address","lost":true}')");
  EXPECT_EQ(ask(losing).status, Status::Lost);
  EXPECT_FALSE(losing.alive());
}

TEST(WorkerClient, QuitGivesTheExitStatus) {
  WorkerClient client = clientOf(R"(read line; echo '{"reply":"hello"}'; read line; exit 7)");
  ask(client);
  const std::optional<int> status = client.quit(Seconds(10));
  ASSERT_TRUE(status);
  EXPECT_EQ(describeExit(*status), "exit status 7");
}
