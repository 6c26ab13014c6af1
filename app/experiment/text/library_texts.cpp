#include "app/experiment/text/library_texts.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "app/experiment/text/card.h"
#include "app/experiment/text_file.h"

namespace stridescope {
namespace {

LibraryText read(const EmbeddedText& embedded) {
    LibraryText text;
    text.path = embedded.path;
    text.text = embedded.text;
    const std::size_t slash = text.path.rfind('/');
    const std::size_t first = text.path.find('/');
    text.id = text.path.substr(slash + 1, text.path.rfind('.') - slash - 1);
    if (first < slash) text.folder = text.path.substr(first + 1, slash - first - 1);
    const Card card = read_card(text.text);
    text.title = card.title.empty() ? text.id : card.title.text();
    text.summary = card.summary.text();
    text.family = card.family.empty() ? text.folder : card.family.text();
    text.correct = card.broken.correct.text();
    text.is_kernel = text.text.find("__global__") != std::string_view::npos;
    return text;
}

std::vector<LibraryText> read_all() {
    std::vector<LibraryText> all;
    for (const EmbeddedText& embedded : embedded_texts()) all.push_back(read(embedded));
    std::ranges::sort(all, {}, &LibraryText::path);
    return all;
}

}  // namespace

std::span<const LibraryText> library() {
    static const std::vector<LibraryText> all = read_all();
    return all;
}

const LibraryText* find_text(std::string_view id) {
    const auto found = std::ranges::find(library(), id, &LibraryText::id);
    return found == library().end() ? nullptr : &*found;
}

const LibraryText* find_included(std::string_view name) {
    while (name.starts_with("../") || name.starts_with("./")) {
        name.remove_prefix(name.find('/') + 1);
    }
    if (name.empty()) return nullptr;
    for (const LibraryText& text : library()) {
        const std::string_view path = text.path;
        if (!path.ends_with(name)) continue;
        const std::size_t before = path.size() - name.size();
        if (before == 0 || path[before - 1] == '/') return &text;
    }
    return nullptr;
}

TextSpec spec_of(const LibraryText& text) {
    TextSpec spec;
    spec.text = text.text;
    return spec;
}

const LibraryText* own_text(const TextSpec& spec) {
    if (!spec.path.empty() || spec.text.empty()) return nullptr;
    const auto found = std::ranges::find(library(), spec.text, &LibraryText::text);
    return found == library().end() ? nullptr : &*found;
}

std::string name_of(const TextSpec& spec) {
    if (!spec.path.empty()) return std::filesystem::path{spec.path}.filename().string();
    const LibraryText* own = own_text(spec);
    return own != nullptr ? own->id + ".cu" : "untitled.cu";
}

TextSpec open_text(const std::string& name, const std::string& file) {
    std::error_code error;
    const bool missing = !std::filesystem::exists(file, error);
    constexpr std::string_view ending = ".cu";
    if (missing && name.ends_with(ending)) {
        const std::string_view id = std::string_view{name}.substr(0, name.size() - ending.size());
        if (const LibraryText* text = find_text(id)) {
            return spec_of(*text);
        }
    }
    return read_cuda_text(file);
}

}  // namespace stridescope
