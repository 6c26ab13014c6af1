# Compiles shaders/*.glsl into the target, as text. The version line is not in the files: the same
# text serves desktop GL and GL ES, see app/canvas/gl_objects.h.
set(stridescope_embed_script ${CMAKE_CURRENT_LIST_DIR}/embed_text.cmake)

function(stridescope_embed_shaders target)
    file(GLOB shaders CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/shaders/*.glsl)
    set(generated ${CMAKE_CURRENT_BINARY_DIR}/embedded_shaders.cpp)
    add_custom_command(
        OUTPUT ${generated}
        COMMAND ${CMAKE_COMMAND} -DOUTPUT=${generated} "-DINPUTS=${shaders}"
            -P ${stridescope_embed_script}
        DEPENDS ${shaders} ${stridescope_embed_script}
        COMMENT "Embedding shaders"
        VERBATIM)
    target_sources(${target} PRIVATE ${generated})
endfunction()
