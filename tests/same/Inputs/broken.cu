__global__ void broken(float *a) {
  a[0] = undeclared;
