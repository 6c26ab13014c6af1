#include "app/session/recordings_of.h"

#include <algorithm>
#include <string>

#include "app/experiment/text/library_texts.h"

namespace stridescope {
namespace {

/// "kogge_stone" of "kogge_stone_8_warps", but "kogge_stone_double" of "kogge_stone_double".
const LibraryText* text_of_recording(const std::string& stem) {
    const LibraryText* best = nullptr;
    for (const LibraryText& text : library()) {
        const bool is_its = stem == text.id || stem.starts_with(text.id + "_");
        if (is_its && (best == nullptr || text.id.size() > best->id.size())) best = &text;
    }
    return best;
}

}  // namespace

std::vector<Recorded> recordings_of(const Trace& trace,
                                    const std::vector<std::filesystem::path>& shipped) {
    std::vector<Recorded> found;
    const auto own = std::ranges::find(library(), trace.text(), &LibraryText::text);
    if (own == library().end()) return found;
    for (const std::filesystem::path& path : shipped) {
        const std::string stem = path.stem().string();
        if (text_of_recording(stem) != &*own) continue;
        std::string with = stem.substr(std::min(own->id.size() + 1, stem.size()));
        std::ranges::replace(with, '_', ' ');
        found.push_back({with.empty() ? own->title : own->title + ", " + with, path.string()});
    }
    return found;
}

}  // namespace stridescope
