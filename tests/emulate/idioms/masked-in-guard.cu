// RUN: %same rewritten 'tile<32;32;16;4;4>'
// Masks that store a constant and return, inside of the kernel's guard; and guards around barriers
// that bound a column of a batch's own part.
#include "program.h"

// Causal scores of heads, of which one thread computes each.
__global__ void causal(float *scores, const float *inputs, int batches, int times, int channels,
                       int heads) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < batches * heads * times * times) {
    int column = index % times, row = index / times % times;
    if (column > row) {
      scores[index] = -INFINITY;
      return;
    }
    int head = index / (times * times) % heads, batch = index / (heads * times * times);
    int size = channels / heads;
    const float *query = inputs + (batch * times + row) * 2 * channels + head * size;
    const float *key = inputs + (batch * times + column) * 2 * channels + head * size + channels;
    float sum = 0.0f;
    for (int i = 0; i < size; ++i)
      sum += query[i] * key[i];
    scores[index] = 0.5f * sum;
  }
}

__global__ void windowed(int m, int n, int k, const float *a, const float *b, float *c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && column < n) {
    if (column > row + 3) {
      c[row * n + column] = 0.0f;
      return;
    }
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += a[row * k + l] * b[l * n + column];
    c[row * n + column] = sum;
  }
}

constexpr int T = 8;

// The columns of a head begin behind those of the heads before it.
__global__ void heads(const float *a, const float *b, float *c, int rows, int width, int steps,
                      int each) {
  __shared__ float as[T][T], bs[T][T];
  int row = blockIdx.y * blockDim.y + threadIdx.y, head = blockIdx.z;
  int column = blockIdx.x * blockDim.x + threadIdx.x + each * head;
  if (row < rows && column < width) {
    float sum = 0.0f;
    for (int t = 0; t < steps / T; ++t) {
      as[threadIdx.y][threadIdx.x] = a[(head * rows + row) * steps + t * T + threadIdx.x];
      bs[threadIdx.y][threadIdx.x] = b[(t * T + threadIdx.y) * width + column];
      __syncthreads();
      for (int l = 0; l < T; ++l)
        sum += as[threadIdx.y][l] * bs[l][threadIdx.x];
      __syncthreads();
    }
    c[row * width + column] = sum;
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  causal<<<dim3(2 * 3 * 21 * 21 / 64 + 1), dim3(64)>>>(c, a, 2, 21, 33, 3);
  printArray(c);
  windowed<<<dim3((Columns + 7) / 8, (Rows + 7) / 8), dim3(8, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  heads<<<dim3(3, 2, 3), dim3(T, T)>>>(a, b, c, 16, 72, 32, 24);
  printArray(c);
}
