// RUN: %caught
// Inline PTX ends the threads, which the emulator cannot.
__global__ void kernel(int number) {
  // ERROR: error: exit: threads that PTX ends are not emulated [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-exit]
  asm volatile("{\n.reg .pred end;\nsetp.lt.s32 end, %0, 0;\n@end exit;\n}" ::"r"(number));
}

int main() {
  kernel<<<1, 32>>>(-1);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
