// A number of steps that is a remainder, put to 0 for a tile behind the loop: its own size was in
// it.
constexpr int T = 16;
__global__ void filledForMore(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[2][T][T], tb[2][T][T];
  const int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0.0f;
  int now = 0;
  ta[0][y][x] = a[i * k + x];
  tb[0][y][x] = b[y * n + j];
  __syncthreads();
  for (int t = 1; t < k % T; ++t) {
    ta[1 - now][y][x] = a[i * k + t * T + x];
    tb[1 - now][y][x] = b[(t * T + y) * n + j];
    for (int s = 0; s < T; ++s)
      sum += ta[now][y][s] * tb[now][s][x];
    __syncthreads();
    now = 1 - now;
  }
  for (int s = 0; s < T; ++s)
    sum += ta[now][y][s] * tb[now][s][x];
  c[i * n + j] = sum;
}
void launch(int n, int k, const float *a, const float *b, float *c) {
  filledForMore<<<dim3(2, 2), dim3(T, T)>>>(n, k, a, b, c);
}
