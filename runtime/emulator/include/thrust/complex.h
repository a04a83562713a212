/// thrust::complex as a pair: a real part, then an imaginary one. Its arithmetic is done on the
/// parts, without regard to infinities.
#pragma once

#include <cuda_runtime.h>

namespace thrust {

template <class Real>
struct complex {
  typedef Real value_type;
  complex() = default;
  complex(const complex &) = default;
  __host__ __device__ complex(const Real &real) : data{real, Real()} {}
  __host__ __device__ complex(const Real &real, const Real &imaginary) : data{real, imaginary} {}
  template <class Other>
  __host__ __device__ complex(const complex<Other> &other)
      : data{Real(other.real()), Real(other.imag())} {}
  complex &operator=(const complex &) = default;
  __host__ __device__ complex &operator=(const Real &real) { return *this = complex(real); }
  template <class Other>
  __host__ __device__ complex &operator=(const complex<Other> &other) {
    return *this = complex(other);
  }
  __host__ __device__ Real real() const volatile { return data.x; }
  __host__ __device__ Real imag() const volatile { return data.y; }
  __host__ __device__ Real real() const { return data.x; }
  __host__ __device__ Real imag() const { return data.y; }
  __host__ __device__ void real(Real value) { data.x = value; }
  __host__ __device__ void imag(Real value) { data.y = value; }
  template <class Other>
  __host__ __device__ complex &operator+=(const Other other) {
    return *this = *this + other;
  }
  template <class Other>
  __host__ __device__ complex &operator-=(const Other other) {
    return *this = *this - other;
  }
  template <class Other>
  __host__ __device__ complex &operator*=(const Other other) {
    return *this = *this * other;
  }
  template <class Other>
  __host__ __device__ complex &operator/=(const Other &other) {
    return *this = *this / other;
  }

private:
  struct alignas(2 * sizeof(Real)) Storage {
    Real x, y;
  };
  Storage data;
};

/// An operation on two complex numbers, or on one and a real number of any type. Both are taken as
/// a whole, not by reference: so products are contracted in the order in which nvcc 13.0 does it.
#define WARPSMITH_COMPLEX(symbol, ofBoth, ofLeft, ofRight)                                         \
  template <class Left, class Right>                                                               \
  __host__ __device__ auto operator symbol(const complex<Left> x, const complex<Right> y)          \
      ->complex<decltype(Left() + Right())> {                                                      \
    return {ofBoth};                                                                               \
  }                                                                                                \
  template <class Left, class Right>                                                               \
  __host__ __device__ auto operator symbol(const complex<Left> x, const Right &y)                  \
      ->complex<decltype(Left() + Right())> {                                                      \
    return {ofLeft};                                                                               \
  }                                                                                                \
  template <class Left, class Right>                                                               \
  __host__ __device__ auto operator symbol(const Left &x, const complex<Right> y)                  \
      ->complex<decltype(Left() + Right())> {                                                      \
    return {ofRight};                                                                              \
  }
#define WARPSMITH_PARTS(real, imaginary) real, imaginary
WARPSMITH_COMPLEX(+, WARPSMITH_PARTS(x.real() + y.real(), x.imag() + y.imag()),
                  WARPSMITH_PARTS(x.real() + y, x.imag()), WARPSMITH_PARTS(x + y.real(), y.imag()))
WARPSMITH_COMPLEX(-, WARPSMITH_PARTS(x.real() - y.real(), x.imag() - y.imag()),
                  WARPSMITH_PARTS(x.real() - y, x.imag()), WARPSMITH_PARTS(x - y.real(), -y.imag()))
WARPSMITH_COMPLEX(*,
                  WARPSMITH_PARTS(x.real() * y.real() - x.imag() * y.imag(),
                                  x.real() * y.imag() + x.imag() * y.real()),
                  WARPSMITH_PARTS(x.real() * y, x.imag() * y),
                  WARPSMITH_PARTS(x *y.real(), x *y.imag()))
#undef WARPSMITH_PARTS
#undef WARPSMITH_COMPLEX

template <class Left, class Right>
__host__ __device__ auto operator/(const complex<Left> x, const Right &y)
    -> complex<decltype(Left() + Right())> {
  return {x.real() / y, x.imag() / y};
}
/// Scaled, so that no square overflows.
template <class Real>
__host__ __device__ complex<Real> operator/(const complex<Real> x, const complex<Real> y) {
  const Real scale = Real(1) / (fabs(y.real()) + fabs(y.imag()));
  const Real xr = x.real() * scale, xi = x.imag() * scale;
  const Real yr = y.real() * scale, yi = y.imag() * scale;
  const Real square = Real(1) / (yr * yr + yi * yi);
  return {(xr * yr + xi * yi) * square, (xi * yr - xr * yi) * square};
}
template <class Real>
__host__ __device__ complex<Real> operator+(const complex<Real> x) {
  return x;
}
template <class Real>
__host__ __device__ complex<Real> operator-(const complex<Real> x) {
  return {-x.real(), -x.imag()};
}
template <class Real>
__host__ __device__ complex<Real> conj(const complex<Real> x) {
  return {x.real(), -x.imag()};
}
template <class Real>
__host__ __device__ Real abs(const complex<Real> x) {
  return hypot(x.real(), x.imag());
}
template <class Real>
__host__ __device__ Real norm(const complex<Real> x) {
  return x.real() * x.real() + x.imag() * x.imag();
}
template <class Left, class Right>
__host__ __device__ bool operator==(const complex<Left> x, const complex<Right> y) {
  return x.real() == y.real() && x.imag() == y.imag();
}
template <class Left, class Right>
__host__ __device__ bool operator!=(const complex<Left> x, const complex<Right> y) {
  return !(x == y);
}

} // namespace thrust
