#include "app/engine/machine/machine_arrays.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "app/language/tile_note.h"

namespace stridescope {
namespace {

std::optional<ElementType> scalar_type(const language::Type* type) {
    using language::TypeKind;
    switch (type->kind) {
        case TypeKind::i32: return ElementType::i32;
        case TypeKind::u32: return ElementType::u32;
        case TypeKind::f32: return ElementType::f32;
        case TypeKind::f64: return ElementType::f64;
        case TypeKind::i64: return ElementType::i64;
        case TypeKind::u64:
        case TypeKind::pointer: return ElementType::u64;
        case TypeKind::i16: return ElementType::i16;
        case TypeKind::u16: return ElementType::u16;
        case TypeKind::f16: return ElementType::f16;
        case TypeKind::bf16: return ElementType::bf16;
        case TypeKind::i8: return ElementType::i8;
        case TypeKind::u8:
        case TypeKind::bool_: return ElementType::u8;
        default: return std::nullopt;
    }
}

std::int64_t elements_of(const std::vector<std::int64_t>& extents) {
    std::int64_t count = 1;
    for (const std::int64_t extent : extents) count *= extent;
    return count;
}

/// The object's dimensions; a float4 has one of its components behind them.
std::vector<std::int64_t> extents_of(const language::Object& object, const NumberType& number) {
    const auto bytes = static_cast<std::int64_t>(size_of(number.type)) *
                       std::max<std::int64_t>(1, number.components);
    const std::int64_t elements = static_cast<std::int64_t>(object.bytes) / bytes;
    std::vector<std::int64_t> extents = object.extents;
    // How long an extern array is, the launch says.
    if (extents.empty() || elements_of(extents) != elements) extents = {elements};
    if (number.components > 1) extents.push_back(number.components);
    return extents;
}

/// As the text writes it: "+", "max", "atomicAdd".
std::string operation_of(const language::Site& site) {
    using language::Code;
    using language::SiteKind;
    if (site.tile != 0) return language::text_of_tile(site.tile);
    if (site.kind != SiteKind::op) return std::string{name_of(site.builtin)};
    switch (site.operation) {
        case Code::add: return "+";
        case Code::sub: return "-";
        case Code::neg: return "neg";
        case Code::mul: return "*";
        case Code::div: return "/";
        case Code::rem: return "%";
        case Code::and_: return "&";
        case Code::or_: return "|";
        case Code::xor_: return "^";
        case Code::bit_not: return "~";
        case Code::shl: return "<<";
        case Code::shr: return ">>";
        case Code::min: return "min";
        case Code::max: return "max";
        case Code::lt: return "<";
        case Code::le: return "<=";
        case Code::eq: return "==";
        case Code::ne: return "!=";
        case Code::fma: return "fma";
        default: return std::string{name_of(site.builtin)};
    }
}

}  // namespace

std::optional<Event> event_of(const language::Site& site, language::Space space,
                              std::int32_t rank) {
    using language::SiteKind;
    using language::Space;
    if (site.kind == SiteKind::shuffle) return Event::shuffle;
    if (site.kind == SiteKind::op) return Event::op;
    if (space != Space::global && space != Space::shared) return std::nullopt;
    const bool global = space == Space::global;
    switch (site.kind) {
        case SiteKind::load:
            if (rank >= 0) return Event::remote_load;
            return global ? Event::global_load : Event::load;
        case SiteKind::store:
            if (rank >= 0) return Event::remote_store;
            return global ? Event::global_store : Event::store;
        case SiteKind::atomic:
            if (rank >= 0) return Event::remote_atomic;
            return global ? Event::global_atomic : Event::atomic;
        default: return std::nullopt;
    }
}

NumberType number_type_of(const language::Type* element) {
    if (const auto scalar = scalar_type(element)) return {*scalar, 1};
    const auto bytes = static_cast<std::int64_t>(element->size);
    if (element->is_struct() && !element->structure->leaves.empty()) {
        const auto& leaves = element->structure->leaves;
        const auto first = scalar_type(leaves.front().type);
        const bool alike = std::ranges::all_of(
            leaves, [&](const language::Leaf& leaf) { return scalar_type(leaf.type) == first; });
        if (first && alike && bytes % static_cast<std::int64_t>(size_of(*first)) == 0)
            return {*first, bytes / static_cast<std::int64_t>(size_of(*first))};
    }
    if (bytes % 4 == 0 && bytes > 0) return {ElementType::u32, bytes / 4};
    return {ElementType::u8, std::max<std::int64_t>(1, bytes)};
}

void MachineSites::start_launch(const language::Program& program) {
    program_ = &program;
    known_.assign(program.sites.size(), unknown);
    by_object_.clear();
}

std::uint32_t MachineSites::find_slowly(std::uint32_t site, std::int32_t object,
                                        std::int32_t rank) {
    const auto [at, fresh] = by_object_.try_emplace({site, object, rank}, untold);
    if (fresh) at->second = add_site(program_->sites[site], object, rank);
    if (object == machine_object(site)) known_[site] = at->second;
    return at->second;
}

std::uint32_t MachineSites::add_site(const language::Site& site, std::int32_t object,
                                     std::int32_t rank) {
    TraceSite made{.line = static_cast<int>(site.place.line), .file = site.place.file};
    Target target;
    if (language::is_tile_product(site.tile)) {
        // No operation that is counted: what it is made of is not followed.
        made.event = Event::move;
    } else if (site.kind == language::SiteKind::shuffle || site.kind == language::SiteKind::op) {
        made.event = *event_of(site, language::Space::local);
    } else {
        if (object < 0) return untold;
        const language::Object& reached = program_->objects[static_cast<std::size_t>(object)];
        const auto event = event_of(site, reached.space, rank);
        if (!event) return untold;
        made.event = *event;
        if (is_remote(*event)) made.rank = rank;
        const bool global = is_global(*event);
        const std::size_t array = global ? global_array(reached) : shared_array(reached);
        const ArrayFacts& facts = global ? arrays_[array].facts : shared_[array];
        made.array = static_cast<ArrayId>(global ? array : first_shared + array);
        target = {static_cast<std::int64_t>(size_of(facts.type)), facts.offset};
        if (std::cmp_not_equal(site.width, target.element_bytes))
            made.bytes = static_cast<int>(site.width);
        if (global) {
            Use& use = uses_[array];
            use.read = use.read || made.event != Event::global_store;
            use.written = use.written || made.event != Event::global_load;
        }
    }
    made.operand = static_cast<int>(site.operand);
    made.operation = operation_of(site);
    // A site is one site in all launches of its kernel.
    const auto same = [&](const TraceSite& other) {
        return other.line == made.line && other.file == made.file && other.event == made.event &&
               other.array == made.array && other.rank == made.rank && other.bytes == made.bytes &&
               other.operand == made.operand && other.operation == made.operation;
    };
    const auto known = std::ranges::find_if(sites_, same);
    if (known != sites_.end()) return static_cast<std::uint32_t>(known - sites_.begin());
    sites_.push_back(made);
    targets_.push_back(target);
    return static_cast<std::uint32_t>(sites_.size() - 1);
}

std::uint32_t MachineSites::move_beside(std::uint32_t site) {
    TraceSite made = sites_[site];
    made.event = Event::move;
    made.array = ArrayId::none;
    made.rank = -1;
    made.bytes = 0;
    made.operation.clear();
    const auto known = std::ranges::find(sites_, made);
    if (known != sites_.end()) return static_cast<std::uint32_t>(known - sites_.begin());
    sites_.push_back(made);
    targets_.push_back({});
    return static_cast<std::uint32_t>(sites_.size() - 1);
}

std::string MachineSites::unique(const std::string& name) const {
    const auto taken = [&](const std::string& wanted) {
        return std::ranges::any_of(
                   arrays_,
                   [&](const MachineArray& array) { return array.facts.name == wanted; }) ||
               std::ranges::find(shared_, wanted, &ArrayFacts::name) != shared_.end();
    };
    if (!taken(name)) return name;
    int number = 2;
    while (taken(fmt::format("{} ({})", name, number))) ++number;
    return fmt::format("{} ({})", name, number);
}

std::size_t MachineSites::global_array(const language::Object& object) {
    for (std::size_t k = 0; k < arrays_.size(); ++k) {
        if (std::cmp_equal(arrays_[k].allocation, object.allocation)) return k;
    }
    if (arrays_.size() >= most_arrays)
        throw TooManyArrays(
            fmt::format("The text reaches more than {} arrays in global memory: record "
                        "fewer launches.",
                        most_arrays));
    const NumberType number = number_type_of(object.element);
    MachineArray array;
    array.facts = {
        .name = unique(object.name), .type = number.type, .extents = extents_of(object, number)};
    array.allocation = static_cast<std::size_t>(object.allocation);
    arrays_.push_back(std::move(array));
    return arrays_.size() - 1;
}

std::size_t MachineSites::shared_array(const language::Object& object) {
    const NumberType number = number_type_of(object.element);
    const std::vector<std::int64_t> extents = extents_of(object, number);
    const auto offset = static_cast<std::int64_t>(object.offset);
    for (std::size_t k = 0; k < shared_.size(); ++k) {
        const ArrayFacts& known = shared_[k];
        const bool same_name =
            known.name == object.name || known.name.starts_with(object.name + " (");
        if (same_name && known.offset == offset && known.extents == extents &&
            known.type == number.type) {
            return k;
        }
    }
    if (shared_.size() >= most_arrays)
        throw TooManyArrays(fmt::format(
            "The text has more than {} shared arrays: record fewer launches.", most_arrays));
    shared_.push_back({.name = unique(object.name),
                       .space = Space::shared,
                       .type = number.type,
                       .extents = extents,
                       .offset = offset});
    return shared_.size() - 1;
}

void MachineSites::set_shared(const std::map<std::size_t, bool>& allocations) {
    std::vector<std::size_t> order(arrays_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto first = std::ranges::stable_partition(order, [&](std::size_t k) {
        return !allocations.contains(arrays_[k].allocation) ||
               arrays_[k].contents.expected.size() > 0;
    });
    scratch_ = first.size();
    std::vector<MachineArray> sorted;
    std::vector<std::size_t> now(order.size());
    std::map<std::size_t, Use> uses;
    for (const std::size_t k : order) {
        now[k] = sorted.size();
        if (const auto use = uses_.find(k); use != uses_.end()) uses[now[k]] = use->second;
        sorted.push_back(std::move(arrays_[k]));
        const auto shared = allocations.find(sorted.back().allocation);
        sorted.back().shared = shared != allocations.end();
        sorted.back().facts.integers = shared != allocations.end() && shared->second;
    }
    arrays_ = std::move(sorted);
    uses_ = std::move(uses);
    for (TraceSite& site : sites_) {
        const auto array = static_cast<std::size_t>(site.array);
        if (site.array != ArrayId::none && array < first_shared)
            site.array = static_cast<ArrayId>(now[array]);
    }
}

std::vector<TraceSite> MachineSites::sites() const {
    std::vector<TraceSite> sites = sites_;
    for (TraceSite& site : sites) {
        const auto array = static_cast<std::size_t>(site.array);
        if (site.array == ArrayId::none || array < first_shared) continue;
        site.array = static_cast<ArrayId>(array - first_shared + arrays_.size());
    }
    return sites;
}

std::vector<ArrayFacts> MachineSites::arrays() const {
    std::vector<ArrayFacts> all;
    for (std::size_t k = 0; k < arrays_.size(); ++k) {
        ArrayFacts facts = arrays_[k].facts;
        const auto use = uses_.find(k);
        const Use used = use == uses_.end() ? Use{} : use->second;
        const bool scratch = k + scratch_ >= arrays_.size();
        facts.role = scratch ? Role::scratch : used.written ? Role::output : Role::input;
        all.push_back(std::move(facts));
    }
    all.insert(all.end(), shared_.begin(), shared_.end());
    return all;
}

}  // namespace stridescope
