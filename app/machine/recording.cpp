// Where rows go: chunks of memory, segments, iteration keys.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "app/machine/context.h"
#include "app/machine/parallel.h"

namespace stridescope::machine {
namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;

/// Chunks that nobody needs at the moment: some, for the next recording.
class SpareChunks {
  public:
    std::byte* take(std::size_t bytes) {
        const std::scoped_lock lock(mutex_);
        std::vector<std::byte*>& of_size = spare_[bytes];
        if (of_size.empty()) return nullptr;
        std::byte* data = of_size.back();
        of_size.pop_back();
        held_ -= bytes;
        return data;
    }
    bool give(std::byte* data, std::size_t bytes) {
        const std::scoped_lock lock(mutex_);
        if (held_ + bytes > most_held) return false;
        held_ += bytes;
        spare_[bytes].push_back(data);
        return true;
    }

  private:
    static constexpr std::size_t most_held = std::size_t{192} << 20;
    std::mutex mutex_;
    std::map<std::size_t, std::vector<std::byte*>> spare_;
    std::size_t held_ = 0;
};

/// Never destroyed: recordings may outlive whatever is destroyed at the program's end.
SpareChunks& spare_chunks() {
    static auto* chunks = new SpareChunks;
    return *chunks;
}

std::int64_t read_scalar(const std::byte* frame, const language::Loop::Stepped& s) {
    if (language::is_wide(s.kind)) {
        std::int64_t v;
        std::memcpy(&v, frame + s.slot, sizeof v);
        return v;
    }
    std::uint32_t v;
    std::memcpy(&v, frame + s.slot, sizeof v);
    return s.kind == language::Kind::u32 ? std::int64_t{v}
                                         : std::int64_t{static_cast<std::int32_t>(v)};
}

}  // namespace

Chunk::Chunk(std::size_t bytes) : bytes_(bytes) {
    data_ = spare_chunks().take(bytes);
    if (data_ != nullptr) return;
    data_ =
        static_cast<std::byte*>(std::aligned_alloc(bytes >= huge_page ? huge_page : 4096, bytes));
    if (data_ == nullptr) throw std::bad_alloc();
#if defined(__linux__)
    if (bytes >= huge_page) madvise(data_, bytes, MADV_HUGEPAGE);
#endif
}

Chunk::~Chunk() {
    if (data_ != nullptr && !spare_chunks().give(data_, bytes_)) std::free(data_);
}

std::uint64_t RowWriter::used() const {
    std::uint64_t bytes = 0;
    for (const auto& chunk : chunks) bytes += chunk->size();
    return bytes - static_cast<std::uint64_t>(end - at);
}

std::span<const Segment> RowWriter::keep(std::span<const Segment> segments) {
    if (segments.empty()) return {};
    if (static_cast<std::size_t>(end - at) < segments.size_bytes()) {
        const std::size_t usual = chunks.empty() && segments.size_bytes() <= first_chunk_bytes
                                      ? first_chunk_bytes
                                      : chunk_bytes;
        new_chunk((segments.size_bytes() + usual - 1) / usual * usual);
    }
    auto* const kept = reinterpret_cast<Segment*>(at);
    std::uninitialized_copy(segments.begin(), segments.end(), kept);
    at += segments.size_bytes();
    return {kept, segments.size()};
}

void RowWriter::new_chunk(std::size_t bytes) {
    if (bytes == 0) bytes = chunks.empty() ? first_chunk_bytes : chunk_bytes;
    auto chunk = std::make_shared<Chunk>(bytes);
    at = chunk->data();
    end = at + chunk->size();
    chunks.push_back(std::move(chunk));
}

void Rounds::reset() {
    all_.clear();
    all_.emplace_back();
}

void Rounds::read_values(Round& round, const std::byte* frame) const {
    round.values = stepped_values(program_, round.loop, frame);
}

std::uint32_t Rounds::enter(std::uint32_t parent, std::int32_t loop, const std::byte* frame) {
    std::uint32_t* link = &all_[parent].child;
    while (*link != 0) {
        if (all_[*link].loop == loop) return *link;
        link = &all_[*link].sibling;
    }
    const auto made = static_cast<std::uint32_t>(all_.size());
    *link = made;
    Round& round = all_.emplace_back();
    round.parent = parent;
    round.loop = loop;
    read_values(round, frame);
    return made;
}

std::uint32_t Rounds::next(std::uint32_t at, const std::byte* frame) {
    if (const std::uint32_t known = all_[at].next; known != 0) return known;
    const auto made = static_cast<std::uint32_t>(all_.size());
    all_[at].next = made;
    Round round;
    round.parent = all_[at].parent;
    round.loop = all_[at].loop;
    round.number = all_[at].number + 1;
    read_values(round, frame);
    all_.push_back(round);
    return made;
}

std::array<std::int64_t, 2> stepped_values(const language::Program& program, std::int32_t loop,
                                           const std::byte* frame) {
    const auto& stepped = program.loops[static_cast<std::size_t>(loop)].stepped;
    return {!stepped.empty() ? read_scalar(frame, stepped[0]) : 0,
            stepped.size() > 1 ? read_scalar(frame, stepped[1]) : 0};
}

void note_step(Context& context, std::int32_t loop, const std::byte* frame) {
    // Only the first change behind an access tells what that access saw.
    if (context.last_access == context.step_mark) return;
    context.step_loop = loop;
    context.step_values = stepped_values(*context.program, loop, frame);
    context.step_mark = context.last_access;
}

void close_segment(Context& context) {
    const std::byte* const begin = context.segment.begin;
    const std::byte* const end = context.rows->at;
    if (end != begin) {
        const language::Program& program = *context.program;
        const std::vector<Round>& rounds = context.rounds->all();
        // Where a segment only computes, its first row tells where it is.
        const bool reaches = context.last_access != nullptr;
        const Row& row = *reinterpret_cast<const Row*>(reaches ? context.last_access : begin);
        std::int32_t loop = program.sites[row.site()].loop;
        while (loop >= 0 && !program.loops[static_cast<std::size_t>(loop)].has_barrier) {
            loop = program.loops[static_cast<std::size_t>(loop)].parent;
        }
        // Member by member, where it is to lie: see begin_row.
        Segment& made = context.segments->emplace_back();
        made.begin = begin;
        made.end = end;
        made.warp = context.segment.warp;
        made.interval = context.segment.interval;
        made.loop = loop;
        made.step = step_of(program, rounds, row);
        if (loop >= 0) {
            std::uint32_t round = row.round;
            while (round != 0 && rounds[round].loop != loop) round = rounds[round].parent;
            made.round = round;
            const bool before =
                reaches && context.step_mark == context.last_access && context.step_loop == loop;
            if (before) {
                made.values[0] = context.step_values[0];
                made.values[1] = context.step_values[1];
            } else {
                made.values = stepped_values(program, loop, context.warp->frame);
            }
        }
    }
    context.segment.begin = end;
    context.step_mark = context.last_access = nullptr;
}

void refill(Context& context) {
    // Who no longer wants the run wants no more memory taken either.
    if (context.cancelled()) context.turn = 1;
    if (bytes_of(*context.segments) +
            static_cast<std::uint64_t>(context.rows->at - context.segment.begin) >
        context.block_bytes) {
        close_segment(context);
        // The row that asks for room is still written, and nobody's.
        context.rows->new_chunk();
        context.recording = false;
        context.is_cut = true;
        return;
    }
    // The segment moves, so that where it ends does not depend on what else is in its chunk. Only
    // a very long one is cut, wherever it lies at the same row.
    const std::byte* from = context.segment.begin;
    const auto bytes = static_cast<std::size_t>(context.rows->at - from);
    if (bytes + RowWriter::longest_row > RowWriter::longest_segment) {
        close_segment(context);
        context.rows->new_chunk();
        context.segment.begin = context.rows->at;
        return;
    }
    context.rows->new_chunk(bytes > RowWriter::chunk_bytes / 2 ? RowWriter::longest_segment : 0);
    std::byte* to = context.rows->at;
    if (bytes > 0) std::memcpy(to, from, bytes);
    context.segment.begin = to;
    context.rows->at = to + bytes;
    for (const std::byte** at : {&context.last_access, &context.step_mark}) {
        if (*at != nullptr) *at = to + (*at - from);
    }
}

std::int32_t step_of(const language::Program& program, const std::vector<Round>& rounds,
                     const Row& row) {
    std::int32_t step = program.sites[row.site()].step;
    for (std::uint32_t round = row.round; step < 0 && round != 0; round = rounds[round].parent) {
        step = program.loops[static_cast<std::size_t>(rounds[round].loop)].step;
    }
    return step;
}

std::vector<std::byte> replay(const language::Program& program, const BlockRecord& block,
                              std::uint32_t interval) {
    std::vector<std::byte> shared(program.shared_bytes + 8);
    std::size_t received = 0;
    const auto receive = [&](std::size_t segment) {
        for (; received < block.received.size() && block.received[received].segment <= segment;
             ++received) {
            const ReceivedStore& store = block.received[received];
            if (store.interval <= interval)
                std::memcpy(shared.data() + store.offset, &store.bits, store.width);
        }
    };
    for (std::size_t k = 0; k < block.segments.size(); ++k) {
        const Segment& segment = block.segments[k];
        receive(k);
        if (segment.interval > interval) continue;
        segment.for_each_row([&](const Row& row) {
            if (row.rank() >= 0 && row.rank() != block.rank) return;
            const language::Site& site = program.sites[row.site()];
            if (row.value_form() == ValueForm::none) return;
            const std::int32_t object = row.names_object() ? row.object() : site.object;
            if (object < 0 ||
                program.objects[static_cast<std::size_t>(object)].space != language::Space::shared)
                return;
            const std::uint64_t begin = program.objects[static_cast<std::size_t>(object)].offset;
            for (int lane = 0; lane < lanes_of_warp; ++lane) {
                if ((row.mask >> lane & 1) == 0) continue;
                const std::uint64_t at = begin + static_cast<std::uint64_t>(row.offset(lane));
                if (at + site.width <= shared.size())
                    row.copy_value(lane, shared.data() + at, site.width);
            }
        });
    }
    receive(block.segments.size());
    shared.resize(program.shared_bytes);
    return shared;
}

}  // namespace stridescope::machine
