// Holds a fuzz target to samples cut short anywhere and with any bit flipped, in any build: what
// the fuzzer finds by chance, this finds each time.
//   sweep TARGET MOST FOLDER…   of each file in them at most so many changes, drawn if there are
//   more (five times as many where STRIDESCOPE_EVERY_ROUND is set)
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "tests/fuzz/targets.h"

namespace {

using stridescope::fuzz::run;
using stridescope::fuzz::Target;

/// The whole, then what is cut off it, then each bit flipped. Returns how many there were.
std::size_t sweep(Target target, const std::string& whole, std::size_t most) {
    run(target, whole);
    std::mt19937_64 random{whole.size()};
    const std::size_t all = 9 * whole.size();
    std::size_t done = 0;
    for (std::size_t change = 0; change < all; ++change) {
        // Of more than `most` each with the same chance.
        if (all > most && random() % all >= most) continue;
        std::string bytes = whole;
        if (change < whole.size()) {
            bytes.resize(change);
        } else {
            const std::size_t bit = change - whole.size();
            bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
        }
        run(target, bytes);
        ++done;
    }
    return done;
}

}  // namespace

int main(int argc, char** argv) {
    const Target target = argc < 4 ? nullptr : stridescope::fuzz::target_named(argv[1]);
    if (target == nullptr) return 2;
    const std::size_t times = std::getenv("STRIDESCOPE_EVERY_ROUND") == nullptr ? 1 : 5;
    const std::size_t most = times * std::strtoull(argv[2], nullptr, 10);
    std::size_t files = 0, changes = 0;
    for (int i = 3; i < argc; ++i) {
        for (const auto& entry : std::filesystem::directory_iterator{argv[i]}) {
            std::ifstream file{entry.path(), std::ios::binary};
            changes += sweep(target, {std::istreambuf_iterator<char>{file}, {}}, most);
            ++files;
        }
    }
    std::printf("%zu samples, %zu changes\n", files, changes);
    return files > 0 ? 0 : 1;
}
