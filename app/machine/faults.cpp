// What goes wrong while a program runs, said in words, and accesses by address.
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "app/machine/claims.h"
#include "app/machine/context.h"
#include "app/machine/wrapped.h"

namespace stridescope::machine {
namespace {

/// The first of each kind at one place is told in full; this many places at most.
constexpr std::size_t most_diagnostics = 200;

std::uint32_t thread_of(const Context& context, int lane) {
    return context.warp->index * lanes_of_warp + static_cast<std::uint32_t>(lane);
}

/// As the text names a thread: its number, or its coordinates.
std::string block_text(const Context& context) {
    const auto& g = context.program->grid;
    const std::uint32_t b = context.block;
    if (g[1] * g[2] == 1) return fmt::format("block {}", b);
    if (g[2] == 1) return fmt::format("block ({}, {})", b % g[0], b / g[0]);
    return fmt::format("block ({}, {}, {})", b % g[0], b / g[0] % g[1], b / (g[0] * g[1]));
}

const language::Instr& instruction_of(const Context& context, const Operation* at) {
    return context.program->code[static_cast<std::size_t>(at - context.first)];
}

/// Whether what is read may be a flag that is waited for.
bool asks(const Context& context, const Operation* at) {
    const language::Instr& i = instruction_of(context, at);
    return i.is_volatile || i.is_asked;
}

}  // namespace

std::string thread_text(const Context& context, std::uint32_t thread) {
    const auto& d = context.program->block_dim;
    if (d[1] * d[2] == 1) return fmt::format("thread {}", thread);
    if (d[2] == 1) return fmt::format("thread ({}, {})", thread % d[0], thread / d[0]);
    return fmt::format("thread ({}, {}, {})", thread % d[0], thread / d[0] % d[1],
                       thread / (d[0] * d[1]));
}
std::string who(const Context& context, std::uint32_t thread) {
    if (!context.program->function->is_kernel) return "main";
    return fmt::format("{} of {}", thread_text(context, thread), block_text(context));
}

std::string element_text(const language::Object& object, std::int64_t offset) {
    const auto size = static_cast<std::int64_t>(std::max<std::uint64_t>(1, object.element->size));
    std::int64_t index = offset >= 0 ? offset / size : -((-offset + size - 1) / size);
    const bool is_one = object.variable != nullptr && !object.variable->type->is_array() &&
                        object.bytes == static_cast<std::uint64_t>(size);
    if (is_one && index == 0) return object.name;
    if (object.extents.size() < 2 || index < 0) return fmt::format("{}[{}]", object.name, index);
    std::string text = object.name;
    std::int64_t inner = 1;
    for (std::size_t i = 1; i < object.extents.size(); ++i) inner *= object.extents[i];
    for (std::size_t i = 0; i < object.extents.size(); ++i) {
        text += fmt::format("[{}]", index / inner);
        index %= inner;
        if (i + 1 < object.extents.size()) inner /= object.extents[i + 1];
    }
    return text;
}

language::Place place_of(const Context& context, const Operation* at) {
    return context.program->places[static_cast<std::size_t>(at - context.first)];
}

void add_diagnostic(std::vector<Diagnostic>& all, Diagnostic& more) {
    for (Diagnostic& d : all) {
        if (d.kind == more.kind && d.place == more.place) {
            d.count += more.count;
            return;
        }
    }
    if (all.size() < most_diagnostics) all.push_back(std::move(more));
}

bool claim(Context& context, std::int32_t object, std::int64_t offset, std::int64_t bytes,
           bool stores) {
    Claims& claims = *context.claims;
    if (!claims.concerns(object)) return true;
    if (stores)
        claims.write(object, offset, bytes, context.block);
    else
        claims.read(object, offset, bytes, context.block);
    return !claims.broken();
}

Diagnostic* tell(Context& context, const Operation* at, Diagnostic::Kind kind, std::uint32_t mask) {
    language::Place place = place_of(context, at);
    const language::Instr& instruction = instruction_of(context, at);
    // To change a bit-field that nobody has set is no fault.
    if (kind == Diagnostic::Kind::uninitialized && instruction.keeps_bits) return nullptr;
    if (instruction.site >= 0)
        place = context.program->sites[static_cast<std::size_t>(instruction.site)].place;
    // In what lanes do together they are one.
    const bool together = kind == Diagnostic::Kind::missing_lanes;
    const auto times = static_cast<std::uint64_t>(together ? 1 : __builtin_popcount(mask));
    const bool astray =
        kind == Diagnostic::Kind::out_of_bounds || kind == Diagnostic::Kind::bad_pointer;
    // At the end of this round it is stopped.
    if (astray && ++context.warp->astray >= most_astray) context.turn = 1;
    for (Diagnostic& d : context.diagnostics) {
        if (d.kind == kind && d.place == place) {
            d.count += times;
            return nullptr;
        }
    }
    if (context.diagnostics.size() >= most_diagnostics) return nullptr;
    Diagnostic& d = context.diagnostics.emplace_back();
    d.kind = kind;
    d.place = place;
    d.block = context.block;
    d.thread = thread_of(context, mask == 0 ? 0 : __builtin_ctz(mask));
    d.interval = context.interval;
    d.count = times;
    const std::string name = who(context, d.thread);
    switch (kind) {
        case Diagnostic::Kind::division: d.message = fmt::format("{} divides by zero", name); break;
        case Diagnostic::Kind::endless:
            d.message = fmt::format("{} runs around this loop without end", name);
            if (context.warp->astray >= most_astray)
                d.message = fmt::format(
                    "{} is stopped in this loop: its warp has reached beyond its arrays {} times",
                    name, context.warp->astray);
            break;
        case Diagnostic::Kind::misaligned:
            d.message =
                at->aligned == 0 && at->size == 0  // no access: see Builtin::bad_row
                    ? name +
                          " gives an instruction that moves 16 bytes at once an address, or a "
                          "length, that is no multiple of 16"
                    : fmt::format(
                          "{} reaches {} bytes at once at an address that is no multiple of that",
                          name, at->aligned != 0 ? at->aligned : at->size);
            break;
        case Diagnostic::Kind::recursion:
            d.message = fmt::format(
                "the recursion of {} at line {} is deeper than the stack holds: {} has called it "
                "{} "
                "times within itself",
                context.program->callees[static_cast<std::size_t>(at->object)], place.line, name,
                context.warp->stack.calls.size());
            break;
        case Diagnostic::Kind::assertion:
            d.message = fmt::format("{} finds that what is asserted does not hold", name);
            break;
        case Diagnostic::Kind::trap:
            d.message =
                name + (at->flag != 0 ? " calls by a pointer to a function that points to none of "
                                        "the device's: it is null, or of the host"
                                      : " stops the kernel by __trap()");
            break;
        case Diagnostic::Kind::missing_lanes:
            d.message =
                __builtin_popcount(mask) == 1
                    ? fmt::format("lane {} of warp {} of {} is named in the mask, but is not there",
                                  __builtin_ctz(mask), context.warp->index, block_text(context))
                    : fmt::format(
                          "{} lanes of warp {} of {} are named in the mask, but are not there",
                          __builtin_popcount(mask), context.warp->index, block_text(context));
            break;
        default: break;
    }
    return &d;
}

bool check_named(Context& context, const Operation* at, const std::byte* frame,
                 std::uint32_t mask) {
    const auto word = [&](language::Slot slot) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, frame + slot, sizeof bits);
        return bits;
    };
    const auto named_by = [&](int lane) {
        return word(at->lane_masks ? at->e + static_cast<language::Slot>(lane) * 4 : at->e);
    };
    // Who has returned is not waited for.
    const std::uint32_t alive =
        context.warp->alive != 0 ? context.warp->alive : word(context.program->masks);
    std::uint32_t missing = 0, outside = 0, others = 0;
    for (std::uint32_t m = mask; m != 0; m &= m - 1) {
        const int lane = __builtin_ctz(m);
        const std::uint32_t named = named_by(lane);
        missing |= named & alive & ~mask;
        if ((named >> lane & 1) == 0) outside |= 1U << lane;
        if (!at->lane_masks) continue;
        for (std::uint32_t k = named & mask; k != 0; k &= k - 1) {
            if (named_by(__builtin_ctz(k)) != named) others |= 1U << lane;
        }
    }
    if (missing != 0) tell(context, at, Diagnostic::Kind::missing_lanes, missing);
    const auto tell_of = [&](std::uint32_t lanes, std::string_view what) {
        Diagnostic* d = tell(context, at, Diagnostic::Kind::missing_lanes, lanes);
        if (d == nullptr) return;
        d->message = fmt::format("lane {} of warp {} of {} {}", __builtin_ctz(lanes),
                                 context.warp->index, block_text(context), what);
    };
    if (missing == 0 && outside != 0)
        tell_of(outside, "is not in the mask that it names itself");
    else if (missing == 0 && others != 0)
        tell_of(others, "names a lane whose own mask is another one: neither waits for the other");
    return (missing | outside | others) == 0;
}

namespace {

/// Whether a shuffle's lanes store its result at once, all of them, as it is. What else is done
/// with it may be for some lanes only, or be thrown away.
bool is_stored_at_once(const language::Program& program, std::size_t shuffle) {
    using language::Code;
    constexpr std::size_t far = 32;
    const std::uint32_t mask = program.code[shuffle].mask;
    std::vector<language::Slot> slots{program.code[shuffle].d};
    const auto holds = [&](language::Slot slot) {
        return std::ranges::find(slots, slot) != slots.end();
    };
    for (std::size_t n = shuffle + 1; n < std::min(program.code.size(), shuffle + far); ++n) {
        const language::Instr& i = program.code[n];
        if (language::jumps(i.code)) return false;
        if (i.code == Code::store || i.code == Code::store_at) {
            if (holds(i.d)) return i.mask == mask;
            continue;
        }
        if (i.code == Code::note) continue;
        const bool reads = holds(i.a) || holds(i.b) || holds(i.c);
        const bool copies = i.code == Code::copy || i.code == Code::convert;
        if (reads && !copies) return false;
        std::erase(slots, i.d);  // something else stands there from now on
        if (reads) slots.push_back(i.d);
    }
    return false;
}

/// Which of the object's elements lies at those bytes.
std::int64_t element_of(const language::Object& object, std::int64_t offset) {
    return offset / static_cast<std::int64_t>(std::max<std::uint64_t>(1, object.element->size));
}

}  // namespace

void tell_of_beyond(Context& context, const Operation* at, std::uint32_t mask,
                    const std::uint32_t* source) {
    const auto& d = context.program->block_dim;
    const std::uint32_t threads = d[0] * d[1] * d[2], first = context.warp->index * lanes_of_warp;
    const std::uint32_t exist =
        threads - first >= lanes_of_warp ? ~0U : (1U << (threads - first)) - 1;
    // Who is named and not there is told of elsewhere.
    std::uint32_t beyond = 0, unnamed = 0;
    for (std::uint32_t m = mask; m != 0; m &= m - 1) {
        const int lane = __builtin_ctz(m);
        std::uint32_t named = 0;
        std::memcpy(&named,
                    context.warp->frame + at->e +
                        (at->lane_masks ? static_cast<language::Slot>(lane) * 4 : 0),
                    sizeof named);
        if ((exist >> source[lane] & 1) == 0)
            beyond |= 1U << lane;
        else if (((mask | named) >> source[lane] & 1) == 0)
            unnamed |= 1U << lane;
    }
    const auto number = static_cast<std::size_t>(at - context.first);
    if ((beyond | unnamed) == 0 || !is_stored_at_once(*context.program, number)) return;
    Diagnostic* told =
        tell(context, at, Diagnostic::Kind::missing_lanes, beyond != 0 ? beyond : unnamed);
    if (told == nullptr) return;
    const int lane = __builtin_ctz(beyond != 0 ? beyond : unnamed);
    if (beyond == 0) {
        told->message = fmt::format(
            "lane {} of warp {} of {} takes the value of lane {}, which the mask does not name: "
            "what it gets is undefined",
            lane, context.warp->index, block_text(context), source[lane]);
        return;
    }
    told->message = fmt::format(
        "lane {} of warp {} of {} takes the value of lane {}, which a block of {} threads does not "
        "have: what it gets is undefined",
        lane, context.warp->index, block_text(context), source[lane], threads);
}

void tell_of_width(Context& context, const Operation* at, std::uint32_t mask,
                   const std::int32_t* width) {
    Diagnostic* told = tell(context, at, Diagnostic::Kind::missing_lanes, mask);
    if (told == nullptr) return;
    const int lane = __builtin_ctz(mask);
    told->message = fmt::format(
        "lane {} of warp {} of {} names a width of {}: a shuffle has one of 1, 2, 4, 8, 16 or 32, "
        "and what it gets is undefined",
        lane, context.warp->index, block_text(context), width[lane]);
}

std::uint32_t tell_out_of_bounds(Context& context, const Operation* at, std::uint32_t mask,
                                 const std::int64_t* offsets) {
    const language::Program& program = *context.program;
    const language::Instr& i = instruction_of(context, at);
    const bool local =
        i.code == language::Code::load_local || i.code == language::Code::store_local;
    std::uint32_t bad = 0;
    const std::uint64_t bytes =
        local ? at->size : context.views[static_cast<std::size_t>(at->object)].bytes;
    const std::int64_t least = at->imm + std::int64_t{at->least} * at->scale;
    const std::int64_t most = at->imm + std::int64_t{at->most} * at->scale;
    for (int lane = 0; lane < lanes_of_warp; ++lane) {
        if ((mask >> lane & 1) != 0 && (offsets[lane] < least || offsets[lane] > most))
            bad |= 1U << lane;
    }
    if (bad == 0) return mask;
    const int first = __builtin_ctz(bad);
    if (Diagnostic* d = tell(context, at, Diagnostic::Kind::out_of_bounds, bad)) {
        const bool stores = i.code == language::Code::store ||
                            i.code == language::Code::store_local ||
                            i.code == language::Code::atomic;
        const std::string_view verb = stores ? "writes" : "reads";
        if (local) {
            d->index = offsets[first] / 4;
            d->message = fmt::format("{} {} beyond its own array: byte {} of {}",
                                     who(context, d->thread), verb, offsets[first], bytes);
            return mask & ~bad;
        }
        const language::Object& object = program.objects[static_cast<std::size_t>(at->object)];
        const auto size =
            static_cast<std::int64_t>(std::max<std::uint64_t>(1, object.element->size));
        d->object = at->object;
        d->index =
            offsets[first] >= 0 ? offsets[first] / size : -((-offsets[first] + size - 1) / size);
        const std::uint64_t count = bytes / static_cast<std::uint64_t>(size);
        const std::string what =
            fmt::format("{} {} {}[{}]", who(context, d->thread), verb, object.name, d->index);
        const bool is_freed = object.space == language::Space::global && object.allocation >= 0 &&
                              (*context.memory)[static_cast<std::size_t>(object.allocation)].freed;
        d->message = is_freed
                         ? fmt::format("{}, but {} has been freed", what, object.name)
                         : fmt::format("{}, but {} has {} element{}{}", what, object.name, count,
                                       count == 1 ? "" : "s", wrapped_text(context, at, first));
        if (stores && i.code != language::Code::atomic) {
            const std::byte* from = context.warp->frame + at->d;
            const bool wide = language::is_wide(i.kind);
            std::memcpy(&d->value, at->scalar_value ? from : from + first * (wide ? 8 : 4),
                        wide ? 8 : 4);
        }
    }
    return mask & ~bad;
}

namespace {

/// Memory of main's own is asked of who wrote it only where main has copied what nobody did.
constexpr std::string_view of_copies = "is a copy of what ";

std::string ended_text(std::string_view variable, std::string_view function) {
    return fmt::format("{}, a variable of {}: {} has ended, and its variables with it", variable,
                       function, function);
}

}  // namespace

void tell_unwritten(Context& context, const Operation* at, std::uint32_t mask,
                    const std::int64_t* offsets, std::uint32_t) {
    Diagnostic* d = tell(context, at, Diagnostic::Kind::uninitialized, mask);
    if (d == nullptr) return;
    const language::Object& object = context.program->objects[static_cast<std::size_t>(at->object)];
    const std::int64_t offset = offsets[__builtin_ctz(mask)];
    d->object = at->object;
    d->index = element_of(object, offset);
    const Allocation* a = context.memory->find(object.address);
    const bool is_copy = a != nullptr && a->reach == Reach::host;
    d->message = fmt::format("{} reads {}, which {}nobody has written", who(context, d->thread),
                             element_text(object, offset), is_copy ? of_copies : "");
}

void tell_unset(Context& context, const Operation* at, std::uint32_t mask) {
    Diagnostic* d = tell(context, at, Diagnostic::Kind::uninitialized, mask);
    if (d == nullptr) return;
    const auto name = static_cast<std::size_t>(instruction_of(context, at).imm);
    d->message = fmt::format("{} uses {}, which has no value yet", who(context, d->thread),
                             context.program->unset_names[name]);
}

void tell_ended(Context& context, const Operation* at, std::uint32_t mask) {
    Diagnostic* d = tell(context, at, Diagnostic::Kind::out_of_bounds, mask);
    if (d == nullptr) return;
    const auto name = static_cast<std::size_t>(instruction_of(context, at).imm);
    d->message = fmt::format(
        "{} reaches {}", who(context, d->thread),
        ended_text(context.program->unset_names[name], context.program->unset_names[name + 1]));
}

void note_words(Context& context, const Operation* at, std::uint32_t mask,
                const std::int64_t* offsets, std::uint32_t width, bool reads, bool writes) {
    Written& written = *context.views[static_cast<std::size_t>(at->object)].written;
    const auto offset = [&](int lane) { return static_cast<std::uint64_t>(offsets[lane]); };
    bool in_a_row = mask == ~0U;
    for (int lane = 0; lane < lanes_of_warp; ++lane)
        in_a_row &= offsets[lane] == offsets[0] + std::int64_t{lane} * width;
    const std::uint64_t whole = std::uint64_t{lanes_of_warp} * width;
    if (written.pending() && context.host != nullptr) {
        const std::uint64_t begin =
            context.program->objects[static_cast<std::size_t>(at->object)].address;
        const auto early =
            context.host->too_early(begin + offset(0), width, writes, asks(context, at));
        Diagnostic* d = early ? tell(context, at, Diagnostic::Kind::unordered, 1) : nullptr;
        if (d != nullptr) d->message = *early;
    }
    if (!written.asked()) return;
    std::uint32_t bad = 0;
    if (reads && !(in_a_row && written.test(offset(0), whole))) {
        for (std::uint32_t m = mask; m != 0; m &= m - 1) {
            const int lane = __builtin_ctz(m);
            if (!written.test(offset(lane), width)) bad |= 1U << lane;
        }
    }
    if (writes && in_a_row) {
        written.mark(offset(0), whole);
    } else if (writes) {
        for (std::uint32_t m = mask; m != 0; m &= m - 1)
            written.mark(offset(__builtin_ctz(m)), width);
    }
    if (bad != 0) tell_unwritten(context, at, bad, offsets, width);
}

namespace {

using language::stored_type;
using language::StoredType;

std::string_view type_text(StoredType type) {
    switch (type) {
        case StoredType::any: return {};
        case StoredType::f32: return "a float";
        case StoredType::f64: return "a double";
        case StoredType::i32: return "an integer of 32 bits";
        case StoredType::i64: return "an integer of 64 bits";
    }
    return {};
}

/// The lane's address in shared memory, as the word that it is, or none.
std::size_t shared_word(const Context& context, const OrderedAccess& access, int lane) {
    namespace ad = language::addresses;
    const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
    if (address >> ad::shift != ad::shared || address % 4 != 0) return SIZE_MAX;
    const std::size_t word = (address - ad::begin(ad::shared)) / 4;
    return word + 2 <= context.shared->stored_by.size() ? word : SIZE_MAX;
}

/// The shared array that the instruction names, from where so many bytes are to the word.
std::string shared_text(const Context& context, const language::Instr& i, std::size_t word) {
    if (i.object < 0) return {};
    const language::Object& object = context.program->objects[static_cast<std::size_t>(i.object)];
    return element_text(
        object, static_cast<std::int64_t>(word * 4) - static_cast<std::int64_t>(object.offset));
}

}  // namespace

namespace {

/// Whether all lanes load from one shared array what a single store has put there, or nobody.
bool is_of_one_store(const Context& context, const OrderedAccess& access, StoredType own) {
    namespace ad = language::addresses;
    constexpr std::uint64_t begin = ad::begin(ad::shared);
    if (access.memory == nullptr || access.mask != ~0U || access.begin >> ad::shift != ad::shared)
        return false;
    const std::vector<std::uint32_t>& stored = context.shared->stored_by;
    const std::uint32_t by = stored[(access.address[0] - begin) / 4];
    bool same = true;
    for (const std::uint64_t address : access.address) same &= stored[(address - begin) / 4] == by;
    if (!same || by == 0) return same;
    const StoredType type = stored_type(context.program->code[by - 1]);
    return type == StoredType::any || type == own;
}

}  // namespace

void note_types(Context& context, const Operation* at, const OrderedAccess& access) {
    const language::Program& program = *context.program;
    const language::Instr& i = instruction_of(context, at);
    const StoredType own = stored_type(i);
    if (!access.writes && (own == StoredType::any || is_of_one_store(context, access, own))) return;
    // Neighbours come of one store.
    std::uint32_t last = 0;
    StoredType before = StoredType::any;
    std::uint32_t other = 0;
    for (std::uint32_t m = access.mask; m != 0; m &= m - 1) {
        const int lane = __builtin_ctz(m);
        const std::size_t word = shared_word(context, access, lane);
        if (word == SIZE_MAX) continue;
        std::uint32_t* stored = &context.shared->stored_by[word];
        if (access.writes) {
            const bool all_zero =
                std::all_of(access.value(static_cast<std::size_t>(lane)),
                            access.value(static_cast<std::size_t>(lane)) + access.width,
                            [](std::byte b) { return b == std::byte{}; });
            // 0 is one thing for all types.
            const auto by = all_zero ? 0 : static_cast<std::uint32_t>(at - context.first) + 1;
            std::fill_n(stored, access.width > 4 ? 2 : 1, by);
        } else if (*stored != 0) {
            if (*stored != last) {
                last = *stored;
                before = stored_type(program.code[last - 1]);
            }
            if (before != StoredType::any && before != own) other |= 1U << lane;
        }
    }
    if (other == 0) return;
    Diagnostic* d = tell(context, at, Diagnostic::Kind::other_type, other);
    if (d == nullptr) return;
    const std::size_t word = shared_word(context, access, __builtin_ctz(other));
    const std::size_t by = context.shared->stored_by[word] - 1;
    const language::Instr& store = program.code[by];
    const std::string here = shared_text(context, i, word);
    const bool two_arrays = i.object >= 0 && store.object >= 0 && i.object != store.object;
    d->message = fmt::format(
        "{} reads {} as {}, where line {} has stored {}{}: {}", who(context, d->thread),
        here.empty() ? "dynamic shared memory" : here, type_text(own), program.places[by].line,
        two_arrays ? shared_text(context, store, word) + ", " : "", type_text(stored_type(store)),
        two_arrays ? "all extern __shared__ arrays begin at one place"
                   : "two parts of dynamic shared memory overlap");
}

void note_weak_stores(Context& context, const Operation* at, std::uint32_t mask,
                      std::byte* const* data, std::uint32_t width) {
    context.weak->begin_request();
    for (std::uint32_t m = mask; m != 0; m &= m - 1) {
        const int lane = __builtin_ctz(m);
        context.weak->store(data[lane], width, thread_of(context, lane), context.interval,
                            context.warp->syncs, at);
    }
}

void note_weak_loads(Context& context, std::uint32_t mask, const std::byte* const* data,
                     std::uint32_t width) {
    for (std::uint32_t m = mask; m != 0; m &= m - 1) {
        const int lane = __builtin_ctz(m);
        const WeakMemory::Pending* missed = context.weak->load(data[lane], width);
        if (missed == nullptr) continue;
        // Said at the store: behind it is where the fence is missing.
        const WeakMemory::Pending store = *missed;
        Diagnostic* d = tell(context, store.at, Diagnostic::Kind::unfenced, 1U << lane);
        if (d == nullptr) continue;
        d->block = store.block;
        d->thread = store.thread;
        d->object = store.at->object;
        d->message = fmt::format(
            "__threadfence() is missing after this store: {} sees what block {} wrote later, but "
            "not "
            "yet what {} stored here",
            who(context, thread_of(context, lane)), store.block,
            thread_text(context, store.thread));
    }
}

void tell_bad_barrier(Context& context, const Operation* at, std::uint32_t mask,
                      std::uint32_t number, std::uint32_t expected) {
    Diagnostic* const d = tell(context, at, Diagnostic::Kind::barrier, mask & -mask);
    if (d == nullptr) return;
    d->message = number >= named_barriers
                     ? fmt::format("{} comes to barrier {}: a block has barriers 0 to {}",
                                   who(context, d->thread), number, named_barriers - 1)
                     : fmt::format(
                           "{} comes to barrier {} for {} threads: whole warps are counted, so it "
                           "has to be a multiple of 32",
                           who(context, d->thread), number, expected);
}

namespace {

/// The shared variable in which the byte lies; −1: none.
std::int32_t shared_object_at(const language::Program& program, std::int64_t offset) {
    std::int32_t found = -1;
    for (std::size_t o = 0; o < program.objects.size(); ++o) {
        const language::Object& object = program.objects[o];
        if (object.space == language::Space::shared &&
            std::cmp_greater_equal(offset, object.offset) &&
            std::cmp_less(offset, object.offset + object.bytes))
            found = static_cast<std::int32_t>(o);
    }
    return found;
}

}  // namespace

std::uint64_t own_tag(const Context& context, int lane) {
    const auto& d = context.program->block_dim;
    const std::uint64_t thread =
        std::uint64_t{context.block} * d[0] * d[1] * d[2] + thread_of(context, lane);
    return thread % language::own_tags + 1;
}

namespace {

/// A pointer may stand a little before what the lane has.
std::uint64_t own_tag_in(std::uint64_t offset) {
    return (offset + (std::uint64_t{1} << (language::own_tag_shift - 2))) >>
           language::own_tag_shift;
}

/// What is wrong with reaching what a thread has for itself there; empty: nothing.
std::string fault_of_own(const Context& context, const std::byte* frame, int lane,
                         std::uint64_t address) {
    const language::Program& program = *context.program;
    const std::uint64_t tag = own_tag_in(address);
    if (tag != 0 && tag != own_tag(context, lane)) {
        const auto& d = program.block_dim;
        const auto& g = program.grid;
        const std::uint64_t threads = std::uint64_t{d[0]} * d[1] * d[2];
        const std::uint64_t all = threads * g[0] * g[1] * g[2];
        const bool is_here = (tag - 1) / threads == context.block && all <= language::own_tags;
        return fmt::format(
            "a variable of {}'s own by a pointer to it: no thread reaches what "
            "another one has for itself",
            is_here ? thread_text(context, static_cast<std::uint32_t>((tag - 1) % threads))
                    : "another thread");
    }
    const std::int64_t offset = without_own_tag(address);
    const language::Program::OwnVariable* ended = nullptr;
    for (const language::Program::OwnVariable& v : program.own_variables) {
        if (offset < static_cast<std::int64_t>(v.begin) ||
            offset >= static_cast<std::int64_t>(v.begin + v.bytes))
            continue;
        std::uint32_t mark = 0;
        if (!v.function.empty())
            std::memcpy(&mark, frame + v.ended + static_cast<std::size_t>(lane) * 4, sizeof mark);
        // Another one may stand in its place now.
        if (mark != language::own_ended) return {};
        ended = &v;
    }
    return ended == nullptr ? std::string{} : ended_text(ended->name, ended->function);
}

}  // namespace

std::int64_t without_own_tag(std::uint64_t offset) {
    return static_cast<std::int64_t>(offset - (own_tag_in(offset) << language::own_tag_shift));
}

std::uint32_t resolve(Context& context, const Operation* at, std::byte* frame, std::uint32_t mask,
                      std::uint64_t* given, std::uint32_t width, Resolved& out) {
    namespace ad = language::addresses;
    const language::Program& program = *context.program;
    const bool on_host = !program.function->is_kernel;
    const bool for_device =
        on_host && program.code[static_cast<std::size_t>(at - context.first)].for_device;
    const language::Code code = instruction_of(context, at).code;
    const bool reads = code == language::Code::load_at ||
                       (code == language::Code::atomic_at &&
                        static_cast<language::Builtin>(at->flag) != language::Builtin::atomic_exch);
    const bool writes = code == language::Code::store_at || code == language::Code::atomic_at;
    std::uint32_t good = mask, bad = 0, misaligned = 0, unwritten = 0, beyond = 0;
    KernelHeap* heap = nullptr;
    KernelHeap::Found first_beyond;
    std::string reason;
    std::uint32_t not_own = 0;
    std::string not_own_reason;
    std::optional<std::string> early;
    out.in_block = out.own = out.remote = 0;
    for (std::uint32_t m = mask; m != 0; m &= m - 1) {
        const int lane = __builtin_ctz(m);
        const auto l = static_cast<std::size_t>(lane);
        const std::uint64_t address = given[lane];
        const std::uint64_t number = address >> ad::shift;
        auto offset = static_cast<std::int64_t>(address - ad::begin(number));
        out.object[l] = -1;
        out.shared[l] = false;
        out.offset[l] = offset;
        const auto within = [&](std::uint64_t bytes) {
            return offset >= 0 && static_cast<std::uint64_t>(offset) + width <= bytes;
        };
        bool ok = false;
        if (number == ad::shared && !on_host) {
            ok = within(context.shared->bytes);
            if (ok) {
                out.data[l] = context.shared->data + offset;
                out.shared[l] = true;
                out.in_block |= 1U << lane;
                out.object[l] = shared_object_at(program, offset);
                if (out.object[l] >= 0)
                    out.offset[l] -= static_cast<std::int64_t>(
                        program.objects[static_cast<std::size_t>(out.object[l])].offset);
            } else if (bad == 0) {
                reason = "a pointer beyond shared memory";
            }
        } else if (number - ad::shared_of_cluster < language::most_of_cluster && !on_host) {
            const auto rank = static_cast<std::size_t>(number - ad::shared_of_cluster);
            SharedMemory* const of =
                rank < context.cluster.size() ? context.cluster[rank] : nullptr;
            ok = of != nullptr && within(of->bytes);
            if (ok) {
                out.data[l] = of->data + offset;
                out.remote |= 1U << lane;
                out.rank[l] = static_cast<std::int8_t>(rank);
                out.object[l] = shared_object_at(program, offset);
                if (out.object[l] >= 0)
                    out.offset[l] -= static_cast<std::int64_t>(
                        program.objects[static_cast<std::size_t>(out.object[l])].offset);
                const auto first = static_cast<std::uint64_t>(offset);
                for (std::uint64_t w = first / 4; w <= (first + width - 1) / 4; ++w) {
                    if (reads && of->written[w] == 0) unwritten |= 1U << lane;
                    if (writes) {
                        of->unwritten -= of->written[w] == 0;
                        of->written[w] = 1;
                    }
                }
            } else if (bad == 0) {
                reason = rank >= context.cluster.size() ? "shared memory of no block of its cluster"
                         : of == nullptr                ? "shared memory of a block that has ended"
                                         : "a pointer beyond another block's shared memory";
            }
        } else if (number == ad::local && !on_host) {
            out.offset[l] = offset = without_own_tag(address - ad::begin(number));
            std::string why = fault_of_own(context, frame, lane, address - ad::begin(number));
            if (!why.empty()) {
                if (not_own == 0) not_own_reason = std::move(why);
                not_own |= 1U << lane;
                continue;
            }
            // Word w of lane l: its own variables.
            const std::uint64_t most = program.frame_bytes - program.lanes_begin;
            const bool whole =
                code != language::Code::atomic_at && offset % 4 == 0 && width % 4 == 0;
            ok = within(most / lanes_of_warp) && (whole || offset % 4 + width <= 4);
            if (ok) {
                out.data[l] =
                    frame + program.lanes_begin + offset / 4 * own_stride + lane * 4 + offset % 4;
                out.in_block |= 1U << lane;
                out.own |= 1U << lane;
                for (std::size_t o = 0; o < program.objects.size(); ++o) {
                    const language::Object& object = program.objects[o];
                    const auto begin = static_cast<std::int64_t>(object.offset);
                    if (object.space != language::Space::local || offset < begin ||
                        offset >= begin + static_cast<std::int64_t>(object.bytes))
                        continue;
                    out.object[l] = static_cast<std::int32_t>(o);
                    out.offset[l] = offset - begin;
                }
            } else if (bad == 0) {
                reason = "a pointer beyond its own variables";
            }
        } else if (Allocation* a = context.memory->find(address); a != nullptr) {
            const Reach foreign = on_host ? Reach::device : Reach::host;
            bool reaches = a->reach != foreign || for_device;
            if (a->heap != nullptr) {
                const KernelHeap::Found found = a->heap->find(address - a->address);
                out.offset[l] = offset = found.offset;
                given[lane] = a->address + static_cast<std::uint64_t>(offset);
                reaches = !on_host;
                if (reaches && !is_in_its_block(found, width)) {
                    if (beyond == 0) first_beyond = found;
                    heap = a->heap.get();
                    beyond |= 1U << lane;
                    continue;
                }
            }
            ok = within(a->bytes) && reaches;
            if (ok) {
                out.data[l] = a->data + offset;
                if (a->written->asked() && reads &&
                    !a->written->test(static_cast<std::uint64_t>(offset), width))
                    unwritten |= 1U << lane;
                if (a->written->asked() && writes)
                    a->written->mark(static_cast<std::uint64_t>(offset), width);
                if (a->written->pending() && on_host && context.host != nullptr)
                    early = context.host->too_early(address, width, writes, asks(context, at));
                for (std::size_t o = 0; o < program.objects.size(); ++o) {
                    if (program.objects[o].address == a->address)
                        out.object[l] = static_cast<std::int32_t>(o);
                }
            } else if (bad == 0) {
                const std::string_view owner = on_host ? "device" : "host";
                reason =
                    within(a->bytes)
                        ? fmt::format("memory of the {}, which it cannot reach", owner)
                        : fmt::format("byte {} of {}, which has {}", offset, a->name, a->bytes);
            }
        } else if (bad == 0) {
            reason = address < 4096 ? "a null pointer" : "a pointer into no array";
        }
        if (!ok) {
            bad |= 1U << lane;
        } else if (address % width != 0) {
            misaligned |= 1U << lane;
        }
    }
    if (early) {
        if (Diagnostic* d = tell(context, at, Diagnostic::Kind::unordered, 1)) d->message = *early;
    }
    if (misaligned != 0) {
        if (Diagnostic* d = tell(context, at, Diagnostic::Kind::misaligned, misaligned)) {
            d->message = fmt::format("{} reaches {} bytes at an address that is no multiple of {}",
                                     who(context, d->thread), width, width);
        }
    }
    if (bad != 0) {
        if (Diagnostic* d = tell(context, at, Diagnostic::Kind::bad_pointer, bad)) {
            d->index = static_cast<std::int64_t>(given[__builtin_ctz(bad)]);
            d->message =
                on_host ? fmt::format("main reaches through {}", reason)
                        : fmt::format("{} reaches through {}", who(context, d->thread), reason);
        }
        good &= ~bad;
    }
    const bool stores = writes || (code == language::Code::wide_at && at->flag != 0);
    if (not_own != 0) {
        if (Diagnostic* d = tell(context, at, Diagnostic::Kind::out_of_bounds, not_own))
            d->message = fmt::format("{} {} {}", who(context, d->thread),
                                     stores ? "writes" : "reads", not_own_reason);
        good &= ~not_own;
    }
    if (beyond != 0) {
        tell_of_heap(context, at, beyond, *heap, first_beyond, stores ? "writes" : "reads");
        good &= ~beyond;
    }
    std::string what = "memory";
    if (good != 0 && context.shared != nullptr && context.shared->unwritten > 0) {
        SharedMemory& shared = *context.shared;
        for (std::uint32_t m = good; m != 0; m &= m - 1) {
            const auto l = static_cast<std::size_t>(__builtin_ctz(m));
            if (!out.shared[l]) continue;
            const auto begin = static_cast<std::uint64_t>(out.data[l] - shared.data);
            for (std::uint64_t w = begin / 4; w <= (begin + width - 1) / 4; ++w) {
                if (reads && shared.written[w] == 0) {
                    unwritten |= 1U << l;
                    what = "shared memory";
                }
                if (writes) {
                    shared.unwritten -= shared.written[w] == 0;
                    shared.written[w] = 1;
                }
            }
        }
    }
    if (unwritten != 0) {
        if (Diagnostic* d = tell(context, at, Diagnostic::Kind::uninitialized, unwritten)) {
            const auto first = static_cast<std::size_t>(__builtin_ctz(unwritten));
            d->object = out.object[first];
            std::string name = fmt::format("{} that", what);
            if (d->object >= 0) {
                const language::Object& object =
                    program.objects[static_cast<std::size_t>(d->object)];
                d->index = element_of(object, out.offset[first]);
                name = fmt::format("{}, which", element_text(object, out.offset[first]));
            }
            const Allocation* a = context.memory->find(given[first]);
            if (a != nullptr && a->heap != nullptr) {
                const auto found = a->heap->find(static_cast<std::uint64_t>(out.offset[first]));
                if (found.is_known)
                    name = heap_byte_text(*a->heap, found, who(context, d->thread)) + ", which";
            }
            const bool is_copy = a != nullptr && a->reach == Reach::host;
            d->message = fmt::format("{} reads {} {}nobody has written",
                                     on_host ? "main" : who(context, d->thread), name,
                                     is_copy ? of_copies : "");
        }
    }
    return good;
}

void note_sent(Context& context, const Operation* at, std::uint32_t mask, const Resolved& where,
               std::uint32_t width) {
    for (std::uint32_t m = mask & where.remote; m != 0; m &= m - 1) {
        const auto lane = static_cast<std::size_t>(__builtin_ctz(m));
        SharedMemory* const owner = context.cluster[static_cast<std::size_t>(where.rank[lane])];
        if (owner == context.shared || !owner->received.wanted) continue;
        SharedMemory::Received& received = owner->received;
        if ((received.stores.size() + 1) * sizeof(ReceivedStore) > received.most_bytes) {
            received.is_cut = true;
            continue;
        }
        ReceivedStore& store = received.stores.emplace_back();
        store.segment = static_cast<std::uint32_t>(received.segments);
        store.interval = received.interval;
        store.offset = static_cast<std::uint32_t>(where.data[lane] - owner->data);
        store.width = width;
        std::memcpy(&store.bits, where.data[lane], width);
        store.op = static_cast<std::uint32_t>(at - context.first);
        store.from_interval = context.interval;
    }
}

void record_resolved(Context& context, const Operation* at, std::byte* frame, std::uint32_t mask,
                     const Resolved& where, const void* values, std::size_t value_bytes) {
    bool continues = false;
    const auto rank_of = [&](int lane) {
        return (where.remote >> lane & 1) != 0 ? where.rank[static_cast<std::size_t>(lane)] : -1;
    };
    while (mask != 0) {
        const std::int32_t object = where.object[static_cast<std::size_t>(__builtin_ctz(mask))];
        const std::int32_t rank = rank_of(__builtin_ctz(mask));
        std::uint32_t same = 0;
        for (std::uint32_t m = mask; m != 0; m &= m - 1) {
            const int lane = __builtin_ctz(m);
            if (where.object[static_cast<std::size_t>(lane)] == object && rank_of(lane) == rank)
                same |= 1U << lane;
        }
        mask &= ~same;
        if (object < 0) continue;  // a lane's own memory, or nothing that has a name
        RowWriter& rows = *context.rows;
        if (static_cast<std::size_t>(rows.end - rows.at) < RowWriter::longest_row) refill(context);
        const ValueForm form = values == nullptr  ? ValueForm::none
                               : value_bytes == 4 ? ValueForm::narrow
                                                  : ValueForm::wide;
        const std::uint32_t vector = value_bytes > 16 ? 2 : value_bytes > 8 ? 1 : 0;
        Row row;
        row.site_and_flags = at->site | static_cast<std::uint32_t>(IndexForm::list) << 24 |
                             static_cast<std::uint32_t>(form) << 26 | 1U << 28 |
                             (continues ? 1U << 29 : 0U) | vector << 30;
        std::memcpy(&row.round, frame + at->key, 4);
        row.mask = same;
        std::byte* to = rows.at;
        std::memcpy(to, &row, sizeof row);
        context.last_access = to;
        to += sizeof row;
        const std::array<std::int32_t, 2> named{object, rank};
        std::memcpy(to, named.data(), 8);
        to += 8;
        for (int lane = 0; lane < lanes_of_warp; ++lane) {
            const std::uint32_t offset =
                (same >> lane & 1) != 0
                    ? static_cast<std::uint32_t>(where.offset[static_cast<std::size_t>(lane)])
                    : 0;
            std::memcpy(to + lane * 4, &offset, 4);
        }
        to += 128;
        if (values != nullptr) {
            for (std::size_t lane = 0; lane < lanes_of_warp; ++lane) {
                const std::size_t place = lane * value_bytes;
                if ((same >> lane & 1) != 0)
                    std::memcpy(to + place, static_cast<const std::byte*>(values) + place,
                                value_bytes);
                else
                    std::memset(to + place, 0, value_bytes);
            }
            to += lanes_of_warp * value_bytes;
        }
        rows.at = to;
        continues = true;
    }
}

}  // namespace stridescope::machine
