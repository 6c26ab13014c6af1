// Runs the functions of a text over many threads, for scripts/fuzz_machine.py: the same functions,
// compiled by g++, must give the same bits.
//
//   differential TEXT.cu THREADS IN.bin OUT.bin [BLOCK [contract]]
//
// TEXT.cu has kernels (const int *in, …) as the script writes them. Every kernel is launched with
// `in` and an array of 64-bit results, `slots` for each thread; all results go to OUT.bin. What was
// stored must also be what its origins make of what was read, and the same if no two lanes are in
// lockstep. `contract`: products are fused with sums, as nvcc does unless it is told not to.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <vector>

#include "app/language/parse.h"
#include "app/machine/machine.h"
#include "tests/machine/recompute.h"

int main(int argc, char** argv) {
    using namespace stridescope;
    if (argc < 5) return 2;
    std::ifstream text_file(argv[1]);
    std::stringstream text;
    text << text_file.rdbuf();
    const auto threads = static_cast<std::uint32_t>(std::atoi(argv[2]));
    const std::uint32_t block = argc > 5 ? static_cast<std::uint32_t>(std::atoi(argv[5])) : 64;
    std::ifstream in_file(argv[3], std::ios::binary);
    const std::vector<char> in((std::istreambuf_iterator<char>(in_file)),
                               std::istreambuf_iterator<char>());
    const language::Parsed parsed = language::parse(argv[1], text.str());
    for (const language::Fault& f : parsed.faults) {
        fmt::print(stderr, "{}:{}: {}\n", f.place.line, f.place.column, f.message);
    }
    if (!parsed.faults.empty()) return 1;
    std::ofstream out(argv[4], std::ios::binary);
    std::uint64_t checked = 0, unknown = 0;
    bool wrong = false;
    for (const language::Function* kernel : parsed.unit->kernels) {
        // Threads that share nothing compute the same in lockstep and each by itself.
        std::vector<char> first;
        for (const auto order : {machine::WarpOrder::ascending, machine::WarpOrder::lanes}) {
            machine::GlobalMemory memory;
            const std::size_t input = memory.allocate("in", in.size());
            std::copy(in.begin(), in.end(), memory.as<char>(input));
            constexpr std::size_t slots = 8;
            const std::size_t results = memory.allocate("out", std::size_t{8} * slots * threads);
            language::Launch launch;
            launch.grid = {threads / block, 1, 1};
            launch.block = {block, 1, 1};
            launch.arguments = {{{memory[input].address}}, {{memory[results].address}}};
            launch.memory = memory.layout();
            machine::Settings settings;
            settings.contract = argc > 6;
            settings.budget = 50'000'000;
            settings.order = order;
            machine::Recompute::Bytes before = machine::Recompute::bytes_of(memory);
            try {
                const machine::LaunchRecord record =
                    machine::run(*parsed.unit, *kernel, launch, memory, settings);
                for (const machine::Diagnostic& d : record.diagnostics) {
                    fmt::print(stderr, "{}: line {}: {}\n", kernel->name, d.place.line, d.message);
                }
                machine::Recompute recompute(record, std::move(before));
                recompute.run();
                checked += recompute.checked;
                unknown += recompute.unknown;
                for (const std::string& w : recompute.wrong) {
                    fmt::print(stderr, "{}: {}\n", kernel->name, w);
                    wrong = true;
                }
            } catch (const language::FaultError& error) {
                fmt::print(stderr, "{}: {}:{}: {}\n", kernel->name, error.fault().place.line,
                           error.fault().place.column, error.what());
                return 1;
            }
            const char* data = memory.as<char>(results);
            const std::vector<char> got(data, data + memory[results].bytes);
            if (order == machine::WarpOrder::ascending) {
                out.write(got.data(), static_cast<std::streamsize>(got.size()));
                first = got;
            } else if (got != first) {
                fmt::print(stderr, "{}: not the same, each lane by itself\n", kernel->name);
                wrong = true;
            }
        }
    }
    fmt::print("{} values explained by their origins, {} in part made of indices\n", checked,
               unknown);
    return wrong ? 3 : 0;
}
