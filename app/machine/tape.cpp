#include "app/machine/tape.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace stridescope::machine {
namespace {

using language::Cell;
using language::Code;
using language::Form;
using language::Instr;
using language::Kind;
using language::Site;
using language::SiteKind;

/// How far ahead an access may stand: in which order operands are computed, C++ leaves open.
constexpr std::size_t out_of_order = 64;

template <typename T>
T read(const std::byte* frame, language::Slot slot, std::size_t lane = 0) {
    T v;
    std::memcpy(&v, frame + slot + lane * sizeof(T), sizeof v);
    return v;
}

bool by_address(Code code) {
    return code == Code::load_at || code == Code::store_at || code == Code::atomic_at ||
           code == Code::wide_at;
}

bool is_access(const language::Program& program, const Instr& i) {
    if (i.site < 0) return false;
    switch (i.code) {
        case Code::load:
        case Code::store:
        case Code::atomic:
        case Code::wide: {
            const auto space = program.objects[static_cast<std::size_t>(i.object)].space;
            return space == language::Space::global || space == language::Space::shared;
        }
        case Code::load_at:
        case Code::store_at:
        case Code::atomic_at:
        case Code::wide_at:
        case Code::shuffle: return true;
        default: return false;
    }
}

/// Units in the last place between two floating-point numbers.
template <typename Bits>
std::uint64_t apart(Bits a, Bits b) {
    using Signed = std::make_signed_t<Bits>;
    const auto ordered = [](Bits x) {
        constexpr Bits sign = Bits{1} << (sizeof(Bits) * 8 - 1);
        return (x & sign) != 0 ? static_cast<Signed>(sign - x) : static_cast<Signed>(x);
    };
    const Signed x = ordered(a), y = ordered(b);
    return x > y ? static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(y)
                 : static_cast<std::uint64_t>(y) - static_cast<std::uint64_t>(x);
}

/// 0: the same; as large as can be: not to be compared.
std::uint64_t difference(Kind kind, std::uint32_t width, const std::uint64_t* own,
                         const std::uint64_t* other) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t largest = 0;
    for (std::size_t at = 0; at < std::min<std::size_t>(width, 16);) {
        const auto* a = reinterpret_cast<const std::byte*>(own) + at;
        const auto* b = reinterpret_cast<const std::byte*>(other) + at;
        if (kind == Kind::f32 && width >= 4) {
            const auto x = read<std::uint32_t>(a, 0), y = read<std::uint32_t>(b, 0);
            const float fx = std::bit_cast<float>(x), fy = std::bit_cast<float>(y);
            at += 4;
            if (x == y || (std::isnan(fx) && std::isnan(fy))) continue;
            largest =
                std::max(largest, std::isfinite(fx) && std::isfinite(fy) ? apart(x, y) : most);
        } else if (kind == Kind::f64 && width >= 8) {
            const auto x = read<std::uint64_t>(a, 0), y = read<std::uint64_t>(b, 0);
            const double fx = std::bit_cast<double>(x), fy = std::bit_cast<double>(y);
            at += 8;
            if (x == y || (std::isnan(fx) && std::isnan(fy))) continue;
            largest =
                std::max(largest, std::isfinite(fx) && std::isfinite(fy) ? apart(x, y) : most);
        } else {
            const std::size_t rest = std::min<std::size_t>(width, 16) - at;
            return std::memcmp(a, b, rest) == 0 ? largest : most;
        }
    }
    return largest;
}

/// A register's lane, of an element as it lies in memory.
void set_lane(Cell cell, std::byte* lanes, std::uint32_t lane, std::uint64_t bits) {
    const auto put = [&](auto value) {
        std::memcpy(lanes + lane * sizeof value, &value, sizeof value);
    };
    switch (cell) {
        case Cell::i8: put(std::int32_t{static_cast<std::int8_t>(bits)}); return;
        case Cell::u8: put(std::int32_t{static_cast<std::uint8_t>(bits)}); return;
        case Cell::i16: put(std::int32_t{static_cast<std::int16_t>(bits)}); return;
        case Cell::u16: put(std::int32_t{static_cast<std::uint16_t>(bits)}); return;
        case Cell::boolean: put(std::int32_t{(bits & 0xff) != 0}); return;
        case Cell::w64: put(bits); return;
        default: put(static_cast<std::uint32_t>(bits)); return;
    }
}

std::string number_text(Kind kind, std::uint32_t width, std::uint64_t bits) {
    switch (kind) {
        case Kind::f32:
            return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
        case Kind::f64: return fmt::format("{}", std::bit_cast<double>(bits));
        case Kind::u32:
        case Kind::u64: return fmt::format("{}", bits);
        default: break;
    }
    const unsigned unused = 64 - 8 * std::min<std::uint32_t>(8, width);
    return fmt::format("{}", static_cast<std::int64_t>(bits << unused) >> unused);
}

}  // namespace

/// One lane of an access.
struct Tape::Access {
    const Site* site = nullptr;
    TapeEvent* event = nullptr;
    bool shared = false;
    std::uint64_t address = 0;
    std::byte* memory = nullptr;  ///< where the machine has it; nullptr: nowhere
};

void Tape::attach(LoadedProgram& loaded) {
    handlers_.clear();
    at_.assign(threads_.size(), 0);
    for (std::size_t n = 0; n < loaded.code.size(); ++n) {
        handlers_.push_back(loaded.code[n].run);
        if (is_access(*loaded.program, loaded.program->code[n])) loaded.code[n].run = follow;
    }
}

const Operation* Tape::follow(const Operation* o, std::byte* frame, Context& context) {
    Tape& tape = *context.tape;
    const auto n = static_cast<std::size_t>(o - context.first);
    if (!context.recording) return tape.handlers_[n](o, frame, context);
    return context.program->code[n].code == Code::shuffle ? tape.shuffle(o, frame, context)
                                                          : tape.access(o, frame, context);
}

void Tape::lose(const Operation* o, Context& context, std::uint32_t lane, std::string what) {
    if (lost_.empty()) {
        lost_at_ = place_of(context, o);
        lost_ = fmt::format("line {}: thread {} of block {} {}", lost_at_.line,
                            context.warp->index * lanes_of_warp + lane, context.block, what);
    }
    context.warp->at = o;
    context.warp->stop = Stop::aborted;
}

TapeEvent* Tape::next(std::size_t thread, const Site& site, std::uint32_t interval, bool waits) {
    if (thread >= threads_.size()) return nullptr;
    std::vector<TapeEvent>& events = threads_[thread];
    std::size_t& at = at_[thread];
    const auto fits = [&](const TapeEvent& e) {
        return e.expr == site.expr && e.kind == site.kind && e.interval == interval;
    };
    // How often a wait looked in vain is chance.
    if (waits && at < events.size() && events[at].used && !fits(events[at])) ++at;
    std::size_t found = at;
    while (found < events.size() && found < at + out_of_order && !fits(events[found])) ++found;
    if (found >= events.size() || found >= at + out_of_order) return nullptr;
    const auto first = events.begin() + static_cast<std::ptrdiff_t>(at);
    const auto it = events.begin() + static_cast<std::ptrdiff_t>(found);
    if (found != at) std::rotate(first, it, it + 1);
    TapeEvent& e = events[at];
    e.used = true;
    if (e.count > 1)
        --e.count;
    else
        ++at;
    return &e;
}

/// Holds what the machine would write against what was written.
void Tape::compare(Access& access, std::uint32_t lane, const Operation* o, Context& context,
                   std::uint64_t own) {
    const Site& site = *access.site;
    std::array<std::uint64_t, 2> mine{own, 0};
    const bool wide = site.width > 8;
    if (wide && access.memory != nullptr)
        std::memcpy(mine.data(), access.memory, std::min<std::size_t>(16, site.width));
    const std::uint64_t apart =
        difference(site.value, site.width, mine.data(), access.event->value.data());
    if (apart == 0) return;
    if (other_values_++ == 0) {
        other_value_ =
            fmt::format("line {}: thread {} of block {} writes {}, the machine {}",
                        place_of(context, o).line, context.warp->index * lanes_of_warp + lane,
                        context.block, number_text(site.value, site.width, access.event->value[0]),
                        number_text(site.value, site.width, mine[0]));
    }
    largest_difference_ = std::max(largest_difference_, apart);
}

const Operation* Tape::access(const Operation* o, std::byte* f, Context& context) {
    const language::Program& program = *context.program;
    const auto n = static_cast<std::size_t>(o - context.first);
    const Instr& i = program.code[n];
    const Site& site = program.sites[static_cast<std::size_t>(i.site)];
    const auto& d = program.block_dim;
    const std::size_t first = std::size_t{context.block} * d[0] * d[1] * d[2] +
                              std::size_t{context.warp->index} * lanes_of_warp;
    const bool atomic = i.code == Code::atomic || i.code == Code::atomic_at;
    const Form form = atomic ? Form::vv : i.form;
    const std::uint32_t mask = read<std::uint32_t>(f, o->mask);
    std::array<Access, lanes_of_warp> accesses{};
    std::uint32_t taken = 0;
    for (std::uint32_t m = mask; m != 0; m &= m - 1) {
        const auto lane = static_cast<std::uint32_t>(__builtin_ctz(m));
        Access& a = accesses[lane];
        a.site = &site;
        if (by_address(i.code)) {
            a.address = static_cast<std::uint64_t>(o->imm) +
                        (form == Form::ss ? read<std::uint64_t>(f, o->a)
                                          : read<std::uint64_t>(f, o->a, lane));
            const std::uint64_t number = a.address >> language::addresses::shift;
            if (number == language::addresses::local) continue;
            a.address = context.memory->plain(a.address);
            a.shared = number == language::addresses::shared;
            if (a.shared) a.address -= language::addresses::begin(number);
        } else {
            const language::Object& object = program.objects[static_cast<std::size_t>(i.object)];
            std::int64_t index = read<std::int32_t>(f, o->a);
            if (form == Form::sv) index += std::int64_t{lane} * read<std::int32_t>(f, o->b);
            if (form == Form::vv) index = read<std::int32_t>(f, o->a, lane);
            a.shared = object.space == language::Space::shared;
            a.address = (a.shared ? object.offset : object.address) +
                        static_cast<std::uint64_t>(o->imm + index * o->scale);
        }
        if (a.shared) {
            if (a.address + site.width <= context.shared->bytes)
                a.memory = context.shared->data + a.address;
        } else if (Allocation* memory = context.memory->find(a.address)) {
            if (memory->variable != nullptr &&
                memory->variable->storage == language::Storage::constant)
                continue;
            const std::uint64_t offset = a.address - memory->address;
            if (a.address >= memory->address && offset + site.width <= memory->bytes)
                a.memory = memory->data + offset;
        }
        // Beyond an array's end the machine does not go; it tells of that by itself.
        if (a.memory == nullptr) continue;
        a.event = next(first + lane, site, context.interval, program.waits);
        if (a.event == nullptr) {
            lose(o, context, lane, "does not come here in the recorded run");
            return nullptr;
        }
        if (a.event->shared != a.shared || a.event->address != a.address) {
            const auto where = [&](bool shared, std::uint64_t address) {
                if (shared) return fmt::format("byte {} of shared memory", address);
                const Allocation* memory = context.memory->find(address);
                if (memory == nullptr) return std::string{"memory of no array"};
                return fmt::format("byte {} of {}",
                                   static_cast<std::int64_t>(address - memory->address),
                                   memory->name);
            };
            lose(o, context, lane,
                 fmt::format("reaches {}, on the machine {}",
                             where(a.event->shared, a.event->address), where(a.shared, a.address)));
            return nullptr;
        }
        taken |= 1U << lane;
        times_[lane] = a.event->time;
        values_[lane] = a.event->value[0];
        ++followed_;
    }
    const std::size_t bytes = std::min<std::size_t>(site.width, 16);
    const bool store = site.kind == SiteKind::store;
    const bool whole = i.code == Code::wide || i.code == Code::wide_at;
    const std::size_t of_lane =
        static_cast<Cell>(i.flag) == Cell::w64 ? sizeof(std::uint64_t) : sizeof(std::uint32_t);
    const auto is_constant = [&](language::Slot slot) {
        return slot >= program.first_constant &&
               slot < program.first_constant + program.constants.size() * 8;
    };
    for (std::uint32_t m = taken; m != 0; m &= m - 1) {
        const auto lane = static_cast<std::uint32_t>(__builtin_ctz(m));
        Access& a = accesses[lane];
        const std::uint64_t* value = a.event->value.data();
        if (!store) {
            // What is added up comes to the same in any order; what is exchanged does not. Of lanes
            // that change one word, the order is chance.
            bool put = !atomic || site.builtin == language::Builtin::atomic_exch ||
                       site.builtin == language::Builtin::atomic_cas;
            for (std::uint32_t k = taken; atomic && k != 0; k &= k - 1) {
                const auto other = static_cast<std::uint32_t>(__builtin_ctz(k));
                put = put && (other == lane || accesses[other].memory != a.memory);
            }
            if (put) std::memcpy(a.memory, value, bytes);
        } else if (whole) {
            compare(a, lane, o, context, 0);
            std::memcpy(a.memory, value, bytes);
        } else {
            std::byte* at = f + o->d + (o->scalar_value ? 0 : lane * of_lane);
            std::uint64_t own = 0;
            std::memcpy(&own, at, of_lane);
            if (site.width < 8) own &= (std::uint64_t{1} << (8 * site.width)) - 1;
            const std::uint64_t before = other_values_;
            compare(a, lane, o, context, own);
            const bool kept = o->scalar_value && is_constant(o->d);
            if (other_values_ != before && !kept) std::memcpy(at, value, std::min(of_lane, bytes));
        }
    }
    const Operation* after = handlers_[n](o, f, context);
    if (atomic) {
        const std::size_t width = language::is_wide(i.kind) ? 8 : 4;
        for (std::uint32_t m = taken; m != 0; m &= m - 1) {
            const auto lane = static_cast<std::uint32_t>(__builtin_ctz(m));
            std::memcpy(f + o->d + lane * width, accesses[lane].event->value.data(), width);
        }
    } else if (!store && !whole && form != Form::ss) {
        // Lanes that race may have read different values of one word.
        for (std::uint32_t m = taken; m != 0; m &= m - 1) {
            const auto lane = static_cast<std::uint32_t>(__builtin_ctz(m));
            set_lane(static_cast<Cell>(i.flag), f + o->d, lane, accesses[lane].event->value[0]);
        }
    }
    return after;
}

const Operation* Tape::shuffle(const Operation* o, std::byte* f, Context& context) {
    const auto n = static_cast<std::size_t>(o - context.first);
    const Operation* after = handlers_[n](o, f, context);
    if (after == nullptr) return nullptr;  // other lanes are to come first
    const language::Program& program = *context.program;
    const Instr& i = program.code[n];
    const Site& site = program.sites[static_cast<std::size_t>(i.site)];
    const auto& d = program.block_dim;
    const std::size_t first = std::size_t{context.block} * d[0] * d[1] * d[2] +
                              std::size_t{context.warp->index} * lanes_of_warp;
    const std::uint32_t mask = read<std::uint32_t>(f, o->mask);
    const Row& row = *reinterpret_cast<const Row*>(context.last_access);
    const std::size_t width = language::is_wide(i.kind) ? 8 : 4;
    for (std::uint32_t m = mask; m != 0; m &= m - 1) {
        const auto lane = static_cast<std::uint32_t>(__builtin_ctz(m));
        Access a;
        a.site = &site;
        a.event = next(first + lane, site, context.interval, program.waits);
        if (a.event == nullptr) {
            lose(o, context, lane, "does not come here in the recorded run");
            return nullptr;
        }
        const auto from = static_cast<std::uint64_t>(row.offset(static_cast<int>(lane)));
        if (a.event->address != from) {
            lose(o, context, lane,
                 fmt::format("takes the value of lane {}, on the machine of lane {}",
                             a.event->address, from));
            return nullptr;
        }
        ++followed_;
        std::byte* at = f + o->d + lane * width;
        std::uint64_t own = 0;
        std::memcpy(&own, at, width);
        // What a lane that does not take part has is undefined.
        if ((mask >> from & 1) != 0) compare(a, lane, o, context, own);
        std::memcpy(at, a.event->value.data(), width);
    }
    return after;
}

std::uint64_t taped_value(const Context& context, int lane) {
    return context.tape->value(lane);
}

std::string Tape::left_over() const {
    for (std::size_t t = 0; t < threads_.size(); ++t) {
        for (std::size_t k = at_.empty() ? 0 : at_[t]; k < threads_[t].size(); ++k) {
            const TapeEvent& e = threads_[t][k];
            if (e.used) continue;
            return fmt::format(
                "line {}: the recorded run has an access that the machine does not "
                "come to (thread {} of all recorded)",
                e.expr != nullptr ? e.expr->place.line : 0, t);
        }
    }
    return {};
}

}  // namespace stridescope::machine
