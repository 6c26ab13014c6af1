# cmake --install BUILD: the programs, their man pages and completion, lessons and exercises, what a desktop wants
# to know, the licence.
include(GNUInstallDirs)
set(STRIDESCOPE_ZSH_FOLDER ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING
    "Where zsh looks for completion")
install(TARGETS stridescope-cli RUNTIME)
set(completion assets/completion/stridescope-cli.bash)
set(completions ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
# bash-completion looks for a file of the command's own name.
install(FILES ${completion} DESTINATION ${completions} RENAME stridescope-cli)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/stridescope RENAME copyright)
if(TARGET stridescope)
    install(TARGETS stridescope RUNTIME)
    install(FILES ${completion} DESTINATION ${completions} RENAME stridescope)
    install(DIRECTORY assets/times DESTINATION ${CMAKE_INSTALL_DATADIR}/stridescope OPTIONAL
        FILES_MATCHING PATTERN "*.npz")
    install(DIRECTORY assets/lessons DESTINATION ${CMAKE_INSTALL_DATADIR}/stridescope
        FILES_MATCHING PATTERN "*.md" PATTERN "*.cu")
    install(DIRECTORY assets/exercises DESTINATION ${CMAKE_INSTALL_DATADIR}/stridescope
        FILES_MATCHING PATTERN "*.cu")
    install(DIRECTORY assets/ladder DESTINATION ${CMAKE_INSTALL_DATADIR}/stridescope OPTIONAL
        FILES_MATCHING PATTERN "*.json")
    install(FILES assets/stridescope.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
    install(FILES assets/stridescope.svg
        DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
    install(FILES assets/stridescope.mime.xml
        DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages RENAME stridescope.xml)
    install(FILES assets/internal.stridescope.stridescope.metainfo.xml
        DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
endif()

# Man pages, and completion for zsh and fish: the programs are asked for their --help.
find_program(STRIDESCOPE_PYTHON python3 HINTS /usr/bin NO_CMAKE_ENVIRONMENT_PATH
    DOC "A Python 3, for man pages and tests")
if(NOT STRIDESCOPE_PYTHON OR STRIDESCOPE_SANITIZE)
    message(STATUS "No man pages, and no completion for zsh and fish")
    return()
endif()
set(scripts ${PROJECT_SOURCE_DIR}/cmake/documents)
set(documents ${PROJECT_BINARY_DIR}/documents)
file(MAKE_DIRECTORY ${documents})

function(stridescope_man_page target whatis other)
    add_custom_command(OUTPUT ${documents}/${target}.1.gz
        COMMAND ${CMAKE_COMMAND} -E env PYTHONDONTWRITEBYTECODE=1 ${STRIDESCOPE_PYTHON}
            ${scripts}/man_page.py $<TARGET_FILE:${target}> ${target} ${PROJECT_VERSION} ${whatis}
            ${other} ${documents}/${target}.1.gz
        DEPENDS ${target} ${scripts}/man_page.py ${scripts}/help_text.py
        COMMENT "Writing the man page of ${target}"
        VERBATIM)
    install(FILES ${documents}/${target}.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endfunction()

stridescope_man_page(stridescope-cli "record, report and draw what the threads of GPU kernels do"
    stridescope)
set(pages ${documents}/stridescope-cli.1.gz)
set(zsh ${documents}/_stridescope)
set(fish ${documents}/stridescope-cli.fish)
set(asked stridescope-cli)
set(arguments $<TARGET_FILE:stridescope-cli> ${zsh} ${fish})
if(TARGET stridescope)
    stridescope_man_page(stridescope "watch GPU threads work, one stride at a time"
        stridescope-cli)
    list(APPEND pages ${documents}/stridescope.1.gz)
    list(APPEND asked stridescope)
    list(APPEND fish ${documents}/stridescope.fish)
    list(APPEND arguments $<TARGET_FILE:stridescope> ${documents}/stridescope.fish)
endif()
add_custom_command(OUTPUT ${zsh} ${fish}
    COMMAND ${CMAKE_COMMAND} -E env PYTHONDONTWRITEBYTECODE=1 ${STRIDESCOPE_PYTHON}
        ${scripts}/completions.py ${arguments}
    DEPENDS ${asked} ${scripts}/completions.py ${scripts}/help_text.py
    COMMENT "Writing completion for zsh and fish"
    VERBATIM)
install(FILES ${zsh} DESTINATION ${STRIDESCOPE_ZSH_FOLDER})
install(FILES ${fish} DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
add_custom_target(stridescope_documents ALL DEPENDS ${pages} ${zsh} ${fish})
