#include "polybench/cli/Devices.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/Conditions.h"
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <future>

namespace warpsmith::polybench {
namespace {

using namespace warpsmith::harness;

constexpr char AllDevices[] = "all";
constexpr char VisibleDevices[] = "CUDA_VISIBLE_DEVICES";
constexpr int MostDevices = 1024; // workers of the emulator
constexpr std::chrono::duration<double> StartTimeout{60};

int readNumber(const std::string &text) {
  int number = 0;
  const char *end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end || number < 0 || number >= MostDevices)
    throw InputError("--devices: '" + text + "' is neither a device's number nor 'all'");
  return number;
}

} // namespace

std::vector<int> readDeviceNumbers(const std::string &list, int count) {
  std::vector<int> numbers;
  for (const std::string &item : splitList(list, "--devices")) {
    if (item == AllDevices) {
      for (int number = 0; number < count; ++number)
        numbers.push_back(number);
    } else {
      numbers.push_back(readNumber(item));
    }
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

std::string visibleDevice(int number, const char *visible) {
  if (!visible)
    return std::to_string(number);
  std::string rest = visible;
  for (int index = 0; index < number; ++index)
    rest.erase(0, std::min(rest.find(','), rest.size() - 1) + 1);
  return rest.substr(0, rest.find(','));
}

std::vector<WorkerDevice> findDevices(const Device &device, const std::string &list) {
  if (list.empty())
    return {{device.worker, device.description, 0}};
  std::vector<WorkerDevice> devices;
  for (const int number : readDeviceNumbers(list, device.count)) {
    WorkerDevice &one = devices.emplace_back();
    one.number = number;
    one.worker = device.worker;
    one.description = device.description;
    if (device.kind == DeviceKind::Emulator)
      continue;
    if (number >= device.count) {
      throw InputError("--devices: there is no device " + std::to_string(number) + " (" +
                       std::to_string(device.count) + (device.count == 1 ? " GPU" : " GPUs") +
                       " here, counted from 0)");
    }
    const std::string variable =
        std::string(VisibleDevices) + "=" + visibleDevice(number, std::getenv(VisibleDevices));
    one.worker.insert(one.worker.begin(), {"env", variable});
  }
  if (device.kind == DeviceKind::Emulator)
    return devices;
  // At the same time: each answer takes a CUDA context, and that a second or so.
  std::vector<std::future<Answer>> answers;
  answers.reserve(devices.size());
  for (const WorkerDevice &one : devices)
    answers.push_back(std::async(std::launch::async, askForDevice, one.worker, StartTimeout));
  for (std::size_t index = 0; index < devices.size(); ++index) {
    WorkerDevice &one = devices[index];
    const std::string name = "device " + std::to_string(one.number);
    const Answer answer = answers[index].get();
    if (answer.status != Answer::Status::Replied)
      throw InputError("--devices: " + name + ": " + answer.reason);
    one.description = answer.reply.at("device");
    const WorkerDevice &first = devices.front();
    if (const auto difference = differenceOfDevices(first.description, one.description)) {
      throw InputError("--devices: " + name + " is unlike device " + std::to_string(first.number) +
                       " (" + difference->what + ": " + difference->before + " there, " +
                       difference->now + " here); a results file holds one kind of device");
    }
    for (std::size_t before = 0; before < index; ++before) {
      const WorkerDevice &other = devices[before];
      const std::string bus = other.description.value("pci_bus_id", "");
      if (!bus.empty() && bus == one.description.value("pci_bus_id", "")) {
        throw InputError("--devices: " + name + " is the GPU " + bus + ", and so is device " +
                         std::to_string(other.number));
      }
    }
  }
  return devices;
}

} // namespace warpsmith::polybench
