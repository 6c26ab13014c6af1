#include "app/machine/stream_order.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <new>

#include "app/machine/rows.h"

namespace stridescope::machine {

namespace ad = language::addresses;

void Touched::begin(const GlobalMemory& memory) {
    std::unordered_map<std::uint64_t, Piece> now;
    for (std::size_t i = 0; i < memory.size(); ++i) {
        const Allocation& a = memory[i];
        if (a.freed || (a.reach == Reach::host && !a.is_pinned)) continue;
        const std::uint64_t number = a.address >> ad::shift, words = (a.bytes + 3) / 4;
        if (const auto before = pieces_.find(number);
            before != pieces_.end() && before->second.words == words) {
            now.insert(pieces_.extract(before));
            continue;
        }
        Piece& made = now[number];
        made.address = a.address;
        made.words = words;
        made.how = zeroed_pages((words + 1) * sizeof(How));
        made.dirty.resize(words / words_of_chunk + 1);
    }
    pieces_ = std::move(now);
}

Touched::Piece* Touched::piece_of(std::uint64_t address) {
    const auto at = pieces_.find(address >> ad::shift);
    return at == pieces_.end() ? nullptr : &at->second;
}

void Touched::note_word(Piece& piece, std::uint64_t word, How how) {
    // As std::atomic_ref would; not every C++ library has it.
    How* const at = reinterpret_cast<How*>(piece.how.get()) + word;
    if ((__atomic_load_n(at, __ATOMIC_RELAXED) & how) == how) return;
    __atomic_fetch_or(at, how, __ATOMIC_RELAXED);
    __atomic_store_n(&piece.dirty[word / words_of_chunk], std::uint8_t{1}, __ATOMIC_RELAXED);
}

bool Touched::all_noted(const Piece& piece, std::uint64_t word, How how) {
    const How* const at = reinterpret_cast<const How*>(piece.how.get()) + word;
    How all = how;
    for (int i = 0; i < lanes_of_warp; ++i)
        all = static_cast<How>(all & __atomic_load_n(at + i, __ATOMIC_RELAXED));
    return all == how;
}

void Touched::note(Piece& piece, std::uint64_t address, std::uint32_t width, How how) {
    const std::uint64_t begin = address - piece.address, end = begin + width;
    for (std::uint64_t w = begin / 4; w <= (end - 1) / 4 && w < piece.words; ++w) {
        std::uint32_t bytes = 0xF;
        if (begin > w * 4) bytes &= 0xFU << (begin - w * 4);
        if (end < w * 4 + 4) bytes &= 0xFU >> (w * 4 + 4 - end);
        note_word(piece, w, static_cast<How>(how & (bytes | bytes << 4 | bytes << 8)));
    }
}

void Touched::note_atomic(std::uint64_t address, std::uint32_t width) {
    if (Piece* piece = piece_of(address)) note(*piece, address, width, atomic);
}

void Touched::forget() {
    for (auto& [number, piece] : pieces_) {
        How* const how = reinterpret_cast<How*>(piece.how.get());
        for (std::size_t c = 0; c < piece.dirty.size(); ++c) {
            if (std::exchange(piece.dirty[c], std::uint8_t{0}) == 0) continue;
            const std::uint64_t begin = c * words_of_chunk;
            std::fill(how + begin, how + std::min(piece.words, begin + words_of_chunk), How{0});
        }
    }
}

void Touched::add(const Touched& other) {
    for (const auto& [number, piece] : other.pieces_) {
        const auto own = pieces_.find(number);
        if (own == pieces_.end() || own->second.words != piece.words) continue;
        const auto* const how = reinterpret_cast<const How*>(piece.how.get());
        for (std::uint64_t w = 0; w < piece.words; ++w) {
            if (piece.dirty[w / words_of_chunk] == 0)
                w += words_of_chunk - 1 - w % words_of_chunk;
            else if (how[w] != 0)
                note_word(own->second, w, how[w]);
        }
    }
}

void Touched::note(std::uint32_t mask, std::span<const std::uint64_t> addresses,
                   std::uint32_t width, bool writes) {
    Piece* piece = nullptr;
    std::uint64_t number = ~std::uint64_t{0};
    for (std::uint32_t m = mask; m != 0; m &= m - 1) {
        const std::uint64_t address = addresses[static_cast<std::size_t>(std::countr_zero(m))];
        if (address >> ad::shift != number) {
            number = address >> ad::shift;
            piece = piece_of(address);
        }
        if (piece != nullptr) note(*piece, address, width, writes ? written : read);
    }
}

void Touched::note(std::uint32_t mask, const Places& places, std::uint32_t width, bool writes) {
    Piece* const piece = piece_of(places.address);
    if (piece == nullptr || mask == 0) return;
    const How how = writes ? written : read;
    const auto lane_at = [&](int lane) {
        const std::int64_t steps = places.index != nullptr ? places.index[lane] : lane;
        return places.address + static_cast<std::uint64_t>(steps * places.step);
    };
    if (places.index == nullptr && places.step == 0) {
        note(*piece, places.address, width, how);
        return;
    }
    const bool whole_words = width == 4 && places.address % 4 == 0 && places.step % 4 == 0;
    if (whole_words && places.index == nullptr && places.step == 4 && mask == ~0U &&
        all_noted(*piece, (places.address - piece->address) / 4, how))
        return;
    for (std::uint32_t m = mask; m != 0; m &= m - 1) {
        const std::uint64_t address = lane_at(std::countr_zero(m));
        if (whole_words)
            note_word(*piece, (address - piece->address) / 4, how);
        else
            note(*piece, address, width, how);
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

/// The default stream's is that of all that wait for it, too.
StreamOrder::Clock StreamOrder::clock_of(Stream stream) const {
    Clock all;
    for (const auto& [other, clock] : at_) {
        if (other == stream || (stream == 0 && blocks(other))) add(all, clock);
    }
    return all;
}

void StreamOrder::record(std::uint64_t event, Stream stream) {
    if (active_) events_[event] = clock_of(own(stream));
}

bool StreamOrder::ask(std::pair<bool, std::uint64_t> whom, const Clock& clock) {
    const bool is_over = std::ranges::all_of(clock, [&](const auto& of) {
        const auto known = host_.find(of.first);
        return known != host_.end() && known->second >= of.second;
    });
    if (is_over) return true;
    Clock& before = asked_[whom];
    if (std::exchange(before, clock) != clock) return false;
    add(host_, clock);
    forget_what_is_over();
    return true;
}

bool StreamOrder::ask(Stream stream) {
    stream = own(stream);
    return ask({false, stream}, clock_of(stream));
}

bool StreamOrder::ask_event(std::uint64_t event) {
    const auto of = events_.find(event);
    return of == events_.end() || ask({true, event}, of->second);
}

void StreamOrder::wait(Stream stream, std::uint64_t event) {
    if (const auto of = events_.find(event); of != events_.end()) add(at_[own(stream)], of->second);
}

void StreamOrder::begin_node(Stream stream, std::span<const Stream> after) {
    active_ = true;
    free_.insert(stream);
    Clock& own = at_[stream];
    for (const Stream before : after) add(own, at_[before]);
}

void StreamOrder::join(Stream stream) {
    add(host_, clock_of(own(stream)));
    forget_what_is_over();
}

void StreamOrder::join_event(std::uint64_t event) {
    if (const auto of = events_.find(event); of != events_.end()) add(host_, of->second);
    forget_what_is_over();
}

void StreamOrder::join_all() {
    for (const auto& [stream, clock] : at_) add(host_, clock);
    forget_what_is_over();
}

/// What main has waited for is before all that comes: where that is everything, nobody asks for it
/// any more.
void StreamOrder::forget_what_is_over() {
    for (const auto& [stream, past] : past_) {
        const auto over = host_.find(stream);
        if (over == host_.end() || over->second < past.size()) return;
    }
    pieces_.clear();
}

void StreamOrder::begin(Stream stream, std::string what, language::Place place, bool on_host) {
    stream_ = own(stream);
    on_host_ = on_host;
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
    past.push_back({std::move(what), place, on_host});
    Clock& at = at_[stream_] = now_;
    at[stream_] = static_cast<std::uint32_t>(past.size());
    if (on_host) past.back().clock = at;
}

std::optional<StreamOrder::Conflict> StreamOrder::check(const Clock& known, const Run& run,
                                                        std::optional<Stream> except) {
    const auto piece = pieces_.find(run.number);
    if (piece == pieces_.end()) return std::nullopt;
    for (const auto& [stream, last] : piece->second) {
        if (stream == except) continue;
        const auto found = known.find(stream);
        const std::uint32_t over = found == known.end() ? 0 : found->second;
        if (last.latest <= over) continue;
        if (auto conflict = check(last, stream, over, run)) return conflict;
    }
    return std::nullopt;
}

/// Against what one stream did: all but its first `over` may still be at it.
std::optional<StreamOrder::Conflict> StreamOrder::check(const Last& last, Stream stream,
                                                        std::uint32_t over, const Run& run) {
    constexpr std::uint32_t bytes = 0xF;
    const std::uint32_t reads = run.how & bytes, writes = run.how >> 4 & bytes;
    const std::uint32_t atomics = run.how >> 8 & bytes;
    // Atomics are in no other atomic's way.
    const std::uint32_t any = reads | writes | atomics, plain = reads | writes,
                        changes = writes | atomics;
    std::uint32_t told = 0;
    for (std::uint64_t w = run.begin; w < run.end;) {
        const std::uint64_t c = w / Touched::words_of_chunk;
        const std::uint64_t end = std::min(run.end, (c + 1) * Touched::words_of_chunk);
        const Chunk* chunk = c < last.chunks.size() ? &last.chunks[c] : nullptr;
        // Where words are alike, the first says it for all.
        const std::uint64_t asked = chunk == nullptr        ? w
                                    : chunk->own == nullptr ? std::min(end, w + 1)
                                                            : end;
        for (; w < asked; ++w) {
            const auto& [read, wrote, changed] = chunk->of(w);
            const auto meets = [over](std::uint32_t before, std::uint32_t now) {
                return before >> 4 > over && (before & now) != 0;
            };
            const bool after_write = meets(wrote, any), after_atomic = meets(changed, plain);
            if (!after_write && !after_atomic && !meets(read, changes)) continue;
            const std::uint32_t past = (after_write ? wrote : after_atomic ? changed : read) >> 4;
            if (past == told) continue;
            told = past;
            const Past& of = past_[stream][past - 1];
            if (on_host_ && of.on_host) continue;
            const auto at = [](language::Place p) {
                return std::uint64_t{p.file} << 48 | std::uint64_t{p.line} << 16 | p.column;
            };
            if (!told_.insert({at(place_), at(of.place)}).second) continue;
            return Conflict{run.number, w,       changes != 0, after_write || after_atomic,
                            of.what,    of.place};
        }
        w = end;
    }
    return std::nullopt;
}

void StreamOrder::keep(const Run& run) {
    Last& last = pieces_[run.number][stream_];
    last.latest = static_cast<std::uint32_t>(past_[stream_].size());
    const std::uint32_t reads = run.how & 0xFU, writes = run.how >> 4 & 0xFU;
    const std::uint32_t atomics = run.how >> 8 & 0xFU;
    const std::uint64_t chunks = (run.end - 1) / Touched::words_of_chunk + 1;
    if (chunks > last.chunks.size()) last.chunks.resize(chunks);
    for (std::uint64_t w = run.begin; w < run.end;) {
        const std::uint64_t c = w / Touched::words_of_chunk;
        const std::uint64_t end = std::min(run.end, (c + 1) * Touched::words_of_chunk);
        Chunk& chunk = last.chunks[c];
        const auto note = [&](Users& users) {
            const auto by = [&](std::uint32_t& user, std::uint32_t which) {
                if (which != 0) user = last.latest << 4 | which;
            };
            by(users.read, reads);
            by(users.written, writes);
            by(users.atomic, atomics);
        };
        const bool is_whole = end - w == Touched::words_of_chunk;
        if (is_whole && chunk.own == nullptr) {
            note(chunk.all);
        } else {
            if (chunk.own == nullptr) {
                chunk.own = std::make_unique_for_overwrite<Users[]>(Touched::words_of_chunk);
                std::fill_n(chunk.own.get(), Touched::words_of_chunk, chunk.all);
            }
            for (std::uint64_t k = w; k < end; ++k) note(chunk.own[k % Touched::words_of_chunk]);
        }
        w = end;
    }
}

void StreamOrder::take_run(const Run& run, std::optional<Conflict>& first) {
    if (!first) first = check(now_, run, stream_);
    keep(run);
}

/// The words of a stretch of bytes: of the first and the last it may be less than all four.
template <class F>
void StreamOrder::for_each_run(std::uint64_t address, std::uint64_t bytes, bool writes, F&& f) {
    if (bytes == 0) return;
    const std::uint64_t number = address >> ad::shift;
    const std::uint64_t begin = address - ad::begin(number), end = begin + bytes;
    const std::uint64_t first = begin / 4, last = (end - 1) / 4;
    const auto run = [&](std::uint64_t from, std::uint64_t to) {
        if (from >= to) return;
        std::uint32_t which = 0xF;
        if (from == first) which &= 0xFU << (begin - first * 4);
        if (to == last + 1) which &= 0xFU >> (last * 4 + 4 - end);
        f(Run{number, from, to,
              static_cast<Touched::How>(writes ? which << 4 & 0xF0U : which & 0xFU)});
    };
    // What is whole is one run, so that whole chunks remain so.
    const std::uint64_t behind_first = begin % 4 != 0 ? first + 1 : first;
    const std::uint64_t before_last = end % 4 != 0 ? std::max(last, behind_first) : last + 1;
    run(first, behind_first);
    run(behind_first, before_last);
    run(before_last, last + 1);
}

std::optional<StreamOrder::Conflict> StreamOrder::access(std::uint64_t address, std::uint64_t bytes,
                                                         bool writes) {
    std::optional<Conflict> first;
    for_each_run(address, bytes, writes, [&](const Run& run) { take_run(run, first); });
    return first;
}

std::optional<StreamOrder::Conflict> StreamOrder::access(Touched& touched) {
    std::optional<Conflict> first;
    touched.for_each_run(
        [&](std::uint64_t number, std::uint64_t from, std::uint64_t to, Touched::How how) {
            take_run({number, from, to, how}, first);
        });
    touched.forget();
    return first;
}

std::optional<StreamOrder::Conflict> StreamOrder::reach(std::uint64_t address, std::uint64_t bytes,
                                                        bool writes) {
    place_ = {};
    on_host_ = false;
    std::optional<Conflict> first;
    for_each_run(address, bytes, writes, [&](const Run& run) {
        if (!first) first = check(host_, run, std::nullopt);
    });
    return first;
}

void StreamOrder::note_write(std::uint64_t address, std::uint64_t bytes) {
    for_each_run(address, bytes, true, [&](const Run& run) { keep(run); });
}

void StreamOrder::see(std::uint64_t address, std::uint64_t bytes) {
    const auto piece = pieces_.find(address >> ad::shift);
    if (piece == pieces_.end() || bytes == 0) return;
    const std::uint64_t begin = address - ad::begin(piece->first);
    Clock seen;
    for (const auto& [stream, last] : piece->second) {
        for (std::uint64_t w = begin / 4; w <= (begin + bytes - 1) / 4; ++w) {
            const std::uint64_t c = w / Touched::words_of_chunk;
            if (c >= last.chunks.size()) break;
            const std::uint32_t wrote = last.chunks[c].of(w).written >> 4;
            if (wrote != 0) add(seen, past_[stream][wrote - 1].clock);
        }
    }
    if (seen.empty()) return;
    add(host_, seen);
    forget_what_is_over();
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
