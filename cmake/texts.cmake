# Compiles the CUDA texts below kernels/ into the target. In script mode, which the rule below runs,
# it writes the C++ file that holds them.
if(CMAKE_SCRIPT_MODE_FILE)
    set(entries "")
    foreach(input IN LISTS INPUTS)
        cmake_path(RELATIVE_PATH input BASE_DIRECTORY ${ROOT} OUTPUT_VARIABLE name)
        file(READ ${input} text)
        string(APPEND entries "    {\"${name}\", R\"cuda(${text})cuda\"},\n")
    endforeach()
    file(WRITE ${OUTPUT} "#include \"app/experiment/text/library_texts.h\"

namespace stridescope {
namespace {

constexpr EmbeddedText texts[] = {
    {},
${entries}};

}  // namespace

std::span<const EmbeddedText> embedded_texts() { return std::span{texts}.subspan(1); }

}  // namespace stridescope
")
    return()
endif()

set(stridescope_texts_script ${CMAKE_CURRENT_LIST_FILE})

function(stridescope_embed_texts target)
    file(GLOB_RECURSE texts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/*.cu
        ${PROJECT_SOURCE_DIR}/kernels/*.cuh)
    set(generated ${CMAKE_CURRENT_BINARY_DIR}/embedded_texts.cpp)
    add_custom_command(
        OUTPUT ${generated}
        COMMAND ${CMAKE_COMMAND} -DOUTPUT=${generated} -DROOT=${PROJECT_SOURCE_DIR}
            "-DINPUTS=${texts}" -P ${stridescope_texts_script}
        DEPENDS ${texts} ${stridescope_texts_script}
        COMMENT "Embedding the CUDA texts"
        VERBATIM)
    target_sources(${target} PRIVATE ${generated})
endfunction()
