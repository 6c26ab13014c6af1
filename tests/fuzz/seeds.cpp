// Makes the trace target's first inputs: traces of this program, and those of older ones that are
// given, as files and as their members.
//   seeds FOLDER [TRACE…]
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "app/engine/engine.h"
#include "app/io/read_file.h"
#include "app/trace/npz.h"
#include "app/trace/trace_file.h"
#include "tests/fuzz/members.h"

namespace {

using namespace stridescope;

void write(const std::filesystem::path& path, const std::string& text) {
    std::ofstream{path, std::ios::binary} << text;
}

void write_both(const std::filesystem::path& folder, const std::string& name,
                const std::vector<std::byte>& file) {
    write(folder / (name + ".whole"), '\0' + as_text(file));
    std::string members{static_cast<char>(0x80)};
    NpzReader npz{file, name};
    for (const std::string& member : npz.names()) {
        fuzz::pack(member, std::string{npz.read(member, std::uint64_t{1} << 24).text()}, members);
    }
    write(folder / (name + ".members"), members);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    const std::filesystem::path folder = argv[1];
    const std::vector<std::string> runs{
        "--kernel kogge-stone --block 4 --n 4",
        "--kernel brent-kung --block 8 --n 12 --pad every32 --type i64 --op max",
        "--kernel blelloch --block 4 --n 8 --scan exclusive --type u32",
        "--kernel chained --block 4 --n 10 --type f64 --blocks first:2 --sms 2",
        "--kernel decoupled-lookback --block 4 --n 12",
        "--kernel warp-shuffle --block 32 --n 3 --input values:nan,1,inf",
        "--kernel kogge-stone-global --block 4 --n 6",
        "--kernel kogge-stone-one-barrier --block 64 --n 64 --schedule descending",
    };
    for (std::size_t i = 0; i < runs.size(); ++i) {
        Experiment run = experiment_of_line(runs[i]);
        run.engine = EngineChoice::cpu;
        write_both(folder, "run" + std::to_string(i), encode_trace(*record(run)));
    }
    for (int i = 2; i < argc; ++i) {
        const std::vector<std::byte> file =
            read_file(argv[i], {.what = "a trace", .most = std::uint64_t{1} << 24});
        write_both(folder, "old" + std::to_string(i), file);
    }
    return 0;
}
