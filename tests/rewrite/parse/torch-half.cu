// PyTorch's numbers of 16 bits: by pointers of CUDA's types, by a dispatch, and with the operators that PyTorch has for
// them. PyTorch gives these flags to extensions.
// RUN: warpsmith %s --passes=tile --arch=sm_80 -o %t.cu -- -D__CUDA_NO_HALF_OPERATORS__ -D__CUDA_NO_HALF_CONVERSIONS__ -D__CUDA_NO_BFLOAT16_CONVERSIONS__ -D__CUDA_NO_HALF2_OPERATORS__ 2> %t.remarks
// RUN: FileCheck %s --input-file=%t.remarks --implicit-check-not=warning:
// RUN: FileCheck %s --check-prefix=OUT --input-file=%t.cu
// RUN: warpsmith %s --emit=contraction -- | FileCheck %s --check-prefix=FORM
#include <ATen/cuda/CUDAContext.h>
#include <torch/extension.h>

// CHECK-DAG: remark: rewrote 'linear': tile{{.*}}, in 3 cases
// FORM: linear
// FORM: (float)A * (float)B
// OUT-DAG: linear<c10::Half><<<grid, block, sharedBytes, stream>>>(x, w, y, m, n, k);
// OUT-DAG: reinterpret_cast<const __half *>(x)
// OUT-DAG: reinterpret_cast<__nv_bfloat16 *>(y)
template <typename scalar_t>
__global__ void linear(const scalar_t *__restrict__ x, const scalar_t *__restrict__ w, scalar_t *__restrict__ y, int m,
                       int n, int k) {
  using sum_t = at::acc_type<scalar_t, true>;
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  sum_t sum = 0;
  for (int l = 0; l < k; ++l)
    sum += static_cast<sum_t>(x[i * k + l]) * static_cast<sum_t>(w[j * k + l]);
  y[i * n + j] = static_cast<scalar_t>(sum);
}

// Products that are rounded before they are added, and sums that are rounded at each step.
// CHECK-DAG: remark: rewrote 'rounded'
// FORM: rounded
// FORM: step     sum + (float)(__half)((float)A * (float)B)
__global__ void rounded(const at::Half *x, const at::Half *w, float *y, int m, int n, int k) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += x[i * k + l] * w[l * n + j];
  y[i * n + j] = sum;
}
// The sum is rounded at each step, as it is in PyTorch.
// CHECK-DAG: remark: rewrote 'narrow'
// FORM: narrow
// FORM: step     (__half)((float)sum + (float)(__half)((float)A * (float)B))
__global__ void narrow(const at::Half *x, const at::Half *w, at::Half *y, int m, int n, int k) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  at::Half sum = 0;
  for (int l = 0; l < k; ++l)
    sum += x[i * k + l] * w[l * n + j];
  y[i * n + j] = sum;
}

// Integers beside them become such numbers.
// CHECK-DAG: remark: rewrote 'withInteger'
// FORM: withInteger
// FORM: step     sum + (float)(__half)((float)(__half)((float)A * (float)(__half)2.0f) * (float)B)
__global__ void withInteger(const at::Half *x, const at::Half *w, float *y, int m, int n, int k) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += x[i * k + l] * 2 * w[l * n + j];
  y[i * n + j] = sum;
}

torch::Tensor forward(torch::Tensor x, torch::Tensor w) {
  const int m = x.size(0), k = x.size(1), n = w.size(0);
  auto y = torch::empty({m, n}, x.options());
  const dim3 threads(16, 16), blocks((n + 15) / 16, (m + 15) / 16);
  AT_DISPATCH_SWITCH(x.scalar_type(), "linear",
                     AT_DISPATCH_CASE(at::ScalarType::Float, [&] {
                       linear<scalar_t><<<blocks, threads, 0, at::cuda::getCurrentCUDAStream()>>>(
                           x.data_ptr<scalar_t>(), w.data_ptr<scalar_t>(), y.data_ptr<scalar_t>(), m, n, k);
                     }));
  AT_DISPATCH_REDUCED_FLOATING_TYPES(x.scalar_type(), "linear", ([&] {
    // OUT-DAG: {{^}}    linear_rewritten::launch<scalar_t>(blocks, threads, 0, at::cuda::getCurrentCUDAStream(),
    linear<scalar_t><<<blocks, threads, 0, at::cuda::getCurrentCUDAStream()>>>(
        x.data_ptr<scalar_t>(), w.data_ptr<scalar_t>(), y.data_ptr<scalar_t>(), m, n, k);
  }));
  rounded<<<blocks, threads>>>(x.data_ptr<at::Half>(), w.data_ptr<at::Half>(), y.data_ptr<float>(), m, n, k);
  narrow<<<blocks, threads>>>(x.data_ptr<at::Half>(), w.data_ptr<at::Half>(), y.data_ptr<at::Half>(), m, n, k);
  withInteger<<<blocks, threads>>>(x.data_ptr<at::Half>(), w.data_ptr<at::Half>(), y.data_ptr<float>(), m, n, k);
  return y;
}
