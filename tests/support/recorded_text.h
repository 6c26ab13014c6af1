// Traces of CUDA texts to test on, with arrays and arguments given by hand.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/engine/machine/text_engine.h"

namespace stridescope::testing {

/// A text's first kernel with its arguments, in order.
class TextToRecord {
  public:
    explicit TextToRecord(const std::string& text) {
        experiment_.text = TextSpec{.path = "test.cu", .text = text};
        const language::Parsed parsed = language::parse("test.cu", text);
        for (const language::Fault& fault : parsed.faults) {
            ADD_FAILURE() << fault.place.line << ": " << fault.message;
        }
        run_.unit = parsed.unit;
        run_.title = "test";
        if (!parsed.unit->kernels.empty()) run_.kernel = parsed.unit->kernels.front();
    }
    /// An array of so many zeros.
    TextToRecord& array(const std::string& name, ElementType type,
                        const std::vector<std::int64_t>& extents) {
        std::size_t size = 1;
        for (const std::int64_t extent : extents) size *= static_cast<std::size_t>(extent);
        run_.arguments.push_back({.array = static_cast<int>(run_.arrays.size())});
        run_.arrays.push_back(
            {.name = name, .type = type, .extents = extents, .before = TypedArray{type, size}});
        return *this;
    }
    TextToRecord& floats(const std::string& name, std::int64_t count) {
        return array(name, ElementType::f32, {count});
    }
    TextToRecord& number(int value) {
        run_.arguments.push_back({.leaves = {static_cast<std::uint64_t>(value)}});
        return *this;
    }
    std::shared_ptr<const Trace> record(std::uint32_t grid, std::uint32_t block) {
        run_.grid = {grid, 1, 1};
        run_.block = {block, 1, 1};
        return record_run(experiment_, run_);
    }

  private:
    Experiment experiment_;
    TextRun run_;
};

/// Of a text that launches no kernel.
inline std::shared_ptr<const Trace> recorded_nothing() {
    Experiment experiment;
    experiment.text = {.path = "test.cu", .text = "int main() { return 0; }\n"};
    return record_text(experiment);
}

/// In-place reductions of 2 · `threads` elements, as the textbooks have them: threads whose number
/// is a multiple of the stride, or the first ones.
inline std::shared_ptr<const Trace> recorded_reduction(bool modulo, int threads) {
    const std::string text = modulo ? R"(
__global__ void reduce(float *input, float *output) {
    unsigned int i = 2 * threadIdx.x;
    for (unsigned int stride = 1; stride <= blockDim.x; stride *= 2) {
        if (threadIdx.x % stride == 0) {
            input[i] += input[i + stride];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) *output = input[0];
}
)"
                                    : R"(
__global__ void reduce(float *input, float *output) {
    unsigned int i = threadIdx.x;
    for (unsigned int stride = blockDim.x; stride >= 1; stride /= 2) {
        if (threadIdx.x < stride) {
            input[i] += input[i + stride];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) *output = input[0];
}
)";
    return TextToRecord{text}
        .floats("input", 2 * threads)
        .floats("output", 1)
        .record(1, static_cast<std::uint32_t>(threads));
}

/// Of 64 threads: loads that are coalesced, strided by 8 elements, and by columns of a matrix; a
/// branch that every other thread takes; and a second step, in which one warp works.
inline std::shared_ptr<const Trace> recorded_accesses() {
    return TextToRecord{R"(
__global__ void accesses(const float *in, const float *matrix, float *out) {  // step: read
    int t = threadIdx.x;
    float sum = in[t] + in[8 * t];
    if (t % 2 == 0) {
        sum += matrix[t % 32 * 32 + t / 32];
    } else {
        sum -= matrix[t];
    }
    __syncthreads();  // step: store
    if (t < 20) out[t + 3] = sum;
}
)"}
        .floats("in", 512)
        .array("matrix", ElementType::f32, {32, 32})
        .floats("out", 64)
        .record(1, 64);
}

}  // namespace stridescope::testing
