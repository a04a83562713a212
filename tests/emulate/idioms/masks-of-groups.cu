// RUN: %same rewritten tile
// The place of an element among several indices of rows or columns.
#include "program.h"

__global__ void layer(const float *x, const float *w, float *y, int images, int c, int filters,
                      int wide) {
  int p = blockIdx.x * blockDim.x + threadIdx.x, f = blockIdx.y * blockDim.y + threadIdx.y,
      image = blockIdx.z;
  if (p < wide && f < filters && image < images) {
    float sum = 0;
    for (int l = 0; l < c; ++l)
      for (int r = 0; r < 3; ++r)
        sum += x[(image * c + l) * (wide + 2) + p + r] * w[(f * c + l) * 3 + r];
    y[(image * filters + f) * wide + p] = p > f + 3 ? sum + 2 * p : (float)(f - image);
  }
}
int main() {
  float *x = randomArray<float>(17), *w = randomArray<float>(5), *y = randomArray<float>(11);
  layer<<<dim3(5, 5, 3), dim3(16, 8)>>>(x, w, y, 3, 7, 37, 70);
  printArray(y);
}
