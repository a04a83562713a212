// Errors around launches: they are warnings, and every launch that can be read is rewritten.
// RUN: warpsmith %s --passes=tile -o %t.cu -- 2> %t.remarks
// RUN: FileCheck %s --input-file=%t.remarks
// RUN: FileCheck %s --input-file=%t.cu --check-prefix=OUT
// CHECK-DAG: errors-around-launches.cu:[[#@LINE+11]]:1: warning: unknown type name 'Result', {{.*}}, which no
// CHECK-DAG: remark: rewrote 'mm'
// CHECK-DAG: errors-around-launches.cu:[[#@LINE+28]]:12: warning: this launch of 'mm' stays the original's: errors around it hide it
__global__ void mm(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += a[i * n + k] * b[k * n + j];
  c[i * n + j] = sum;
}

Result g(const Matrix A, const Matrix &B, float *c, int n) {
  DATA_T *d = c;
  dim3 grid(iDivUp(n, 8), iDivUp(n, 8)), block(THREADS, THREADS);
  TIMER_START(t0)
  // OUT: {{^}}  mm_rewritten::launch(grid, block, 0, 0, A.elements, B.elements, d, n); // 1
  mm<<<grid, block>>>(A.elements, B.elements, d, n); // 1
  TIMER_STOP(t0)
  // OUT: {{^}}  OUTER(INNER(mm_rewritten::launch(grid, block, 0, 0, c, c, d, n), 3), "x");
  OUTER(INNER(mm<<<grid, block>>>(c, c, d, n), 3), "x");
  // OUT: {{^}}  auto lambda = [&] { UNKNOWN u(3); mm_rewritten::launch(grid, block, 0, 0, c, c, d, n); u.stop(); };
  auto lambda = [&] { UNKNOWN u(3); mm<<<grid, block>>>(c, c, d, n); u.stop(); };
  // OUT: {{^}}  if (undeclared) mm_rewritten::launch(grid, block, 0, 0, c, c, d, n);
  if (undeclared) mm<<<grid, block>>>(c, c, d, n);
  // OUT: {{^}}  for (int i = 0; i < ITERS; i++) mm_rewritten::launch(grid, block, 0, 0, c, c, d, n);
  for (int i = 0; i < ITERS; i++) mm<<<grid, block>>>(c, c, d, n);
  // OUT: {{^}}  BENCH { mm_rewritten::launch(grid, block, 0, 0, c, c, d, n); }
  BENCH { mm<<<grid, block>>>(c, c, d, n); }
  // Too much is unknown here, but the line is valid with the original.
  // OUT: {{^}}  FORGET { mm<<<grid, block>>>(c, c, d, n) }
  FORGET { mm<<<grid, block>>>(c, c, d, n) }
  /* mm<<<grid, block>>>(c, c, d, n); */ const char *text = "mm<<<grid, block>>>(c, c, d, n);";
}
