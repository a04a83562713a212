# What CPack makes of an installed tree: `cpack --config build/CPackConfig.cmake`, a .tar.gz that runs
# from any folder and a package for Debian.
set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_NAME warpsmith)
set(CPACK_PACKAGE_VENDOR "The Warpsmith authors")
set(CPACK_PACKAGE_CONTACT "The Warpsmith authors <warpsmith@example.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Static rewriter and benchmark suite for CUDA matrix multiplication")
set(CPACK_PACKAGE_DESCRIPTION
    "warpsmith reads a naive CUDA matrix-multiply kernel, proves what it computes,\n\
and writes a faster source that a person can read and compile with nvcc.\n\
polybench builds, verifies and times original and rewritten kernels, on a GPU\n\
or in a SIMT emulator on the CPU.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
set(CPACK_MONOLITHIC_INSTALL ON)
set(CPACK_PACKAGE_FILE_NAME ${CPACK_PACKAGE_NAME}-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_COMPRESSION_TYPE zstd)
# The emulator compiles with clang++-22; the libraries that the programs load are found in them.
set(CPACK_DEBIAN_PACKAGE_DEPENDS clang-22)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# A faster linker, the source lines of the emulator's messages, and what --sanitize needs.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "lld-22, llvm-22")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libclang-rt-22-dev, nvidia-cuda-toolkit, python3-matplotlib")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/deb/postinst
    ${PROJECT_SOURCE_DIR}/packaging/deb/prerm)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# Of no package's, or in the package itself.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${WARPSMITH_RUN_TIME_FILES})
if(CUDAToolkit_LIBRARY_DIR)
  list(APPEND CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CUDAToolkit_LIBRARY_DIR})
endif()
include(CPack)
