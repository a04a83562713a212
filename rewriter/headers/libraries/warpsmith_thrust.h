/// Thrust for the parse: vectors, pointers, iterators, and algorithms that take anything. Every
/// header <thrust/...> is this one.
#pragma once

#include <cuda_runtime.h>
#include <stddef.h>

namespace thrust {

template <class Type>
struct device_ptr;

template <class Type>
struct Reference {
  operator Type() const;
  device_ptr<Type> operator&() const;
  Reference &operator=(const Type &);
  template <class Other>
  Reference &operator+=(const Other &);
};

/// Stands for every iterator and fancy pointer.
template <class Type>
struct device_ptr {
  typedef Type value_type;
  device_ptr();
  template <class Other>
  explicit device_ptr(Other *);
  Type *get() const;
  Reference<Type> operator*() const;
  Reference<Type> operator[](ptrdiff_t) const;
  device_ptr operator+(ptrdiff_t) const;
  device_ptr operator-(ptrdiff_t) const;
  ptrdiff_t operator-(const device_ptr &) const;
  device_ptr &operator++();
  device_ptr operator++(int);
  bool operator==(const device_ptr &) const;
  bool operator!=(const device_ptr &) const;
};
template <class Type, class Tag = void>
using pointer = device_ptr<Type>;

template <class Type>
struct Vector {
  typedef Type value_type;
  typedef device_ptr<Type> iterator, const_iterator, pointer;
  Vector();
  explicit Vector(size_t);
  Vector(size_t, const Type &);
  template <class Iterator>
  Vector(Iterator, Iterator, decltype(*Iterator()) * = nullptr);
  template <class Other>
  Vector(const Other &, typename Other::value_type * = nullptr);
  template <class Other>
  Vector &operator=(const Other &);
  iterator begin() const, end() const, cbegin() const, cend() const;
  pointer data() const;
  size_t size() const, capacity() const;
  bool empty() const;
  Reference<Type> operator[](size_t) const, front() const, back() const;
  void resize(size_t), resize(size_t, const Type &), reserve(size_t), clear(), shrink_to_fit();
  void push_back(const Type &), pop_back();
  template <class... Arguments>
  void assign(const Arguments &...);
  template <class... Arguments>
  void insert(const Arguments &...);
  template <class... Arguments>
  void erase(const Arguments &...);
  void swap(Vector &);
};
template <class Type, class Allocator = void>
struct device_vector : Vector<Type> {
  using Vector<Type>::Vector;
  using Vector<Type>::operator=;
};
template <class Type, class Allocator = void>
struct host_vector : Vector<Type> {
  using Vector<Type>::Vector;
  using Vector<Type>::operator=;
  Type *data() const;
  Type &operator[](size_t) const;
};
template <class Type, class Allocator = void>
struct universal_vector : host_vector<Type> {
  using host_vector<Type>::host_vector;
};

template <class Type>
__host__ __device__ Type *raw_pointer_cast(const device_ptr<Type> &);
template <class Type>
__host__ __device__ Type *raw_pointer_cast(Type *);
template <class Type>
__host__ __device__ Type &raw_reference_cast(const Reference<Type> &);
template <class Type>
device_ptr<Type> device_pointer_cast(Type *);
template <class Type>
device_ptr<Type> device_malloc(size_t);
template <class Type>
device_ptr<Type> device_new(size_t);
template <class Type>
void device_free(device_ptr<Type>);

/// A result of an algorithm: the caller gives it its type.
struct Anything {
  template <class Type>
  operator Type() const;
};

template <class... Arguments>
Anything copy(const Arguments &...);
template <class... Arguments>
Anything copy_n(const Arguments &...);
template <class... Arguments>
Anything copy_if(const Arguments &...);
template <class... Arguments>
Anything fill(const Arguments &...);
template <class... Arguments>
Anything fill_n(const Arguments &...);
template <class... Arguments>
Anything generate(const Arguments &...);
template <class... Arguments>
Anything generate_n(const Arguments &...);
template <class... Arguments>
Anything sequence(const Arguments &...);
template <class... Arguments>
Anything tabulate(const Arguments &...);
template <class... Arguments>
Anything transform(const Arguments &...);
template <class... Arguments>
Anything transform_if(const Arguments &...);
template <class... Arguments>
Anything for_each(const Arguments &...);
template <class... Arguments>
Anything for_each_n(const Arguments &...);
template <class... Arguments>
Anything sort(const Arguments &...);
template <class... Arguments>
Anything stable_sort(const Arguments &...);
template <class... Arguments>
Anything sort_by_key(const Arguments &...);
template <class... Arguments>
Anything stable_sort_by_key(const Arguments &...);
template <class... Arguments>
Anything unique(const Arguments &...);
template <class... Arguments>
Anything unique_by_key(const Arguments &...);
template <class... Arguments>
Anything remove(const Arguments &...);
template <class... Arguments>
Anything remove_if(const Arguments &...);
template <class... Arguments>
Anything replace(const Arguments &...);
template <class... Arguments>
Anything replace_if(const Arguments &...);
template <class... Arguments>
Anything reverse(const Arguments &...);
template <class... Arguments>
Anything inclusive_scan(const Arguments &...);
template <class... Arguments>
Anything exclusive_scan(const Arguments &...);
template <class... Arguments>
Anything inclusive_scan_by_key(const Arguments &...);
template <class... Arguments>
Anything exclusive_scan_by_key(const Arguments &...);
template <class... Arguments>
Anything gather(const Arguments &...);
template <class... Arguments>
Anything scatter(const Arguments &...);
template <class... Arguments>
Anything partition(const Arguments &...);
template <class... Arguments>
Anything merge(const Arguments &...);
template <class... Arguments>
Anything swap_ranges(const Arguments &...);
template <class... Arguments>
Anything adjacent_difference(const Arguments &...);
template <class... Arguments>
Anything uninitialized_fill(const Arguments &...);
template <class... Arguments>
Anything uninitialized_copy(const Arguments &...);
template <class... Arguments>
Anything advance(const Arguments &...);

/// The type of the initial value, which is not the first argument.
template <class Iterator>
typename Iterator::value_type reduce(Iterator, Iterator);
template <class... Arguments>
Anything reduce(const Arguments &...);
template <class... Arguments>
Anything transform_reduce(const Arguments &...);
template <class... Arguments>
Anything inner_product(const Arguments &...);
template <class... Arguments>
ptrdiff_t count(const Arguments &...);
template <class... Arguments>
ptrdiff_t count_if(const Arguments &...);
template <class... Arguments>
bool equal(const Arguments &...);
template <class... Arguments>
bool all_of(const Arguments &...);
template <class... Arguments>
bool any_of(const Arguments &...);
template <class... Arguments>
bool none_of(const Arguments &...);
template <class... Arguments>
bool is_sorted(const Arguments &...);
template <class Iterator, class... Arguments>
Iterator max_element(Iterator, Iterator, const Arguments &...);
template <class Iterator, class... Arguments>
Iterator min_element(Iterator, Iterator, const Arguments &...);
template <class Iterator, class... Arguments>
Iterator find(Iterator, Iterator, const Arguments &...);
template <class Iterator, class... Arguments>
Iterator find_if(Iterator, Iterator, const Arguments &...);
template <class Iterator, class... Arguments>
Iterator lower_bound(Iterator, Iterator, const Arguments &...);
template <class Iterator, class... Arguments>
Iterator upper_bound(Iterator, Iterator, const Arguments &...);

#define WARPSMITH_THRUST_FUNCTION(name)                                                            \
  template <class Type = void>                                                                     \
  struct name {                                                                                    \
    __host__ __device__ Type operator()(const Type &, const Type &) const;                         \
  };
WARPSMITH_THRUST_FUNCTION(plus)
WARPSMITH_THRUST_FUNCTION(minus)
WARPSMITH_THRUST_FUNCTION(multiplies)
WARPSMITH_THRUST_FUNCTION(divides)
WARPSMITH_THRUST_FUNCTION(modulus)
WARPSMITH_THRUST_FUNCTION(maximum)
WARPSMITH_THRUST_FUNCTION(minimum)
WARPSMITH_THRUST_FUNCTION(equal_to)
WARPSMITH_THRUST_FUNCTION(not_equal_to)
WARPSMITH_THRUST_FUNCTION(greater)
WARPSMITH_THRUST_FUNCTION(less)
WARPSMITH_THRUST_FUNCTION(greater_equal)
WARPSMITH_THRUST_FUNCTION(less_equal)
WARPSMITH_THRUST_FUNCTION(logical_and)
WARPSMITH_THRUST_FUNCTION(logical_or)
#undef WARPSMITH_THRUST_FUNCTION
template <class Type = void>
struct negate {};
template <class Type = void>
struct square {};
template <class Type = void>
struct identity {};
template <class Type = void>
struct absolute_value {};
template <class Argument, class Result>
struct unary_function {};
template <class First, class Second, class Result>
struct binary_function {};

template <class Type>
struct counting_iterator : device_ptr<Type> {
  explicit counting_iterator(Type = Type());
};
template <class Type>
struct constant_iterator : device_ptr<Type> {
  explicit constant_iterator(Type = Type());
};
template <class Type>
counting_iterator<Type> make_counting_iterator(Type);
template <class Type>
constant_iterator<Type> make_constant_iterator(Type);
template <class... Arguments>
Anything make_transform_iterator(const Arguments &...);
template <class... Arguments>
Anything make_zip_iterator(const Arguments &...);
template <class... Arguments>
Anything make_permutation_iterator(const Arguments &...);

template <class... Types>
struct tuple {
  template <class... Arguments>
  __host__ __device__ tuple(const Arguments &...);
};
template <class... Types>
__host__ __device__ tuple<Types...> make_tuple(const Types &...);
template <int Index, class Tuple>
__host__ __device__ Anything get(const Tuple &);
template <class First, class Second>
struct pair {
  First first;
  Second second;
};
template <class First, class Second>
__host__ __device__ pair<First, Second> make_pair(First, Second);

struct minstd_rand {
  __host__ __device__ explicit minstd_rand(unsigned = 0);
  __host__ __device__ void discard(unsigned long long);
  __host__ __device__ unsigned operator()();
};
typedef minstd_rand default_random_engine;
template <class Type = float>
struct uniform_real_distribution {
  __host__ __device__ uniform_real_distribution(Type = 0, Type = 1);
  template <class Engine>
  __host__ __device__ Type operator()(Engine &);
};
template <class Type = float>
struct normal_distribution : uniform_real_distribution<Type> {
  using uniform_real_distribution<Type>::uniform_real_distribution;
};
template <class Type = int>
struct uniform_int_distribution : uniform_real_distribution<Type> {
  using uniform_real_distribution<Type>::uniform_real_distribution;
};
namespace random = ::thrust;

struct Policy {
  template <class... Arguments>
  Policy on(const Arguments &...) const;
  template <class... Arguments>
  Policy operator()(const Arguments &...) const;
};
constexpr Policy host, device, seq;
namespace cuda {
constexpr Policy par;
}
namespace omp {
constexpr Policy par;
}
namespace system {
namespace cuda {
constexpr Policy par;
}
} // namespace system

} // namespace thrust
