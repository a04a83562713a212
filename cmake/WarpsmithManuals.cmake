# Man pages and shell completions, made of what the programs print under --help, so that they name every
# option there is.
find_package(Python3 3.9 QUIET COMPONENTS Interpreter)
if(NOT Python3_FOUND)
  message(STATUS "No Python 3.9: man pages and shell completions are left out")
  return()
endif()
set(manual_programs ${rewriter_programs} polybench)
set(manuals ${CMAKE_BINARY_DIR}/manuals)
if(NOT WARPSMITH_ENABLE_LLVM)
  return() # polybench's name warpsmith's passes
endif()
list(TRANSFORM manual_programs REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/packaging/manuals/\\1.txt"
     OUTPUT_VARIABLE manual_texts)
add_custom_command(OUTPUT ${manuals}/stamp
  COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/manuals.py
          --programs=${CMAKE_RUNTIME_OUTPUT_DIRECTORY} --texts=${PROJECT_SOURCE_DIR}/packaging/manuals
          --output=${manuals}
  COMMAND ${CMAKE_COMMAND} -E touch ${manuals}/stamp
  DEPENDS ${manual_programs} ${manual_texts} scripts/manuals.py
  COMMENT "Making man pages and shell completions" VERBATIM)
add_custom_target(manuals ALL DEPENDS ${manuals}/stamp)
add_dependencies(programs manuals)
foreach(program IN LISTS manual_programs)
  set(component rewriter)
  if(program STREQUAL "polybench")
    set(component harness)
  endif()
  install(FILES ${manuals}/man/${program}.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
          COMPONENT ${component})
  install(FILES ${manuals}/bash/${program}
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT ${component})
  install(FILES ${manuals}/zsh/_${program}
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT ${component})
  install(FILES ${manuals}/fish/${program}.fish
          DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT ${component})
endforeach()
