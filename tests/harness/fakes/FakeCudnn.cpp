// A libcudnn.so.9 that computes on the host, in FP64, and rounds once. It names Winograd's
// algorithm first, which computes nothing here.
#include "tests/harness/fakes/cudnn.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <type_traits>

struct Shape {
  cudnnTensorFormat_t format;
  cudnnDataType_t type;
  int n, c, h, w;

  long at(int image, int channel, int row, int column) const {
    return format == CUDNN_TENSOR_NHWC ? ((1L * image * h + row) * w + column) * c + channel
                                       : ((1L * image * c + channel) * h + row) * w + column;
  }
};
struct cudnnTensorStruct : Shape {};
struct cudnnFilterStruct : Shape {};
struct cudnnConvolutionStruct {
  int padHeight, padWidth, strideHeight, strideWidth, dilationHeight, dilationWidth;
  cudnnConvolutionMode_t mode;
  cudnnDataType_t type;
  cudnnMathType_t mathType;
};
struct cudnnContext {};

namespace {

template <typename Element>
void convolve(const Shape &xShape, const void *xData, const Shape &wShape, const void *wData,
              const cudnnConvolutionStruct &by, const Shape &yShape, void *yData) {
  const auto *x = static_cast<const Element *>(xData), *w = static_cast<const Element *>(wData);
  auto *y = static_cast<Element *>(yData);
  // Of 16-bit types, a float has all values.
  using Wide = std::conditional_t<std::is_same_v<Element, double>, double, float>;
  for (int n = 0; n < yShape.n; ++n)
    for (int k = 0; k < yShape.c; ++k)
      for (int p = 0; p < yShape.h; ++p)
        for (int q = 0; q < yShape.w; ++q) {
          double sum = 0;
          for (int c = 0; c < wShape.c; ++c)
            for (int r = 0; r < wShape.h; ++r)
              for (int s = 0; s < wShape.w; ++s) {
                const int row = p * by.strideHeight + r * by.dilationHeight - by.padHeight;
                const int column = q * by.strideWidth + s * by.dilationWidth - by.padWidth;
                if (row >= 0 && row < xShape.h && column >= 0 && column < xShape.w)
                  sum += double(Wide(x[xShape.at(n, c, row, column)])) *
                         double(Wide(w[wShape.at(k, c, r, s)]));
              }
          y[yShape.at(n, k, p, q)] = static_cast<Element>(static_cast<Wide>(sum));
        }
}

template <typename Structure>
cudnnStatus_t create(Structure **made) {
  *made = new Structure();
  return CUDNN_STATUS_SUCCESS;
}
template <typename Structure>
cudnnStatus_t destroy(Structure *made) {
  delete made;
  return CUDNN_STATUS_SUCCESS;
}

} // namespace

extern "C" {
std::size_t cudnnGetVersion() {
  return 91000;
}
const char *cudnnGetErrorString(cudnnStatus_t) {
  return "an invalid value";
}
cudnnStatus_t cudnnCreate(cudnnHandle_t *handle) {
  return create(handle);
}
cudnnStatus_t cudnnSetStream(cudnnHandle_t, cudaStream_t) {
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnCreateTensorDescriptor(cudnnTensorDescriptor_t *tensor) {
  return create(tensor);
}
cudnnStatus_t cudnnDestroyTensorDescriptor(cudnnTensorDescriptor_t tensor) {
  return destroy(tensor);
}
cudnnStatus_t cudnnSetTensor4dDescriptor(cudnnTensorDescriptor_t tensor, cudnnTensorFormat_t format,
                                         cudnnDataType_t type, int n, int c, int h, int w) {
  static_cast<Shape &>(*tensor) = {format, type, n, c, h, w};
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnCreateFilterDescriptor(cudnnFilterDescriptor_t *filter) {
  return create(filter);
}
cudnnStatus_t cudnnDestroyFilterDescriptor(cudnnFilterDescriptor_t filter) {
  return destroy(filter);
}
cudnnStatus_t cudnnSetFilter4dDescriptor(cudnnFilterDescriptor_t filter, cudnnDataType_t type,
                                         cudnnTensorFormat_t format, int k, int c, int h, int w) {
  static_cast<Shape &>(*filter) = {format, type, k, c, h, w};
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnCreateConvolutionDescriptor(cudnnConvolutionDescriptor_t *convolution) {
  return create(convolution);
}
cudnnStatus_t cudnnDestroyConvolutionDescriptor(cudnnConvolutionDescriptor_t convolution) {
  return destroy(convolution);
}
cudnnStatus_t cudnnSetConvolution2dDescriptor(cudnnConvolutionDescriptor_t convolution,
                                              int padHeight, int padWidth, int strideHeight,
                                              int strideWidth, int dilationHeight,
                                              int dilationWidth, cudnnConvolutionMode_t mode,
                                              cudnnDataType_t computeType) {
  *convolution = {padHeight,     padWidth, strideHeight, strideWidth,       dilationHeight,
                  dilationWidth, mode,     computeType,  CUDNN_DEFAULT_MATH};
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetConvolutionMathType(cudnnConvolutionDescriptor_t convolution,
                                          cudnnMathType_t mathType) {
  convolution->mathType = mathType;
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetConvolutionForwardAlgorithm_v7(cudnnHandle_t, cudnnTensorDescriptor_t,
                                                     cudnnFilterDescriptor_t,
                                                     cudnnConvolutionDescriptor_t convolution,
                                                     cudnnTensorDescriptor_t, int requested,
                                                     int *returned,
                                                     cudnnConvolutionFwdAlgoPerf_t *results) {
  if (requested < 2)
    return CUDNN_STATUS_BAD_PARAM;
  *returned = 2;
  results[0] = {CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD,
                CUDNN_STATUS_SUCCESS,
                1,
                0,
                CUDNN_DETERMINISTIC,
                convolution->mathType,
                {}};
  results[1] = {CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM,
                CUDNN_STATUS_SUCCESS,
                2,
                1 << 10,
                CUDNN_DETERMINISTIC,
                convolution->mathType,
                {}};
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnConvolutionForward(cudnnHandle_t, const void *, cudnnTensorDescriptor_t x,
                                      const void *xData, cudnnFilterDescriptor_t w,
                                      const void *wData, cudnnConvolutionDescriptor_t convolution,
                                      cudnnConvolutionFwdAlgo_t algorithm, void *workspace,
                                      std::size_t workspaceBytes, const void *,
                                      cudnnTensorDescriptor_t y, void *yData) {
  const bool isHalf = x->type == CUDNN_DATA_HALF || x->type == CUDNN_DATA_BFLOAT16;
  // What the real one refuses, too.
  if (algorithm != CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM || !workspace ||
      workspaceBytes < (1 << 10) || x->c != w->c || y->n != x->n || y->c != w->n ||
      convolution->mode != CUDNN_CROSS_CORRELATION ||
      convolution->mathType != (isHalf ? CUDNN_TENSOR_OP_MATH : CUDNN_FMA_MATH) ||
      x->type != w->type || x->type != y->type ||
      convolution->type != (isHalf ? CUDNN_DATA_FLOAT : x->type) ||
      y->h != (x->h + 2 * convolution->padHeight - w->h) / convolution->strideHeight + 1 ||
      y->w != (x->w + 2 * convolution->padWidth - w->w) / convolution->strideWidth + 1)
    return CUDNN_STATUS_BAD_PARAM;
  if (x->type == CUDNN_DATA_DOUBLE)
    convolve<double>(*x, xData, *w, wData, *convolution, *y, yData);
  else if (x->type == CUDNN_DATA_HALF)
    convolve<__half>(*x, xData, *w, wData, *convolution, *y, yData);
  else if (x->type == CUDNN_DATA_BFLOAT16)
    convolve<__nv_bfloat16>(*x, xData, *w, wData, *convolution, *y, yData);
  else
    convolve<float>(*x, xData, *w, wData, *convolution, *y, yData);
  return CUDNN_STATUS_SUCCESS;
}
}
