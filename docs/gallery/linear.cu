// A layer of a network: Y = relu(X W' + bias), with the weights stored as a row per output.
#include <cuda_runtime.h>

__global__ void linear_relu(const float *x, const float *weights, const float *bias, float *y,
                            int batch, int inputs, int outputs) {
  int sample = blockIdx.y * blockDim.y + threadIdx.y;
  int output = blockIdx.x * blockDim.x + threadIdx.x;
  if (sample >= batch || output >= outputs)
    return;
  float sum = 0.0f;
  for (int i = 0; i < inputs; i++)
    sum += x[sample * inputs + i] * weights[output * inputs + i];
  y[sample * outputs + output] = fmaxf(sum + bias[output], 0.0f);
}

void forward(const float *x, const float *weights, const float *bias, float *y, int batch,
             int inputs, int outputs, cudaStream_t stream) {
  dim3 block(32, 8);
  dim3 grid((outputs + block.x - 1) / block.x, (batch + block.y - 1) / block.y);
  linear_relu<<<grid, block, 0, stream>>>(x, weights, bias, y, batch, inputs, outputs);
}
