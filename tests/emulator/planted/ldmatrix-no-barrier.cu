// RUN: %caught
// The rows are written by other lanes than those that pass their addresses, with no barrier between.
// A product in between is none.
__global__ void kernel(unsigned *out) {
  __shared__ alignas(16) unsigned rows[32];
  rows[threadIdx.x] = threadIdx.x;
  double d[2] = {}, one = 1;
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%2}, {%0, %1};"
               : "+d"(d[0]), "+d"(d[1])
               : "d"(one));
  unsigned value;
  // ERROR: ldmatrix-no-barrier.cu:[[@LINE+1]]:{{[0-9]+}}: error: read of 'rows' at byte {{[0-9]+}} without a barrier after the write by thread {{.*}} [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-race]
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
               : "=r"(value)
               : "r"(static_cast<unsigned>(__cvta_generic_to_shared(rows + threadIdx.x % 8 * 4))));
  out[threadIdx.x] = value + d[0];
}

int main() {
  unsigned *out;
  cudaMalloc(&out, 32 * sizeof(unsigned));
  kernel<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
