#include "app/machine/loaded_program.h"

#include <algorithm>
#include <set>

#include "app/machine/operations.h"

namespace stridescope::machine {
namespace {

using language::Cell;
using language::Code;
using language::Instr;

std::int64_t floor_div(std::int64_t a, std::int64_t b) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

std::int64_t width_of(const Instr& i) {
    switch (i.code) {
        case Code::wide:
        case Code::wide_at: return i.target;
        case Code::atomic:
        case Code::atomic_at: return language::atomic_width(i);
        default: break;
    }
    switch (static_cast<Cell>(i.flag)) {
        case Cell::i8:
        case Cell::u8:
        case Cell::boolean: return 1;
        case Cell::i16:
        case Cell::u16: return 2;
        case Cell::w32: return 4;
        default: return 8;
    }
}

/// The indices with which the access stays within `bytes`.
void set_bounds(Operation& o, const Instr& i, std::uint64_t bytes) {
    const std::int64_t scale = std::max<std::int64_t>(1, i.scale);
    const std::int64_t least = -floor_div(i.imm, scale);
    const std::int64_t most =
        floor_div(static_cast<std::int64_t>(bytes) - width_of(i) - i.imm, scale);
    o.least = static_cast<std::int32_t>(std::clamp<std::int64_t>(least, INT32_MIN + 1, INT32_MAX));
    o.most = static_cast<std::int32_t>(
        std::clamp<std::int64_t>(most, std::int64_t{INT32_MIN} + 1, INT32_MAX));
    if (most < least) o.most = o.least == INT32_MIN + 1 ? o.least : o.least - 1;
}

/// What a launch only reads cannot race. Two objects may be one array.
void find_judged(LoadedProgram& loaded, const language::Program& p) {
    bool anywhere = false;
    std::set<std::uint64_t> written;
    const auto number_of = [&](const Instr& i) {
        return p.objects[static_cast<std::size_t>(i.object)].address >> language::addresses::shift;
    };
    for (const Instr& i : p.code) {
        // What it launches may write where it reads.
        anywhere |= i.code == Code::store_at || i.code == Code::atomic_at || i.code == Code::launch;
        if (i.code == Code::store || i.code == Code::atomic) written.insert(number_of(i));
    }
    for (std::size_t n = 0; n < p.code.size(); ++n) {
        const Instr& i = p.code[n];
        if (i.code == Code::load)
            loaded.code[n].judged = anywhere || written.contains(number_of(i));
    }
}

/// Where a warp may go on behind the instruction. Lanes that leave a loop, and wait, are where the
/// warp may be as well.
void add_next(const language::Program& p, std::size_t n, std::vector<std::size_t>& to) {
    const Instr& i = p.code[n];
    const bool stays = i.code != Code::finish && i.code != Code::jump && i.code != Code::jump_back;
    if (language::jumps(i.code)) to.push_back(static_cast<std::size_t>(i.target));
    if (stays && n + 1 < p.code.size()) to.push_back(n + 1);
}

/// Loads that threads make between two barriers in which nobody stores to such memory: of shared or
/// of global memory. What is done between two barriers is what can be reached from one of them
/// without passing another one, as long as all threads pass the same ones.
void find_lone_loads(LoadedProgram& loaded, const language::Program& p) {
    const auto is_too_much = [](const Instr& i) {
        switch (i.code) {
            case Code::call:
            case Code::leave:
            case Code::launch:
            case Code::named_barrier:
            case Code::cluster_arrive:
            case Code::copying:
            case Code::copies_arrived: return true;
            default: return false;
        }
    };
    if (!p.has_barrier || std::ranges::any_of(p.code, is_too_much)) return;
    std::vector<std::size_t> begins{0};
    for (std::size_t n = 0; n + 1 < p.code.size(); ++n) {
        if (p.code[n].code == Code::barrier) begins.push_back(n + 1);
    }
    constexpr std::size_t most_work = 1 << 16;
    if (begins.size() * p.code.size() > most_work) return;
    std::vector<bool> meets(p.code.size());  // a load that may meet a store
    for (const std::size_t begin : begins) {
        std::vector<bool> reached(p.code.size());
        std::vector<std::size_t> left{begin}, all;
        bool shared = false, global = false;
        while (!left.empty()) {
            const std::size_t n = left.back();
            left.pop_back();
            if (reached[n]) continue;
            reached[n] = true;
            const Instr& i = p.code[n];
            if (i.code == Code::barrier) continue;
            all.push_back(n);
            const bool anywhere = i.code == Code::store_at || i.code == Code::atomic_at;
            const bool here = i.code == Code::store || i.code == Code::atomic;
            shared |= anywhere || (here && loaded.code[n].shared);
            global |= anywhere || (here && !loaded.code[n].shared);
            add_next(p, n, left);
        }
        for (const std::size_t n : all) {
            if (p.code[n].code == Code::load && (loaded.code[n].shared ? shared : global))
                meets[n] = true;
        }
    }
    for (std::size_t n = 0; n < p.code.size(); ++n)
        loaded.code[n].alone = p.code[n].code == Code::load && !meets[n];
}

}  // namespace

LoadedProgram load(std::shared_ptr<const language::Program> given, GlobalMemory& memory) {
    LoadedProgram loaded;
    const language::Program& p = *given;
    for (const language::Object& object : p.objects) {
        View view;
        view.bytes = object.bytes;
        view.shared = object.space == language::Space::shared;
        if (!view.shared && object.space != language::Space::local) {
            Allocation* a = memory.find(object.address);
            if (a == nullptr) {
                const std::uint64_t number = object.address >> language::addresses::shift;
                a = &memory[memory.allocate_at(number, object.name, object.bytes)];
                a->reach = Reach::host;
            }
            view.data = a->data;
            view.bytes = a->bytes;
            // What main copies may leave an array of its own unwritten later on.
            if (a->written->asked() || !p.function->is_kernel) view.written = a->written.get();
        }
        loaded.views.push_back(view);
    }
    const FindHandler find = best_operations();
    loaded.code.resize(p.code.size());
    for (std::size_t n = 0; n < p.code.size(); ++n) {
        const Instr& i = p.code[n];
        Operation& o = loaded.code[n];
        o.run = find(i);
        o.d = i.d, o.a = i.a, o.b = i.b, o.c = i.c, o.e = i.e;
        o.mask = i.mask, o.key = i.key;
        o.scale = i.scale;
        o.imm = i.imm;
        o.flag = i.flag;
        o.object = i.object;
        o.recorded = i.site >= 0;
        o.site = static_cast<std::uint32_t>(std::max(0, i.site));
        o.scalar_value = i.scalar_value;
        o.lane_masks = i.lane_masks;
        if (jumps(i.code)) o.target = &loaded.code[static_cast<std::size_t>(i.target)];
        switch (i.code) {
            case Code::load:
            case Code::store:
            case Code::atomic:
            case Code::wide: {
                const View& view = loaded.views[static_cast<std::size_t>(i.object)];
                o.shared = view.shared;
                o.size = i.code == Code::wide ? static_cast<std::uint32_t>(i.target) : 0;
                set_bounds(o, i, view.bytes);
                o.short_index = o.least >= 0 && o.most < 65536;
                if (i.code != Code::wide && !i.is_part && p.function->is_kernel &&
                    (i.scale % width_of(i) != 0 || i.imm % width_of(i) != 0))
                    o.aligned = static_cast<std::uint8_t>(width_of(i));
                break;
            }
            case Code::wide_at: o.size = static_cast<std::uint32_t>(i.target); break;
            case Code::load_local:
            case Code::store_local:
            case Code::zero_local:
                o.size = static_cast<std::uint32_t>(i.target);
                set_bounds(o, i, o.size);
                o.short_index = o.least >= 0 && o.most < 65536;
                break;
            default: break;
        }
    }
    find_judged(loaded, p);
    find_lone_loads(loaded, p);
    loaded.scalars.resize(p.lanes_begin);
    std::copy_n(reinterpret_cast<const std::byte*>(p.constants.data()), p.constants.size() * 8,
                loaded.scalars.data() + p.first_constant);
    loaded.program = std::move(given);
    return loaded;
}

}  // namespace stridescope::machine
