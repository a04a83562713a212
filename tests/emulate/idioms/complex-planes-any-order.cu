// RUN: %same rewritten 'tile' --numerics=fp32
// RUN: %same rewritten 'auto' --numerics=fp32 --arch=sm_90a
// Parts of complex matrices in arrays of their own, in the common forms: elements are read where
// they are multiplied. Of whole numbers sums have the same bits in every order.
#include "program.h"

__global__ void direct(int m, int n, int k, const float *ar, const float *ai, int lda,
                       const float *br, const float *bi, int ldb, float *cr, float *ci, int ldc) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float re = 0, im = 0;
    for (int l = 0; l < k; ++l) {
      re += ar[i * lda + l] * br[l * ldb + j] - ai[i * lda + l] * bi[l * ldb + j];
      im += ar[i * lda + l] * bi[l * ldb + j] + ai[i * lda + l] * br[l * ldb + j];
    }
    cr[i * ldc + j] = re;
    ci[i * ldc + j] = im;
  }
}

// conj(A) times B, subtracted; tiles in shared memory.
__global__ void tiled(int m, int n, int k, const float *ar, const float *ai, const float *br,
                      const float *bi, float *cr, float *ci) {
  __shared__ float tar[8][8], tai[8][8], tbr[8][8], tbi[8][8];
  const int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * 8 + y, j = blockIdx.x * 8 + x;
  float re = 0, im = 0;
  for (int first = 0; first < k; first += 8) {
    const bool inA = i < m && first + x < k, inB = first + y < k && j < n;
    tar[y][x] = inA ? ar[i * k + first + x] : 0;
    tai[y][x] = inA ? ai[i * k + first + x] : 0;
    tbr[y][x] = inB ? br[(first + y) * n + j] : 0;
    tbi[y][x] = inB ? bi[(first + y) * n + j] : 0;
    __syncthreads();
    for (int l = 0; l < 8; ++l) {
      re += tar[y][l] * tbr[l][x] + tai[y][l] * tbi[l][x];
      im += tar[y][l] * tbi[l][x] - tai[y][l] * tbr[l][x];
    }
    __syncthreads();
  }
  if (i < m && j < n) {
    cr[i * n + j] = -2.0f * re;
    ci[i * n + j] = -2.0f * im;
  }
}

int main() {
  float *s[6];
  for (int index = 0; index < 6; ++index) {
    s[index] = randomArray<float>(17 + 3 * index);
    for (size_t element = 0; element < Elements; ++element)
      s[index][element] = static_cast<int>(s[index][element] * 100);
  }
  direct<<<dim3((Columns + 15) / 16, (Rows + 15) / 16), dim3(16, 16)>>>(
      Rows, Columns, Steps, s[0], s[1], Steps + 3, s[2], s[3], Columns + 2, s[4], s[5],
      Columns + 5);
  printArray(s[4]);
  printArray(s[5]);
  tiled<<<dim3((Columns + 7) / 8, (Rows + 7) / 8), dim3(8, 8)>>>(Rows, Columns, Steps, s[0], s[1],
                                                                 s[2], s[3], s[4], s[5]);
  printArray(s[4]);
  printArray(s[5]);
}
