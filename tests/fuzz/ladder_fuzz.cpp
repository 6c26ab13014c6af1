// Saved ladders: read, told, drawn, and saved again.
#include "app/ladder/ladder.h"
#include "app/report/ladder_report.h"
#include "app/scene/ladder/ladder_scene.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace stridescope;
    fuzz::refused_or_fine(fuzz::text_of(data, size), [&] {
        const Ladder ladder = parse_ladder(fuzz::text_of(data, size));
        // What goes with nothing else in the file is not saved again.
        const std::string saved = ladder_json(ladder);
        fuzz::promise(ladder_json(parse_ladder(saved)) == saved);
        for (const std::string& told :
             {ladder_table(ladder), ladder_why(ladder, usual_size(ladder)),
              to_csv(ladder_results(ladder))})
            fuzz::promise(printable_lines(told) == told);
        static_cast<void>(ladder_scene(ladder, Palette::light()));
    });
    return 0;
}
