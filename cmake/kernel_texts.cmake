# Compiles the kernels' headers into the target once more, as the text that people read. In script
# mode, which the rule below runs, it writes the C++ file that holds them.
if(CMAKE_SCRIPT_MODE_FILE)
    set(entries "")
    foreach(input IN LISTS INPUTS)
        cmake_path(RELATIVE_PATH input BASE_DIRECTORY ${ROOT} OUTPUT_VARIABLE name)
        file(READ ${input} text)
        string(APPEND entries "    {\"${name}\", R\"kernel(${text})kernel\"},\n")
    endforeach()
    file(WRITE ${OUTPUT} "#include \"kernels/kernel_text.h\"

namespace stridescope {
namespace {

struct Entry {
    std::string_view name, text;
};
constexpr Entry entries[] = {
${entries}};

}  // namespace

std::string_view kernel_text(std::string_view header) {
    for (const Entry& entry : entries) {
        if (entry.name == header) return entry.text;
    }
    return {};
}

}  // namespace stridescope
")
    return()
endif()

set(stridescope_kernel_texts_script ${CMAKE_CURRENT_LIST_FILE})

function(stridescope_embed_kernel_texts target)
    file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/*.h
        ${PROJECT_SOURCE_DIR}/kernels/broken/*.h)
    set(generated ${CMAKE_CURRENT_BINARY_DIR}/kernel_texts.cpp)
    add_custom_command(
        OUTPUT ${generated}
        COMMAND ${CMAKE_COMMAND} -DOUTPUT=${generated} -DROOT=${PROJECT_SOURCE_DIR}
            "-DINPUTS=${headers}" -P ${stridescope_kernel_texts_script}
        DEPENDS ${headers} ${stridescope_kernel_texts_script}
        COMMENT "Embedding the kernels' texts"
        VERBATIM)
    target_sources(${target} PRIVATE ${generated})
endfunction()
