// Launches as editors and formatters that do not know CUDA write them. Clang reads them mended, and
// the edits are of what the user wrote. Text, shifts and templates are not launches.
// RUN: warpsmith %s --passes=tile -o %t.cu -- 2> %t.remarks
// RUN: FileCheck %s --input-file=%t.remarks --implicit-check-not=warning:
// RUN: warpsmith %t.cu --revert -- | cmp - %s
// RUN: sed -z -e 's|/[*]warpsmith was: [^*]*[*]/||g' -e 's|/[*]warpsmith.[*]/||g' %t.cu | FileCheck %s --check-prefix=OUT
// CHECK: remark: rewrote 'mm'

#include <iostream>
#include <vector>

template <int> struct Depth { static const int value = 1; };

__global__ void mm(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += a[i * n + k] * b[k * n + j];
  c[i * n + j] = sum;
}

void run(const float *a, const float *b, float *c, int n) {
  dim3 grid(n / 8, n / 8), block(8, 8);
  // OUT: {{^}}  mm_rewritten::launch(grid, block, 0, 0, a, b, c, n); // 1
  mm<< <grid, block>> >(a, b, c, n); // 1
  // OUT: {{^}}  mm_rewritten::launch ( grid, block , 0, 0, a, b, c, n); // 2
  mm <<< grid, block >> > (a, b, c, n); // 2
  // OUT: {{^}}  mm_rewritten::launch (grid, block, 0, 0, a, b, c, n); // 3
  mm < < <grid, block> > >(a, b, c, n); // 3
  // OUT: {{^}}  mm_rewritten::launch (grid, block, 4 * (2 >> 1) - 4, 0, a, b, c, n); // 4
  mm < <<grid, block, 4 * (2 >> 1) - 4> >> (a, b, c, n); // 4
  // OUT: {{^}}  mm_rewritten::launch (grid, dim3(Depth<(1 > 0)>::value * 8, 8),
  // OUT-NEXT: {{^}}       0, 0, a, b, c, n); // 5
  mm <<
      <grid, dim3(Depth<(1 > 0)>::value * 8, 8),
       0>>
          >(a, b, c, n); // 5
  // OUT: {{^}}  mm_rewritten::launch(grid, block, 0, 0, a, b, c, n), void(); // 6
  mm<<<grid, block>>>(a, b, c, n), void(); // 6
  // OUT: {{^}}  const char *text = "mm<< <1, 2>> >(x)"; // mm<< <1, 2>> >(x)
  const char *text = "mm<< <1, 2>> >(x)"; // mm<< <1, 2>> >(x)
  // OUT: {{^}}  const char *raw = R"(mm<< <1, 2>> >(x))";
  const char *raw = R"(mm<< <1, 2>> >(x))";
  std::vector<std::vector<std::vector<int> > > nested(3 << (n >> 2));
  std::operator<< <std::char_traits<char>>(std::cout, text);
  (void)std::vector<std::vector<std::vector<int> > >(n).size();
}
