#include "app/ladder/rungs.h"

#include <utility>

namespace stridescope {

std::vector<Rung> standard_rungs() {
    using enum RungKind;
    using Knobs = std::vector<std::pair<std::string, std::string>>;
    const Knobs kogge_stone{{"SCAN", "KOGGE_STONE"}, {"BLOCK", "1024"}, {"COARSEN", "1"}};
    const Knobs brent_kung{{"SCAN", "BRENT_KUNG"}, {"BLOCK", "1024"}, {"COARSEN", "1"}};
    const auto coarsened = [](const std::string& by, const std::string& padding) {
        return Knobs{
            {"SCAN", "BRENT_KUNG"}, {"BLOCK", "1024"}, {"COARSEN", by}, {"PADDING", padding}};
    };
    // Sections of a text that scans them only: its own name says which scan.
    const auto section = [](const std::string& coarsen, const std::string& padding) {
        return Knobs{{"BLOCK", "1024"}, {"COARSEN", coarsen}, {"PADDING", padding}};
    };
    // Each rung of the look-back that runs ahead has one thing more than the one before.
    const auto ahead = [](std::string id, std::string name, const char* flight, const char* sums,
                          const char* carrier) {
        return Rung{.id = std::move(id),
                    .name = std::move(name),
                    .kind = scan,
                    .text = "lookback_ahead",
                    .knobs = {{"BLOCK", "256"},
                              {"ROWS", "3"},
                              {"FLIGHT", flight},
                              {"AHEAD", sums},
                              {"CARRIER", carrier}},
                    .fitted = "BLOCKS"};
    };
    constexpr std::int64_t million = 1'000'000;
    return {
        {.id = "cpu-one", .name = "One CPU core", .kind = cpu},
        {.id = "cpu-all", .name = "All CPU cores", .kind = cpu},
        {.id = "naive",
         .name = "Naive",
         .text = "naive_grid",
         .knobs = {{"BLOCK", "256"}},
         .most = million,
         .why_most = "It adds N²/2 numbers, which takes minutes beyond 10⁶."},
        {"kogge-stone", "Sections: Kogge–Stone", sections, "kogge_stone", section("1", "none")},
        {"brent-kung", "Sections: Brent–Kung", sections, "brent_kung", section("1", "none")},
        {"padded", "Sections: Brent–Kung, padded", sections, "brent_kung", section("1", "every32")},
        {"coarsened", "Sections: Brent–Kung × 8", sections, "brent_kung", section("8", "none")},
        {"coarsened-padded", "Sections: Brent–Kung × 8, padded", sections, "brent_kung",
         section("8", "every32")},
        {"three-kernel", "Three kernels, Brent–Kung × 16, padded", scan, "three_kernel",
         coarsened("16", "every32")},
        {"spin-barrier", "Spin barrier, Brent–Kung × 16, padded", scan, "spin_barrier",
         coarsened("16", "every32")},
        {"chained-kogge-stone", "Chained, Kogge–Stone", scan, "chained", kogge_stone},
        {"chained-brent-kung", "Chained, Brent–Kung", scan, "chained", brent_kung},
        {"chained-coarsened", "Chained, Brent–Kung × 8", scan, "chained", coarsened("8", "none")},
        {"chained-padded", "Chained, Brent–Kung × 8, padded", scan, "chained",
         coarsened("8", "every32")},
        {.id = "chained-managed",
         .name = "The same, in managed memory",
         .text = "chained",
         .knobs = coarsened("8", "every32"),
         .managed = true,
         .most = 100 * million,
         .why_most = "Pages migrate at a few GB/s: beyond 10⁸ it takes too long."},
        {"look-back", "Look-back, one thread", scan, "decoupled_lookback",
         coarsened("8", "every32")},
        {"look-back-warp", "Look-back, a warp", scan, "decoupled_lookback_warp",
         coarsened("8", "every32")},
        ahead("ahead-vectors", "Look-back, blocks that stay, 16-byte loads", "1", "0", "0"),
        ahead("ahead-loads", "… and tiles loaded ahead", "4", "0", "0"),
        ahead("ahead-sums", "… and sums told ahead", "4", "2", "0"),
        ahead("ahead", "… and one block that carries: ours", "4", "2", "1"),
        {.id = "library", .name = "cub::DeviceScan", .kind = library},
        {.id = "copy", .name = "Copy: the roof", .kind = roof},
    };
}

}  // namespace stridescope
