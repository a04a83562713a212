// RUN: %unchanged
// Structures behind pointers of which it is not certain that their members keep their values, or
// where they lie.
struct Matrix {
  int height, width;
  float *data;
};
struct Changing {
  volatile int height;
  int width;
  float *data;
};
struct Referring {
  int &height;
  int width;
  float *data;
};
struct Holder {
  volatile Matrix *matrix;
};

#define INDICES                                                                                    \
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x
#define PRODUCT(a, b, c)                                                                           \
  float sum = 0;                                                                                   \
  for (int l = 0; l < (a)->width; ++l)                                                             \
    sum += (a)->data[i * (a)->width + l] * (b)->data[l * (b)->width + j];                          \
  (c)->data[i * (c)->width + j] = sum

// CHECK: remark: left 'storesMember' alone:
__global__ void storesMember(const Matrix *a, const Matrix *b, Matrix *c) {
  INDICES;
  if (i >= a->height || j >= b->width)
    return;
  c->width = b->width;
  PRODUCT(a, b, c);
}
// CHECK: remark: left 'countsMember' alone:
__global__ void countsMember(const Matrix *a, const Matrix *b, Matrix *c) {
  INDICES;
  if (i >= a->height || j >= b->width)
    return;
  PRODUCT(a, b, c);
  c->height++;
}
// CHECK: remark: left 'storesAll' alone:
__global__ void storesAll(const Matrix *a, const Matrix *b, Matrix *c) {
  INDICES;
  if (i >= a->height || j >= b->width)
    return;
  *c = *b;
  PRODUCT(a, b, c);
}
// CHECK: remark: left 'addsToMember' alone:
__global__ void addsToMember(const Matrix *a, const Matrix *b, Matrix *c) {
  INDICES;
  if (i >= a->height || j >= b->width)
    return;
  PRODUCT(a, b, c);
  atomicAdd(&c->height, 1);
}
__device__ void widen(Matrix *matrix, int width) { matrix->width = width; }
// CHECK: remark: left 'storesByFunction' alone:
__global__ void storesByFunction(const Matrix *a, const Matrix *b, Matrix *c) {
  INDICES;
  if (i >= a->height || j >= b->width)
    return;
  widen(c, b->width);
  PRODUCT(a, b, c);
}
// CHECK: remark: left 'movesData' alone:
__global__ void movesData(const Matrix *a, const Matrix *b, Matrix *c) {
  INDICES;
  if (i >= a->height || j >= b->width)
    return;
  c->data += 1;
  PRODUCT(a, b, c);
}
// CHECK: remark: left 'changesElsewhere' alone:
__global__ void changesElsewhere(volatile Matrix *a, const Matrix *b, Matrix *c) {
  INDICES;
  if (i >= a->height || j >= b->width)
    return;
  PRODUCT(a, b, c);
}
// CHECK: remark: left 'changingMember' alone:
__global__ void changingMember(const Changing *a, const Matrix *b, Matrix *c) {
  INDICES;
  if (i >= a->height || j >= b->width)
    return;
  PRODUCT(a, b, c);
}
// CHECK: remark: left 'referringMember' alone:
__global__ void referringMember(const Referring *a, const Matrix *b, Matrix *c) {
  INDICES;
  if (i >= a->height || j >= b->width)
    return;
  PRODUCT(a, b, c);
}
// CHECK: remark: left 'changingInner' alone:
__global__ void changingInner(const Holder *a, const Matrix *b, Matrix *c) {
  INDICES;
  if (i >= a->matrix->height || j >= b->width)
    return;
  PRODUCT(a->matrix, b, c);
}
// CHECK: remark: left 'pointersToPointers' alone:
__global__ void pointersToPointers(Matrix **a, const Matrix *b, Matrix *c) {
  INDICES;
  if (i >= (*a)->height || j >= b->width)
    return;
  PRODUCT(*a, b, c);
}
// CHECK: remark: left 'ofSeveral' alone:
__global__ void ofSeveral(const Matrix *all, Matrix *c) {
  INDICES;
  if (i >= all[0].height || j >= all[1].width)
    return;
  PRODUCT(&all[0], &all[1], c);
}
// CHECK: remark: left 'movesOn' alone:
__global__ void movesOn(const Matrix *a, const Matrix *b, Matrix *c) {
  INDICES;
  if (i >= a->height || j >= b->width)
    return;
  ++a;
  PRODUCT(a, b, c);
}
// CHECK: remark: left 'becomesAnother' alone:
__global__ void becomesAnother(const Matrix *a, const Matrix *b, Matrix *c) {
  INDICES;
  if (i >= a->height || j >= b->width)
    return;
  a = b;
  PRODUCT(a, b, c);
}
// CHECK: remark: left 'anotherInLoop' alone:
__global__ void anotherInLoop(const Matrix *a, const Matrix *b, Matrix *c) {
  INDICES;
  if (i >= a->height || j >= b->width)
    return;
  float sum = 0;
  for (int l = 0; l < a->width; ++l, b++)
    sum += a->data[i * a->width + l] * b->data[l * b->width + j];
  c->data[i * c->width + j] = sum;
}
// What the triangle leaves out is read first.
// CHECK: remark: left 'strictTriangle' alone: {{.*}}members of '*a' are read before it is known that some element is summed
__global__ void strictTriangle(const Matrix *a, const Matrix *b, float *c, int n) {
  INDICES;
  if (i >= n || j >= n || j <= i)
    return;
  float sum = 0;
  for (int l = 0; l < a->width; ++l)
    sum += a->data[i * a->width + l] * b->data[l * n + j];
  c[i * n + j] = sum;
}
// With nothing to compute, the structures that are read later may not exist.
// CHECK: remark: left 'eitherFirst' alone: {{.*}}which of the structures that have its sizes is read first is not known
__global__ void eitherFirst(const Matrix *a, const Matrix *b, Matrix *c, int transposed) {
  INDICES;
  if (transposed ? i >= b->height || j >= a->width : i >= a->height || j >= b->width)
    return;
  PRODUCT(a, b, c);
}
struct Sized {
  int height, width;
  float *data;
  __device__ bool contains(const Sized *other, int i, int j) const { return j < other->width && i < height; }
};
// CHECK: remark: left 'byFunction' alone:
__global__ void byFunction(const Sized *a, const Sized *b, Sized *c) {
  INDICES;
  if (a->contains(b, i, j)) {
    PRODUCT(a, b, c);
  }
}
