// The program's own texts: the .cu files below kernels/, as they were when the program was built.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/experiment/text_spec.h"

namespace stridescope {

struct LibraryText {
    std::string id{};       ///< the file's name without its ending: "reduce_modulo"
    std::string folder{};   ///< below kernels/: "reduce"
    std::string path{};     ///< "kernels/reduce/reduce_modulo.cu"
    std::string title{};    ///< the card's, else the id
    std::string summary{};  ///< the card's
    std::string family{};   ///< the card's, else the folder
    std::string correct{};  ///< id of the correct version of one that is broken on purpose
    bool is_kernel = true;  ///< it can be run by itself; else it is there to be included
    std::string_view text{};
};

/// All of them, by folder and name.
std::span<const LibraryText> library();
/// nullptr if there is none.
const LibraryText* find_text(std::string_view id);
/// What `#include "name"` means in a text of the library: its path's end, whatever "../" there is
/// before it.
const LibraryText* find_included(std::string_view name);

/// The document that such a text is. It has no file.
TextSpec spec_of(const LibraryText& text);
/// The one that the document is, unchanged; nullptr: it has a file, or is none of them.
const LibraryText* own_text(const TextSpec& spec);
/// "reduce_modulo.cu": the file's name, or the library's; of a text that has neither "untitled.cu".
std::string name_of(const TextSpec& spec);

/// The document in `file`, for which a person wrote `name`. Where there is no such file, and the
/// name is one of the library ("reduce_modulo.cu"), that text. Throws UsageError as read_cuda_text
/// does.
TextSpec open_text(const std::string& name, const std::string& file);

/// A file below kernels/, as cmake/texts.cmake writes all of them into the program.
struct EmbeddedText {
    std::string_view path{};  ///< "kernels/reduce/reduce_modulo.cu"
    std::string_view text{};
};

std::span<const EmbeddedText> embedded_texts();

}  // namespace stridescope
