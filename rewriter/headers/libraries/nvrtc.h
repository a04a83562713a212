/// The run-time compiler for the parse.
#pragma once

#include <stddef.h>

typedef enum {
  NVRTC_SUCCESS = 0,
  NVRTC_ERROR_OUT_OF_MEMORY = 1,
  NVRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
  NVRTC_ERROR_INVALID_INPUT = 3,
  NVRTC_ERROR_INVALID_PROGRAM = 4,
  NVRTC_ERROR_INVALID_OPTION = 5,
  NVRTC_ERROR_COMPILATION = 6,
  NVRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
  NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
  NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
  NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
  NVRTC_ERROR_INTERNAL_ERROR = 11,
  NVRTC_ERROR_TIME_FILE_WRITE_FAILED = 12
} nvrtcResult;
typedef struct _nvrtcProgram *nvrtcProgram;

extern "C" {
const char *nvrtcGetErrorString(nvrtcResult);
nvrtcResult nvrtcVersion(int *, int *);
nvrtcResult nvrtcGetNumSupportedArchs(int *);
nvrtcResult nvrtcGetSupportedArchs(int *);
nvrtcResult nvrtcCreateProgram(nvrtcProgram *, const char *, const char *, int, const char *const *,
                               const char *const *);
nvrtcResult nvrtcDestroyProgram(nvrtcProgram *);
nvrtcResult nvrtcCompileProgram(nvrtcProgram, int, const char *const *);
nvrtcResult nvrtcGetPTXSize(nvrtcProgram, size_t *);
nvrtcResult nvrtcGetPTX(nvrtcProgram, char *);
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram, size_t *);
nvrtcResult nvrtcGetCUBIN(nvrtcProgram, char *);
nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram, size_t *);
nvrtcResult nvrtcGetLTOIR(nvrtcProgram, char *);
nvrtcResult nvrtcGetOptiXIRSize(nvrtcProgram, size_t *);
nvrtcResult nvrtcGetOptiXIR(nvrtcProgram, char *);
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram, size_t *);
nvrtcResult nvrtcGetProgramLog(nvrtcProgram, char *);
nvrtcResult nvrtcAddNameExpression(nvrtcProgram, const char *);
nvrtcResult nvrtcGetLoweredName(nvrtcProgram, const char *, const char **);
}
