/// Texture and surface references, removed in CUDA 12.0, and what binds them.
#pragma once

namespace warpsmith_removed {

enum cudaTextureReadMode { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };
enum cudaTextureAddressMode {
  cudaAddressModeWrap = 0,
  cudaAddressModeClamp = 1,
  cudaAddressModeMirror = 2,
  cudaAddressModeBorder = 3,
};
enum cudaTextureFilterMode { cudaFilterModePoint = 0, cudaFilterModeLinear = 1 };
enum cudaResourceType {
  cudaResourceTypeArray = 0,
  cudaResourceTypeMipmappedArray = 1,
  cudaResourceTypeLinear = 2,
  cudaResourceTypePitch2D = 3,
};
#ifndef cudaTextureType1D
constexpr int cudaTextureType1D = 1, cudaTextureType2D = 2, cudaTextureType3D = 3,
              cudaTextureTypeCubemap = 12, cudaTextureType1DLayered = 241,
              cudaTextureType2DLayered = 242;
#endif
#ifndef cudaSurfaceType1D
constexpr int cudaSurfaceType1D = 1, cudaSurfaceType2D = 2;
#endif

struct textureReference {
  int normalized;
  int filterMode, addressMode[3];
  ::cudaChannelFormatDesc channelDesc;
  int sRGB;
  unsigned maxAnisotropy;
};
struct surfaceReference {
  ::cudaChannelFormatDesc channelDesc;
};
template <class Type, int Dimensions = 1, int Mode = 0>
struct texture : textureReference {
  texture(int normalized = 0, int filter = 0, int address = 0);
  texture(int normalized, int filter, int address, ::cudaChannelFormatDesc description);
};
template <class Type, int Dimensions = 1>
struct surface : surfaceReference {};

// An element, or from cudaReadModeNormalizedFloat a float, that converts to it.
#define WARPSMITH_FETCH(name)                                                                      \
  template <class Type, int Dimensions, int Mode, class... Arguments>                              \
  WARPSMITH_ANYWHERE Type name(const texture<Type, Dimensions, Mode> &, const Arguments &...);     \
  template <class Type, class... Arguments>                                                        \
  WARPSMITH_ANYWHERE Type name(const Arguments &...);
WARPSMITH_FETCH(tex1D)
WARPSMITH_FETCH(tex1Dfetch)
WARPSMITH_FETCH(tex1DLayered)
WARPSMITH_FETCH(tex1DLod)
WARPSMITH_FETCH(tex2D)
WARPSMITH_FETCH(tex2DLayered)
WARPSMITH_FETCH(tex2DLod)
WARPSMITH_FETCH(tex2Dgather)
WARPSMITH_FETCH(tex3D)
WARPSMITH_FETCH(texCubemap)
#undef WARPSMITH_FETCH
template <class Type, class... Arguments>
WARPSMITH_ANYWHERE Type surf1Dread(const Arguments &...);
template <class Type, class... Arguments>
WARPSMITH_ANYWHERE Type surf2Dread(const Arguments &...);
WARPSMITH_KNOWN(void, surf1Dread)
WARPSMITH_KNOWN(void, surf2Dread)
WARPSMITH_KNOWN(void, surf1Dwrite)
WARPSMITH_KNOWN(void, surf2Dwrite)

WARPSMITH_KNOWN(cudaError_t, cudaBindTexture)
WARPSMITH_KNOWN(cudaError_t, cudaBindTexture2D)
WARPSMITH_KNOWN(cudaError_t, cudaBindTextureToArray)
WARPSMITH_KNOWN(cudaError_t, cudaBindTextureToMipmappedArray)
WARPSMITH_KNOWN(cudaError_t, cudaUnbindTexture)
WARPSMITH_KNOWN(cudaError_t, cudaGetTextureReference)
WARPSMITH_KNOWN(cudaError_t, cudaGetTextureAlignmentOffset)
WARPSMITH_KNOWN(cudaError_t, cudaBindSurfaceToArray)
WARPSMITH_KNOWN(cudaError_t, cudaGetSurfaceReference)

// Texture objects and arrays are still CUDA's, but not of the built-in declarations.
typedef unsigned long long cudaTextureObject_t, cudaSurfaceObject_t;
struct cudaResourceDesc {
  int resType;
  union {
    struct {
      cudaArray_t array;
    } array;
    struct {
      void *devPtr;
      ::cudaChannelFormatDesc desc;
      size_t sizeInBytes;
    } linear;
    struct {
      void *devPtr;
      ::cudaChannelFormatDesc desc;
      size_t width, height, pitchInBytes;
    } pitch2D;
  } res;
};
struct cudaTextureDesc {
  int addressMode[3], filterMode, readMode, sRGB;
  float borderColor[4];
  int normalizedCoords;
};
template <class Type>
::cudaChannelFormatDesc cudaCreateChannelDesc();
::cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, int kind);
WARPSMITH_KNOWN(::cudaChannelFormatDesc, cudaCreateChannelDescHalf)
WARPSMITH_KNOWN(cudaError_t, cudaCreateTextureObject)
WARPSMITH_KNOWN(cudaError_t, cudaDestroyTextureObject)
WARPSMITH_KNOWN(cudaError_t, cudaCreateSurfaceObject)
WARPSMITH_KNOWN(cudaError_t, cudaDestroySurfaceObject)
WARPSMITH_KNOWN(cudaError_t, cudaGetChannelDesc)
WARPSMITH_KNOWN(cudaError_t, cudaMallocArray)
WARPSMITH_KNOWN(cudaError_t, cudaMalloc3DArray)
WARPSMITH_KNOWN(cudaError_t, cudaFreeArray)
WARPSMITH_KNOWN(cudaError_t, cudaMemcpyToArray)
WARPSMITH_KNOWN(cudaError_t, cudaMemcpyToArrayAsync)
WARPSMITH_KNOWN(cudaError_t, cudaMemcpyFromArray)
WARPSMITH_KNOWN(cudaError_t, cudaMemcpyArrayToArray)
WARPSMITH_KNOWN(cudaError_t, cudaMemcpy2DToArray)
WARPSMITH_KNOWN(cudaError_t, cudaMemcpy2DToArrayAsync)
WARPSMITH_KNOWN(cudaError_t, cudaMemcpy2DFromArray)
WARPSMITH_KNOWN(cudaError_t, cudaMemcpy2DArrayToArray)

} // namespace warpsmith_removed
