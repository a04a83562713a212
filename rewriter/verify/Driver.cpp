#include "rewriter/verify/Driver.h"
#include "rewriter/emit/Template.h"
#include "rewriter/families/KernelFamily.h"
#include "rewriter/families/RingSteps.h"
#include "rewriter/verify/LaunchSetup.h"
#include "rewriter/verify/Shapes.h"
#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <sstream>

namespace warpsmith::verify {
namespace {

/// How far a result may be off, for each step of k and as text; 0: not a bit.
std::string toleranceOf(const Schedule &schedule) {
  std::ostringstream text;
  text << 16 * rowOf(schedule.numerics).unitRoundoff;
  return text.str();
}

/// Of functions that the driver calls once: nothing is checked in them, and they take the less time
/// to compile.
constexpr const char *HostOnly = "[[gnu::noinline, clang::optnone]]\n"
                                 "__attribute__((no_sanitize(\"thread\", \"alignment\", "
                                 "\"bounds\")))";

/// What all drivers have: arrays with random contents, which the product does not fill, so that
/// what is written beside it is seen; and the comparison.
constexpr const char *Support = R"(
namespace warpsmith_verify {

/// Extents become multiples of the first of these with which they meet what a launch must meet.
constexpr int Units[] = {1, 2, 4, 8, 16, 32, 64, 128, 256};
constexpr int rounded(int size, int unit, int more) {
  return unit == 1 ? size : (size + unit - 1) / unit * unit + more * unit;
}

/// Extents as they are, of the transposed shape, and of a square one.
constexpr int Forms[] = {0, 1, 2};
constexpr int formed(int asIs, int transposed, int square, int form) {
  return form == 0 ? asIs : form == 1 ? transposed : square;
}

/// Padding and offsets, with which vectors stay aligned where extents are rounded.
constexpr int aligned(int elements, int unit) {
  return unit == 1 || elements == 0 ? elements : 8;
}

constexpr size_t LeastElements = 1 << 17; // of every array
constexpr double MostBytes = 1 << 30;     // of all arrays, with their copies
constexpr double MostProducts = 2e9;      // that the emulator does in time

/// Arrays that begin an element behind an aligned address.
constexpr int shifted(int elements, int unit) { return unit == 1 ? elements : 0; }

/// What was uploaded, freed behind the launches that use it.
struct Arrays {
  static inline std::vector<void *> all;

  ~Arrays() {
    for (void *array : all)
      cudaFree(array);
    all.clear();
  }
  /// After a mistake nothing can be freed but everything.
  static void reset() {
    cudaDeviceReset();
    all.clear();
  }
};

/// In [-1, 1], or eighths of 1 to 8: every type has those, and their sums are exact in any order.
template <typename Element>
std::vector<Element> randomNumbers(size_t elements, unsigned state, bool eighths = false) {
  std::vector<Element> values(elements);
  for (Element &value : values) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    const float eighth = (state >> 8) % 8 + 1;
    value = Element(std::is_integral_v<Element>
                        ? static_cast<float>(static_cast<int>(state)) * 0x1p-31f * 100
                    : eighths ? (state >> 16 & 1 ? -eighth : eighth) / 8
                              : static_cast<float>(static_cast<int>(state)) * 0x1p-31f);
  }
  return values;
}

/// Of a complex number, the type of its parts; else its own.
template <typename Element>
struct PartOf {
  using Type = Element;
};
template <>
struct PartOf<float2> {
  using Type = float;
};
template <>
struct PartOf<double2> {
  using Type = double;
};

template <typename Element>
std::vector<Element> randomValues(size_t elements, unsigned state, bool eighths = false) {
  using Part = typename PartOf<Element>::Type;
  const std::vector<Part> parts =
      randomNumbers<Part>(elements * (sizeof(Element) / sizeof(Part)), state, eighths);
  std::vector<Element> values(elements);
  std::memcpy(values.data(), parts.data(), elements * sizeof(Element));
  return values;
}

template <typename Element>
Element *upload(const std::vector<Element> &values) {
  Element *array = nullptr;
  const cudaError_t status = cudaMalloc(&array, values.size() * sizeof(Element));
  if (status == cudaErrorMemoryAllocation)
    throw std::bad_alloc();
  if (status != cudaSuccess)
    std::exit(1); // a launch before has failed, and nothing works after it
  Arrays::all.push_back(array);
  cudaMemcpy(array, values.data(), values.size() * sizeof(Element), cudaMemcpyHostToDevice);
  return array;
}

/// Numbers of 8 or 16 bits between which there is no other of the type.
template <typename Element>
bool areNeighbours(const Element &one, const Element &other) {
  if constexpr (std::is_integral_v<Element> || sizeof(Element) > 2) {
    return false;
  } else {
    unsigned short a = 0, b = 0;
    std::memcpy(&a, &one, sizeof(Element));
    std::memcpy(&b, &other, sizeof(Element));
    return std::abs(a - b) == 1;
  }
}

/// So many elements may be neighbours: sums that differ in a last bit are rounded apart at times.
template <typename Element>
bool compareNumbers(const char *name, const char *shape, size_t elements, const Element *original,
                    const Element *rewritten, double tolerance, double neighbours) {
  const cudaError_t status = cudaDeviceSynchronize();
  if (status != cudaSuccess) {
    std::printf("%s %s unsolved %s\n", name, shape, cudaGetErrorString(status));
    return false;
  }
  std::vector<Element> one(elements), other(elements);
  cudaMemcpy(one.data(), original, elements * sizeof(Element), cudaMemcpyDeviceToHost);
  cudaMemcpy(other.data(), rewritten, elements * sizeof(Element), cudaMemcpyDeviceToHost);
  for (size_t index = 0; index < elements; ++index) {
    const double a = static_cast<double>(static_cast<float>(one[index]));
    const double b = static_cast<double>(static_cast<float>(other[index]));
    // A NaN stays one; its sign and payload are no part of any contract.
    const bool bothNaN = a != a && b != b;
    const bool same =
        bothNaN || (tolerance == 0 ? std::memcmp(&one[index], &other[index], sizeof(Element)) == 0
                                   : a == b || std::abs(a - b) <= tolerance);
    if (!same && !(tolerance > 0 && areNeighbours(one[index], other[index]) && neighbours-- >= 1)) {
      std::printf("%s %s differs %zu %.9g %.9g\n", name, shape, index, a, b);
      return false;
    }
  }
  std::printf("%s %s same\n", name, shape);
  return true;
}

template <typename Element>
bool compare(const char *name, const char *shape, size_t elements, const Element *original,
             const Element *rewritten, double tolerance, double neighbours = 0) {
  using Part = typename PartOf<Element>::Type;
  return compareNumbers(name, shape, elements * (sizeof(Element) / sizeof(Part)),
                        reinterpret_cast<const Part *>(original),
                        reinterpret_cast<const Part *>(rewritten), tolerance, neighbours);
}

/// Launches and compares. Unless `fromTile` is -1, once with each tile from that one on that the launch
/// may choose, from the same old C.
template <typename Element, typename Launch>
bool withTiles(int fromTile, Element *rewritten, const std::vector<Element> &start,
               const Launch &launch) {
  if (fromTile < 0)
    return launch();
  bool same = true;
  int tile = fromTile;
  ::warpsmith::emulator::askForTile(0);
  do {
    ::warpsmith::emulator::askForTile(tile);
    if (tile > fromTile)
      cudaMemcpy(rewritten, start.data(), start.size() * sizeof(Element), cudaMemcpyHostToDevice);
    same = launch();
  } while (same && ++tile < ::warpsmith::emulator::tilesOfMenus());
  ::warpsmith::emulator::askForTile(-1);
  return same;
}

} // namespace warpsmith_verify
)";

/// Dynamic shared memory for launches of a kernel, beside what it has of its own.
int dynamicBytes(const Contraction &contraction) {
  constexpr int Most = 49152, Given = 32768;
  return std::clamp(Most - contraction.sharedBytes, 0, Given);
}

class CaseWriter {
public:
  CaseWriter(const RewrittenKernel &rewritten, const GeneratedCase &entry)
      : number(&entry - rewritten.cases.data()),
        kernel(rewritten),
        contraction(entry.contraction),
        schedule(entry.schedule) {}

  std::string text(const Shape &shape, const std::string &function) const {
    const LaunchSetup setup(contraction, oriented(shape), {8, 4, 1});
    const bool shifted = shape.shifted == Shape::Shifted::Result;
    const std::string restored = LaunchSetup::assignPointer(
        contraction.c.name, std::string("verifiedRewritten") + (shifted ? Shift : ""));
    return fill(
        R"(
$hidden
$hostOnly
static bool $function(bool verifiedEighths, [[maybe_unused]] int verifiedTiles = -1) {
  const char *const verifiedName = "$kernel";
  const size_t warpsmithSharedBytes = $sharedBytes;
  std::string verifiedWhy;
  for (const int verifiedForm : warpsmith_verify::Forms)
  for (const int verifiedUnit : warpsmith_verify::Units) {
  const std::string verifiedLabel = $labelNow;
  const char *const verifiedShape = verifiedLabel.c_str();
  const warpsmith_verify::Arrays verifiedArrays;
  [[maybe_unused]] const int verifiedShift = warpsmith_verify::shifted($shift, verifiedUnit);
$body$needed  const double verifiedTolerance = $tolerance, verifiedNeighbours = $neighbours;
  if (verifiedNeeded * $bytes > warpsmith_verify::MostBytes ||
      (double)($m) * ($n) * ($k) * ($batch) > warpsmith_verify::MostProducts) {
    if (verifiedUnit == 1)
      verifiedWhy = "$tooLarge";
    break;
  }
$placeholders  if (const char *const verifiedUnmet = $unmet) {
    verifiedWhy = std::string("no arguments are found that meet what the launch must meet: ") + verifiedUnmet;
    continue;
  }
  const size_t verifiedElements =
      std::max<size_t>(verifiedNeeded, warpsmith_verify::LeastElements);
$buffers  std::fprintf(stderr, "original %s\n", verifiedName);
  $original$arguments<<<warpsmithGrid, warpsmithBlock, warpsmithSharedBytes>>>($names);
  if (const cudaError_t verifiedStatus = cudaGetLastError()) {
    verifiedWhy =
        std::string("the original's launch fails: ") + cudaGetErrorString(verifiedStatus);
    warpsmith_verify::Arrays::reset();
    continue;
  }
$alternatives  $restored  std::fprintf(stderr, "rewritten %s\n", verifiedName);
  return warpsmith_verify::withTiles(verifiedTiles, verifiedRewritten, verifiedStart, [&] {
    $space::launch$arguments(warpsmithGrid, warpsmithBlock, warpsmithSharedBytes, 0, $names);
    return warpsmith_verify::compare(verifiedName, verifiedShape, verifiedElements,
                                     verifiedOriginal, verifiedRewritten, verifiedTolerance,
                                     verifiedNeighbours);
  });
  }
  std::printf("%s $label unsolved %s\n", verifiedName, verifiedWhy.c_str());
  return true;
}
$shown)",
        {{"function", function},
         {"hostOnly", HostOnly},
         {"hidden", hidden()},
         {"shown", shown()},
         {"labelNow", labelNow(shape)},
         {"kernel", name() + (schedule.otherwise ? "|1" : "")},
         {"sharedBytes", std::to_string(dynamicBytes(contraction))},
         {"alternatives", alternatives(setup, restored)},
         {"shift", shape.shifted == Shape::Shifted::None ? "0" : "1"},
         {"label", label(shape)},
         {"body", setup.parameters([](const Parameter &) { return "1.37"; }) + setup.geometry()},
         {"needed", needed()},
         {"bytes", std::to_string(bytesOfElements())},
         {"tooLarge", TooLarge},
         {"m", LaunchSetup::hosted(contraction.m.extent())},
         {"n", LaunchSetup::hosted(contraction.n.extent())},
         {"batch", LaunchSetup::hosted(contraction.batch.extent())},
         {"unmet", setup.firstUnmet()},
         {"placeholders", placeholders(setup)},
         {"buffers", buffers(setup, "verifiedEighths", shape.shifted)},
         {"original", contraction.qualifiedKernel},
         {"arguments", contraction.templateArguments},
         {"names", setup.arguments()},
         {"restored", restored},
         {"space", spaceName()},
         {"tolerance", tolerance()},
         {"neighbours", neighbours()},
         {"k", LaunchSetup::hosted(contraction.k.extent())}});
  }

  /// Nothing that a contract gives away can change sums of eighths. So they show a step that is
  /// missing, which may be less than the error that roundings of operands have.
  bool alsoOfEighths() const { return !isExact() && !productForms(*contraction.update).empty(); }
  /// Kernels that keep their launches round otherwise on tensor cores alone.
  bool isExact() const {
    return schedule.numerics == Numerics::BitExact ||
           (schedule.is<Resident>() && !schedule.as<Resident>().part);
  }

  /// What a shape chooses.
  std::string launchOf(const Shape &shape) const {
    const LaunchSetup setup(contraction, oriented(shape), {8, 4, 1});
    return setup.parameters([](const Parameter &) { return "1.37"; }) + setup.geometry();
  }

  /// The same of a kernel that keeps its launches, which runs in both forms: by tiles, or as it
  /// was. Its grid covers the product, or is larger, or too small.
  enum class Grid { Covering, Larger, TooSmall };
  std::string residentText(const Shape &shape, BlockShape block, Grid grid,
                           const std::string &function) const {
    const LaunchSetup setup(contraction, oriented(shape), block);
    const bool larger = grid == Grid::Larger;
    return fill(
        R"(
$hidden
$hostOnly
static bool $function([[maybe_unused]] bool verifiedEighths) {
  const char *const verifiedName = "$kernel";
  const size_t warpsmithSharedBytes = 0;
  std::string verifiedWhy;
  for (const int verifiedForm : warpsmith_verify::Forms)
  for (const int verifiedUnit : warpsmith_verify::Units) {
  const std::string verifiedLabel = $labelNow;
  const char *const verifiedShape = verifiedLabel.c_str();
  const warpsmith_verify::Arrays verifiedArrays;
$body$larger$needed  if (verifiedNeeded * $bytes > warpsmith_verify::MostBytes ||
      (double)($m) * ($n) * ($k) * ($batch) > warpsmith_verify::MostProducts) {
    if (verifiedUnit == 1)
      verifiedWhy = "$tooLarge";
    break;
  }
$placeholders  if (const char *const verifiedUnmet = $unmet) {
    verifiedWhy = std::string("no arguments are found that meet what the launch must meet: ") + verifiedUnmet;
    continue;
  }
  const size_t verifiedElements =
      std::max<size_t>(verifiedNeeded, warpsmith_verify::LeastElements);
$buffers$smaller  std::fprintf(stderr, "original %s\n", verifiedName);
  warpsmith_verify::computeTiles(false);
  $original$arguments<<<warpsmithGrid, warpsmithBlock, warpsmithSharedBytes>>>($names);
  $restored  std::fprintf(stderr, "rewritten %s\n", verifiedName);
  warpsmith_verify::computeTiles(true);
  $original$arguments<<<warpsmithGrid, warpsmithBlock, warpsmithSharedBytes>>>($names);
  const bool same = warpsmith_verify::compare(verifiedName, verifiedShape, verifiedElements,
                                              verifiedOriginal, verifiedRewritten, $tolerance,
                                              $neighbours);
  if (warpsmith_verify::tilesWereComputed())
    std::fprintf(stderr, "tiles %s\n", verifiedName);
  return same;
  }
  std::printf("%s $label unsolved %s\n", verifiedName, verifiedWhy.c_str());
  return true;
}
$shown)",
        {{"function", function},
         {"hostOnly", HostOnly},
         {"arguments", contraction.templateArguments},
         {"hidden", hidden()},
         {"shown", shown()},
         {"labelNow", labelNow(shape)},
         {"kernel", name()},
         {"label", label(shape)},
         {"body", setup.parameters([](const Parameter &) { return "1.37"; }) + setup.geometry()},
         {"larger", larger ? "  warpsmithGrid.x += 1;\n  warpsmithGrid.y += 2;\n" : ""},
         {"smaller", grid == Grid::TooSmall
                         ? "  --(warpsmithGrid.x > 1 ? warpsmithGrid.x : warpsmithGrid.y);\n"
                           "  if (warpsmithGrid.y == 0)\n    return true;\n"
                         : ""},
         {"unmet", setup.firstUnmet()},
         {"needed", needed()},
         {"bytes", std::to_string(bytesOfElements())},
         {"tooLarge", TooLarge},
         {"m", LaunchSetup::hosted(contraction.m.extent())},
         {"n", LaunchSetup::hosted(contraction.n.extent())},
         {"k", LaunchSetup::hosted(contraction.k.extent())},
         {"batch", LaunchSetup::hosted(contraction.batch.extent())},
         {"placeholders", placeholders(setup)},
         {"buffers", buffers(setup, "verifiedEighths")},
         {"tolerance", tolerance()},
         {"neighbours", isExact() ? "0" : neighbours()},
         {"original", contraction.qualifiedKernel},
         {"names", setup.arguments()},
         {"restored", LaunchSetup::assignPointer(contraction.c.name, "verifiedRewritten")}});
  }

  /// One of a group: runs the original and then the rewritten kernel by itself, which has all of C
  /// as it was again for the group, and declares `pending` and the pointers that are compared.
  std::string memberText(const Shape &shape, const std::string &place) const {
    const LaunchSetup setup(contraction, oriented(shape), {8, 4, 1});
    return fill(
        R"(
  $output *original$number = nullptr, *rewritten$number = nullptr;
  size_t elements$number = 0;
  const auto pending$number = [&] {
$body$needed    const size_t verifiedElements =
        std::max<size_t>(verifiedNeeded, warpsmith_verify::LeastElements);
    elements$number = verifiedElements;
$buffers    original$number = verifiedOriginal;
    rewritten$number = verifiedRewritten;
    if (!($unmet)) {
      $original<<<warpsmithGrid, warpsmithBlock, warpsmithSharedBytes>>>($names);
      $restored
      $space::launch(warpsmithGrid, warpsmithBlock, warpsmithSharedBytes, 0, $names);
      cudaMemcpy(verifiedRewritten, verifiedStart.data(),
                 verifiedElements * sizeof(verifiedStart[0]), cudaMemcpyHostToDevice);
    } else {
      solved = false;
    }
    return $space::pending(warpsmithGrid, warpsmithBlock, warpsmithSharedBytes, 0, $names);
  }();
  const double tolerance$number = $tolerance * $k;
)",
        {{"output", std::string(cudaName(contraction.c.type))},
         {"number", place},
         {"needed", needed()},
         {"body", setup.parameters([](const Parameter &) { return "1.37"; }) + setup.geometry()},
         {"buffers", buffers(setup)},
         {"unmet", setup.firstUnmet()},
         {"original", contraction.qualifiedKernel},
         {"names", setup.arguments()},
         {"restored", LaunchSetup::assignPointer(contraction.c.name, "verifiedRewritten")},
         {"space", spaceName()},
         {"tolerance", toleranceOf(schedule)},
         {"k", shape.k.text}});
  }

private:
  /// What lies above the diagonal has at least as many columns as rows.
  Shape oriented(Shape shape) const {
    if (contraction.region == Region::Upper)
      std::swap(shape.m, shape.n);
    return shape;
  }

  /// Of each element: an error in the last places of each of k terms of at most 1. Sums of eighths
  /// differ by 1/64 if a term is missing, and otherwise only by what their factors are rounded to.
  std::string tolerance() const {
    if (isExact())
      return "0";
    const std::string terms = " * (" + LaunchSetup::hosted(contraction.k.extent()) + ")";
    const std::string rounded = toleranceOf(schedule) + terms;
    return alsoOfEighths() ? "verifiedEighths ? 0x1p-20" + terms + " : " + rounded : rounded;
  }
  std::string neighbours() const {
    return "1 + (double)(" + LaunchSetup::hosted(contraction.m.extent()) + ") * (" +
           LaunchSetup::hosted(contraction.n.extent()) + ") * (" +
           LaunchSetup::hosted(contraction.batch.extent()) + ") / 64";
  }

  static std::string label(const Shape &shape) { return labelOf(shape); }
  static std::string labelNow(const Shape &shape) {
    return "std::to_string(" + shape.m.text + ") + \"x\" + std::to_string(" + shape.n.text +
           ") + \"x\" + std::to_string(" + shape.k.text + ")";
  }

  /// Macros that were defined after the kernel may have the names of its parameters.
  std::string hidden() const {
    std::string text;
    for (const Parameter &parameter : contraction.parameters)
      text += "#pragma push_macro(\"" + parameter.name + "\")\n#undef " + parameter.name + "\n";
    return text;
  }
  std::string shown() const {
    std::string text;
    for (const Parameter &parameter : contraction.parameters)
      text += "#pragma pop_macro(\"" + parameter.name + "\")\n";
    return text;
  }

  std::string name() const {
    std::string text = contraction.kernel + contraction.templateArguments;
    std::erase(text, ' ');
    return contraction.conditions.empty() ? text : text + "#" + std::to_string(number);
  }

  /// Runs those after the first one, the last of them first, each with all of C as it was. A launch
  /// of the first shows only one of them.
  std::string alternatives(const LaunchSetup &setup, const std::string &restored) const {
    const std::string &qualified = contraction.qualifiedKernel;
    std::string space = qualified.substr(0, qualified.rfind("::") + 2) +
                        spaceOf(kernel.cases, static_cast<size_t>(number));
    std::string text;
    int place = 2;
    for (const Schedule *next = schedule.otherwise.get(); next;
         next = next->otherwise.get(), ++place) {
      space += "::otherwise";
      text = fill(R"(  $restored  std::fprintf(stderr, "rewritten $label\n");
  if (!warpsmith_verify::withTiles(verifiedTiles, verifiedRewritten, verifiedStart, [&] {
        $space::launch(warpsmithGrid, warpsmithBlock, warpsmithSharedBytes, 0, $names);
        return warpsmith_verify::compare("$label", verifiedShape, verifiedElements,
                                         verifiedOriginal, verifiedRewritten, verifiedTolerance,
                                         verifiedNeighbours);
      }))
    return false;
  cudaMemcpy(verifiedRewritten, verifiedStart.data(),
             verifiedElements * sizeof(verifiedStart[0]), cudaMemcpyHostToDevice);
)",
                  {{"label", name() + "|" + std::to_string(place)},
                   {"space", space},
                   {"names", setup.arguments()},
                   {"restored", restored}}) +
             text;
    }
    return text;
  }

  std::string spaceName() const {
    const std::string &name = contraction.qualifiedKernel;
    return name.substr(0, name.rfind("::") + 2) + kernel.space;
  }

  std::vector<const Matrix *> arrays() const {
    std::vector<const Matrix *> all = {&contraction.a, &contraction.b};
    for (const Matrix &matrix : contraction.second)
      all.push_back(&matrix);
    for (const Matrix &matrix : contraction.extras)
      all.push_back(&matrix);
    for (const Matrix &matrix : contraction.others)
      all.push_back(&matrix);
    return all;
  }

  /// verifiedNeeded: so many elements that no array of the product ends before its last one.
  std::string needed() const {
    constexpr const char *Beyond = "1024"; // what is written beside C is seen
    std::string text = "  double verifiedNeeded = 0;\n";
    std::vector<const Matrix *> all = arrays();
    all.push_back(&contraction.c);
    for (const Matrix *matrix : all) {
      const int operand = matrix == &contraction.a   ? 0
                          : matrix == &contraction.b ? 1
                          : contraction.second.empty() || matrix < contraction.second.data() ||
                                  matrix > &contraction.second.back()
                              ? -1
                              : static_cast<int>(matrix - contraction.second.data());
      const IndexGroup &rows = operand == 1 ? contraction.k : contraction.m;
      const IndexGroup &columns = operand == 0 ? contraction.k : contraction.n;
      std::string last = std::string("std::abs((double)(") + LaunchSetup::hosted(matrix->offset) +
                         ")) + " + Beyond;
      for (const auto &[group, strides] : {std::pair(&rows, &matrix->strides[0]),
                                           {&columns, &matrix->strides[1]},
                                           {&contraction.batch, &matrix->batchStrides}})
        for (size_t index = 0; index < group->size(); ++index)
          if (const Polynomial &stride = strides->all()[index]; !stride.isZero())
            last += " + (double)(" + LaunchSetup::hosted(group->indices()[index].extent) +
                    ") * std::abs((double)(" + LaunchSetup::hosted(stride) + "))";
      for (const PaddedPlace &place : matrix->places)
        last += " + (double)(" + LaunchSetup::hosted(place.extent) + ") * std::abs((double)(" +
                LaunchSetup::hosted(place.stride) + "))";
      text += "  verifiedNeeded = std::max(verifiedNeeded, " + last + ");\n";
    }
    return text;
  }

  std::string buffers(const LaunchSetup &setup, const std::string &eighths = "false",
                      Shape::Shifted shifted = Shape::Shifted::None) const {
    std::string text;
    const auto shiftOf = [&](Shape::Shifted one) { return shifted == one ? Shift : ""; };
    std::set<std::string> known;
    unsigned state = 17;
    for (const Matrix *matrix : arrays()) {
      state += 6;
      if (known.insert(matrix->name).second && !setup.isNull(matrix->name))
        text += LaunchSetup::assignPointer(
            matrix->name, "warpsmith_verify::upload(warpsmith_verify::randomValues<" +
                              std::string(cudaName(matrix->type)) + ">(verifiedElements, " +
                              std::to_string(state) + ", " + eighths + "))" +
                              shiftOf(Shape::Shifted::Operands));
    }
    const std::string output(cudaName(contraction.c.type));
    text += "  const auto verifiedStart = warpsmith_verify::randomValues<" + output +
            ">(verifiedElements, 5, " + eighths + ");\n";
    text += "  auto *verifiedOriginal = warpsmith_verify::upload(verifiedStart);\n";
    text += "  auto *verifiedRewritten = warpsmith_verify::upload(verifiedStart);\n";
    return text +
           LaunchSetup::assignPointer(contraction.c.name, std::string("verifiedOriginal") +
                                                              shiftOf(Shape::Shifted::Result));
  }

  /// Pointers that are not null, for conditions: arrays take time to make.
  std::string placeholders(const LaunchSetup &setup) const {
    constexpr const char *Somewhere = "reinterpret_cast<void *>(1 << 20)";
    std::string text = LaunchSetup::assignPointer(contraction.c.name, Somewhere);
    std::set<std::string> known = {contraction.c.name};
    for (const Matrix *matrix : arrays())
      if (known.insert(matrix->name).second && !setup.isNull(matrix->name))
        text += LaunchSetup::assignPointer(matrix->name, Somewhere);
    return text;
  }

  /// Of an element of each array, and of C with its copies.
  int bytesOfElements() const {
    constexpr int Copies = 5;
    int bytes = Copies * sizeOf(contraction.c.type);
    std::set<std::string> known;
    for (const Matrix *matrix : arrays())
      if (known.insert(matrix->name).second)
        bytes += sizeOf(matrix->type);
    return bytes;
  }

  static constexpr const char *Shift = " + verifiedShift";

  const ptrdiff_t number; ///< of the case
  const RewrittenKernel &kernel;
  const Contraction &contraction;
  const Schedule &schedule;
};

/// Launches its kernels together, the first of which has the first of the shapes.
std::string groupText(const RewrittenGroup &group, const std::vector<RewrittenKernel> &kernels,
                      const std::vector<Shape> &shapes, const std::string &function) {
  std::string members, name, label, pending, comparisons;
  int bytes = std::numeric_limits<int>::max();
  for (size_t index = 0; index < group.kernels.size(); ++index) {
    const RewrittenKernel &kernel = kernels[group.kernels[index]];
    const Shape &shape = shapes[index % shapes.size()];
    const std::string number = std::to_string(index), comma = index ? ", " : "";
    bytes = std::min(bytes, dynamicBytes(kernel.cases[0].contraction));
    members += CaseWriter(kernel, kernel.cases[0]).memberText(shape, number);
    name += (index ? "+" : "") + kernel.cases[0].contraction.kernel;
    label += (index ? "+" : "") + labelOf(shape);
    pending += comma + "pending" + number;
    comparisons += (index ? " &\n         " : "") +
                   fill("warpsmith_verify::compare(verifiedName, verifiedShape, elements$number, "
                        "original$number, rewritten$number, tolerance$number)",
                        {{"number", number}});
  }
  return fill(R"(
$hostOnly
static bool $function() {
  const char *const verifiedName = "$name", *const verifiedShape = "$label";
  const size_t warpsmithSharedBytes = $sharedBytes;
  constexpr int verifiedForm = 0;
  for (const int verifiedUnit : warpsmith_verify::Units) {
  const warpsmith_verify::Arrays verifiedArrays;
  bool solved = true;
  std::fprintf(stderr, "original %s\n", verifiedName);
$members
  if (!solved)
    continue;
  cudaDeviceSynchronize();
  std::fprintf(stderr, "rewritten %s\n", verifiedName);
  $launch($pending);
  return $comparisons;
  }
  std::printf("%s %s unsolved no arguments are found that meet what the launches must meet\n",
              verifiedName, verifiedShape);
  return true;
}
)",
              {{"function", function},
               {"hostOnly", HostOnly},
               {"name", name},
               {"label", label},
               {"sharedBytes", std::to_string(bytes)},
               {"members", members},
               {"launch", group.launch},
               {"pending", pending},
               {"comparisons", comparisons}});
}

/// Kernels that keep their launches compute tiles or run as they were.
constexpr const char *ResidentSupport = R"(
__device__ bool warpsmithVerifyTiles, warpsmithVerifySeen;
__device__ inline bool warpsmithVerifyRan(bool tiles) {
  if (tiles && blockIdx.x + blockIdx.y + blockIdx.z + threadIdx.x + threadIdx.y + threadIdx.z == 0)
    warpsmithVerifySeen = true;
  return tiles;
}
namespace warpsmith_verify {
inline void computeTiles(bool wanted) {
  const bool seen = false;
  cudaMemcpyToSymbol(warpsmithVerifyTiles, &wanted, sizeof(wanted));
  cudaMemcpyToSymbol(warpsmithVerifySeen, &seen, sizeof(seen));
}
inline bool tilesWereComputed() {
  bool seen = false;
  cudaMemcpyFromSymbol(&seen, warpsmithVerifySeen, sizeof(seen));
  return seen;
}
} // namespace warpsmith_verify
)";

/// Functions that run a kernel that keeps its launches, and their calls.
/// A function that runs a case under one shape, and its calls: on the device as it is, and on one
/// of few multiprocessors.
struct ShapeFunction {
  std::string text, calls, callsOfFew;
};

std::vector<ShapeFunction> residentFunctions(const RewrittenKernel &kernel,
                                             const GeneratedCase &entry, int &number) {
  const std::vector<Shape> shapes = residentShapes(entry.contraction, entry.schedule);
  using Grid = CaseWriter::Grid;
  const Contraction &contraction = entry.contraction;
  // Without a guard a larger grid is one of another product, for which the arrays are not made.
  bool guarded = true;
  for (const Polynomial *extent :
       {&contraction.m.extent(), &contraction.n.extent(), &contraction.batch.extent()})
    for (const char *axis : {"gridDim.x", "gridDim.y", "gridDim.z"})
      guarded &= !extent->dependsOn(axis);
  std::vector<ShapeFunction> all;
  // The first shape with every block, and each of the others with another one.
  const BlockShape blocks[] = {{16, 16, 1}, {32, 8, 1}, {64, 1, 1}, {8, 4, 1}};
  for (size_t index = 0; index < shapes.size(); ++index)
    for (const BlockShape &block : blocks)
      for (const Grid grid : {Grid::Covering, Grid::Larger, Grid::TooSmall}) {
        const bool isOther = &block != &blocks[index % std::size(blocks)];
        if ((index > 0 && isOther) || (grid == Grid::Larger && !guarded))
          continue;
        const std::string function = "warpsmith_verify_" + std::to_string(number++);
        const CaseWriter writer(kernel, entry);
        std::string calls = "  same &= " + function + "(false);\n";
        if (writer.alsoOfEighths())
          calls += "  same &= " + function + "(true);\n";
        all.push_back({writer.residentText(shapes[index], block, grid, function), calls, ""});
      }
  return all;
}

/// The products of extents that are constants; `ofOthers` stands for the other extents.
double constantProducts(const Contraction &contraction, double ofOthers) {
  double products = 1;
  for (const Polynomial *extent : {&contraction.m.extent(), &contraction.n.extent(),
                                   &contraction.k.extent(), &contraction.batch.extent()}) {
    const std::optional<int64_t> constant = extent->constant();
    products *= constant ? static_cast<double>(*constant) : ofOthers;
  }
  return products;
}

/// Functions that run a case under all shapes, and their calls. Constant sizes are the same in
/// every shape: they run once with arrays at aligned addresses, and once more with others and with
/// other tiles where that takes no time.
std::vector<ShapeFunction> caseFunctions(const RewrittenKernel &kernel, const GeneratedCase &entry,
                                         int &number) {
  constexpr double MostAgain = 2e7;
  std::vector<ShapeFunction> all;
  std::map<std::string, std::string> functions; // by what a shape chooses
  std::set<std::pair<std::string, Shape::Tiles>> tiled;
  const CaseWriter writer(kernel, entry);
  for (const Shape &shape : shapesFor(entry.contraction, entry.schedule)) {
    const bool shifted = shape.shifted != Shape::Shifted::None;
    std::string launch = writer.launchOf(shape);
    const bool repeated = functions.contains(launch);
    if (repeated && shifted && constantProducts(entry.contraction, MostAgain) < MostAgain)
      launch = std::to_string(static_cast<int>(shape.shifted));
    const bool otherTiles = shape.tiles != Shape::Tiles::Fastest;
    if (functions.contains(launch) &&
        (!otherTiles || constantProducts(entry.contraction, 1) >= MostAgain))
      continue;
    if (otherTiles && !tiled.insert({launch, shape.tiles}).second)
      continue; // the same tiles of the same sizes
    std::string &function = functions[launch];
    ShapeFunction next;
    if (function.empty()) {
      function = "warpsmith_verify_" + std::to_string(number++);
      next.text = writer.text(shape, function);
    }
    const int first = shape.tiles == Shape::Tiles::EveryOnFew ? 0 : firstSlicedTile(entry.schedule);
    const auto call = [&](bool eighths) {
      return "  same &= " + function + (eighths ? "(true" : "(false") +
             (otherTiles ? ", " + std::to_string(first) : "") + ");\n";
    };
    if (otherTiles)
      (shape.onFew() ? next.callsOfFew : next.calls) = call(writer.alsoOfEighths());
    else
      next.calls = call(false) + (writer.alsoOfEighths() ? call(true) : "");
    all.push_back(std::move(next));
  }
  return all;
}

} // namespace

std::string driverText(const std::vector<RewrittenKernel> &kernels,
                       const std::vector<RewrittenGroup> &groups, const std::string &file) {
  const std::vector<Shape> shapes = plainShapes();
  // The headers before the file, whose macros (`min`, `max`) could break them.
  const bool anyResident = std::ranges::any_of(kernels, [](const RewrittenKernel &kernel) {
    return kernel.cases[0].schedule.is<Resident>();
  });
  std::string text =
      std::string("#include <algorithm>\n#include <cmath>\n#include <cstdio>\n"
                  "#include <cstring>\n#include <new>\n#include <string>\n#include <type_traits>\n"
                  "#include <vector>\n#include \"warpsmith_emulator/tile_choice.h\"\n") +
      (anyResident ? ResidentSupport : "") + "#define main warpsmith_original_main\n#include \"" +
      file + "\"\n#undef main\n" + LaunchSetup::Support + Support;
  std::string calls, callsOfFew;
  int number = 0;
  for (const RewrittenKernel &kernel : kernels)
    for (const GeneratedCase &entry : kernel.cases) {
      if (contradictory(entry.contraction))
        continue;
      for (const ShapeFunction &function : entry.schedule.is<Resident>()
                                               ? residentFunctions(kernel, entry, number)
                                               : caseFunctions(kernel, entry, number)) {
        text += function.text;
        calls += function.calls;
        callsOfFew += function.callsOfFew;
      }
    }
  for (const RewrittenGroup &group : groups)
    for (size_t first = 0; first < shapes.size(); ++first) {
      std::vector<Shape> all = shapes;
      std::rotate(all.begin(), all.begin() + static_cast<ptrdiff_t>(first), all.end());
      const std::string function = "warpsmith_verify_" + std::to_string(number++);
      text += groupText(group, kernels, all, function);
      calls += "  same &= " + function + "();\n";
    }
  return text +
         "\nint main(int arguments, char **) {\n  bool same = true;\n  if (arguments > 1) {\n" +
         callsOfFew + "  return same ? 0 : 1;\n  }\n" + calls + "  return same ? 0 : 1;\n}\n";
}

} // namespace warpsmith::verify
