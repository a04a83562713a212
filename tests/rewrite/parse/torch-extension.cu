// A PyTorch extension, whose headers are nowhere: its launches, also that in a dispatch by type.
// RUN: %parsed
// RUN: FileCheck %s --check-prefix=OUT --input-file=%t.cu
// CHECK-DAG: remark: rewrote 'linear'
// CHECK-DAG: remark: rewrote 'dispatched'
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <nvtx3/nvToolsExt.h>
#include <torch/extension.h>

__global__ void linear(const float *x, const float *w, float *y, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int i = 0; i < k; ++i)
    sum += x[row * k + i] * w[col * k + i];
  y[row * n + col] = sum;
}
template <typename scalar_t>
__global__ void dispatched(const scalar_t *__restrict__ a, const scalar_t *__restrict__ b, scalar_t *__restrict__ c,
                           int64_t m, int64_t n, int64_t k) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  scalar_t sum = 0;
  for (int64_t l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}

#define CHECK_CUDA(x) TORCH_CHECK(x.device().is_cuda(), #x " must be a CUDA tensor")

torch::Tensor forward(torch::Tensor x, torch::Tensor w) {
  CHECK_CUDA(x);
  const at::cuda::OptionalCUDAGuard guard(device_of(x));
  auto y = torch::zeros({x.size(0), w.size(0)}, x.options().dtype(torch::kFloat32).device(torch::kCUDA, 0));
  dim3 threads(16, 16);
  dim3 blocks((w.size(0) + 15) / 16, (x.size(0) + 15) / 16);
  nvtxRangePush("linear");
  // OUT: {{^}}  linear_rewritten::launch(blocks, threads, 0, at::cuda::getCurrentCUDAStream(), x.data_ptr<float>(), w.data_ptr<float>(), y.data_ptr<float>(), x.size(0), w.size(0), x.size(1));
  linear<<<blocks, threads, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>(), w.data_ptr<float>(), y.data_ptr<float>(), x.size(0), w.size(0), x.size(1));
  nvtxRangePop();
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "dispatched", ([&] {
    // OUT: {{^}}    dispatched_rewritten::launch<scalar_t>(blocks, threads, 0, 0, x.data_ptr<scalar_t>(),
    dispatched<scalar_t><<<blocks, threads>>>(x.data_ptr<scalar_t>(), w.data_ptr<scalar_t>(),
                                              y.data_ptr<scalar_t>(), x.size(0), w.size(1), x.size(1));
  }));
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return y;
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("forward", &forward, "forward (CUDA)", pybind11::arg("x"), pybind11::arg("w"));
}
