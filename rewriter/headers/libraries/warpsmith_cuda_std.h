/// What libcu++ has of the standard library is, for the parse, the standard library.
#pragma once

namespace std {}
namespace cuda {
namespace std {
using namespace ::std;
} // namespace std
} // namespace cuda
