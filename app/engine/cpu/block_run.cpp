#include "app/engine/cpu/block_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>

namespace stridescope {
namespace {

/// Equal to no mark that a kernel can make: its phase is nobody's string.
constexpr char nobody[] = "";
constexpr BlockRun::StepMark no_step{nobody, 0, 0};

}  // namespace

void FrameArena::take_chunk(std::size_t lines) {
    while (chunk_ < chunks_.size() && chunks_[chunk_].lines < lines) ++chunk_;
    if (chunk_ == chunks_.size()) {
        lines = std::max(lines, usual_lines);
        chunks_.push_back({std::make_unique_for_overwrite<Line[]>(lines), lines});
    }
    next_ = chunks_[chunk_].memory.get();
    left_ = chunks_[chunk_].lines;
    ++chunk_;
}

void BlockRun::start(int block, const std::byte* memory) {
    block_ = block;
    memory_ = memory;
    recorder_.start_block();
    frames_.reset();
    if (launch_.registers > 0) {
        exchange_.start(launch_.threads);
        origins_.assign(static_cast<std::size_t>(launch_.registers * launch_.threads),
                        BlockRecorder::no_origin);
    }
    steps_.assign(1, no_step);
    barriers_.clear();
    snapshots_.clear();
    diagnostics_.clear();
    ended_ = snapped_ = first_step_ = 0;
}

void BlockRun::start_launch(const LaunchLevel& level, std::span<const StepMark> before,
                            const std::byte* memory) {
    launch_.level = level;
    frames_.reset();
    recorder_.start_interval();
    for (std::size_t step = steps().size(); step < before.size(); ++step) {
        steps_.insert(steps_.end() - 1, before[step]);
        barriers_.push_back(0);
        // Nobody ran who could change its array.
        const std::size_t size = snapshots_.size(), bytes = snapshot_bytes();
        snapshots_.resize(size + bytes);
        if (size > 0)
            std::memcpy(snapshots_.data() + size, snapshots_.data() + size - bytes, bytes);
    }
    memory_ = memory;
    first_step_ = snapped_ = static_cast<int>(steps().size());
    ended_ = 0;
}

/// The mark of a step that this thread is the first to reach, or marks otherwise than the first.
BlockRun::StepMark* BlockRun::find_step(int step, const char* phase, int stride) {
    const auto s = static_cast<std::size_t>(step);
    if (s + 1 == steps_.size()) {
        if (step > BlockRecorder::max_step) {
            throw LaneFault{"endless-wait", 0,
                            "the kernel marks more than 65,000 steps: an infinite loop"};
        }
        steps_.back() = {phase, stride, launch_.threads - ended_};
        steps_.push_back(no_step);
        barriers_.push_back(0);
        return &steps_[s];
    }
    const StepMark& first = steps_[s];
    if (first.stride != stride || std::string_view{first.phase} != phase) {
        report({.kind = "contract",
                .block = block_,
                .step = step,
                .message = fmt::format("threads disagree on step {}: one marks \"{}\" stride {}, "
                                       "another \"{}\" stride {}",
                                       step, first.phase, first.stride, phase, stride)});
    }
    return &steps_[s];
}

/// The last thread that does takes the block along.
void BlockRun::all_reached(int step) {
    take_snapshots(step);
    if (grid_ != nullptr) {
        grid_->log.add({.kind = GridEvent::Kind::step, .block = block_, .step = step});
    }
}

void BlockRun::take_snapshots(int next_step) {
    for (; snapped_ < next_step; ++snapped_) {
        snapshots_.insert(snapshots_.end(), memory_, memory_ + snapshot_bytes());
    }
}

void BlockRun::thread_ended(int step) {
    ++ended_;
    for (std::size_t s = static_cast<std::size_t>(step + 1); s + 1 < steps_.size(); ++s) {
        if (--steps_[s].missing == 0) all_reached(static_cast<int>(s));
    }
}

void BlockRun::finish() {
    take_snapshots(static_cast<int>(steps().size()));
}

void BlockRun::barrier_passed(int step) {
    if (step >= 0) ++barriers_[static_cast<std::size_t>(step)];
    recorder_.start_interval();
}

void BlockRun::out_of_bounds(int thread, int step, const char* array, std::int64_t index,
                             std::int64_t size, int line) {
    report({.kind = "out-of-bounds",
            .block = block_,
            .step = step,
            .thread = thread,
            .line = line,
            .address = index,
            .message = fmt::format("thread {} accesses element {} of {}, which has {} (line {})",
                                   thread, index, array, size, line)});
}

void BlockRun::report(Diagnostic diagnostic) {
    const auto same = std::ranges::count(diagnostics_, diagnostic.kind, &Diagnostic::kind);
    if (same < max_diagnostics_per_kind) diagnostics_.push_back(std::move(diagnostic));
}

}  // namespace stridescope
