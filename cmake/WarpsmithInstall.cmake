# What `cmake --install` puts where. Programs find their files from their own place, bin/ to
# lib/warpsmith/, so that a tree can be moved; lib/warpsmith/ is laid out as the repository is. Two
# components: `rewriter` (warpsmith and the emulator) and `harness` (polybench, its workers, the suite).
include(GNUInstallDirs)
set(private lib/warpsmith)

if(WARPSMITH_ENABLE_LLVM)
  set(rewriter_programs warpsmith warpsmith-emulate warpsmith-nvcc)
  install(TARGETS ${rewriter_programs} DESTINATION bin COMPONENT rewriter)
  install(TARGETS warpsmith_emulator warpsmith_contraction DESTINATION ${private} COMPONENT rewriter)
  install(DIRECTORY runtime/emulator/include DESTINATION ${private}/runtime/emulator
          COMPONENT rewriter)
  # What the output of --device-headers includes.
  install(DIRECTORY runtime/include/warpsmith DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
          COMPONENT rewriter)
endif()

install(TARGETS polybench DESTINATION bin COMPONENT harness)
foreach(worker polybench-worker-emulator polybench-worker-emulator-asan polybench-worker-gpu)
  if(TARGET ${worker})
    install(TARGETS ${worker} DESTINATION ${private} COMPONENT harness)
  endif()
endforeach()
foreach(worker polybench-worker-emulator polybench-worker-emulator-asan)
  if(TARGET ${worker})
    set_target_properties(${worker} PROPERTIES INSTALL_RPATH "$ORIGIN")
  endif()
endforeach()
if(TARGET polybench-worker-gpu)
  # Where NVIDIA's packages put the toolkit; elsewhere the loader must know it.
  set_target_properties(polybench-worker-gpu PROPERTIES INSTALL_RPATH /usr/local/cuda/lib64)
endif()
# What the suite's kernels are compiled from, and the script that draws what `polybench micro` measures.
install(DIRECTORY polybench DESTINATION ${private} COMPONENT harness
        FILES_MATCHING PATTERN "*.cu" PATTERN "*.cuh" PATTERN "*_abi.h" PATTERN "Experiments.def"
        PATTERN results EXCLUDE PATTERN cli EXCLUDE)
install(DIRECTORY runtime/include DESTINATION ${private}/runtime COMPONENT harness)
install(PROGRAMS scripts/plot.py DESTINATION ${private}/scripts COMPONENT harness)
install(FILES scripts/results_files.py DESTINATION ${private}/scripts COMPONENT harness)

# Both components have the licence, and those of what is linked into the programs, as Debian's packages
# have them (Boost's asks for none beside programs).
set(licences /usr/share/doc)
file(GLOB linked ${licences}/llvm-22-dev ${licences}/libzstd-dev ${licences}/zlib1g-dev
     ${licences}/libcli11-dev ${licences}/nlohmann-json3-dev)
foreach(component rewriter harness)
  install(FILES LICENSE CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT ${component})
  foreach(folder IN LISTS linked)
    get_filename_component(package ${folder} NAME)
    install(FILES ${folder}/copyright RENAME ${package}
            DESTINATION ${CMAKE_INSTALL_DOCDIR}/licenses COMPONENT ${component})
  endforeach()
endforeach()

# All that is installed, without the tests.
add_custom_target(programs)
add_dependencies(programs ${rewriter_programs} polybench)
foreach(library warpsmith-nvcc warpsmith_emulator warpsmith_contraction emulation-headers polybench-worker-emulator
        polybench-worker-emulator-asan polybench-worker-gpu)
  if(TARGET ${library})
    add_dependencies(programs ${library})
  endif()
endforeach()
include(WarpsmithManuals)
include(WarpsmithPackages)
