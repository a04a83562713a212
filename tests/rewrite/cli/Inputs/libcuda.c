/* The part of CUDA's driver that --arch=native asks, for machines with a GPU and without one: GPU=9.0
   in the environment is its compute capability; without GPU there is none. */
#include <stdio.h>
#include <stdlib.h>

enum { SUCCESS = 0, NO_DEVICE = 100, INVALID_DEVICE = 101, MAJOR = 75, MINOR = 76 };

int cuInit(unsigned flags) {
  (void)flags;
  return getenv("GPU") ? SUCCESS : NO_DEVICE;
}

int cuDeviceGet(int *device, int ordinal) {
  *device = 7;
  return ordinal == 0 ? SUCCESS : INVALID_DEVICE;
}

int cuDeviceGetAttribute(int *value, int attribute, int device) {
  int major = 0, minor = 0;
  if (device != 7 || (attribute != MAJOR && attribute != MINOR) ||
      sscanf(getenv("GPU"), "%d.%d", &major, &minor) != 2)
    return INVALID_DEVICE;
  *value = attribute == MAJOR ? major : minor;
  return SUCCESS;
}

int cuDeviceGetName(char *name, int bytes, int device) {
  snprintf(name, (size_t)bytes, "GPU number %d", device);
  return SUCCESS;
}

int cuGetErrorString(int result, const char **text) {
  *text = result == NO_DEVICE ? "no CUDA-capable device is detected" : "another error";
  return SUCCESS;
}
