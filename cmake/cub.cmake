# cub::DeviceScan as a shared library of its own, where nvcc is: the ladder loads it if it is there.
option(STRIDESCOPE_CUB "Compile the ladder's rung of CUB, where nvcc is" ON)
find_program(STRIDESCOPE_NVCC nvcc PATHS /usr/local/cuda/bin /opt/cuda/bin)
if(NOT STRIDESCOPE_NVCC OR NOT STRIDESCOPE_CUB OR STRIDESCOPE_SANITIZE OR EMSCRIPTEN)
    message(STATUS "The ladder goes without cub::DeviceScan")
    return()
endif()
set(cub_source ${PROJECT_SOURCE_DIR}/app/engine/cub/cub_scan.cu)
set(cub_library ${PROJECT_BINARY_DIR}/app/libstridescope_cub.so)
add_custom_command(OUTPUT ${cub_library}
    COMMAND ${STRIDESCOPE_NVCC} -shared -O3 -Xcompiler -fPIC -cudart static -arch=all-major
        ${cub_source} -o ${cub_library}
    DEPENDS ${cub_source}
    COMMENT "Compiling cub::DeviceScan"
    VERBATIM)
add_custom_target(stridescope_cub ALL DEPENDS ${cub_library})
install(FILES ${cub_library} DESTINATION lib/stridescope)
