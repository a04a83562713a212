// Y := X convolved with filters, as layers of convolutional networks are, in NCHW and in NHWC.
#include "polybench/Suite.h"
#include "runtime/harness/core/Parallel.h"
#include "runtime/harness/core/Reference.h"

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;
using enum ElementType;

enum Dimension {
  N,
  C,
  H,
  W,
  K,
  R,
  STRIDE,
  P,
  Q
}; // P and Q, of Y's pictures, follow from the others
enum Buffer { X, F, Y };

Sizes sizesOfOutput(const Sizes &sizes) {
  const auto along = [&](int extent) {
    const long long padded = extent + 2LL * (sizes[R] / 2);
    return static_cast<int>((padded - sizes[R]) / sizes[STRIDE] + 1);
  };
  return {along(sizes[H]), along(sizes[W])};
}

std::string whyUnfit(const Sizes &sizes) {
  constexpr int LargestFilter = 255; // more than that is in the padding alone
  if (sizes[R] % 2 == 0 || sizes[R] > LargestFilter)
    return "R must be odd and at most 255, so that the padding is R/2 on each side";
  constexpr int MostPictures = 65535;
  if (sizes[N] > MostPictures || sizes[K] > MostPictures * 8)
    return "the launch has a block for each picture and every 8 filters, of which there are at "
           "most 65535";
  return {};
}

/// Between -1 and 1; products and sums stay within FP16's range.
double classicInput(const Sizes & /*sizes*/, int /*buffer*/, std::span<const std::size_t> index) {
  return static_cast<double>((index[0] + index[1] * index[2] + index[3]) % 17) / 8 - 1;
}

/// Of one picture, the elements of X that each pixel of Y is a sum over, a row for each of them: c,
/// i, j, or i, j, c with the channels last.
std::vector<double> patches(const std::vector<double> &x, const Sizes &sizes, bool channelsLast,
                            std::size_t picture) {
  const std::size_t channels = sizes[C], height = sizes[H], width = sizes[W], filter = sizes[R];
  const std::size_t rows = sizes[P], columns = sizes[Q], stride = sizes[STRIDE], pad = filter / 2;
  std::vector<double> all(channels * filter * filter * rows * columns);
  parallelFor(channels, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t c = begin; c < end; ++c)
      for (std::size_t i = 0; i < filter; ++i)
        for (std::size_t j = 0; j < filter; ++j) {
          const std::size_t step =
              channelsLast ? (i * filter + j) * channels + c : (c * filter + i) * filter + j;
          double *patch = all.data() + step * rows * columns;
          for (std::size_t p = 0; p < rows; ++p)
            for (std::size_t q = 0; q < columns; ++q, ++patch) {
              const std::size_t above = p * stride + i, left = q * stride + j;
              if (above < pad || above - pad >= height || left < pad || left - pad >= width)
                continue; // in the padding
              const std::size_t row = picture * height + (above - pad);
              *patch = channelsLast
                           ? x[(row * width + (left - pad)) * channels + c]
                           : x[((picture * channels + c) * height + (above - pad)) * width +
                               (left - pad)];
            }
        }
  });
  return all;
}

/// Each picture of Y is a product of the filters and of the patches.
std::vector<OutputReference> reference(const Problem &problem, ProductEngine &engine,
                                       bool channelsLast) {
  Sizes sizes = problem.sizes;
  const Sizes output = sizesOfOutput(problem.sizes);
  sizes.insert(sizes.end(), output.begin(), output.end());
  const std::size_t steps = std::size_t{1} * sizes[C] * sizes[R] * sizes[R];
  const std::size_t pixels = std::size_t{1} * sizes[P] * sizes[Q];
  const std::vector<double> x = toDouble(problem.arrays[X]);
  const std::vector<double> f = toDouble(problem.arrays[F]);
  const MatrixView filters = asMatrix(f, static_cast<std::size_t>(sizes[K]), steps);
  OutputReference whole;
  for (std::size_t picture = 0; picture < static_cast<std::size_t>(sizes[N]); ++picture) {
    const std::vector<double> all = patches(x, sizes, channelsLast, picture);
    const MatrixView matrix = asMatrix(all, steps, pixels);
    OutputReference part =
        channelsLast
            ? productReference(engine, Y, 1, matrix.transposed(), filters.transposed(), 0, nullptr)
            : productReference(engine, Y, 1, filters, matrix, 0, nullptr);
    if (picture == 0)
      whole = std::move(part);
    else
      append(whole, part);
  }
  const ElementType stored = problem.arrays[Y].type;
  if (stored == F16 || stored == BF16)
    allowRounding(whole, stored);
  std::vector<OutputReference> references;
  references.push_back(std::move(whole));
  return references;
}

/// Of products with elements that exist, and with those in the padding.
double operations(const Sizes &sizes) {
  const Sizes output = sizesOfOutput(sizes);
  return 2.0 * sizes[N] * sizes[K] * output[0] * output[1] * sizes[C] * sizes[R] * sizes[R];
}

/// A layer: its filters, the pictures' height and width, and how many pixels a filter moves on.
struct Layer {
  const char *network;
  int channels, filters, extent, filterSize, stride;
};

constexpr Layer Layers[] = {
    {"RESNET50", 3, 64, 224, 7, 2},   {"RESNET50", 64, 64, 56, 1, 1},
    {"RESNET50", 64, 64, 56, 3, 1},   {"RESNET50", 64, 256, 56, 1, 1},
    {"RESNET50", 256, 512, 56, 1, 2}, {"RESNET50", 128, 128, 56, 3, 2},
    {"RESNET50", 128, 128, 28, 3, 1}, {"RESNET50", 1024, 256, 14, 1, 1},
    {"RESNET50", 256, 256, 14, 3, 1}, {"RESNET50", 512, 2048, 7, 1, 1},
    {"RESNET50", 512, 512, 7, 3, 1},  {"VGG16", 64, 64, 224, 3, 1},
    {"VGG16", 128, 128, 112, 3, 1},   {"VGG16", 256, 256, 56, 3, 1},
    {"VGG16", 512, 512, 28, 3, 1},    {"VGG16", 512, 512, 14, 3, 1},
};

/// RESNET50-3X3-64-64-56-N16: 3 x 3 filters, from 64 channels to 64 on pictures of 56 x 56 pixels,
/// 16 of them; with -S2 a filter moves on by two pixels.
std::vector<Dataset> datasets() {
  std::vector<Dataset> all = {{"STANDARD", {16, 64, 56, 56, 64, 3, 1}}};
  for (const Layer &layer : Layers)
    for (const int pictures : {1, 16, 64}) {
      const auto text = [](int number) { return std::to_string(number); };
      const std::string stride = layer.stride == 1 ? "" : "-S" + text(layer.stride);
      all.push_back({std::string(layer.network) + "-" + text(layer.filterSize) + "X" +
                         text(layer.filterSize) + "-" + text(layer.channels) + "-" +
                         text(layer.filters) + "-" + text(layer.extent) + stride + "-N" +
                         text(pictures),
                     {pictures, layer.channels, layer.extent, layer.extent, layer.filters,
                      layer.filterSize, layer.stride}});
    }
  return all;
}

Benchmark describe(bool channelsLast) {
  Benchmark benchmark;
  benchmark.name = channelsLast ? "conv2d-nhwc" : "conv2d";
  benchmark.summary = channelsLast ? "Y := X convolved with F, NHWC and KRSC"
                                   : "Y := X convolved with F, NCHW and KCRS";
  benchmark.dimensions = {"N", "C", "H", "W", "K", "R", "STRIDE"};
  benchmark.derivedSizes = sizesOfOutput;
  benchmark.whyUnfit = whyUnfit;
  benchmark.sizesByDefault = {0, 0, 0, 0, 0, 3, 1};
  benchmark.datasets = datasets();
  benchmark.emulatorSizes = {
      {1, 4, 10, 7, 9, 1, 1}, {4, 2, 10, 13, 6, 3, 1}, {2, 3, 9, 14, 5, 3, 2}};
  benchmark.types = {F32, F64, F16, BF16};
  benchmark.products = {"conv2d_kernel"};
  benchmark.buffers = {{"X", BufferRole::Input, BufferElement::Data, {N, C, H, W}},
                       {"F", BufferRole::Input, BufferElement::Data, {K, C, R, R}},
                       {"Y", BufferRole::Output, BufferElement::Data, {N, K, P, Q}}};
  if (channelsLast) {
    benchmark.buffers[X].extents = {N, H, W, C};
    benchmark.buffers[F].extents = {K, R, R, C};
    benchmark.buffers[Y].extents = {N, P, Q, K};
  }
  benchmark.convolution = {.input = X,
                           .filters = F,
                           .output = Y,
                           .pictures = N,
                           .channels = C,
                           .height = H,
                           .width = W,
                           .filterCount = K,
                           .filterSize = R,
                           .stride = STRIDE,
                           .channelsLast = channelsLast};
  benchmark.classicInput = classicInput;
  benchmark.reference = [channelsLast](const Problem &problem, ProductEngine &engine) {
    return reference(problem, engine, channelsLast);
  };
  benchmark.operations = operations;
  benchmark.classicThreshold = std::nullopt;
  benchmark.program = "conv2d/conv2d";
  if (channelsLast)
    benchmark.definitions = {"CONV2D_NHWC"};
  return benchmark;
}

} // namespace

const std::vector<const Benchmark *> &convolutions() {
  static const Benchmark ChannelsFirst = describe(false), ChannelsLast = describe(true);
  static const std::vector<const Benchmark *> All = {&ChannelsFirst, &ChannelsLast};
  return All;
}

} // namespace warpsmith::polybench
