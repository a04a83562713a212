// RUN: warpsmith %s --passes=tile -o %t.cu --error-on-missed --
// A type of the name of the namespace that alternatives stand in: see alternatives.test.
struct otherwise {
  const float *elements;
};

__global__ void mm(int n, otherwise a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) {
    float sum = 0;
    for (int l = 0; l < n; l++)
      sum += a.elements[i * n + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

void launch(int n, const float *a, const float *b, float *c) {
  mm<<<dim3((n + 31) / 32, (n + 7) / 8), dim3(32, 8)>>>(n, otherwise{a}, b, c);
}
