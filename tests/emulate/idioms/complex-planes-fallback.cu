// RUN: %same fallback 'tile<32;32;16;4;4>'
// Both results in one place, of which the imaginary one remains: the original runs. So it does
// where the first result lies over an operand.
#include "program.h"

__global__ void product(int m, int n, int k, const float *ar, const float *ai, const float *br,
                        const float *bi, float *cr, float *ci) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float re = 0, im = 0;
  for (int l = 0; l < k; ++l) {
    const float xr = ar[i * k + l], xi = ai[i * k + l], yr = br[l * n + j], yi = bi[l * n + j];
    re += xr * yr - xi * yi;
    im += xr * yi + xi * yr;
  }
  cr[i * n + j] = re;
  ci[i * n + j] = im;
}

int main() {
  float *s[6];
  for (int index = 0; index < 6; ++index)
    s[index] = randomArray<float>(17 + 3 * index);
  const dim3 grid((Columns + 15) / 16, (Rows + 15) / 16), block(16, 16);
  product<<<grid, block>>>(Rows, Columns, Steps, s[0], s[1], s[2], s[3], s[4], s[4]);
  printArray(s[4]);
  // One element each: what is read has been read before it is stored.
  product<<<dim3(1, 1), block>>>(1, 1, 1, s[0], s[1], s[2], s[3], s[0], s[5]);
  printArray(s[0]);
  printArray(s[5]);
}
