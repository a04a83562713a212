__global__ void scale(int n, float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] *= 2.0f;
}
void run(int n, float *a) { scale<<<(n + 255) / 256, 256>>>(n, a); }
