#include "app/experiment/text/guess.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "app/experiment/experiment.h"
#include "app/experiment/text/placed_text.h"
#include "app/language/constant_values.h"
#include "app/language/tree.h"

namespace stridescope {
namespace {

// How a text itself launches a kernel, in a function of the host that nothing calls: many a text of
// a library or a book has no main.

struct HostLaunch {
    std::array<std::uint32_t, 3> grid{}, block{};
    std::uint64_t dynamic_shared = 0;
    /// By the kernel's parameters: what an integer is given, how many elements an array is
    /// allocated with. Nothing: the text does not say.
    std::vector<std::optional<std::int64_t>> integers{}, elements{};
};

/// What the integer parameters of such a function are taken for.
using ParameterValue =
    std::function<std::optional<std::int64_t>(const language::Variable& parameter)>;

using language::Builtin;
using language::Expr;
using language::ExprKind;
using language::Stmt;
using language::Variable;

/// The product of all three dimensions; more than `most`: that many at least.
std::uint64_t count(const std::array<std::uint32_t, 3>& sizes, std::uint64_t most) {
    std::uint64_t all = 1;
    for (const std::uint32_t size : sizes) {
        all *= size;
        if (all > most) break;
    }
    return all;
}

constexpr std::uint64_t most_in_block = 1024;

/// Goes through a function's body for launches of a kernel and for what is allocated.
class Search {
  public:
    Search(const language::Function& function, const language::Function& kernel,
           const ParameterValue& value)
        : kernel_(kernel) {
        known_ = [this](const Variable& v) -> std::optional<std::int64_t> {
            const auto found = numbers_.find(&v);
            return found == numbers_.end() ? std::nullopt : std::optional{found->second};
        };
        for (const Variable* p : function.parameters) {
            const auto number = value(*p);
            if (number) numbers_[p] = *number;
        }
        statement(*function.body);
    }

    std::optional<HostLaunch> found() const { return found_; }
    /// The block of a launch of which no more is known, or whose grid is too large to be tried.
    std::optional<std::array<std::uint32_t, 3>> block() const { return block_; }

  private:
    std::optional<std::int64_t> number(const Expr* e) const {
        try {
            return language::computed_value(e, known_);
        } catch (const language::FaultError&) {  // a division by zero
            return std::nullopt;
        }
    }

    std::optional<std::array<std::uint32_t, 3>> sizes(const Expr* e) const {
        if (e->kind == ExprKind::variable) {
            const auto found = sizes_.find(e->variable);
            return found == sizes_.end() ? std::nullopt : std::optional{found->second};
        }
        if (e->kind != ExprKind::construct) return std::nullopt;
        std::array<std::uint32_t, 3> all{1, 1, 1};
        for (std::size_t d = 0; d < 3 && d < e->args.size(); ++d) {
            const auto size = number(e->args[d]);
            if (!size || *size < 1 || *size > INT32_MAX) return std::nullopt;
            all[d] = static_cast<std::uint32_t>(*size);
        }
        return all;
    }

    /// Elements that an argument's array is allocated with.
    std::optional<std::int64_t> elements(const Expr* argument) const {
        while (argument->kind == ExprKind::cast) argument = argument->a;
        if (argument->kind != ExprKind::variable) return std::nullopt;
        const Variable& v = *argument->variable;
        const auto bytes = bytes_.find(&v);
        if (bytes == bytes_.end() || !v.type->is_pointer() || v.type->of->size == 0)
            return std::nullopt;
        const auto size = number(bytes->second);
        if (!size || *size < 1) return std::nullopt;
        return *size / static_cast<std::int64_t>(v.type->of->size);
    }

    std::optional<HostLaunch> read(const Expr& launch) {
        const auto grid = sizes(launch.args[0]);
        const auto block = sizes(launch.args[1]);
        if (block && !block_ && count(*block, most_in_block) <= most_in_block) block_ = block;
        const auto shared = number(launch.args[2]);
        if (!grid || !block || !shared || *shared < 0) return std::nullopt;
        constexpr std::uint64_t most_in_all = std::uint64_t{1} << 24;
        // What is guessed because main took too long has to be quick.
        constexpr auto most_elements = static_cast<std::int64_t>(most_in_all);
        const auto small = [](std::optional<std::int64_t> n) {
            return n && *n > most_elements ? std::nullopt : n;
        };
        const std::uint64_t threads = count(*block, most_in_block);
        if (threads > most_in_block || count(*grid, most_in_all) * threads > most_in_all)
            return std::nullopt;
        HostLaunch answer{*grid, *block, static_cast<std::uint64_t>(*shared), {}, {}};
        for (std::size_t i = 0; i < kernel_.parameters.size(); ++i) {
            const Expr* argument = launch.args[3 + i];
            const bool is_integer = kernel_.parameters[i]->type->is_integer();
            answer.integers.push_back(is_integer ? small(number(argument)) : std::nullopt);
            answer.elements.push_back(small(elements(argument)));
        }
        return answer;
    }

    void expression(const Expr* e) {
        if (e == nullptr) return;
        if (e->kind == ExprKind::launch && e->function == &kernel_ && !found_) found_ = read(*e);
        const bool allocates =
            e->kind == ExprKind::builtin &&
            (e->builtin == Builtin::cuda_malloc || e->builtin == Builtin::cuda_malloc_managed);
        if (allocates && e->args.size() >= 2 && e->args[0]->kind == ExprKind::address &&
            e->args[0]->a->kind == ExprKind::variable)
            bytes_.try_emplace(e->args[0]->a->variable, e->args[1]);
        expression(e->a);
        expression(e->b);
        expression(e->c);
        for (const Expr* part : e->args) expression(part);
        change(*e);
    }

    /// What a variable is from here on; of a loop the first round counts.
    void change(const Expr& e) {
        const bool changes = e.kind == ExprKind::assign || e.kind == ExprKind::compound ||
                             e.kind == ExprKind::step || e.kind == ExprKind::address;
        if (!changes) return;
        if (e.a->kind == ExprKind::member && e.a->a->kind == ExprKind::variable)
            return change_part(e, *e.a->a->variable);
        if (e.a->kind != ExprKind::variable) return;
        const Variable* v = e.a->variable;
        numbers_.erase(v);
        sizes_.erase(v);
        if (e.kind != ExprKind::assign || branches_ > 0) return;
        if (v->type->is_integer()) {
            if (const auto known = number(e.b)) numbers_[v] = *known;
        } else if (v->type->is_struct()) {
            if (const auto known = sizes(e.b)) sizes_[v] = *known;
        }
    }

    /// block.x = 32
    void change_part(const Expr& e, const Variable& whole) {
        const auto found = sizes_.find(&whole);
        if (found == sizes_.end()) return;
        const std::string_view name = e.a->field->name;
        const auto size = e.kind == ExprKind::assign && branches_ == 0 ? number(e.b) : std::nullopt;
        if (!size || *size < 1 || *size > INT32_MAX || name.size() != 1 || name[0] < 'x' ||
            name[0] > 'z')
            sizes_.erase(found);
        else
            found->second[static_cast<std::size_t>(name[0] - 'x')] =
                static_cast<std::uint32_t>(*size);
    }

    /// Each is known from its declaration on, by those before it.
    void declare(const Variable& v) {
        expression(v.init);
        const bool has_sizes = v.type->is_struct() && v.type->structure->name == "dim3";
        if (v.init == nullptr && has_sizes) sizes_[&v] = {1, 1, 1};
        if (v.init == nullptr) return;
        if (v.type->is_integer()) {
            if (const auto known = number(v.init)) numbers_[&v] = *known;
        } else if (v.type->is_struct() && v.address_taken == 0) {
            if (const auto known = sizes(v.init)) sizes_[&v] = *known;
        }
    }

    void statement(const Stmt& s) {
        for (const Variable* v : s.variables) declare(*v);
        if (s.init != nullptr) statement(*s.init);
        expression(s.condition);
        // What only one way sets is not known behind it.
        const bool is_branch = s.kind == language::StmtKind::if_;
        branches_ += is_branch ? 1 : 0;
        if (s.then != nullptr) statement(*s.then);
        if (s.otherwise != nullptr) statement(*s.otherwise);
        branches_ -= is_branch ? 1 : 0;
        for (const Stmt* inner : s.body) statement(*inner);
        expression(s.step);
    }

    const language::Function& kernel_;
    language::KnownVariables known_;
    std::map<const Variable*, std::int64_t> numbers_;
    std::map<const Variable*, std::array<std::uint32_t, 3>> sizes_;
    std::optional<HostLaunch> found_;
    std::optional<std::array<std::uint32_t, 3>> block_;
    int branches_ = 0;
    std::map<const Variable*, const Expr*> bytes_;  ///< what is allocated for it, first
};

/// The first launch of the kernel whose sizes follow from the text and its function's parameters.
std::optional<HostLaunch> host_launch_of(const language::Unit& unit,
                                         const language::Function& kernel,
                                         const ParameterValue& value) {
    for (const language::Function& function : unit.functions) {
        if (!function.on_host || function.body == nullptr) continue;
        if (auto answer = Search(function, kernel, value).found()) return answer;
    }
    return std::nullopt;
}

/// The block alone of a launch whose grid is not known, or too large to be tried.
std::optional<std::array<std::uint32_t, 3>> host_block_of(const language::Unit& unit,
                                                          const language::Function& kernel,
                                                          const ParameterValue& value) {
    for (const language::Function& function : unit.functions) {
        if (!function.on_host || function.body == nullptr) continue;
        if (auto block = Search(function, kernel, value).block()) return block;
    }
    return std::nullopt;
}

constexpr std::uint32_t most_threads = 1024;

/// Threads for so many elements of a shared array: those beyond a power of two are a halo or
/// padding.
std::int64_t without_halo(std::int64_t elements) {
    std::int64_t power = 1;
    while (2 * power <= elements) power *= 2;
    return elements - power <= power / 4 ? power : elements;
}

/// A struct around nothing but an array is that.
const language::Type* shape_of(const language::Variable& v) {
    const language::Type* type = v.type;
    while (type->is_struct() && type->structure->fields.size() == 1)
        type = type->structure->fields.front().type;
    return type;
}

/// How a block is shaped where a shared array says it: a thread for each of its elements, or for
/// every two of them.
std::uint32_t tile_of(const KernelUse& use, std::size_t rank, std::uint32_t usual) {
    for (const language::Variable* v : use.shared) {
        const language::Type* shape = shape_of(*v);
        std::size_t dimensions = 0;
        for (const language::Type* t = shape; t->is_array(); t = t->of) ++dimensions;
        if (v->is_extern || dimensions != rank || shape->count <= 0) continue;
        std::int64_t side = without_halo(shape->count);
        if (rank == 1 && side > most_threads) side /= 2;
        if (side > most_threads) continue;
        std::int64_t threads = 1;
        for (std::size_t d = 0; d < rank; ++d) threads *= side;
        const bool fits = threads <= most_threads && threads >= 32;
        if (fits) return static_cast<std::uint32_t>(side);
    }
    return usual;
}

std::uint64_t dynamic_element(const language::Unit& unit, const KernelUse& use) {
    // Bytes are room for something else, which the text says later.
    const auto room = [](const language::Variable& v) -> std::uint64_t {
        const std::uint64_t size = v.type->element()->size;
        return size == 1 ? 8 : size;
    };
    for (const language::Variable* v : use.shared) {
        if (v->is_extern) return room(*v);
    }
    for (const language::Variable* v : unit.globals) {
        if (v->storage == language::Storage::shared) return room(*v);
    }
    return 0;
}

/// What its name says.
std::optional<std::int64_t> usual_integer(std::string_view said) {
    std::string name{said};
    for (char& c : name) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
    }
    const auto has = [&](std::string_view part) { return name.find(part) != std::string::npos; };
    if (has("offset")) return 0;
    // In bytes, mostly: rows that lie in each other would race.
    if (has("pitch")) return 1024;
    // Rounds of a loop around the launch, places of digits, borders: the first, or the narrowest.
    for (const std::string_view part : {"stride", "level", "depth", "iter", "pass", "phase",
                                        "round", "bit", "shift", "radius", "halo"}) {
        if (has(part)) return 1;
    }
    return std::nullopt;
}

}  // namespace

LaunchGuess guess_launch(const language::Unit& unit, const KernelUse& use, std::int64_t listed) {
    LaunchGuess guess;
    const std::size_t rank = use.thread_axes[2] ? 3 : use.thread_axes[1] ? 2 : 1;
    constexpr std::array<std::int64_t, 3> sides{1024, 32, 8};
    constexpr std::array<std::uint32_t, 3> tiles{256, 16, 8};
    guess.side = rank == 1 && listed > 0 ? listed : sides[rank - 1];
    std::uint32_t tile = tile_of(
        use, rank, static_cast<std::uint32_t>(std::min<std::int64_t>(tiles[rank - 1], guess.side)));
    for (const std::int64_t most : {use.most_threads, use.most_numbers}) {
        if (rank == 1 && most > 0)
            tile = static_cast<std::uint32_t>(std::min<std::int64_t>(tile, most));
    }
    for (std::size_t d = 0; d < rank; ++d) {
        guess.block[d] = tile;
        if (use.uses_blocks)
            guess.grid[d] = static_cast<std::uint32_t>((guess.side + tile - 1) / tile);
    }
    // More than there are threads for is what nobody launches.
    guess.side = std::min(guess.side, std::int64_t{guess.grid[0]} * guess.block[0]);
    // Two elements for each thread: as many as a double buffer or a section of a scan takes.
    guess.dynamic_shared =
        2 * dynamic_element(unit, use) * guess.block[0] * guess.block[1] * guess.block[2];
    return guess;
}

void keep_resident(LaunchGuess& guess) {
    const Experiment usual;
    auto room = static_cast<std::uint32_t>(usual.sms * usual.resident);
    for (std::uint32_t& blocks : guess.grid) {
        blocks = std::min(blocks, room);
        room /= blocks;
    }
}

void follow_own_launch(const language::Unit& unit, const language::Function& kernel,
                       LaunchGuess& guess) {
    const auto value = [&](const language::Variable& p) -> std::optional<std::int64_t> {
        if (p.type->kind == language::TypeKind::bool_ || !p.type->is_integer()) return std::nullopt;
        return usual_integer(p.name).value_or(guess.side);
    };
    if (auto own = host_launch_of(unit, kernel, value)) {
        guess.grid = own->grid;
        guess.block = own->block;
        guess.dynamic_shared = own->dynamic_shared;
        guess.integers_given = std::move(own->integers);
        guess.elements_given = std::move(own->elements);
        return;
    }
    // A function that is not understood tells the block alone.
    const auto said = unit.said_blocks.find(kernel.name.substr(0, kernel.name.find('<')));
    auto own_block = host_block_of(unit, kernel, value);
    if (!own_block && said != unit.said_blocks.end()) own_block = said->second;
    if (!own_block) return;
    const auto threads_of = [](const std::array<std::uint32_t, 3>& block) {
        return std::uint64_t{block[0]} * block[1] * block[2];
    };
    if (threads_of(*own_block) > most_threads) return;
    const bool has_one_block = guess.grid == std::array<std::uint32_t, 3>{1, 1, 1};
    for (std::size_t d = 0; d < 3 && !has_one_block; ++d) {
        const std::uint32_t side = guess.grid[d] * guess.block[d], tile = (*own_block)[d];
        guess.grid[d] = (side + tile - 1) / tile;
    }
    // The text says nothing of it: whoever asks by a number that no guess is finds it as it was.
    if (guess.dynamic_shared <= UINT32_MAX)
        guess.dynamic_shared =
            guess.dynamic_shared / threads_of(guess.block) * threads_of(*own_block);
    guess.block = *own_block;
}

std::int64_t guess_elements(const std::array<std::uint32_t, 3>& grid,
                            const std::array<std::uint32_t, 3>& block, const KernelUse& use) {
    const auto threads = [&](std::size_t d) { return std::int64_t{grid[d]} * block[d]; };
    const std::size_t rank = use.thread_axes[2] ? 3 : use.thread_axes[1] ? 2 : 1;
    constexpr std::int64_t least = 1024, most = std::int64_t{1} << 40;
    const auto times = [](std::int64_t a, std::int64_t b) { return a > most / b ? most : a * b; };
    std::int64_t all = 1, square = 1;
    for (std::size_t d = 0; d < 3; ++d) {
        all = times(all, threads(d));
        if (d < rank) square = times(square, threads(0));
    }
    return std::max({least, all, square});
}

std::string guess_side(std::string_view head) {
    const std::size_t begin = head.find("<<<") + 3;
    const std::string_view inside = head.substr(begin, head.rfind(">>>") - begin);
    const auto along_x = [](std::string_view size) {
        while (size.starts_with(' ')) size.remove_prefix(1);
        while (size.ends_with(' ')) size.remove_suffix(1);
        if (size.starts_with("dim3(") && size.ends_with(')')) {
            size = size.substr(5, size.size() - 6);
            size = size.substr(0, find_outside(size, ","));
        }
        return std::string{size};
    };
    const std::size_t comma = find_outside(inside, ",");
    if (comma == std::string_view::npos) return {};
    const std::size_t end = find_outside(inside, ",", comma + 1);
    return fmt::format("({}) * ({})", along_x(inside.substr(0, comma)),
                       along_x(inside.substr(comma + 1, end - comma - 1)));
}

std::string head_text(const language::Function& kernel, const LaunchGuess& guess) {
    const auto size = [](const std::array<std::uint32_t, 3>& s) {
        return s[1] == 1 && s[2] == 1 ? std::to_string(s[0])
                                      : fmt::format("dim3({}, {}, {})", s[0], s[1], s[2]);
    };
    std::string text = fmt::format("{}<<<{}, {}", kernel.name, size(guess.grid), size(guess.block));
    if (guess.dynamic_shared > 0) text += fmt::format(", {}", guess.dynamic_shared);
    return text + ">>>";
}

std::string guess_scalar(const language::Function& kernel, std::size_t number,
                         const LaunchGuess& guess) {
    const language::Variable& parameter = *kernel.parameters[number];
    if (number < guess.integers_given.size() && guess.integers_given[number])
        return std::to_string(*guess.integers_given[number]);
    if (parameter.type->kind == language::TypeKind::bool_) return "true";
    if (parameter.type->is_floating()) return "2";
    if (parameter.type->is_struct()) {
        const language::Struct& s = *parameter.type->structure;
        const bool leads_to_others = std::ranges::any_of(s.leaves, [](const language::Leaf& leaf) {
            return leaf.type->is_pointer() && !leaf.type->of->is_arithmetic();
        });
        return leads_to_others ? std::string{} : s.name + "()";
    }
    if (!parameter.type->is_integer()) return {};
    if (const auto usual = usual_integer(parameter.name)) return std::to_string(*usual);
    return guess.side_text.empty() ? std::to_string(guess.side) : guess.side_text;
}

bool has_pointers(const language::Type* type) {
    return type->is_struct() &&
           std::ranges::any_of(type->structure->leaves,
                               [](const language::Leaf& leaf) { return leaf.type->is_pointer(); });
}

std::uint64_t guess_leaf(const language::Leaf& leaf, const LaunchGuess& guess) {
    if (leaf.type->kind == language::TypeKind::bool_) return 1;
    if (leaf.type->kind == language::TypeKind::f32) return std::bit_cast<std::uint32_t>(2.0F);
    if (leaf.type->kind == language::TypeKind::f64) return std::bit_cast<std::uint64_t>(2.0);
    if (!leaf.type->is_integer()) return 0;
    // A struct's stride lies beside its array: from row to row.
    if (leaf.path.find("stride") != std::string::npos)
        return static_cast<std::uint64_t>(guess.side);
    return static_cast<std::uint64_t>(usual_integer(leaf.path).value_or(guess.side));
}

std::int64_t guess_elements(const LaunchGuess& guess, std::size_t number) {
    if (number >= guess.elements_given.size()) return guess.elements;
    return guess.elements_given[number].value_or(guess.elements);
}

}  // namespace stridescope
