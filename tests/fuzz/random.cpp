// Throws inputs at a fuzz target that are changed at random, for a while, in any build: what
// scripts/fuzz does for an hour, without being told what went a new way.
//   random TARGET SECONDS DICTIONARY FOLDER…   begins with the files in the folders
// STRIDESCOPE_FUZZ_SEED makes the same inputs again. One that crashes, or takes half a minute, is
// left in the file found-SEED-ROUND.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>
#include <random>
#include <string>
#include <vector>

#include "tests/fuzz/targets.h"

namespace {

using stridescope::fuzz::Target;

/// Of one input. Under the sanitizers, beside other tests, everything takes longer.
constexpr unsigned most_seconds = 30;
constexpr std::size_t most_bytes = 65536;

std::string contents(const std::filesystem::path& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

/// The words in quotes of a libFuzzer dictionary.
std::vector<std::string> words_of(const std::filesystem::path& path) {
    std::vector<std::string> words;
    std::ifstream file{path};
    for (std::string line; std::getline(file, line);) {
        const std::size_t begin = line.find('"'), end = line.rfind('"');
        if (line.starts_with('#') || begin == std::string::npos || end == begin) continue;
        std::string word;
        for (std::size_t i = begin + 1; i < end; ++i) {
            if (line[i] == '\\' && line[i + 1] == 'x') {
                word += static_cast<char>(std::stoi(line.substr(i + 2, 2), nullptr, 16));
                i += 3;
            } else {
                if (line[i] == '\\') ++i;
                word += line[i];
            }
        }
        words.push_back(word);
    }
    return words;
}

class Inputs {
  public:
    Inputs(std::vector<std::string> samples, std::vector<std::string> words, std::uint64_t seed)
        : samples_{std::move(samples)}, words_{std::move(words)}, seed_{seed} {}

    /// Depends on nothing but seed and round.
    std::string at(std::uint64_t round) {
        random_.seed(seed_ + round);
        std::string bytes = one_of(samples_);
        for (std::size_t changes = 1 + below(8); changes > 0; --changes) change(bytes);
        if (bytes.size() > most_bytes) bytes.resize(most_bytes);
        return bytes;
    }

  private:
    std::size_t below(std::size_t end) { return end == 0 ? 0 : random_() % end; }
    const std::string& one_of(const std::vector<std::string>& list) {
        return list[below(list.size())];
    }
    std::string part_of(const std::string& whole) {
        const std::size_t begin = below(whole.size());
        return whole.substr(begin, 1 + below(64));
    }

    void change(std::string& bytes) {
        const std::size_t at = below(bytes.size() + 1);
        // Few ways to nest show before something is there a thousand times.
        if (below(16) == 0) return repeat(bytes, at);
        switch (below(words_.empty() ? 6 : 8)) {
            case 0: bytes.insert(at, 1, static_cast<char>(random_())); break;
            case 1: bytes.erase(at, 1 + below(32)); break;
            case 2:
                if (at < bytes.size()) bytes[at] = static_cast<char>(random_());
                break;
            case 3:
                if (at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ 1 << below(8));
                break;
            case 4: bytes.insert(at, part_of(bytes)); break;
            case 5: bytes.insert(at, part_of(one_of(samples_))); break;
            case 6: bytes.insert(at, one_of(words_)); break;
            default: {
                const std::string& word = one_of(words_);
                bytes.replace(at, word.size(), word);
            }
        }
    }

    void repeat(std::string& bytes, std::size_t at) {
        const std::string part =
            words_.empty() || below(2) == 0 ? part_of(bytes).substr(0, 16) : one_of(words_);
        std::string all;
        for (std::size_t left = 1 + below(std::size_t{1} << (4 + below(12))); left > 0; --left)
            all += part;
        bytes.insert(at, all);
    }

    std::vector<std::string> samples_, words_;
    std::uint64_t seed_;
    std::mt19937_64 random_;
};

/// Round after round until the time is over; says in `round` which one it is at.
[[noreturn]] void run_rounds(Target target, Inputs& inputs, int seconds,
                             std::atomic<std::uint64_t>& round) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{seconds};
    for (; std::chrono::steady_clock::now() < end; ++round) {
        const std::string bytes = inputs.at(round);
        alarm(most_seconds);
        stridescope::fuzz::run(target, bytes);
    }
    // What counts lines writes its counts on the usual way out.
    if (std::getenv("STRIDESCOPE_COVERAGE") != nullptr) std::exit(0);
    std::_Exit(0);
}

}  // namespace

int main(int argc, char** argv) {
    const Target target = argc < 5 ? nullptr : stridescope::fuzz::target_named(argv[1]);
    if (target == nullptr) return 2;
    const int seconds = std::atoi(argv[2]);
    std::vector<std::string> samples;
    for (int i = 4; i < argc; ++i) {
        for (const auto& entry : std::filesystem::directory_iterator{argv[i]}) {
            samples.push_back(contents(entry.path()));
        }
    }
    if (samples.empty()) return 1;
    std::ranges::sort(samples);  // Folders list their files in no order.
    const char* given = std::getenv("STRIDESCOPE_FUZZ_SEED");
    const std::uint64_t seed = given != nullptr ? std::strtoull(given, nullptr, 10)
                                                : std::uint64_t{std::random_device{}()};
    Inputs inputs{std::move(samples), words_of(argv[3]), seed};

    void* shared = mmap(nullptr, sizeof(std::atomic<std::uint64_t>), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return 1;
    auto& round = *new (shared) std::atomic<std::uint64_t>{0};
    const pid_t child = fork();
    if (child < 0) return 1;
    if (child == 0) run_rounds(target, inputs, seconds, round);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    const auto rounds = static_cast<unsigned long long>(round.load());
    const auto of = static_cast<unsigned long long>(seed);
    std::printf("STRIDESCOPE_FUZZ_SEED=%llu: %llu inputs\n", of, rounds);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return rounds > 0 ? 0 : 1;
    const std::string found = "found-" + std::to_string(of) + "-" + std::to_string(rounds);
    const std::string bytes = inputs.at(rounds);
    std::ofstream{found, std::ios::binary} << bytes;
    const bool hung = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
    std::printf("%s: see %s/%s\n", hung ? "The last one took too long" : "The last one crashed",
                std::filesystem::current_path().c_str(), found.c_str());
    return 1;
}
