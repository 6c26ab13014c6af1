// Passes over a function until its code agrees with itself, and what a pass begins and ends with.
#include "app/language/codegen.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "app/language/shared_types.h"

namespace stridescope::language {
namespace {

constexpr int most_passes = 60;
constexpr int deepest = 1200;

}  // namespace

Codegen::Codegen(Unit& unit, const Function& function, const Launch& launch,
                 const CompileOptions& options)
    : unit_(unit),
      function_(function),
      launch_(launch),
      options_(options),
      on_host_(!function.is_kernel) {
    origins_ = options.record && options.origins && !on_host_;
}

void Codegen::fail(Place place, std::string message) const {
    throw FaultError(in_text(place), std::move(message));
}

Place Codegen::in_text(Place place) const {
    return outside_ != nullptr ? outside_->place : place;
}

void Codegen::go_deeper(Place place) {
    // Each text is of bounded height, but those of functions that call each other add up. A page's
    // stack is smaller than a thread's.
    if (depth_ >= deepest) fail(place, "these calls are nested too deeply");
    ++depth_;
}

std::shared_ptr<const Program> Codegen::run() {
    if (function_.fault != nullptr) throw FaultError(*function_.fault);
    if (function_.body == nullptr)
        fail(function_.place, fmt::format("{} has no body", function_.name));
    root_ = std::make_unique<Instance>();
    root_->function = &function_;
    root_->variables.resize(function_.variables.size());
    root_->loops.resize(function_.loops);
    do {
        if (++passes_ > most_passes)
            fail(function_.place,
                 fmt::format("{} cannot be compiled: please report this text", function_.name));
        changed_ = false;
        pass();
        layout_shared();
    } while (changed_);
    finish_program();
    return program_;
}

void Codegen::pass() {
    const std::size_t expected = program_ != nullptr ? program_->code.size() : 64;
    std::vector<const Variable*> known;
    if (program_ != nullptr) {
        for (const Object& o : program_->objects) known.push_back(o.variable);
    }
    program_ = std::make_shared<Program>();
    Program& p = *program_;
    p.function = &function_;
    p.grid = launch_.grid;
    p.block_dim = launch_.block;
    p.cluster = cluster_of(function_, launch_);
    p.code.reserve(expected + 16);
    p.places.reserve(expected + 16);
    scalar_top_ = lanes_top_ = 0;
    lanes_most_ = scalar_most_ = 0;
    pool_.clear();
    labels_.clear();
    tries_.clear();
    last_label_ = -1;
    frames_.clear();
    outside_ = nullptr;
    in_scope_.clear();
    sites_.clear();
    operands_of_line_.clear();
    locals_.clear();
    ended_.clear();
    ended_variables_.clear();
    inlined_.clear();
    calls_made_ = 0;
    nodes_.clear();
    origin_links_.clear();
    notes_.clear();
    uses_.clear();
    local_stores_.clear();
    local_loads_.clear();
    guard_ = {};
    dynamic_loads_ = dynamic_stores_ = false;
    level_ = 0;
    cleared_ = most_mask_levels;
    dead_ = false;
    loop_ = step_ = -1;
    calls_deep_ = 0;
    frame_ = nullptr;
    stack_object_ = -1;
    // What a register held last is not what comes back from a call.
    if (recursive_) origins_ = false;
    if (uses_stack_ && !on_host_) stack_object();
    instance_ = root_.get();
    place_ = function_.place;
    p.masks = scalar_top_;
    scalar_top_ += most_mask_levels * 8;
    scalar_most_ = scalar_top_;
    p.root_key = key_ = new_scalar();
    prepare_specials();
    exits_.assign(most_mask_levels + 1, 0);
    const int end = new_label();
    exits_[0] = end;
    root_->return_label = end;
    root_->return_level = 0;
    bind_kernel_parameters();
    // What variables have come to know in earlier passes are numbers of these: they stay the same.
    for (const Variable* v : known) {
        if (v != nullptr)
            object_of(*v);
        else if (on_host_)
            stack_object();
    }
    if (on_host_ && !function_.result->is_void())
        declare(root_->result, nullptr, function_.result, true);
    if (&function_ == unit_.main) {
        // A main that comes to its end without a return has returned 0.
        if (function_.result->is_integer())
            assign(root_->result, constant(kind_of(function_.result), 0));
        for (const Stmt* s : unit_.at_begin) statement(s);
    }
    statement(function_.body);
    bind(end);
    if (on_host_ && function_.result->is_integer()) {
        const Slot from = scalar(number(read(root_->result)));
        p.result = new_scalar();
        move(p.result, from, Kind::u64);
    }
    emit(Code::finish);
}

void Codegen::prepare_specials() {
    Program& p = *program_;
    for (Slot& s : p.block) s = new_scalar();
    for (Slot& s : p.thread_base) s = new_scalar();
    const auto& b = launch_.block;
    if (b[0] % warp_lanes != 0 && b[1] * b[2] > 1) {
        for (Slot& s : p.thread) s = new_lanes(Kind::u32);
    }
}

void Codegen::bind_kernel_parameters() {
    Program& p = *program_;
    // Which allocations are reached by name: their first parameter's.
    for (std::size_t n = 0; n < function_.parameters.size(); ++n) {
        const Variable& v = *function_.parameters[n];
        VarInfo& i = root_->variables[static_cast<std::size_t>(v.index)];
        declare(i, &v, v.type, true);
        const std::vector<std::uint64_t>* given =
            n < launch_.arguments.size() ? &launch_.arguments[n].leaves : nullptr;
        const auto leaf = [&](VarInfo& to, const Type* type, std::size_t index) {
            const std::uint64_t bits =
                given != nullptr && index < given->size() ? (*given)[index] : 0;
            if (!type->is_pointer()) {
                Val value = constant(kind_of(type),
                                     cut_constant(kind_of(type), static_cast<std::int64_t>(bits)));
                value.boolean = type->kind == TypeKind::bool_;
                assign(to, value);
                return;
            }
            for (std::size_t m = 0; m < launch_.memory.size(); ++m) {
                const Memory& memory = launch_.memory[m];
                // The host's own a kernel does not reach.
                if (!on_host_ && memory.variable != nullptr &&
                    memory.variable->storage == Storage::host)
                    continue;
                if (bits < memory.address ||
                    bits >= memory.address + std::max<std::uint64_t>(1, memory.bytes))
                    continue;
                int object = -1;
                for (std::size_t o = 0; o < p.objects.size(); ++o) {
                    if (p.objects[o].allocation == static_cast<int>(m))
                        object = static_cast<int>(o);
                }
                const Type* element = type->of->element();
                if (object < 0) {
                    Object made;
                    made.name = memory.variable != nullptr ? memory.variable->name : v.name;
                    if (memory.variable == nullptr && v.type->is_struct()) {
                        made.name = unit_.names.keep(
                            fmt::format("{}.{}", v.name, v.type->structure->leaves[index].path));
                    }
                    made.variable = memory.variable;
                    made.element = element->is_void() ? unit_.types.basic(TypeKind::u8) : element;
                    made.bytes = memory.bytes;
                    made.address = memory.address;
                    made.allocation = static_cast<int>(m);
                    object = static_cast<int>(p.objects.size());
                    p.objects.push_back(made);
                }
                Val pointer = pointer_to_object(object, element);
                pointer.offset = static_cast<std::int64_t>(bits - memory.address);
                assign(to, pointer);
                return;
            }
            Val address = constant(Kind::u64, static_cast<std::int64_t>(bits));
            address.pointer = true;
            assign(to, address);
        };
        if (i.in_memory && !on_host_) {
            const auto put = [&](std::size_t part, const Type* type, std::uint32_t offset) {
                Val pointer = pointer_to_object(i.memory_object, v.type->element());
                pointer.offset = offset;
                const std::uint64_t bits =
                    given != nullptr && part < given->size() ? (*given)[part] : 0;
                Val value = constant(kind_of(type),
                                     cut_constant(kind_of(type), static_cast<std::int64_t>(bits)));
                value.pointer = type->is_pointer();
                store_memory(pointer, type, value, nullptr, false);
            };
            if (v.type->is_struct()) {
                const std::vector<Leaf>& leaves = v.type->structure->leaves;
                for (std::size_t l = 0; l < leaves.size(); ++l)
                    put(l, leaves[l].type, leaves[l].offset);
            } else {
                put(0, v.type, 0);
            }
        } else if (v.type->is_struct()) {
            for (std::size_t l = 0; l < i.leaves.size(); ++l)
                leaf(i.leaves[l], v.type->structure->leaves[l].type, l);
        } else if (!i.in_memory) {
            leaf(i, v.type, 0);
        }
    }
}

/// Shared variables lie as NVIDIA's compiler lays them: in the order of their declarations, each at
/// the next multiple of its alignment, those of static, inline and template functions behind those
/// of others, and the extern ones last.
void Codegen::layout_shared() {
    std::vector<const Function*> functions;
    const auto key = [&](std::size_t i) {
        const Variable& v = *shared_[i];
        const bool local = v.function != nullptr && v.function->is_local;
        const Place p = v.function != nullptr ? v.function->place : v.place;
        // Instances of one template: the one that is used first comes first.
        const auto instance = std::ranges::find(functions, v.function);
        const auto number = instance - functions.begin();
        if (instance == functions.end()) functions.push_back(v.function);
        // What a text includes stands before it.
        return std::tuple{v.is_extern, local,    p.file == 0, p.file,
                          p.line,      p.column, number,      v.index};
    };
    std::vector<std::pair<decltype(key(0)), std::size_t>> order;
    for (std::size_t i = 0; i < shared_.size(); ++i) order.emplace_back(key(i), i);
    std::ranges::sort(order);
    std::uint64_t at = 0;
    std::vector<std::uint64_t> offsets(shared_.size());
    dynamic_at_ = 0;
    for (const auto& [where, i] : order) {
        const Variable& v = *shared_[i];
        // NVIDIA's compiler gives every extern one at least this much.
        constexpr std::uint64_t least_extern = 16;
        const std::uint64_t align =
            std::max<std::uint64_t>({v.type->align, v.align, 1, v.is_extern ? least_extern : 1});
        const std::uint64_t offset = (at + align - 1) / align * align;
        offsets[i] = offset;
        // Extern ones all begin at one place.
        if (v.is_extern)
            dynamic_at_ = std::max(dynamic_at_, offset);
        else
            at = offset + v.type->size;
    }
    for (std::size_t i = 0; i < shared_.size(); ++i) {
        if (shared_[i]->is_extern) offsets[i] = dynamic_at_;
    }
    static_bytes_ = at;
    if (offsets != shared_offsets_) {
        shared_offsets_ = offsets;
        changed_ = true;
    }
}

namespace {

/// Whether shared memory may be read as another type than it was stored as.
bool has_several_types(const Program& p) {
    StoredType one = StoredType::any;
    for (const Instr& i : p.code) {
        const bool is_named = i.code == Code::load || i.code == Code::store;
        if (!is_named && i.code != Code::load_at && i.code != Code::store_at) continue;
        if (is_named && p.objects[static_cast<std::size_t>(i.object)].space != Space::shared)
            continue;
        const StoredType type = stored_type(i);
        if (type == StoredType::any || type == one) continue;
        if (one != StoredType::any) return true;
        one = type;
    }
    return false;
}

}  // namespace

void Codegen::finish_program() {
    Program& p = *program_;
    const bool is_dynamic = std::ranges::any_of(p.objects, [](const Object& object) {
        return object.space == Space::shared && object.variable != nullptr &&
               object.variable->is_extern;
    });
    p.keeps_types = is_dynamic && has_several_types(p) && keeps_types_apart(function_);
    if (origins_) {
        place_sites();
        place_notes();
    }
    find_own_variables();
    p.first_constant = scalar_most_;
    p.lanes_begin =
        (scalar_most_ + static_cast<std::uint32_t>(p.constants.size()) * 8 + 63) / 64 * 64;
    p.frame_bytes = p.lanes_begin + lanes_most_;
    const auto fix = [&](Slot& s) {
        if ((s & lanes_flag) != 0) {
            s = (s & ~lanes_flag) + p.lanes_begin;
        } else if ((s & pool_flag) != 0) {
            s = (s & ~pool_flag) + p.first_constant;
        }
    };
    for (Instr& i : p.code) {
        for (Slot* s : {&i.d, &i.a, &i.b, &i.c, &i.e, &i.mask, &i.key}) fix(*s);
        if (jumps(i.code)) i.target = labels_[static_cast<std::size_t>(i.target)];
    }
    for (std::vector<std::int32_t>& levels : p.exits) {
        for (std::int32_t& label : levels) label = labels_[static_cast<std::size_t>(label)];
    }
    for (Call& c : p.calls) {
        for (Operand& o : c.operands) fix(o.slot);
    }
    for (Loop& l : p.loops) {
        for (Loop::Stepped& s : l.stepped) fix(s.slot);
    }
    for (auto& variables : p.watches) {
        for (Watched& w : variables) fix(w.slot), fix(w.stride);
    }
    for (Slot& s : p.thread) fix(s);
    for (Program::OwnVariable& v : p.own_variables) fix(v.ended);
    const std::uint64_t dynamic_at = std::max(dynamic_at_, (static_bytes_ + 15) / 16 * 16);
    p.shared_bytes =
        launch_.dynamic_shared > 0 ? dynamic_at + launch_.dynamic_shared : static_bytes_;
}

Slot Codegen::new_scalar() {
    const Slot s = scalar_top_;
    scalar_top_ += 8;
    scalar_most_ = std::max(scalar_most_, scalar_top_);
    if (scalar_top_ > (1U << 20)) fail(place_, "this function is too long");
    return s;
}

Slot Codegen::new_lanes(Kind kind) {
    return new_region(is_wide(kind) ? 8 : 4);
}

Slot Codegen::new_region(std::uint64_t bytes_per_lane, std::uint32_t align) {
    const std::uint64_t bytes = (bytes_per_lane + 3) / 4 * 4 * warp_lanes;
    const std::uint32_t step = align * warp_lanes;
    const std::uint64_t begin = (std::uint64_t{lanes_top_} + step - 1) / step * step;
    if (begin + bytes > (std::uint64_t{64} << 20))
        fail(place_, "the variables of this function take too much memory");
    const Slot s = static_cast<Slot>(begin) | lanes_flag;
    lanes_top_ = static_cast<std::uint32_t>(begin + bytes);
    lanes_most_ = std::max(lanes_most_, lanes_top_);
    return s;
}

Slot Codegen::pool(std::int64_t bits) {
    const auto [at, fresh] = pool_.emplace(bits, 0);
    if (fresh) {
        at->second = static_cast<Slot>(program_->constants.size() * 8) | pool_flag;
        program_->constants.push_back(static_cast<std::uint64_t>(bits));
    }
    return at->second;
}

int Codegen::new_label() {
    labels_.push_back(-1);
    return static_cast<int>(labels_.size()) - 1;
}

void Codegen::bind(int label) {
    last_label_ = static_cast<int>(program_->code.size());
    labels_[static_cast<std::size_t>(label)] = last_label_;
}

Instr& Codegen::emit(Code code) {
    program_->places.push_back(in_text(place_));
    Instr& i = program_->code.emplace_back();
    i.code = code;
    return i;
}

Slot Codegen::mask(int level) const {
    return program_->masks + static_cast<Slot>(level) * 8;
}

void Codegen::enter_level() {
    if (++level_ >= most_mask_levels) fail(place_, "branches and loops are nested too deeply here");
}

void Codegen::enter_copied_level(int exit) {
    move(mask(level_ + 1), mask(level_), Kind::u32);
    enter_level();
    exits_[static_cast<std::size_t>(level_)] = exit;
}

Extents cluster_of(const Function& kernel, const Launch& launch) {
    return launch.cluster[0] != 0 ? launch.cluster : kernel.cluster;
}

std::string fault_of_sizes(const Function& kernel, const Extents& grid, const Extents& block,
                           const Extents& cluster) {
    const auto shown = [](std::uint32_t size) { return static_cast<std::int32_t>(size); };
    const std::uint64_t threads = std::uint64_t{block[0]} * block[1] * block[2];
    const bool huge = block[0] > 1024 || block[1] > 1024 || block[2] > 64;
    if (huge || threads == 0 || threads > 1024) {
        return fmt::format(
            "a block has 1 to 1024 threads, at most 64 of them in z, not {} · {} · {}",
            shown(block[0]), shown(block[1]), shown(block[2]));
    }
    if (kernel.most_threads > 0 && threads > static_cast<std::uint64_t>(kernel.most_threads)) {
        return fmt::format(
            "{} is launched with {} threads a block, but its __launch_bounds__ allow {}",
            kernel.name, threads, kernel.most_threads);
    }
    if (grid[0] == 0 || grid[1] == 0 || grid[2] == 0 || shown(grid[0]) < 0 || grid[1] > 65535 ||
        grid[2] > 65535) {
        return fmt::format(
            "a grid has 1 to 2147483647 blocks in x and 1 to 65535 in y and z, not {} · "
            "{} · {}",
            shown(grid[0]), shown(grid[1]), shown(grid[2]));
    }
    const std::uint64_t blocks = std::uint64_t{cluster[0]} * cluster[1] * cluster[2];
    if (blocks == 0 || blocks > most_of_cluster) {
        return fmt::format("a cluster has 1 to {} blocks, not {} · {} · {}", most_of_cluster,
                           shown(cluster[0]), shown(cluster[1]), shown(cluster[2]));
    }
    for (std::size_t i = 0; i < 3; ++i) {
        if (grid[i] % cluster[i] != 0) {
            return fmt::format(
                "a grid of {} · {} · {} blocks is not one of whole clusters of {} · {} · {}",
                grid[0], grid[1], grid[2], cluster[0], cluster[1], cluster[2]);
        }
    }
    return {};
}

std::shared_ptr<const Program> compile(Unit& unit, const Function& function, const Launch& launch,
                                       const CompileOptions& options) {
    return Codegen(unit, function, launch, options).run();
}

}  // namespace stridescope::language
