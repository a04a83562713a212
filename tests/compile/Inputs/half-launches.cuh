void run(dim3 grid, dim3 block, const __half *x, __half *y, const __nv_bfloat16 *bx,
         __nv_bfloat16 *by, const float *fx, float *fy) {
  half_linear<<<grid, block>>>(x, x, x, y, 0.5f, M, N, K);
  half_sums<<<grid, block>>>(x, x, y, __float2half(0.25f), M, N, K);
  double_sums<<<grid, block>>>(x, bx, y, M, N, K);
  bfloat16_linear<<<grid, block>>>(bx, bx, bx, by, 0.5f, M, N, K);
  float_linear<<<grid, block>>>(fx, fx, fy, M, N, K);
}
