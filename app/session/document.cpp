#include "app/session/document.h"

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>

#include "app/experiment/text/card.h"

namespace stridescope {

const char* const new_kernel_text = R"(// title:   Sum of each block
// launch:  sum<<<N / BLOCK, BLOCK>>>(in, out)
// in:      float[N] iota
// out:     float[N / BLOCK] expect sum(in, BLOCK)
// knob:    N 256 512 1024
// knob:    BLOCK 32 64 128 256
#define N 256
#define BLOCK 64

// The threads of a block add up BLOCK elements: in each round, half as many threads as before add
// what the others hold to their own.
__global__ void sum(const float *in, float *out) {
    __shared__ float partial[BLOCK];
    int t = threadIdx.x;
    partial[t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (t < stride) partial[t] += partial[t + stride];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = partial[0];
}
)";

namespace {

/// Sets what the bug of a text that is broken on purpose needs to show, and is not set so.
void set_for_bug(Experiment& experiment) {
    for (const ShowsText& shows : read_card(experiment.text.text).broken.shows) {
        if (shows.kinds.empty()) continue;
        const bool order = shows.flag == "--schedule";
        const std::string set =
            order ? text_of(experiment.schedule) : text_of_memory(experiment.text.weak_memory);
        const auto& kinds = shows.kinds;
        if (std::ranges::find(kinds, set.substr(0, set.find_first_of(":@"))) != kinds.end())
            continue;
        if (order) {
            const bool seeded = kinds.front().ends_with("random");
            experiment.schedule = parse_schedule(kinds.front() + (seeded ? ":1" : ""));
        } else {
            experiment.text.weak_memory = parse_memory(kinds.front());
        }
    }
}

}  // namespace

Experiment run_of_text(TextSpec spec, const Experiment& before) {
    Experiment experiment;
    experiment.text = std::move(spec);
    experiment.engine = before.engine;
    experiment.schedule = before.schedule;
    set_for_bug(experiment);
    return experiment;
}

std::filesystem::path whole_path(const std::filesystem::path& path) {
    std::error_code error;
    const std::filesystem::path absolute = std::filesystem::absolute(path, error);
    return (error ? path : absolute).lexically_normal();
}

bool looks_like_kernel(std::string_view text) {
    return text.find("__global__") != std::string_view::npos;
}

}  // namespace stridescope
