# Headers of the standard library and of others, read once per library instead of once per source.
# Never headers of our own: a change to one compiles what includes it, no more. scripts/test builds
# app/ without them (STRIDESCOPE_PCH), which proves that every source includes what it needs.
set(stridescope_precompiled_headers
    <algorithm> <array> <charconv> <cmath> <cstdint> <filesystem> <functional> <map> <memory>
    <optional> <set> <span> <string> <string_view> <utility> <vector> <fmt/format.h>)

# Further headers come behind these.
function(stridescope_precompile target)
    target_precompile_headers(${target} PRIVATE ${stridescope_precompiled_headers} ${ARGN})
    stridescope_let_ccache_precompile(${target})
endfunction()

# Those of another target, which is compiled with the same options.
function(stridescope_precompile_as target other)
    target_precompile_headers(${target} REUSE_FROM ${other})
    stridescope_let_ccache_precompile(${target})
endfunction()

# ccache wants this (scripts/test says what else it needs).
function(stridescope_let_ccache_precompile target)
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
        target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
    elseif(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
        target_compile_options(${target} PRIVATE
            "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
    endif()
endfunction()
