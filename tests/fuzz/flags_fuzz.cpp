// Lines of flags, and the texts of single ones. The first byte chooses.
#include "app/analysis/selection.h"
#include "app/experiment/experiment.h"
#include "app/experiment/input.h"
#include "app/export/animation.h"
#include "app/export/export.h"
#include "app/export/request_text.h"
#include "tests/fuzz/fuzz.h"

namespace {

using namespace stridescope;

void line_of_flags(const std::string& line) {
    const Experiment read = experiment_of_line(line);
    if (read.text.text.empty()) return;  // no text was named
    // The way back is the same experiment, and may be pasted into a terminal.
    const std::string written = command_line(read);
    const Experiment again = experiment_of_line(written);
    fuzz::promise(again == read);
    for (const char c : written) fuzz::promise(c < 0 || c >= ' ');
    (void)why_impossible(read);
}

void single(std::uint8_t which, const std::string& text) {
    switch (which % 9) {
        case 0: fuzz::promise(text_of(parse_input(text)) == text || text == "random"); return;
        case 1: (void)parse_schedule(text); return;
        case 2: (void)parse_blocks(text); return;
        case 3: (void)parse_selection(text); return;
        case 4: (void)parse_width(text); return;
        case 5: (void)parse_range(text); return;
        case 6: (void)format_of(text); return;
        case 7: (void)series_path(text, 7); return;
        default: {
            SightTexts texts;
            texts.pane = {text.substr(0, text.find(' '))};
            texts.part = {text.substr(std::min(text.find(' '), text.size()))};
            (void)parse_sight(texts, 2);
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string text{fuzz::text_of(data + 1, size - 1)};
    constexpr std::string_view no_library;
    if (data[0] < 128)
        fuzz::refused_or_fine(
            text, [&] { line_of_flags(text); }, no_library);
    if (data[0] >= 128)
        fuzz::refused_or_fine(
            text, [&] { single(data[0], text); }, no_library);
    return 0;
}
