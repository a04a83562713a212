// conv2d.cu: Y := X convolved with the filters F, one thread an element of Y
//
// This is a layer of a convolutional network as it is written most. X has n pictures of h x w
// pixels and c channels, F has k filters of r x s x c coefficients, Y has n pictures of p x q
// pixels and k channels. A filter moves on by `stride` pixels, from `pad` pixels before the first
// one on. Pixels outside of a picture are left out. The order of dimensions is NCHW and KCRS, or
// NHWC and KRSC with CONV2D_NHWC. Y has X's type, since the next layer reads it; sums of
// half-precision products are FP32.
#include "conv2d.cuh"

#if defined(CONV2D_NHWC)

__global__ void conv2d_kernel(int n, int c, int h, int w, int k, int r, int s, int p, int q,
                              int stride, int pad, const DATA_TYPE *x, const DATA_TYPE *f,
                              DATA_TYPE *y) {
  int filter = blockIdx.x * blockDim.x + threadIdx.x;
  int pixel = blockIdx.y * blockDim.y + threadIdx.y;
  int picture = blockIdx.z;

  if (filter < k && pixel < p * q) {
    int row = pixel / q, column = pixel % q;
    SCALAR sum = 0;
    for (int i = 0; i < r; i++) {
      for (int j = 0; j < s; j++) {
        int above = row * stride + i - pad, left = column * stride + j - pad;
        if (above >= 0 && above < h && left >= 0 && left < w) {
          for (int channel = 0; channel < c; channel++)
            sum += (SCALAR)x[((picture * h + above) * w + left) * c + channel] *
                   (SCALAR)f[((filter * r + i) * s + j) * c + channel];
        }
      }
    }
    y[(picture * p * q + pixel) * k + filter] = (DATA_TYPE)sum;
  }
}

#else

__global__ void conv2d_kernel(int n, int c, int h, int w, int k, int r, int s, int p, int q,
                              int stride, int pad, const DATA_TYPE *x, const DATA_TYPE *f,
                              DATA_TYPE *y) {
  int pixel = blockIdx.x * blockDim.x + threadIdx.x;
  int filter = blockIdx.y * blockDim.y + threadIdx.y;
  int picture = blockIdx.z;

  if (filter < k && pixel < p * q) {
    int row = pixel / q, column = pixel % q;
    SCALAR sum = 0;
    for (int channel = 0; channel < c; channel++) {
      for (int i = 0; i < r; i++) {
        for (int j = 0; j < s; j++) {
          int above = row * stride + i - pad, left = column * stride + j - pad;
          if (above >= 0 && above < h && left >= 0 && left < w)
            sum += (SCALAR)x[((picture * c + channel) * h + above) * w + left] *
                   (SCALAR)f[((filter * c + channel) * r + i) * s + j];
        }
      }
    }
    y[(picture * k + filter) * p * q + pixel] = (DATA_TYPE)sum;
  }
}

#endif

void conv2dCuda(int n, int c, int h, int w, int k, int r, int s, int stride, int pad, DATA_TYPE *x,
                DATA_TYPE *f, DATA_TYPE *y, cudaStream_t stream) {
  int p = (h + 2 * pad - r) / stride + 1;
  int q = (w + 2 * pad - s) / stride + 1;
#if defined(CONV2D_NHWC)
  int across = k, down = p * q;
#else
  int across = p * q, down = k;
#endif
  dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
  dim3 grid((across + block.x - 1) / block.x, (down + block.y - 1) / block.y, n);

  conv2d_kernel<<<grid, block, 0, stream>>>(n, c, h, w, k, r, s, p, q, stride, pad, x, f, y);
}

// The harness's entry: dimensions N, C, H, W, K, R, STRIDE; buffers X, F, Y. Filters are R x R, and
// the padding is half of that: with stride 1, Y's pictures are as large as X's.
extern "C" int polybench_run(const PolybenchArguments *arguments) {
  if (!polybenchAccepts(arguments, 7, 0, 3))
    return POLYBENCH_BAD_ARGUMENTS;

  const int *size = arguments->dimensions;
  conv2dCuda(size[0], size[1], size[2], size[3], size[4], size[5], size[5], size[6], size[5] / 2,
             (DATA_TYPE *)arguments->buffers[0], (DATA_TYPE *)arguments->buffers[1],
             (DATA_TYPE *)arguments->buffers[2], (cudaStream_t)arguments->stream);
  return cudaGetLastError();
}
