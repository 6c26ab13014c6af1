// What stands in memory before anything runs: the variables at the top of a text.
#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "app/language/constant_values.h"
#include "app/language/half.h"
#include "app/language/library/library.h"
#include "app/machine/machine.h"

namespace stridescope::machine {
namespace {

/// The address of a variable at the top of the text, of its first element.
std::optional<std::uint64_t> address_of(const language::Expr* e, GlobalMemory& memory) {
    while (e->kind == language::ExprKind::cast) e = e->a;
    if (e->kind != language::ExprKind::address && e->kind != language::ExprKind::decay)
        return std::nullopt;
    if (e->a->kind != language::ExprKind::variable) return std::nullopt;
    for (std::size_t i = 0; i < memory.size(); ++i) {
        if (memory[i].variable == e->a->variable) return memory[i].address;
    }
    return std::nullopt;
}

/// Whether a constructor leaves all as it is, as that of a __constant__ object has to: Sphere() {}
bool does_nothing(const language::Stmt* s) {
    using language::StmtKind;
    if (s == nullptr) return true;
    switch (s->kind) {
        case StmtKind::empty: return true;
        case StmtKind::block: return std::ranges::all_of(s->body, does_nothing);
        case StmtKind::declaration:
            return std::ranges::all_of(
                s->variables, [](const language::Variable* v) { return v->init == nullptr; });
        case StmtKind::return_:
            return s->condition == nullptr || s->condition->kind == language::ExprKind::variable;
        default: return false;
    }
}

void store_initial(const language::Type* type, const language::Expr* init, std::byte* to,
                   GlobalMemory& memory);

/// What a constructor is called with, and where what it makes stands.
struct Making {
    const language::Expr* call;
    std::byte* to;
    GlobalMemory* memory;

    /// What stands for a parameter; the expression itself if it is none.
    const language::Expr* given(const language::Expr* e) const {
        const language::Expr* inner = e;
        while (inner->kind == language::ExprKind::cast && inner->type->plain == e->type->plain &&
               inner->a->type->plain == e->type->plain)
            inner = inner->a;
        if (inner->kind != language::ExprKind::variable) return e;
        const language::Expr* argument = argument_of(*inner->variable);
        return argument == nullptr ? e : argument;
    }
    /// What is handed over for a parameter; null: it is none.
    const language::Expr* argument_of(const language::Variable& v) const {
        const std::vector<language::Variable*>& parameters = call->function->parameters;
        const auto found = std::ranges::find(parameters, &v);
        if (found == parameters.end()) return nullptr;
        return call->args[static_cast<std::size_t>(found - parameters.begin())];
    }
    /// An integer that is computed from what is given.
    std::optional<std::int64_t> computed(const language::Expr* e) const {
        return language::constant_value(
            e, [&](const language::Variable& v) -> std::optional<std::int64_t> {
                const language::Expr* argument = argument_of(v);
                return argument == nullptr ? std::nullopt : language::constant_value(argument);
            });
    }
    /// Sets a member; false: it is no member of what is made.
    bool set(const language::Expr* e) const {
        if (e->kind != language::ExprKind::assign || e->a->kind != language::ExprKind::member)
            return false;
        const language::Expr* object = e->a->a;
        std::size_t offset = e->a->field->offset;
        for (; object->kind == language::ExprKind::member; object = object->a)
            offset += object->field->offset;
        if (object->kind != language::ExprKind::variable ||
            object->variable->storage != language::Storage::local ||
            object->type->plain != call->type->plain)
            return false;
        const std::optional<std::int64_t> number =
            e->a->type->is_integer() ? computed(e->b) : std::nullopt;
        if (number) {
            std::memcpy(to + offset, &*number, e->a->type->size);
        } else {
            store_initial(e->a->type, given(e->b), to + offset, *memory);
        }
        return true;
    }
};

/// Carries a constructor out that sets members to what it is given and to constants, as a constexpr
/// one does; false: it does something else.
bool makes(const language::Stmt* s, const Making& making) {
    using language::StmtKind;
    if (s == nullptr || does_nothing(s)) return true;
    if (s->kind == StmtKind::block)
        return std::ranges::all_of(s->body,
                                   [&](const language::Stmt* each) { return makes(each, making); });
    return s->kind == StmtKind::expression && s->condition != nullptr && making.set(s->condition);
}

void store_initial(const language::Type* type, const language::Expr* init, std::byte* to,
                   GlobalMemory& memory) {
    using language::ExprKind;
    if (init == nullptr) return;
    if (init->kind == ExprKind::call && init->args.empty() && does_nothing(init->function->body))
        return;
    if (init->kind == ExprKind::call && type->is_struct() &&
        init->function->result->plain == type->plain &&
        makes(init->function->body, {.call = init, .to = to, .memory = &memory}))
        return;
    if (init->kind == ExprKind::list) {
        for (std::size_t i = 0; i < init->args.size(); ++i) {
            const language::Type* part =
                type->is_array() ? type->of : type->structure->fields[i].type;
            const std::size_t offset =
                type->is_array() ? i * part->size : type->structure->fields[i].offset;
            store_initial(part, init->args[i], to + offset, memory);
        }
        return;
    }
    if (init->kind == ExprKind::construct) {
        const std::vector<language::Leaf>& leaves = type->structure->leaves;
        for (std::size_t i = 0; i < init->args.size(); ++i)
            store_initial(leaves[i].type, init->args[i], to + leaves[i].offset, memory);
        return;
    }
    const auto fault = [&]() -> language::FaultError {
        return {init->place,
                "the initial value of a variable at the top of a text must be known when the text "
                "is compiled: set it in main"};
    };
    if (type->is_floating()) {
        const auto real = language::constant_real(init);
        if (!real) throw fault();
        if (type->is_half()) {
            const bool is_f16 = type->kind == language::TypeKind::f16;
            const auto bits = static_cast<std::uint16_t>(language::half::bits_of(*real, is_f16));
            std::memcpy(to, &bits, 2);
            return;
        }
        const auto single = static_cast<float>(*real);
        if (type->kind == language::TypeKind::f32) {
            std::memcpy(to, &single, 4);
        } else {
            std::memcpy(to, &*real, 8);
        }
        return;
    }
    const language::Expr* e = init;
    while (type->is_pointer() && e->kind == ExprKind::cast) e = e->a;
    if (const auto address = type->is_pointer() ? address_of(init, memory) : std::nullopt) {
        std::memcpy(to, &*address, sizeof *address);
        return;
    }
    if (type->is_struct() || type->is_array()) throw fault();
    const auto integer = language::constant_value(e);
    if (!integer) throw fault();
    std::memcpy(to, &*integer, type->size);
}

}  // namespace

void allocate_globals(language::Unit& unit, GlobalMemory& memory) {
    std::vector<std::size_t> made;
    for (language::Variable* v : unit.globals) {
        if (v->storage == language::Storage::shared) continue;
        if (v->is_declared && (v->storage == language::Storage::host || v->type->size == 0))
            continue;
        made.push_back(
            memory.allocate(std::string{v->name}, v->type->size,
                            v->storage == language::Storage::host ? Reach::host : Reach::both));
        memory[made.back()].variable = v;
        if (v->name == "__heap" && v->place.file == language::library_file) {
            memory[made.back()].heap = std::make_shared<KernelHeap>();
            memory[made.back()].written->ask(v->type->size);
        }
    }
    // A pointer may begin as the address of any of them.
    for (const std::size_t index : made) {
        const language::Variable& v = *memory[index].variable;
        store_initial(v.type, v.init, memory[index].data, memory);
    }
}

}  // namespace stridescope::machine
