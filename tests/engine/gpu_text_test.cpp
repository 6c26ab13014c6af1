// Texts printed for a GPU: NVIDIA's compiler takes them, and what they record while they run on the
// CPU, compiled by g++, is what the machine records.
#include <gtest/gtest.h>

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <regex>

#include "app/engine/machine/machine_trace.h"
#include "app/engine/machine/text_launches.h"
#include "app/engine/nvrtc/compiler.h"
#include "app/engine/nvrtc/gpu_text.h"
#include "app/engine/nvrtc/recording_text.h"
#include "app/engine/nvrtc/thread_logs.h"
#include "app/engine/text_on_gpu.h"
#include "app/experiment/text/library.h"
#include "tests/support/places.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace {

using namespace nvrtc;

std::vector<const LibraryText*> kernels() {
    std::vector<const LibraryText*> all;
    for (const LibraryText& text : library()) {
        if (text.is_kernel) all.push_back(&text);
    }
    return all;
}

/// A kernel's launch on the CPU: printed, compiled by g++ and run by fibers.
class OnHost {
  public:
    /// `words` put something else into the printed text, to see what becomes of it.
    OnHost(const TextLaunch& launch, const language::Program& program,
           const std::pair<std::string, std::string>& words = {})
        : launch_{launch}, program_{program} {
        language::Function* const kernel = launch.kernel;
        printed_ = language::print(std::span{&kernel, 1}, true);
        std::string text = with_shared_memory(printed_.text);
        if (!words.first.empty()) {
            const std::size_t at = text.find(words.first);
            EXPECT_NE(at, std::string::npos) << text;
            if (at != std::string::npos) text.replace(at, words.first.size(), words.second);
        }
        text = fmt::format(
            "#include \"{}/tests/support/cuda_by_fibers.h\"\n{}{}extern \"C\" void ss_call(void** "
            "a) "
            "{{ call_kernel({}, a); }}\nextern \"C\" void* const ss_run[] = {{(void*)fibers_run, "
            "(void*)fibers_global, (void*)&ss_log}};\n",
            source_dir(), recording_text, text, printed_.names.at(kernel));
        const std::string source = folder_ / "text.cpp", library = folder_ / "text.so";
        std::ofstream{source} << text;
        const std::string command = fmt::format(
            "g++ -std=c++17 -w -O0 -fno-gnu-unique -ffp-contract=off -fno-strict-aliasing -shared "
            "-fPIC "
            "-o {} {} 2> {}",
            library, source, (folder_ / "said").string());
        if (std::system(command.c_str()) != 0) {
            ADD_FAILURE() << testing::text_of_file(folder_ / "said") << "\n" << printed_.text;
            return;
        }
        library_ = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
        EXPECT_NE(library_, nullptr) << dlerror();
    }
    OnHost(const OnHost&) = delete;
    OnHost& operator=(const OnHost&) = delete;
    ~OnHost() {
        if (library_ != nullptr) dlclose(library_);
    }

    bool is_ready() const { return library_ != nullptr; }

    /// Runs it in the machine's memory; the text's own variables are copied in and out.
    std::vector<std::vector<machine::TapeEvent>> run(machine::GlobalMemory& memory,
                                                     const language::Launch& launch) {
        auto* const functions = static_cast<void* const*>(dlsym(library_, "ss_run"));
        const auto run =
            reinterpret_cast<bool (*)(void (*)(void**), void**, const unsigned*, const unsigned*,
                                      unsigned long long)>(functions[0]);
        const auto global =
            reinterpret_cast<void (*)(const void*, unsigned long long)>(functions[1]);
        std::vector<Placed> placed;
        std::vector<std::pair<machine::Allocation*, void*>> variables;
        for (std::size_t k = 0; k < memory.size(); ++k) {
            void* at = memory[k].data;
            if (const language::Variable* v = memory[k].variable; v != nullptr) {
                at = dlsym(library_, std::string{v->name}.c_str());
                if (at == nullptr) continue;
                std::memcpy(at, memory[k].data, memory[k].bytes);
                variables.emplace_back(&memory[k], at);
                if (v->storage == language::Storage::constant) continue;
            }
            global(at, memory[k].bytes);
            placed.push_back(
                {reinterpret_cast<std::uint64_t>(at), memory[k].bytes, memory[k].address});
        }
        std::vector<std::uint64_t> values;
        for (const language::Argument& argument : launch.arguments) {
            const std::uint64_t value = argument.leaves.at(0);
            const machine::Allocation* array = memory.find(value);
            values.push_back(array != nullptr && value > 1'000'000'000
                                 ? reinterpret_cast<std::uint64_t>(array->data)
                                 : value);
        }
        std::vector<void*> pointers;
        for (std::uint64_t& value : values) pointers.push_back(&value);
        const std::size_t blocks = std::size_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
        const std::size_t each = std::size_t{launch.block[0]} * launch.block[1] * launch.block[2];
        const std::size_t threads = blocks * each;
        std::vector<ThreadLog> logs(threads);
        std::vector<std::uint64_t> first(threads + 1);
        constexpr std::size_t room = 4000;  // events of a thread, mostly
        std::vector<LoggedEvent> events(std::min<std::size_t>(threads * room, 8'000'000));
        for (std::size_t t = 0; t <= threads; ++t) first[t] = t * (events.size() / threads);
        auto* log = static_cast<DeviceLog*>(functions[2]);
        *log = {reinterpret_cast<std::uint64_t>(events.data()),
                reinterpret_cast<std::uint64_t>(first.data()),
                reinterpret_cast<std::uint64_t>(logs.data()), blocks};
        const auto call = reinterpret_cast<void (*)(void**)>(dlsym(library_, "ss_call"));
        EXPECT_TRUE(run(call, pointers.data(), launch.grid.data(), launch.block.data(),
                        program_.shared_bytes))
            << "its threads wait forever";
        for (const auto& [allocation, at] : variables)
            std::memcpy(allocation->data, at, allocation->bytes);
        for (std::size_t t = 0; t < threads; ++t)
            EXPECT_LE(logs[t].count, events.size() / threads) << "the test has too little room";
        return read_logs({.sites = printed_.sites,
                          .events = events,
                          .first = first,
                          .threads = logs,
                          .memory = placed,
                          .shared_begin = 0,
                          .waits = program_.waits});
    }
    const language::Printed& printed() const { return printed_; }

  private:
    /// Shared arrays lie where the machine has them.
    std::string with_shared_memory(const std::string& text) const {
        static const std::regex declaration{R"((extern )?__shared__ ([^;]*?)(\w+)((?:\[\d*\])*);)"};
        std::string out;
        auto at = text.begin();
        for (std::sregex_iterator it{text.begin(), text.end(), declaration}, end; it != end; ++it) {
            const std::smatch& m = *it;
            out.append(at, m[0].first);
            at = m[0].second;
            std::vector<std::uint64_t> offsets;
            for (const language::Object& o : program_.objects) {
                if (o.space == language::Space::shared && o.name == m[3])
                    offsets.push_back(o.offset);
            }
            EXPECT_LE(offsets.size(), 1) << m[3];
            std::string extents = m[4];
            if (const std::size_t open = extents.find("[]"); open != std::string::npos)
                extents.replace(open, 2, "[65536]");
            out += fmt::format("{0} (&{1}){2} = *({0} (*){2})(fibers::now->block->shared + {3});",
                               m[2].str(), m[3].str(), extents, offsets.empty() ? 0 : offsets[0]);
        }
        out.append(at, text.end());
        return out;
    }

    const TextLaunch& launch_;
    const language::Program& program_;
    language::Printed printed_;
    testing::TemporaryFolder folder_;
    void* library_ = nullptr;
};

struct Followed {
    std::shared_ptr<const Trace> trace{};
    std::string lost{};
    std::uint64_t accesses = 0, other_values = 0;
    std::string other_value{};
};

/// The text on the CPU, followed by the machine.
Followed follow(const Experiment& experiment, const TextRun& text, bool settles,
                const std::pair<std::string, std::string>& words = {}) {
    Followed made;
    machine::GlobalMemory memory, host;
    MachineRun run, on_host;
    run.memory = &memory;
    run.title = text.title;
    machine::allocate_globals(*text.unit, memory);
    place_arrays(text, memory, run);
    machine::allocate_globals(*text.unit, host);
    place_arrays(text, host, on_host);
    for (const TextLaunch& launch : launches_of(text)) {
        const language::Launch l = launch_of(launch, memory, run);
        const auto program = language::compile(*text.unit, *launch.kernel, l, {.contract = false});
        OnHost cpu{launch, *program, words};
        if (!cpu.is_ready()) return made;
        machine::Tape tape{cpu.run(host, launch_of(launch, host, on_host))};
        machine::Settings settings;
        settings.contract = false;
        settings.tape = &tape;
        run.launches.push_back(machine::run(*text.unit, *launch.kernel, l, memory, settings));
        made.lost = tape.lost().empty() ? tape.left_over() : tape.lost();
        made.accesses += tape.followed();
        made.other_values += tape.other_values();
        if (made.other_value.empty()) made.other_value = tape.other_value();
        if (!made.lost.empty()) return made;
        settles = settles && !program->waits;
    }
    // What is read in a wait or a race is put back where it was read: in the end a GPU's arrays
    // count.
    for (std::size_t k = 0; settles && k < run.arrays.size(); ++k) {
        const std::size_t at = run.arrays[k].allocation;
        EXPECT_EQ(std::memcmp(memory[at].data, host[at].data, memory[at].bytes), 0)
            << text.title << ": " << run.arrays[k].facts.name;
    }
    made.trace = trace_of(experiment, std::move(run));
    return made;
}

class GpuText : public ::testing::TestWithParam<const LibraryText*> {};

TEST_P(GpuText, RecordsOnTheCpuWhatTheMachineDoes) {
    Experiment experiment;
    experiment.text = spec_of(*GetParam());
    const TextRun text = resolve(*experiment.text);
    const Followed got = follow(experiment, text, GetParam()->correct.empty());
    EXPECT_EQ(got.lost, "");
    EXPECT_EQ(got.other_values, 0) << got.other_value;
    EXPECT_GT(got.accesses, 0);
}

TEST_P(GpuText, IsTakenByNvrtc) {
    if (const std::string why = why_no_compiler(); !why.empty()) GTEST_SKIP() << why;
    const TextRun text = resolve(spec_of(*GetParam()));
    for (const bool record : {false, true}) {
        const PreparedText prepared = prepare(text, record);
        try {
            EXPECT_GT(compile({.name = GetParam()->id,
                               .text = prepared.text,
                               .capability = 90,
                               .options = prepared.options})
                          .size(),
                      1000);
        } catch (const RunError& error) {
            ADD_FAILURE() << error.what() << "\n" << prepared.printed.text;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Library, GpuText, ::testing::ValuesIn(kernels()),
                         [](const auto& text) { return text.param->id; });

}  // namespace
}  // namespace stridescope
