// fdtd-2d.cu: tmax steps of the fields ex, ey and hz, one thread a point of the grid
//
// ex, ey and hz are nx x ny, row-major; _fict_ has tmax elements, the first row of ey at each step.
#include "fdtd-2d.cuh"

__global__ void fdtd_step1_kernel(int nx, int ny, DATA_TYPE *_fict_, DATA_TYPE *ex, DATA_TYPE *ey,
                                  DATA_TYPE *hz, int t) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;

  if ((i < nx) && (j < ny)) {
    if (i == 0) {
      ey[i * ny + j] = _fict_[t];
    } else {
      ey[i * ny + j] -= (DATA_TYPE)0.5 * (hz[i * ny + j] - hz[(i - 1) * ny + j]);
    }
  }
}

__global__ void fdtd_step2_kernel(int nx, int ny, DATA_TYPE *ex, DATA_TYPE *ey, DATA_TYPE *hz,
                                  int t) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;

  if ((i < nx) && (j < ny) && (j > 0)) {
    ex[i * ny + j] -= (DATA_TYPE)0.5 * (hz[i * ny + j] - hz[i * ny + (j - 1)]);
  }
}

__global__ void fdtd_step3_kernel(int nx, int ny, DATA_TYPE *ex, DATA_TYPE *ey, DATA_TYPE *hz,
                                  int t) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;

  if ((i < nx - 1) && (j < ny - 1)) {
    hz[i * ny + j] -= (DATA_TYPE)0.7 * (ex[i * ny + (j + 1)] - ex[i * ny + j] +
                                        ey[(i + 1) * ny + j] - ey[i * ny + j]);
  }
}

void fdtdCuda(int tmax, int nx, int ny, DATA_TYPE *_fict_, DATA_TYPE *ex, DATA_TYPE *ey,
              DATA_TYPE *hz, cudaStream_t stream) {
  dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
  dim3 grid((ny + block.x - 1) / block.x, (nx + block.y - 1) / block.y);

  for (int t = 0; t < tmax; t++) {
    fdtd_step1_kernel<<<grid, block, 0, stream>>>(nx, ny, _fict_, ex, ey, hz, t);
    fdtd_step2_kernel<<<grid, block, 0, stream>>>(nx, ny, ex, ey, hz, t);
    fdtd_step3_kernel<<<grid, block, 0, stream>>>(nx, ny, ex, ey, hz, t);
  }
}

// The harness's entry: dimensions TMAX, NX, NY; buffers _fict_, ex, ey, hz.
extern "C" int polybench_run(const PolybenchArguments *arguments) {
  if (!polybenchAccepts(arguments, 3, 0, 4))
    return POLYBENCH_BAD_ARGUMENTS;

  const int *size = arguments->dimensions;
  DATA_TYPE *const *buffer = (DATA_TYPE *const *)arguments->buffers;
  fdtdCuda(size[0], size[1], size[2], buffer[0], buffer[1], buffer[2], buffer[3],
           (cudaStream_t)arguments->stream);
  return cudaGetLastError();
}
