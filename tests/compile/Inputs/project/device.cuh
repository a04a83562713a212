__device__ float scale(float x);
void two(float *a, float *b, float *c);
void three(float *a, float *b, float *c);
