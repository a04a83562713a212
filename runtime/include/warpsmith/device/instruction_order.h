/// Instructions in the order of the source, where the scheduler would pile up those of one unit.
#pragma once

namespace warpsmith {

/// sum += a * b, an FMA that the compiler leaves where it stands.
__device__ __forceinline__ void addProduct(float &sum, float a, float b) {
  asm volatile("fma.rn.f32 %0, %1, %2, %0;" : "+f"(sum) : "f"(a), "f"(b));
}

/// narrow in FP64, converted where it stands.
__device__ __forceinline__ double widen(float narrow) {
  double wide;
  asm volatile("cvt.f64.f32 %0, %1;" : "=d"(wide) : "f"(narrow));
  return wide;
}

/// ptxas moves no instruction past this. It ends the thread if the number is negative, of which
/// ptxas must not know that it is not; that is asked once in a kernel (seen in machine code of
/// CUDA 13.0), and the other places cost nothing.
__device__ __forceinline__ void keepOrder(int notNegative) {
  asm volatile("{\n"
               ".reg .pred end;\n"
               "setp.lt.s32 end, %0, 0;\n"
               "@end exit;\n"
               "}" ::"r"(notNegative));
}

/// Hides where a number comes from, so that what follows from it is computed anew behind this, and
/// not kept in registers from before.
__device__ __forceinline__ void computeAnew(int &number) {
  asm volatile("" : "+r"(number));
}

/// In `if (condition) sum += a * b`, where a and b are there in any case, LLVM may select between
/// the product and -0 and add what it gets, which is no FMA. It does not where this comes first.
__device__ __forceinline__ void keepFma(float &sum) {
  asm volatile("" : "+f"(sum));
}
__device__ __forceinline__ void keepFma(double &sum) {
  asm volatile("" : "+d"(sum));
}
/// Other sums have no FMA that two operators make.
template <typename Sum>
__device__ __forceinline__ void keepFma(Sum &) {
}

} // namespace warpsmith
