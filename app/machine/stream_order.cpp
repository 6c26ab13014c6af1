#include "app/machine/stream_order.h"

#include <algorithm>

namespace stridescope::machine {

namespace ad = language::addresses;

void Touched::begin(const GlobalMemory& memory) {
    pieces_.clear();
    for (std::size_t i = 0; i < memory.size(); ++i) {
        const Allocation& a = memory[i];
        if (a.freed || (a.reach == Reach::host && !a.is_pinned)) continue;
        pieces_[a.address >> ad::shift] = {a.address, std::vector<std::uint8_t>((a.bytes + 3) / 4)};
    }
}

void StreamOrder::add(Clock& to, const Clock& other) {
    for (const auto& [stream, moment] : other) {
        std::uint32_t& own = to[stream];
        own = std::max(own, moment);
    }
}

StreamOrder::Stream StreamOrder::create(bool is_blocking) {
    active_ = true;
    const Stream made = next_++;
    if (!is_blocking) free_.insert(made);
    return made;
}

void StreamOrder::record(std::uint64_t event, Stream stream) {
    if (!active_) return;
    stream = own(stream);
    Clock& of = events_[event] = at_[stream];
    if (stream != 0) return;
    for (const auto& [other, clock] : at_) {
        if (blocks(other)) add(of, clock);
    }
}

void StreamOrder::wait(Stream stream, std::uint64_t event) {
    if (const auto of = events_.find(event); of != events_.end()) add(at_[own(stream)], of->second);
}

void StreamOrder::join(Stream stream) {
    stream = own(stream);
    add(host_, at_[stream]);
    if (stream != 0) return;
    for (const auto& [other, clock] : at_) {
        if (blocks(other)) add(host_, clock);
    }
}

void StreamOrder::join_event(std::uint64_t event) {
    if (const auto of = events_.find(event); of != events_.end()) add(host_, of->second);
}

void StreamOrder::join_all() {
    for (const auto& [stream, clock] : at_) add(host_, clock);
}

void StreamOrder::begin(Stream stream, std::string what, language::Place place) {
    stream_ = own(stream);
    place_ = place;
    now_ = at_[stream_];
    add(now_, host_);
    if (stream_ == 0) {
        for (const auto& [other, clock] : at_) {
            if (blocks(other)) add(now_, clock);
        }
    } else if (blocks(stream_)) {
        add(now_, at_[0]);
    }
    std::vector<Past>& past = past_[stream_];
    past.push_back({std::move(what), place});
    Clock& at = at_[stream_] = now_;
    at[stream_] = static_cast<std::uint32_t>(past.size());
}

std::optional<StreamOrder::Conflict> StreamOrder::check(const Clock& known, std::uint64_t number,
                                                        std::uint64_t word, bool writes,
                                                        std::optional<Stream> except) {
    const auto piece = pieces_.find(number);
    if (piece == pieces_.end()) return std::nullopt;
    for (const auto& [stream, last] : piece->second) {
        if (stream == except) continue;
        const auto found = known.find(stream);
        const std::uint32_t over = found == known.end() ? 0 : found->second;
        if (last.latest <= over) continue;
        const std::uint32_t wrote = word < last.written.size() ? last.written[word] : 0;
        const std::uint32_t read = word < last.read.size() ? last.read[word] : 0;
        const std::uint32_t past = wrote > over ? wrote : writes && read > over ? read : 0;
        if (past == 0) continue;
        const Past& of = past_[stream][past - 1];
        const auto at = [](language::Place p) {
            return std::uint64_t{p.file} << 48 | std::uint64_t{p.line} << 16 | p.column;
        };
        if (!told_.insert({at(place_), at(of.place)}).second) continue;
        return Conflict{number, word, writes, wrote > over, of.what, of.place};
    }
    return std::nullopt;
}

void StreamOrder::keep(std::uint64_t number, std::uint64_t word, bool writes) {
    Last& last = pieces_[number][stream_];
    last.latest = static_cast<std::uint32_t>(past_[stream_].size());
    std::vector<std::uint32_t>& of = writes ? last.written : last.read;
    if (word >= of.size()) of.resize(std::max<std::size_t>(word + 1, of.size() * 2));
    of[word] = last.latest;
}

std::optional<StreamOrder::Conflict> StreamOrder::access(std::uint64_t address, std::uint64_t bytes,
                                                         bool writes) {
    std::optional<Conflict> first;
    if (bytes == 0) return first;
    const std::uint64_t number = address >> ad::shift, offset = address - ad::begin(number);
    for (std::uint64_t w = (offset + bytes - 1) / 4 + 1; w-- > offset / 4;) {
        if (!first) first = check(now_, number, w, writes, stream_);
        keep(number, w, writes);
    }
    return first;
}

std::optional<StreamOrder::Conflict> StreamOrder::access(const Touched& touched) {
    std::optional<Conflict> first;
    for (const auto& [number, piece] : touched.pieces()) {
        const std::uint64_t begin = (piece.address - ad::begin(number)) / 4;
        for (std::uint64_t w = 0; w < piece.words.size(); ++w) {
            const std::uint8_t how = piece.words[w];
            if (how == 0) continue;
            const bool writes = (how & Touched::written) != 0;
            if (!first) first = check(now_, number, begin + w, writes, stream_);
            if ((how & Touched::read) != 0) keep(number, begin + w, false);
            if (writes) keep(number, begin + w, true);
        }
    }
    return first;
}

std::optional<StreamOrder::Conflict> StreamOrder::reach(std::uint64_t address, std::uint64_t bytes,
                                                        bool writes) {
    if (bytes == 0) return std::nullopt;
    place_ = {};
    const std::uint64_t number = address >> ad::shift, offset = address - ad::begin(number);
    for (std::uint64_t w = offset / 4; w <= (offset + bytes - 1) / 4; ++w) {
        if (auto found = check(host_, number, w, writes, std::nullopt)) return found;
    }
    return std::nullopt;
}

bool StreamOrder::is_pending(std::uint64_t address) const {
    const auto piece = pieces_.find(address >> ad::shift);
    if (piece == pieces_.end()) return false;
    return std::ranges::any_of(piece->second, [&](const auto& of) {
        const auto found = host_.find(of.first);
        return of.second.latest > (found == host_.end() ? 0 : found->second);
    });
}

}  // namespace stridescope::machine
