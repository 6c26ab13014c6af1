// Writes random kernels of each kind, as JSON: random_kernels COUNT. scripts/gpu_check has them
// judged by this program and by compute-sanitizer.
#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/gpu/random_kernel.h"

namespace {

using namespace stridescope::random_kernels;

constexpr int most_rounds = 200'000;
const std::string several = "several of these";

std::string name_of(bool shared, Apart apart) {
    const char* whose = apart == Apart::lanes   ? "lanes of a warp"
                        : apart == Apart::warps ? "warps of a block"
                                                : "blocks";
    return fmt::format("{} memory, {}", shared ? "shared" : "global", whose);
}

/// What of it orders accesses that would race.
std::string order_of(const Kernel& kernel) {
    if (kernel.has(Statement::Kind::wait_flag)) return "ordered by flags and fences, too";
    if (kernel.has(Statement::Kind::hand_over) || kernel.has(Statement::Kind::named))
        return "ordered by barriers with numbers, too";
    return "ordered by barriers and __syncwarp";
}

class Wanted {
  public:
    explicit Wanted(int count) : count_(count) {
        for (const Apart apart : {Apart::lanes, Apart::warps}) add("race", name_of(true, apart));
        for (const Apart apart : {Apart::lanes, Apart::warps, Apart::blocks})
            add("race", name_of(false, apart));
        add("race", several);
        for (int k = 1; k <= static_cast<int>(Fault::mask); ++k)
            add("fault", std::string{stridescope::random_kernels::name_of(static_cast<Fault>(k))});
        for (const char* order :
             {"ordered by barriers and __syncwarp", "ordered by barriers with numbers, too",
              "ordered by flags and fences, too"})
            add("correct", order);
        for (int round = 0; round < most_rounds && missing_ > 0; ++round) make(round);
    }
    nlohmann::ordered_json all() const {
        nlohmann::ordered_json all = nlohmann::ordered_json::array();
        for (const Row& row : rows_) {
            for (const nlohmann::ordered_json& kernel : row.kernels) all.push_back(kernel);
        }
        return all;
    }

  private:
    struct Row {
        std::string sort, kind;
        std::vector<nlohmann::ordered_json> kernels{};
    };

    void add(const std::string& sort, const std::string& kind) {
        rows_.push_back({sort, kind});
        missing_ += count_;
    }
    void make(int round) {
        // Not those with which the tests begin.
        Random random{static_cast<std::uint64_t>(round) * 7919 + 1};
        Kernel kernel = random_kernel(random);
        const Oracle oracle{kernel};
        if (!oracle.races().empty()) {
            const auto& kinds = oracle.kinds();
            take("race",
                 kinds.size() > 1 ? several : name_of(kinds.begin()->first, kinds.begin()->second),
                 kernel, round);
            return;
        }
        if (oracle.ordered() == 0) return;
        // Every other one is given a fault, each kind in its turn.
        if (round % 2 == 0) {
            take("correct", order_of(kernel), kernel, round);
            return;
        }
        kernel.fault = static_cast<Fault>(1 + random.below(static_cast<int>(Fault::mask)));
        kernel.fault_number = 1 + random.below(31);
        take("fault", std::string{stridescope::random_kernels::name_of(kernel.fault)}, kernel,
             round);
    }
    void take(const std::string& sort, const std::string& kind, const Kernel& kernel, int round) {
        for (Row& row : rows_) {
            if (row.sort != sort || row.kind != kind ||
                static_cast<int>(row.kernels.size()) == count_)
                continue;
            const std::string name = fmt::format("k_{}", round);
            row.kernels.push_back({{"name", name},
                                   {"sort", sort},
                                   {"kind", kind},
                                   {"blocks", kernel.blocks},
                                   {"threads", block_threads},
                                   {"words", {places, flags, most_blocks * block_threads}},
                                   {"text", kernel.text(name)}});
            --missing_;
        }
    }

    int count_, missing_ = 0;
    std::vector<Row> rows_;
};

}  // namespace

int main(int count, char** words) {
    if (count != 2 || std::atoi(words[1]) < 1) {
        fmt::print(stderr, "random_kernels COUNT: so many of each kind\n");
        return 2;
    }
    fmt::print("{}\n", Wanted{std::atoi(words[1])}.all().dump(1));
}
