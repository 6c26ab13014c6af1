// What a watched thread's variables are.
#include <cstring>

#include "app/machine/context.h"
#include "app/machine/machine.h"

namespace stridescope::machine {
namespace {

using language::Watched;

std::uint64_t read(const std::byte* at, bool wide) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, at, wide ? 8 : 4);
    return bits;
}

std::uint64_t value_of(const Watched& w, const std::byte* frame, std::uint32_t lane) {
    const bool wide = language::is_wide(w.kind);
    const std::byte* at = frame + w.slot;
    switch (w.form) {
        case Watched::Form::constant: return static_cast<std::uint64_t>(w.bits);
        case Watched::Form::scalar: return read(at, wide);
        case Watched::Form::affine:
            return read(at, wide) + read(frame + w.stride, wide) * std::uint64_t{lane};
        case Watched::Form::lanes: return read(at + lane * (wide ? 8 : 4), wide);
        case Watched::Form::bits: return read(at, false) >> lane & 1;
        case Watched::Form::memory: {
            std::uint64_t bits = read(at + std::size_t{lane} * 4, false);
            if (wide) bits |= read(at + own_stride + std::size_t{lane} * 4, false) << 32;
            return bits;
        }
    }
    return 0;
}

}  // namespace

void watch_locals(Context& context, const Settings& settings, LaunchRecord& record) {
    if (!settings.watch) return;
    record.locals = {};
    context.watch = &*settings.watch;
    context.locals = &record.locals;
}

void note_locals(Context& context, std::size_t watch, const std::byte* frame, std::uint32_t lanes) {
    const WatchedThread& who = *context.watch;
    if (!context.recording || context.block != who.block) return;
    const std::uint32_t lane = who.thread % lanes_of_warp;
    if (context.warp->index != who.thread / lanes_of_warp || (lanes >> lane & 1) == 0) return;
    LocalsLog& log = *context.locals;
    const LocalsLog::Entry entry{
        .segment = static_cast<std::uint32_t>(context.segments->size()),
        .offset = static_cast<std::uint32_t>(context.rows->at - context.segment.begin),
        .watch = static_cast<std::uint32_t>(watch),
        .first = log.values.size()};
    if (!log.entries.empty() && log.entries.back().segment == entry.segment &&
        log.entries.back().offset == entry.offset)
        return;
    const std::vector<Watched>& variables = context.program->watches[watch];
    if (log.values.size() + variables.size() > LocalsLog::most_values) {
        log.cut = true;
        return;
    }
    log.entries.push_back(entry);
    for (const Watched& w : variables) log.values.push_back(value_of(w, frame, lane));
}

}  // namespace stridescope::machine
