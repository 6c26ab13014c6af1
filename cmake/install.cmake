# cmake --install BUILD: the programs, completion for bash, the lessons, the entry for menus, the
# licence.
include(GNUInstallDirs)
install(TARGETS stridescope-cli RUNTIME)
set(completion assets/completion/stridescope-cli.bash)
set(completions ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
# bash-completion looks for a file of the command's own name.
install(FILES ${completion} DESTINATION ${completions} RENAME stridescope-cli)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(TARGET stridescope)
    install(TARGETS stridescope RUNTIME)
    install(FILES ${completion} DESTINATION ${completions} RENAME stridescope)
    install(DIRECTORY assets/lessons DESTINATION ${CMAKE_INSTALL_DATADIR}/stridescope
        FILES_MATCHING PATTERN "*.md")
    install(DIRECTORY assets/ladder DESTINATION ${CMAKE_INSTALL_DATADIR}/stridescope OPTIONAL
        FILES_MATCHING PATTERN "*.json")
    install(FILES assets/stridescope.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
    install(FILES assets/stridescope.svg
        DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
endif()
