/// The launch of an FP64 product by residues (wgmma_residues.cuh), whose Problem is the same. A
/// product whose residues do not fit into the memory that it may take is computed in panels of C,
/// one after the other. Host code.
#pragma once

#include "warpsmith/kernels/wgmma_launch.cuh"
#include "warpsmith/kernels/wgmma_residues.cuh"

namespace warpsmith::wgmma {

/// Whether a product is computed faster by residues than on FP64's tensor cores, by readings of an
/// H100 and an H200: the times of these in picoseconds, as far as they differ.
inline bool residuesPay(long long m, long long n, long long k) {
  constexpr double Launches = 3e7, OperandElement = 12.3, ResultElement = 17.5;
  constexpr double Modulus = 0.00145, Double = 0.0345; // of a step of k of one element of C
  const int moduli = k < warpsmith::LeastStepsOf14Moduli ? 15 : 14; // of ordinary data
  const double products = (double)m * n * k;
  return Launches + OperandElement * (m + n) * k + ResultElement * m * n +
             moduli * Modulus * products <
         Double * products;
}

/// What is around the products of residues: their memory, and the kernels before and behind them.
template <typename Problem>
class ResidueProduct {
public:
  using Whole = typename Problem::Whole;

  Whole product; ///< another one of these sizes may take its place

  /// Of at most so many bytes of memory.
  ResidueProduct(const warpsmith::Device &onDevice, cudaStream_t inStream, const Whole &whole,
                 long long mostBytes)
      : product(whole),
        device(onDevice),
        stream(inStream),
        pitch((int)warpsmith::packedPitch<signed char>(whole.k)),
        panel(isTaken() ? largestPanel(mostBytes) : ResiduePanel{}),
        workspace(onDevice, panel.rows > 0 ? bytesOf(panel.rows, panel.columns) : 0, inStream) {
    if (panel.rows == 0 || !workspace)
      return;
    const long long outer = (long long)product.m + product.n;
    residuesA = workspace.template take<signed char>(warpsmith::MostModuli * sizeOfA(panel.rows));
    residuesB =
        workspace.template take<signed char>(warpsmith::MostModuli * sizeOfA(panel.columns));
    residuesC = workspace.template take<signed char>(warpsmith::MostModuli *
                                                     sizeOfC(panel.rows, panel.columns));
    scales.exponents = workspace.template take<int>(warpsmith::ModuliChoices * outer);
    scales.small = workspace.template take<unsigned>(warpsmith::ModuliChoices * outer);
    scales.smallOfTiles = workspace.template take<unsigned>(warpsmith::ModuliChoices * tiles());
    scales.count = workspace.template take<int>(2);
    scales.left = scales.count + 1;
    scales.outer = (int)outer;
  }

  /// Whether there is memory for a product of these sizes.
  explicit operator bool() const { return panel.rows > 0 && workspace; }

  /// Launches the kernels that choose the number of moduli.
  bool choose() const {
    const int measuredA = Problem::OriginalAlongKA ? product.m : piecesOf(product.m, ResidueStrip);
    const int measuredB = Problem::OriginalAlongKB ? product.n : piecesOf(product.n, ResidueStrip);
    return warpsmith::launchDependent(device, measureOperands<Problem>, measuredA + measuredB, 1,
                                      ResidueThreads, 0, stream, product,
                                      warpsmith::residueTables(), warpsmith::smallBelow(product.k),
                                      scales, measuredA) &&
           warpsmith::launchDependent(device, chooseModuli<Problem>, 1, 1, ChoosingThreads, 0,
                                      stream, product, scales);
  }

  /// What is left to FP64's tensor cores, in tiles of KeptTile.
  warpsmith::ChosenTiles left() const {
    return {scales.left, scales.smallOfTiles, scales.smallOfTiles + piecesOf(product.m, KeptTile),
            warpsmith::mostSmall(product.k)};
  }

  /// C is computed in so many panels, one after the other.
  int panels() const { return panelsOfRow() * piecesOf(product.m, panel.rows); }

  /// Launches the kernel that takes residues of A and B for a panel.
  bool take(int index) const {
    const ResiduePanel of = panelAt(index);
    const int parts = piecesOf(product.k, ResidueSteps);
    // Those of A stay for all panels beside each other.
    const int blocksA = index % panelsOfRow() == 0 ? parts * piecesOf(of.rows, ResidueStrip) : 0;
    const int blocksB = parts * piecesOf(of.columns, ResidueStrip);
    const bool aligned =
        (!Problem::OriginalAlongKA || warpsmith::vectorizable(product.a, product.k, product.lda)) &&
        (!Problem::OriginalAlongKB || warpsmith::vectorizable(product.b, product.k, product.ldb));
    const auto kernel = aligned ? takeResidues<Problem, true> : takeResidues<Problem, false>;
    return warpsmith::launchDependent(device, kernel, blocksA + blocksB, 1, ResidueThreads, 0,
                                      stream, product, warpsmith::residueTables(), scales, of,
                                      residuesA, residuesB, pitch, blocksA);
  }

  /// The products of residues of a panel.
  Problem problem(int index) const {
    const ResiduePanel of = panelAt(index);
    Problem result = {};
    result.m = of.rows;
    result.n = of.columns;
    result.k = product.k;
    result.a = residuesA;
    result.lda = result.ldb = pitch;
    result.b = residuesB;
    result.c = residuesC;
    result.ldc = pitchOfC(panel.columns);
    result.products = warpsmith::MostModuli;
    result.batchA = sizeOfA(of.rows);
    result.batchB = sizeOfA(of.columns);
    result.batchC = sizeOfC(of.rows, panel.columns);
    result.productsByData = scales.count;
    result.storesPairs = mayStorePairs(result);
    return result;
  }

  /// Launches the kernel that stores C in a panel.
  bool reconstruct(int index) const {
    const ResiduePanel of = panelAt(index);
    return warpsmith::launchDependent(
        device, reconstructProduct<Problem>,
        piecesOf(of.rows, ReconstructedTile) * piecesOf(of.columns, ReconstructedTile), 1,
        ResidueThreads, 0, stream, product, warpsmith::residueTables(), scales, left(), of,
        residuesC, pitchOfC(panel.columns));
  }

private:
  // Bytes of residues modulo one number: of as many rows of A, or columns of B, and of C.
  long long sizeOfA(int rows) const { return (long long)rows * pitch; }
  static int pitchOfC(int columns) { return (int)warpsmith::packedPitch<signed char>(columns); }
  static long long sizeOfC(int rows, int columns) { return (long long)rows * pitchOfC(columns); }
  /// Tiles of KeptTile below each other and beside each other.
  int tiles() const { return piecesOf(product.m, KeptTile) + piecesOf(product.n, KeptTile); }
  /// What a launch takes for panels of this size.
  long long bytesOf(int rows, int columns) const {
    using Workspace = warpsmith::Workspace;
    const long long outer = (long long)product.m + product.n;
    return Workspace::bytesFor<signed char>(warpsmith::MostModuli * sizeOfA(rows)) +
           Workspace::bytesFor<signed char>(warpsmith::MostModuli * sizeOfA(columns)) +
           Workspace::bytesFor<signed char>(warpsmith::MostModuli * sizeOfC(rows, columns)) +
           Workspace::bytesFor<int>(warpsmith::ModuliChoices * outer) +
           Workspace::bytesFor<unsigned>(warpsmith::ModuliChoices * outer) +
           Workspace::bytesFor<unsigned>(warpsmith::ModuliChoices * (long long)tiles()) +
           Workspace::bytesFor<int>(2);
  }
  /// As many of `size` as each of `count` panels has at most: whole tiles.
  static int extentOf(int size, int count) {
    const int each = piecesOf(piecesOf(size, count), LeastPanel) * LeastPanel;
    return each < size ? each : size;
  }
  /// Few panels, so that residues are taken once: rows of A have half of the memory, columns of B
  /// and what they share the rest. None of C where even small panels do not fit.
  ResiduePanel largestPanel(long long mostBytes) const {
    if (bytesOf(product.m, product.n) <= mostBytes)
      return {0, 0, product.m, product.n};
    for (int below = 1;; ++below) {
      const int rows = extentOf(product.m, below);
      if (rows <= LeastPanel || warpsmith::MostModuli * sizeOfA(rows) <= mostBytes / 2)
        for (int beside = 1;; ++beside) {
          const int columns = extentOf(product.n, beside);
          if (bytesOf(rows, columns) <= mostBytes)
            return {0, 0, rows, columns};
          if (columns <= LeastPanel)
            break;
        }
      if (rows <= LeastPanel)
        return {};
    }
  }
  int panelsOfRow() const { return piecesOf(product.n, panel.columns); }
  ResiduePanel panelAt(int index) const {
    const int row = index / panelsOfRow() * panel.rows;
    const int column = index % panelsOfRow() * panel.columns;
    const int rows = product.m - row, columns = product.n - column;
    return {row, column, rows < panel.rows ? rows : panel.rows,
            columns < panel.columns ? columns : panel.columns};
  }
  bool isTaken() const {
    return product.k >= warpsmith::LeastResidueSteps && product.k <= warpsmith::MostResidueSteps &&
           product.m <= MostResidueRows && product.n <= MostResidueRows;
  }
  /// So that blocks have numbers of 32 bits.
  static constexpr int MostResidueRows = 1 << 24;
  /// Panels are multiples of it, but the last one.
  static constexpr int LeastPanel = 2 * KeptTile;

  warpsmith::Device device;
  cudaStream_t stream;
  int pitch;          ///< of the residues of A and B
  ResiduePanel panel; ///< the first one, which is the largest
  warpsmith::Workspace workspace;
  signed char *residuesA = nullptr, *residuesB = nullptr, *residuesC = nullptr;
  ResidueScales scales = {};
};

} // namespace warpsmith::wgmma
