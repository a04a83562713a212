// A 2-D texture reference on a CUDA array, and a texture object.
// RUN: %parsed
// RUN: %parsed-toolkit
// CHECK-DAG: remark: left 'transpose' alone
// CHECK-DAG: remark: left 'sample' alone
// CHECK-DAG: remark: rewrote 'product'

texture<float, 2, cudaReadModeElementType> image;
surface<void, 2> output;

__global__ void transpose(float *out, int width, int height) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[x * height + y] = tex2D(image, x + 0.5f, y + 0.5f);
}

__global__ void sample(float *out, cudaTextureObject_t object) {
  out[threadIdx.x] = tex2D<float>(object, threadIdx.x, 0.5f);
}

__global__ void product(float *a, float *b, float *c, int m, int n, int k) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float s = 0;
    for (int l = 0; l < k; l++)
      s += a[i * k + l] * b[l * n + j];
    c[i * n + j] = s;
  }
}

void run(float *a, float *b, float *c, float *host, int n) {
  cudaChannelFormatDesc channel = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  cudaChannelFormatDesc same = cudaCreateChannelDesc<float>();
  cudaArray *array;
  cudaMallocArray(&array, &channel, n, n);
  cudaMemcpyToArray(array, 0, 0, host, n * n * sizeof(float), cudaMemcpyHostToDevice);
  image.addressMode[0] = cudaAddressModeWrap;
  image.addressMode[1] = cudaAddressModeClamp;
  image.filterMode = cudaFilterModeLinear;
  image.normalized = false;
  cudaBindTextureToArray(image, array, same);
  cudaBindSurfaceToArray(output, array);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t object = 0;
  cudaCreateTextureObject(&object, &resource, &description, NULL);
  dim3 block(16, 16), grid(n / 16, n / 16);
  transpose<<<grid, block>>>(b, n, n);
  sample<<<1, 32>>>(b, object);
  product<<<grid, block>>>(a, b, c, n, n, n);
  cudaDestroyTextureObject(object);
  cudaUnbindTexture(image);
  cudaFreeArray(array);
}
