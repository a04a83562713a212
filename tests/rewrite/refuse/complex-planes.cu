// RUN: not warpsmith %s --passes=tile -o %t.cu -- 2>&1 | FileCheck %s
// RUN: not warpsmith %s --passes=tile,resident -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=RESIDENT
// RUN: warpsmith %s --passes=tile --numerics=fp32 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=FP32
// Two results whose sums are not those of a complex product, or where one cannot be computed without
// the other.
#define INDICES \
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x; \
  if (i >= m || j >= n) \
    return
#define READ \
  const float xr = ar[i * k + l], xi = ai[i * k + l], yr = br[l * n + j], yi = bi[l * n + j]

// Other signs: conj(A) * B.
// CHECK: rewrote 'conjugated'
// RESIDENT: pass 'resident' does not apply to 'conjugated'
__global__ void conjugated(int m, int n, int k, const float *ar, const float *ai, const float *br,
                           const float *bi, float *cr, float *ci) {
  INDICES;
  float re = 0, im = 0;
  for (int l = 0; l < k; ++l) {
    READ;
    re += xr * yr + xi * yi;
    im += xr * yi - xi * yr;
  }
  cr[i * n + j] = re;
  ci[i * n + j] = im;
}

// CHECK: pass 'tile' does not apply to 'readTwice': 'A * B + A2 * B2' adds products, and which one nvcc contracts into an FMA cannot be told; read each element once, from global memory into a variable, or allow it with --numerics=fp32
// FP32: rewrote 'readTwice': {{.*}}, each of 2 outputs by itself
__global__ void readTwice(int m, int n, int k, const float *ar, const float *ai, const float *br,
                          const float *bi, float *cr, float *ci) {
  INDICES;
  float re = 0, im = 0;
  for (int l = 0; l < k; ++l) {
    re += ar[i * k + l] * br[l * n + j] - ai[i * k + l] * bi[l * n + j];
    im += ar[i * k + l] * bi[l * n + j] + ai[i * k + l] * br[l * n + j];
  }
  cr[i * n + j] = re;
  ci[i * n + j] = im;
}

// CHECK: left 'oneProductTwice' alone: stores to more than one array ('cr' and 'ci'): they are neither functions of one sum
__global__ void oneProductTwice(int m, int n, int k, const float *ar, const float *ai,
                                const float *br, const float *bi, float *cr, float *ci) {
  INDICES;
  float re = 0, im = 0;
  for (int l = 0; l < k; ++l) {
    READ;
    re += xr * yr - xi * yi;
    im += xr * yr + xi * yi;
  }
  cr[i * n + j] = re;
  ci[i * n + j] = im;
}

// CHECK: left 'scaled' alone: stores to more than one array ('cr' and 'ci'): of 'cr', what is stored depends on more than one sum
__global__ void scaled(int m, int n, int k, float s, float t, const float *ar, const float *ai,
                       const float *br, const float *bi, float *cr, float *ci) {
  INDICES;
  float re = 0, im = 0;
  for (int l = 0; l < k; ++l) {
    READ;
    re += xr * yr - xi * yi;
    im += xr * yi + xi * yr;
  }
  cr[i * n + j] = s * re - t * im;
  ci[i * n + j] = s * im + t * re;
}

// CHECK: left 'accumulated' alone: stores to more than one array ('cr' and 'ci'), and 'cr' is read
__global__ void accumulated(int m, int n, int k, const float *ar, const float *ai, const float *br,
                            const float *bi, float *cr, float *ci) {
  INDICES;
  float re = 0, im = 0;
  for (int l = 0; l < k; ++l) {
    READ;
    re += xr * yr - xi * yi;
    im += xr * yi + xi * yr;
  }
  cr[i * n + j] += re;
  ci[i * n + j] += im;
}

// CHECK: left 'dependent' alone: stores to more than one array ('cr' and 'ci'): of 'ci', sums in the loop depend on each other
__global__ void dependent(int m, int n, int k, const float *ar, const float *ai, const float *br,
                          const float *bi, float *cr, float *ci) {
  INDICES;
  float re = 0, im = 0;
  for (int l = 0; l < k; ++l) {
    READ;
    re += xr * yr - xi * yi;
    im += xr * yi + xi * yr + re;
  }
  cr[i * n + j] = re;
  ci[i * n + j] = im;
}

// CHECK: left 'exchanged' alone: 're' is a value that the last step of a loop has left, and no sum of its steps
__global__ void exchanged(int m, int n, int k, const float *ar, const float *ai, const float *br,
                          const float *bi, float *cr, float *ci) {
  INDICES;
  float re = 0, im = 0;
  for (int l = 0; l < k; ++l) {
    READ;
    re += xr * yr - xi * yi;
    im += xr * yi + xi * yr;
    const float old = re;
    re = im;
    im = old;
  }
  cr[i * n + j] = re;
  ci[i * n + j] = im;
}

// CHECK: left 'onePart' alone: stores to more than one array ('cr' and 'ci'): of 'ci', what is stored does not depend on the sum
__global__ void onePart(int m, int n, int k, const float *ar, const float *ai, const float *br,
                        const float *bi, float *cr, float *ci) {
  INDICES;
  float re = 0;
  for (int l = 0; l < k; ++l) {
    READ;
    re += xr * yr - xi * yi;
  }
  cr[i * n + j] = re;
  ci[i * n + j] = 0;
}

// CHECK: left 'upper' alone: stores to more than one array ('cr' and 'ci'), and what 'ci' gets has only some of its elements stored
__global__ void upper(int m, int n, int k, const float *ar, const float *ai, const float *br,
                      const float *bi, float *cr, float *ci) {
  INDICES;
  float re = 0, im = 0;
  for (int l = 0; l < k; ++l) {
    READ;
    re += xr * yr - xi * yi;
    im += xr * yi + xi * yr;
  }
  cr[i * n + j] = re;
  if (i <= j)
    ci[i * n + j] = im;
}

// CHECK: left 'otherRows' alone: stores to more than one array ('cr' and 'ci'): they are neither functions of one sum
__global__ void otherRows(int m, int n, int k, const float *ar, const float *ai, const float *br,
                          const float *bi, float *cr, float *ci) {
  INDICES;
  float re = 0, im = 0;
  for (int l = 0; l < k; ++l) {
    READ;
    re += xr * yr - xi * yi;
    im += ar[i * k + k + l] * yi + xi * yr;
  }
  cr[i * n + j] = re;
  ci[i * n + j] = im;
}

// A step of zeros leaves -0, which adding them would not.
// CHECK: left 'subtracted' alone: stores to more than one array ('cr' and 'ci'): of 'cr', the step 'sum - (ar * br - ai * bi)' of zeros beyond the end of the sum may change it
__global__ void subtracted(int m, int n, int k, const float *ar, const float *ai, const float *br,
                           const float *bi, float *cr, float *ci) {
  __shared__ float tar[8][8], tai[8][8], tbr[8][8], tbi[8][8];
  const int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * 8 + y, j = blockIdx.x * 8 + x;
  float re = 0, im = 0;
  for (int first = 0; first < k; first += 8) {
    const bool inA = i < m && first + x < k, inB = first + y < k && j < n;
    tar[y][x] = inA ? ar[i * k + first + x] : 0;
    tai[y][x] = inA ? ai[i * k + first + x] : 0;
    tbr[y][x] = inB ? br[(first + y) * n + j] : 0;
    tbi[y][x] = inB ? bi[(first + y) * n + j] : 0;
    __syncthreads();
    for (int l = 0; l < 8; ++l) {
      re -= tar[y][l] * tbr[l][x] - tai[y][l] * tbi[l][x];
      im += tar[y][l] * tbi[l][x] + tai[y][l] * tbr[l][x];
    }
    __syncthreads();
  }
  if (i < m && j < n) {
    cr[i * n + j] = re;
    ci[i * n + j] = im;
  }
}

// CHECK: left 'inATemplate' alone: stores to two arrays, in a template or a kernel that branches on its parameters
template <class T>
__global__ void inATemplate(int m, int n, int k, const T *ar, const T *ai, const T *br, const T *bi,
                            T *cr, T *ci) {
  INDICES;
  T re = 0, im = 0;
  for (int l = 0; l < k; ++l) {
    READ;
    re += xr * yr - xi * yi;
    im += xr * yi + xi * yr;
  }
  cr[i * n + j] = re;
  ci[i * n + j] = im;
}

void run(dim3 g, dim3 t, int m, int n, int k, float *a, float *b, float *c, float *d, float *e,
         float *f) {
  conjugated<<<g, t>>>(m, n, k, a, b, c, d, e, f);
  readTwice<<<g, t>>>(m, n, k, a, b, c, d, e, f);
  oneProductTwice<<<g, t>>>(m, n, k, a, b, c, d, e, f);
  scaled<<<g, t>>>(m, n, k, 2.0f, 3.0f, a, b, c, d, e, f);
  accumulated<<<g, t>>>(m, n, k, a, b, c, d, e, f);
  dependent<<<g, t>>>(m, n, k, a, b, c, d, e, f);
  exchanged<<<g, t>>>(m, n, k, a, b, c, d, e, f);
  onePart<<<g, t>>>(m, n, k, a, b, c, d, e, f);
  upper<<<g, t>>>(m, n, k, a, b, c, d, e, f);
  otherRows<<<g, t>>>(m, n, k, a, b, c, d, e, f);
  subtracted<<<g, t>>>(m, n, k, a, b, c, d, e, f);
  inATemplate<<<g, t>>>(m, n, k, a, b, c, d, e, f);
}
