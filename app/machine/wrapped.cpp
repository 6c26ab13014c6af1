#include "app/machine/wrapped.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "app/machine/context.h"
#include "app/machine/loop_probe.h"

namespace stridescope::machine {
namespace {

using language::Code;
using language::Instr;
using language::Kind;
using language::Slot;

/// The number as a register of that kind holds it.
std::int64_t cut(Kind kind, std::int64_t value) {
    switch (kind) {
        case Kind::i32: return static_cast<std::int32_t>(value);
        case Kind::u32: return static_cast<std::uint32_t>(value);
        default: return value;
    }
}

std::string_view name_of(Kind kind) {
    return kind == Kind::i32 ? "an int" : "an unsigned int";
}

/// What is computed of 32-bit numbers always fits into 64 bits.
bool is_short(Kind kind) {
    return kind == Kind::i32 || kind == Kind::u32;
}

/// Computes a lane's register once more from what it was made of, instruction by instruction, and
/// notes what did not fit. A register that was written several times may be another one by now:
/// what it holds decides which of these it was.
class Recomputed {
  public:
    struct Wrap {
        std::size_t instruction = 0;
        Kind kind = Kind::i32;
        std::int64_t whole = 0;
        std::int64_t step = 0;  ///< of lanes that are as far apart each: by how much
        bool of_loop = false;   ///< a variable's that goes on by the same each time
    };

    Recomputed(const language::Program& program, const std::byte* frame, int lane)
        : program_(program), frame_(frame), lane_(lane) {}

    std::int64_t held(Slot slot, Kind kind) const {
        const bool wide = language::is_wide(kind);
        const std::byte* from = frame_ + slot;
        if (slot >= program_.lanes_begin) from += lane_ * (wide ? 8 : 4);
        std::int64_t value = 0;
        std::memcpy(&value, from, wide ? 8 : 4);
        return cut(kind, value);
    }

    /// What instruction `reader` found there.
    std::int64_t value(Slot slot, Kind kind, std::size_t reader) {
        const std::int64_t now = held(slot, kind);
        const std::pair asked{slot, reader};
        if (left_ == 0 || !open_.insert(asked).second) return now;
        --left_;
        std::optional<std::int64_t> found;
        const std::vector<std::size_t> writers = writers_of(slot, reader);
        const auto take = [&](std::size_t n, bool surely) {
            const std::size_t before = wraps.size();
            const auto made = result(n);
            if (made && (surely || cut(kind, *made) == now)) {
                found = cut(kind, *made);
            } else {
                wraps.resize(before);
            }
            return found.has_value();
        };
        const auto surely = [&](std::size_t n) {
            return program_.code[n].code != Code::copy_masked &&
                   (writers.size() == 1 || goes_straight(n, reader));
        };
        const bool known = !writers.empty() && surely(writers.front());
        if (known ? !take(writers.front(), true)
                  : std::ranges::none_of(writers, [&](std::size_t n) { return take(n, false); }))
            look_for_steps(slot, kind, now, writers);
        open_.erase(asked);
        return found.value_or(now);
    }

    std::vector<Wrap> wraps{};  ///< the first one first

  private:
    bool goes_straight(std::size_t from, std::size_t to) const {
        if (from >= to) return false;
        for (std::size_t n = 0; n < program_.code.size(); ++n) {
            const Instr& i = program_.code[n];
            if (!language::jumps(i.code)) continue;
            const auto target = static_cast<std::size_t>(i.target);
            if ((n > from && n < to) || (target > from && target <= to)) return false;
        }
        return true;
    }

    /// The nearest one before the reader first.
    std::vector<std::size_t> writers_of(Slot slot, std::size_t reader) const {
        std::vector<std::size_t> before, behind;
        for (std::size_t n = 0; n < program_.code.size(); ++n) {
            const Instr& i = program_.code[n];
            if (i.d == slot && writes_d(i)) (n < reader ? before : behind).push_back(n);
        }
        std::ranges::reverse(before);
        before.insert(before.end(), behind.begin(), behind.end());
        return before;
    }

    /// A loop's variable goes on by the same each time: then it is known what it was before.
    void look_for_steps(Slot slot, Kind kind, std::int64_t now,
                        const std::vector<std::size_t>& writers) {
        if (!is_short(kind)) return;
        for (const std::size_t n : writers) {
            std::size_t at = n;
            if (program_.code[n].code == Code::copy || program_.code[n].code == Code::copy_masked) {
                const auto from = writers_of(program_.code[n].a, n);
                if (!from.empty()) at = from.front();
            }
            const Instr& i = program_.code[at];
            if ((i.code != Code::add && i.code != Code::sub) || i.a != slot || i.kind != kind)
                continue;
            // Less by one is often more by the number that is one below zero.
            const std::int64_t step = static_cast<std::int32_t>(held(i.b, kind));
            const std::int64_t signed_step = i.code == Code::add ? step : -step;
            const std::size_t before = wraps.size();
            note(at, kind, cut(kind, now - signed_step) + signed_step);
            if (wraps.size() > before) wraps.back().of_loop = true;
        }
    }

    std::int64_t note(std::size_t n, Kind kind, std::int64_t whole) {
        const std::int64_t kept = cut(kind, whole);
        // Products and sums of unsigned numbers may be meant to wrap around, as those of a hash.
        const bool meant = kind == Kind::u32 && whole > 0;
        if (is_short(kind) && kept != whole && !meant) wraps.push_back({n, kind, whole});
        return kept;
    }

    std::optional<std::int64_t> result(std::size_t n) {
        const Instr& i = program_.code[n];
        if (language::is_float(i.kind)) return std::nullopt;
        const auto of = [&](Slot slot) { return value(slot, i.kind, n); };
        switch (i.code) {
            case Code::move:
            case Code::copy:
            case Code::copy_masked:
            case Code::splat: return of(i.a);
            case Code::iota: {
                const std::int64_t step = static_cast<std::int32_t>(value(i.b, Kind::i32, n));
                const std::int64_t base = of(i.a);
                const std::size_t before = wraps.size();
                const std::int64_t kept = note(n, i.kind, base + lane_ * step);
                if (wraps.size() > before) {
                    // Lanes are made where somebody wants them; what they hold was computed where
                    // the first one's value was.
                    const auto computed = writers_of(i.a, n);
                    if (!computed.empty()) wraps.back().instruction = computed.front();
                    wraps.back().step = step;
                }
                return kept;
            }
            case Code::convert: {
                const auto kind = static_cast<Kind>(i.flag);
                if (language::is_float(kind)) return std::nullopt;
                return cut(kind, of(i.a));
            }
            case Code::to_index: {
                const std::int64_t whole = of(i.a);
                return static_cast<std::int32_t>(whole) == whole
                           ? whole
                           : std::numeric_limits<std::int32_t>::min();
            }
            case Code::add:
            case Code::sub:
            case Code::mul:
            case Code::div:
            case Code::rem:
            case Code::shl:
            case Code::shr:
            case Code::min:
            case Code::max: {
                if (!is_short(i.kind)) return std::nullopt;
                const std::int64_t a = of(i.a), b = of(i.b);
                return of_two(n, i, a, b);
            }
            default: return std::nullopt;
        }
    }

    std::optional<std::int64_t> of_two(std::size_t n, const Instr& i, std::int64_t a,
                                       std::int64_t b) {
        switch (i.code) {
            case Code::add: return note(n, i.kind, a + b);
            case Code::sub: return note(n, i.kind, a - b);
            case Code::mul:
                // A product of unsigned numbers may need all 64 bits.
                return i.kind == Kind::i32
                           ? note(n, i.kind, a * b)
                           : cut(i.kind, static_cast<std::int64_t>(static_cast<std::uint64_t>(a) *
                                                                   static_cast<std::uint64_t>(b)));
            case Code::div: return b == 0 ? std::nullopt : std::optional{cut(i.kind, a / b)};
            case Code::rem: return b == 0 ? std::nullopt : std::optional{a % b};
            case Code::shl:
                return b < 0 || b > 31 ? std::nullopt : std::optional{note(n, i.kind, a << b)};
            case Code::shr: return b < 0 || b > 31 ? std::nullopt : std::optional{a >> b};
            case Code::min: return std::min(a, b);
            default: return std::max(a, b);
        }
    }

    const language::Program& program_;
    const std::byte* frame_;
    int lane_;
    std::set<std::pair<Slot, std::size_t>> open_;
    int left_ = 500;  ///< registers that are still looked into
};

std::string_view made_by(Code code, const Recomputed::Wrap& wrap) {
    if (const std::int64_t step = std::abs(wrap.step); step != 0)
        return step == 1 ? "sum" : wrap.whole % step == 0 ? "product" : "number";
    switch (code) {
        case Code::mul: return "product";
        case Code::add: return "sum";
        case Code::sub: return "difference";
        default: return "number";
    }
}

}  // namespace

std::string wrapped_text(const Context& context, const Operation* at, int lane) {
    const language::Program& program = *context.program;
    const auto n = static_cast<std::size_t>(at - context.first);
    const Instr& access = program.code[n];
    Recomputed recomputed{program, context.warp->frame, lane};
    const std::int64_t index = recomputed.held(access.a, Kind::i32);
    const std::int64_t again = static_cast<std::int32_t>(recomputed.value(access.a, Kind::i32, n));
    std::vector<Recomputed::Wrap>& wraps = recomputed.wraps;
    if (access.form == language::Form::sv) {
        const std::int64_t step = static_cast<std::int32_t>(recomputed.held(access.b, Kind::i32));
        const std::int64_t whole = index + lane * step;
        if (static_cast<std::int32_t>(whole) != whole) wraps.push_back({n, Kind::i32, whole, step});
    }
    if (again != index || wraps.empty()) return {};
    const Recomputed::Wrap& first = wraps.front();
    const language::Place place = program.places[first.instruction];
    const language::Place here = place_of(context, at);
    if (place.file != here.file) return {};
    // in[threadIdx.x - 1] says it all.
    if (place.line == here.line && first.whole == index && !first.of_loop) return {};
    return fmt::format(": a {} in line {} comes to {}, {} than {} holds",
                       made_by(program.code[first.instruction].code, first), place.line,
                       first.whole, first.whole < 0 ? "less" : "more", name_of(first.kind));
}

}  // namespace stridescope::machine
