// RUN: %unchanged
// A maximum that each step of an unrolled loop chooses anew: the tree of choices doubles at each step.
// CHECK: remark: left 'scores' alone: a loop over elements of a local array, of which the steps are not known
__global__ void scores(const float *q, const float *k, float *c, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float own[64], score[32], greatest = -1e30f;
  for (int d = 0; d < 64; ++d) own[d] = q[row * 64 + d];
  for (int j = 0; j < 32; ++j) {
    float sum = 0;
    for (int d = 0; d < 64; ++d) sum += own[d] * k[j * 64 + d];
    score[j] = sum;
    if (score[j] > greatest) greatest = score[j];
  }
  for (int j = 0; j < 32; ++j) c[row * 32 + j] = expf(score[j] - greatest);
}
void run(float *q, float *k, float *c, int n) { scores<<<n / 128, 128>>>(q, k, c, n); }
