# The window as a page: one HTML file that holds the program, its fonts and its lessons.
set(STRIDESCOPE_PAGE_FONTS "" CACHE PATH "Folder with sans.ttf, bold.ttf, mono.ttf, fallback.ttf")
set(shell ${PROJECT_SOURCE_DIR}/assets/page/shell.html)
file(GLOB browser_sources platform/browser/*.cpp ui/window/browser/*.cpp)
# EM_ASM calls its arguments $0, $1 …
set_source_files_properties(main_page.cpp ${browser_sources} PROPERTIES COMPILE_OPTIONS
    -Wno-dollar-in-identifier-extension)
add_executable(stridescope_page main_page.cpp)
set_target_properties(stridescope_page PROPERTIES OUTPUT_NAME stridescope SUFFIX .html
    LINK_DEPENDS ${shell})
target_link_libraries(stridescope_page PRIVATE stridescope_window fmt::fmt)
target_link_options(stridescope_page PRIVATE
    -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2 -sSINGLE_FILE=1 -sMINIFY_HTML=0
    -sENVIRONMENT=web,worker -sFORCE_FILESYSTEM=1 -sEXPORTED_RUNTIME_METHODS=ccall,FS
    -sEXPORTED_FUNCTIONS=_main,_malloc,_free
    --shell-file ${shell}
    "SHELL:--embed-file ${STRIDESCOPE_PAGE_FONTS}@/fonts"
    "SHELL:--embed-file ${PROJECT_SOURCE_DIR}/assets/ladder@/usr/share/stridescope/ladder"
    "SHELL:--embed-file ${PROJECT_SOURCE_DIR}/assets/lessons@/usr/share/stridescope/lessons")
