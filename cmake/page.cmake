# The window as a page: one HTML file that holds the program, its fonts and its lessons.
set(STRIDESCOPE_PAGE_FONTS "" CACHE PATH "Folder with sans.ttf, bold.ttf, mono.ttf, fallback.ttf")
find_package(Python3 REQUIRED COMPONENTS Interpreter)
file(GLOB browser_sources platform/browser/*.cpp ui/window/browser/*.cpp)
# EM_ASM calls its arguments $0, $1 …
set_source_files_properties(main_page.cpp main_worker.cpp ${browser_sources} PROPERTIES COMPILE_OPTIONS
    -Wno-dollar-in-identifier-extension)
add_executable(stridescope_page main_page.cpp main_worker.cpp)
target_link_libraries(stridescope_page PRIVATE stridescope_window fmt::fmt)
target_link_options(stridescope_page PRIVATE
    -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2
    -sENVIRONMENT=web,worker -sFORCE_FILESYSTEM=1 -sEXPORTED_RUNTIME_METHODS=ccall,FS
    -sEXPORTED_FUNCTIONS=_main,_malloc,_free)

set(page ${CMAKE_CURRENT_BINARY_DIR}/stridescope.html)
set(pack ${PROJECT_SOURCE_DIR}/cmake/pack_page.py)
set(shell ${PROJECT_SOURCE_DIR}/assets/page/shell.html)
set(icon ${PROJECT_SOURCE_DIR}/assets/stridescope.svg)
set(program ${CMAKE_CURRENT_BINARY_DIR}/stridescope_page)
target_link_options(stridescope_page PRIVATE --js-library ${CMAKE_CURRENT_LIST_DIR}/page_gl.js)
set_target_properties(stridescope_page PROPERTIES LINK_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/page_gl.js)
file(GLOB page_scripts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/assets/page/*.js)
file(GLOB_RECURSE page_files CONFIGURE_DEPENDS ${STRIDESCOPE_PAGE_FONTS}/*
    ${PROJECT_SOURCE_DIR}/assets/ladder/* ${PROJECT_SOURCE_DIR}/assets/lessons/*
    ${PROJECT_SOURCE_DIR}/assets/exercises/* ${PROJECT_SOURCE_DIR}/assets/times/*)
# Of what was measured on a GPU, those recordings that a lesson opens.
file(GLOB page_lessons CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/assets/lessons/*.md)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page_lessons})
set(page_times)
foreach(lesson ${page_lessons})
    file(STRINGS ${lesson} opened REGEX "^(run|other): times/[a-z0-9_]+[.]npz$")
    foreach(line ${opened})
        string(REGEX REPLACE "^.*times/" "" name ${line})
        list(APPEND page_times ${PROJECT_SOURCE_DIR}/assets/times/${name}=/usr/share/stridescope/times/${name})
    endforeach()
endforeach()
list(REMOVE_DUPLICATES page_times)
# The first program of all, which unpacks the others: by clang itself, since Emscripten adds its own to each.
set(unpack ${CMAKE_CURRENT_BINARY_DIR}/unpack.wasm)
add_custom_command(OUTPUT ${unpack}
    COMMAND clang++-16 --target=wasm32 -std=c++20 -O2 -fno-builtin -nostdlib -Wall -Wextra -Wpedantic -Werror
        -Wl,--no-entry -Wl,--strip-all -o ${unpack} ${CMAKE_CURRENT_SOURCE_DIR}/main_unpack.cpp
    DEPENDS main_unpack.cpp VERBATIM)
add_custom_command(OUTPUT ${page}
    COMMAND Python3::Interpreter ${pack} ${shell} ${icon} ${program}.js ${program}.wasm ${unpack} ${page}
        ${STRIDESCOPE_PAGE_FONTS}=/fonts
        ${PROJECT_SOURCE_DIR}/assets/ladder=/usr/share/stridescope/ladder
        ${PROJECT_SOURCE_DIR}/assets/lessons=/usr/share/stridescope/lessons
        ${PROJECT_SOURCE_DIR}/assets/exercises=/usr/share/stridescope/exercises
        ${page_times}
    DEPENDS stridescope_page ${unpack} ${pack} ${shell} ${icon} ${page_scripts} ${page_files}
    COMMENT "Packing stridescope.html" VERBATIM)
add_custom_target(page ALL DEPENDS ${page})
