// RUN: %unchanged
// Views that a kernel makes for itself, whose methods or constructors do more than tell places.
#define PLACE                                                                                      \
  const int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;           \
  float sum = 0.0f;

struct Moving {
  const float *data;
  __device__ float next() { return *data++; }
  __device__ const float *&place() { return data; }
  __device__ float first() const { return *data; }
};
// CHECK-DAG: remark: left 'counts' alone: '++' in an expression whose order is not certain
__global__ void counts(int n, const float *a, const float *b, float *c) {
  PLACE
  Moving ofA{a + row * n};
  for (int l = 0; l < n; ++l)
    sum += ofA.next() * b[l * n + column];
  c[row * n + column] = sum;
}
// CHECK-DAG: remark: left 'handsOut' alone: a reference that is not understood
__global__ void handsOut(int n, const float *a, const float *b, float *c) {
  PLACE
  Moving ofA{a + row * n};
  for (int l = 0; l < n; ++l) {
    sum += ofA.first() * b[l * n + column];
    ofA.place() += 1;
  }
  c[row * n + column] = sum;
}

struct Counting {
  const float *data;
  mutable int reads;
  __device__ float at(int place) const { return data[place + reads++]; }
};
// CHECK-DAG: remark: left 'mutates' alone: '++' in an expression whose order is not certain
__global__ void mutates(int n, const float *a, const float *b, float *c) {
  PLACE
  Counting ofA{a + row * n, 0};
  for (int l = 0; l < n; ++l)
    sum += ofA.at(0) * b[l * n + column];
  c[row * n + column] = sum;
}

struct Base {
  const float *data;
};
struct Derived : Base {
  int pitch;
  __device__ float at(int row, int column) const { return data[row * pitch + column]; }
};
// CHECK-DAG: remark: left 'inherits' alone: a member that is not understood
__global__ void inherits(int n, const float *a, const float *b, float *c) {
  PLACE
  Derived ofA;
  ofA.data = a;
  ofA.pitch = n;
  for (int l = 0; l < n; ++l)
    sum += ofA.at(row, l) * b[l * n + column];
  c[row * n + column] = sum;
}

template <typename Element> struct View {
  Element *data;
  int pitch;
  __device__ Element &operator()(int row, int column) const { return data[row * pitch + column]; }
};
// The tile's rows overlap.
// CHECK-DAG: remark: left 'overlaps' alone: several threads or steps may store different values to one element of 'memory'
__global__ void overlaps(int n, const float *a, const float *b, float *c) {
  __shared__ float memory[16 * 16];
  PLACE
  View<float> tile{memory, 15};
  View<const float> ofA{a, n};
  for (int first = 0; first < n; first += 16) {
    tile(threadIdx.y, threadIdx.x) = ofA(row, first + threadIdx.x);
    __syncthreads();
    for (int l = 0; l < 16; ++l)
      sum += tile(threadIdx.y, l) * b[(first + l) * n + column];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
// CHECK-DAG: remark: left 'unsetPitch' alone: what is used here is a variable that has no value yet
__global__ void unsetPitch(int n, const float *a, const float *b, float *c) {
  PLACE
  View<const float> ofA;
  ofA.data = a;
  for (int l = 0; l < n; ++l)
    sum += ofA(row, l) * b[l * n + column];
  c[row * n + column] = sum;
}

struct Clearing {
  float *data;
  int pitch;
  __device__ ~Clearing() { data[0] = 0.0f; }
};
// The output's first element is cleared when the kernel ends.
// CHECK-DAG: remark: left 'destroys' alone: a value of type 'Clearing'
__global__ void destroys(int n, const float *a, const float *b, float *c) {
  PLACE
  Clearing ofC{c, n};
  for (int l = 0; l < n; ++l)
    sum += a[row * n + l] * b[l * n + column];
  ofC.data[row * ofC.pitch + column] = sum;
}

void launch(int n, const float *a, const float *b, float *c) {
  const dim3 grid(n / 16, n / 16), block(16, 16);
  counts<<<grid, block>>>(n, a, b, c);
  handsOut<<<grid, block>>>(n, a, b, c);
  mutates<<<grid, block>>>(n, a, b, c);
  inherits<<<grid, block>>>(n, a, b, c);
  overlaps<<<grid, block>>>(n, a, b, c);
  unsetPitch<<<grid, block>>>(n, a, b, c);
  destroys<<<grid, block>>>(n, a, b, c);
}
