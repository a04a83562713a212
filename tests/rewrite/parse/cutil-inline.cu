// cutil_inline.h and shrUtils.h of CUDA 3 and 4.
// RUN: %parsed
// RUN: %parsed-toolkit
// CHECK: warning: 'cutil_inline.h' file not found, and 1 more error that --verbose lists, which no rewritten kernel needs
// CHECK-NOT: warning
// CHECK: remark: rewrote 'sgemmNT'

#include <cutil_inline.h>
#include <shrUtils.h>

__global__ void sgemmNT(const float *A, int lda, const float *B, int ldb, float *C, int ldc, int k,
                        float alpha, float beta) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0.f;
  for (int p = 0; p < k; ++p)
    sum += A[i + p * lda] * B[j + p * ldb];
  C[i + j * ldc] = alpha * sum + beta * C[i + j * ldc];
}

int main(int argc, char **argv) {
  shrSetLogFileName("sgemm.txt");
  if (cutCheckCmdLineFlag(argc, (const char **)argv, "device"))
    cutilDeviceInit(argc, argv);
  else
    cudaSetDevice(cutGetMaxGflopsDeviceId());
  float *a, *b, *c;
  int n = 256;
  cutGetCmdLineArgumenti(argc, (const char **)argv, "n", &n);
  cutilSafeCall(cudaMalloc((void **)&a, n * n * sizeof(float)));
  cutilSafeCall(cudaMalloc((void **)&b, n * n * sizeof(float)));
  cutilSafeCall(cudaMalloc((void **)&c, n * n * sizeof(float)));
  shrDeltaT(0);
  sgemmNT<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, n, b, n, c, n, n, 1.f, 0.f);
  cutilCheckMsg("sgemmNT failed");
  cutilSafeCall(cutilThreadSynchronize());
  shrLog("done\n");
  cutilExit(argc, argv);
}
