__global__ void gemm_kernel(int ni, int nj, int nk, float alpha, float beta, float *a, float *b,
                            float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if ((i < ni) && (j < nj)) {
    c[i * nj + j] *= beta;
    int k;
    for (k = 0; k < nk; k++)
      c[i * nj + j] += alpha * a[i * nk + k] * b[k * nj + j];
  }
}

void gemm(int ni, int nj, int nk, float alpha, float beta, float *a, float *b, float *c) {
  dim3 block(32, 8);
  dim3 grid((nj + 31) / 32, (ni + 7) / 8);
  gemm_kernel<<<grid, block>>>(ni, nj, nk, alpha, beta, a, b, c);
}
