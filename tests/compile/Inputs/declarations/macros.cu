// Macros that people define before their kernels.
#define value 3
#define type 1
#define first 0
#define second 1
#define data buffer
#define size 16
#define swap(a, b) ((a) = (b))
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define abs(a) ((a) < 0 ? -(a) : (a))
#define move(a) (a)
#define find(a) (a)
#define count 4
#define index 5
#define rows 6
#define columns 7
#define steps 8
#define lda 9
#define tile 10
#define stage 11
#define thread 12
#define warp 13
#define sum0 14
#define device 15
#define block 16
#define grid 17
#define stream 18
#define half_t 19
#define x0 20
#define i0 21
#define T 22
#define M 23
#define N 24
#define K 25
#define BM 26
#define BN 27
#define BK 28
#define TM 29
#define TILE 30
#define BLOCK_SIZE 31
#define WARP_SIZE 32
#define CHECK(a) (a)
#define OFFSET(i, j, l) ((i) * (l) + (j))
__global__ void mm(int n, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    float sum = 0;
    for (int l = 0; l < n; ++l)
      sum += a[i * n + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
void run(int n, const float *a, const float *b, float *c) {
  mm<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(n, a, b, c);
}
