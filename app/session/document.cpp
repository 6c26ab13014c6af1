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

/// The schedule as it is, unless the text is broken on purpose in a way that another one shows.
Schedule schedule_for(const TextSpec& spec, const Schedule& before) {
    const std::string text = text_of(before);
    for (const ShowsText& shows : read_card(spec.text).broken.shows) {
        const auto& kinds = shows.schedules;
        if (kinds.empty() ||
            std::ranges::find(kinds, text.substr(0, text.find(':'))) != kinds.end())
            continue;
        const bool seeded = kinds.front().ends_with("random");
        return parse_schedule(kinds.front() + (seeded ? ":1" : ""));
    }
    return before;
}

}  // namespace

Experiment run_of_text(TextSpec spec, const Experiment& before) {
    Experiment experiment;
    experiment.text = std::move(spec);
    experiment.engine = before.engine;
    experiment.schedule = schedule_for(*experiment.text, before.schedule);
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
