// Expressions as CUDA: fully parenthesized, conversions written out as the tree has them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "app/language/printer.h"
#include "app/language/walk.h"

namespace stridescope::language {
namespace {

std::string_view spelling(Op op) {
    constexpr std::array<std::string_view, 23> texts{
        "",  "+",  "-",  "*",  "/",  "%", "<<", ">>", "&", "|",  "^", "<",
        ">", "<=", ">=", "==", "!=", "-", "+",  "~",  "!", "&&", "||"};
    return texts[static_cast<std::size_t>(op)];
}

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\' || c == '?') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 32 || c == 127) {
            out += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
        } else {
            out += c;
        }
    }
    return out + "\"";
}

bool is_shuffle(Builtin b) {
    return b >= Builtin::shfl && b <= Builtin::shfl_xor;
}
bool is_barrier(Builtin b) {
    return (b >= Builtin::syncthreads && b <= Builtin::syncthreads_or) || is_cluster_barrier(b);
}

}  // namespace

/// What a member is of: the element or variable that the access reaches.
const Expr* Printer::root(const Expr* e) {
    while (e->kind == ExprKind::member) e = e->a;
    return e;
}

bool Printer::has_barrier(const Stmt* s) {
    bool found = false;
    const auto look = [&](const Expr& e) {
        found = found || (e.kind == ExprKind::builtin && is_barrier(e.builtin));
    };
    for_each_expression(s, look);
    return found;
}

/// Whether an access to it is one to memory that others see. What a reference or a pointer reaches
/// only shows when it runs.
bool Printer::is_recorded(const Expr* e) const {
    if (!tells_accesses_) return false;
    const Expr* r = root(e);
    if (r->kind == ExprKind::reference) return true;
    if (r->kind == ExprKind::call) return r->function->returns_reference;
    if (r->kind != ExprKind::variable) return false;
    const Variable& v = *r->variable;
    return v.storage == Storage::shared || v.storage == Storage::device || v.is_reference;
}

unsigned Printer::site(const Expr* e, SiteKind kind) {
    const PrintedSite made{e, kind, e->place};
    const auto known = std::ranges::find(sites_, made);
    if (known != sites_.end()) return static_cast<unsigned>(known - sites_.begin());
    sites_.push_back(made);
    return static_cast<unsigned>(sites_.size() - 1);
}

/// As something that has an address.
std::string Printer::place(const Expr* e) {
    switch (e->kind) {
        case ExprKind::variable: return named(*e->variable);
        case ExprKind::reference:
            if (e->a->kind == ExprKind::pointer_add && e->a->op == Op::add)
                return fmt::format("{}[{}]", value(e->a->a), value(e->a->b));
            return fmt::format("(*{})", value(e->a));
        case ExprKind::member: return fmt::format("{}.{}", place(e->a), e->field->name);
        case ExprKind::call: return called(e);
        default: return value(e);
    }
}

std::string Printer::loaded(const Expr* e) {
    if (!is_recorded(e)) return place(e);
    const unsigned number = site(root(e), SiteKind::load);
    return fmt::format("ss_load(ss_own, {}, &{})", number, place(e));
}

std::string Printer::integer(const Expr* e) const {
    const std::int64_t v = e->integer;
    switch (e->type->kind) {
        case TypeKind::bool_: return v != 0 ? "true" : "false";
        case TypeKind::u32: return fmt::format("{}u", static_cast<std::uint32_t>(v));
        case TypeKind::u64: return fmt::format("{}ull", static_cast<std::uint64_t>(v));
        case TypeKind::i64:
            if (v == INT64_MIN) return "(-9223372036854775807ll - 1)";
            return v < 0 ? fmt::format("({}ll)", v) : fmt::format("{}ll", v);
        case TypeKind::i32:
            if (v == INT32_MIN) return "(-2147483647 - 1)";
            return v < 0 ? fmt::format("({})", v) : fmt::format("{}", v);
        default: return fmt::format("(({}){})", type(e->type), v);
    }
}

std::string Printer::real(const Expr* e) {
    const bool single = e->type->kind == TypeKind::f32;
    if (!std::isfinite(e->real)) {
        return single ? fmt::format("__int_as_float({:#x})",
                                    std::bit_cast<std::uint32_t>(static_cast<float>(e->real)))
                      : fmt::format("__longlong_as_double({:#x}ull)",
                                    std::bit_cast<std::uint64_t>(e->real));
    }
    std::string text =
        single ? fmt::format("{}", static_cast<float>(e->real)) : fmt::format("{}", e->real);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    if (single) text += "f";
    return text[0] == '-' ? "(" + text + ")" : text;
}

std::string Printer::list(const Expr* e) {
    std::string parts;
    for (const Expr* part : e->args) {
        if (part == nullptr) break;
        if (!parts.empty()) parts += ", ";
        parts += part->kind == ExprKind::list ? list(part) : value(part);
    }
    return "{" + parts + "}";
}

std::string Printer::value(const Expr* e) {
    constexpr std::array<std::string_view, 12> specials{
        "threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x", "blockIdx.y", "blockIdx.z",
        "blockDim.x",  "blockDim.y",  "blockDim.z",  "gridDim.x",  "gridDim.y",  "gridDim.z"};
    constexpr std::array<std::string_view, 12> recorded{
        "threadIdx.x",    "threadIdx.y",    "threadIdx.z",   "ss_own.block.x",
        "ss_own.block.y", "ss_own.block.z", "blockDim.x",    "blockDim.y",
        "blockDim.z",     "ss_log.grid.x",  "ss_log.grid.y", "ss_log.grid.z"};
    switch (e->kind) {
        case ExprKind::integer: return integer(e);
        case ExprKind::real: return real(e);
        case ExprKind::string: return quoted(e->string);
        case ExprKind::special:
            // No launch that is printed has clusters: see Printer::head.
            if (e->special >= Special::cluster_dim_x) return "1u";
            return (record_ ? recorded : specials)[static_cast<std::size_t>(e->special)].data();
        case ExprKind::variable:
        case ExprKind::reference:
        case ExprKind::member: return loaded(e);
        case ExprKind::unary: return fmt::format("({}{})", spelling(e->op), value(e->a));
        case ExprKind::binary:
        case ExprKind::logical:
            return fmt::format("({} {} {})", value(e->a), spelling(e->op), value(e->b));
        case ExprKind::pointer_add:
            return fmt::format("({} {} {})", value(e->a), spelling(e->op), value(e->b));
        case ExprKind::pointer_sub: return fmt::format("({} - {})", value(e->a), value(e->b));
        case ExprKind::conditional:
            return fmt::format("({} ? {} : {})", value(e->a), value(e->b), value(e->c));
        case ExprKind::assign: return assigned(e);
        case ExprKind::compound: return compound(e);
        case ExprKind::step: return step(e);
        case ExprKind::cast: return fmt::format("(({}){})", type(e->type), value(e->a));
        case ExprKind::address: return fmt::format("(&{})", place(e->a));
        case ExprKind::decay: return place(e->a);
        case ExprKind::call:
            return tells_accesses_ && e->function->returns_reference ? loaded(e) : called(e);
        case ExprKind::builtin: return builtin(e);
        case ExprKind::comma: return fmt::format("({}, {})", value(e->a), value(e->b));
        case ExprKind::list: return e->type->is_struct() ? type(e->type->plain) + list(e) : list(e);
        case ExprKind::construct: return type(e->type->plain) + list(e);
        case ExprKind::launch: break;
    }
    throw FaultError(e->place, "a kernel that launches kernels does not run on a GPU from here");
}

std::string Printer::assigned(const Expr* e) {
    if (!record_ && is_copy_async(e->builtin))
        return fmt::format("__pipeline_memcpy_async(&{}, &{}, {})", place(e->a), place(e->b),
                           e->type->size);
    if (!record_ && e->builtin == Builtin::store_hinted)
        return fmt::format("{}(&{}, {})", e->string, place(e->a), value(e->b));
    if (!is_recorded(e->a)) return fmt::format("({} = {})", place(e->a), value(e->b));
    const unsigned number = site(root(e->a), SiteKind::store);
    return fmt::format("ss_store(ss_own, {}, &{}, {})", number, place(e->a), value(e->b));
}

std::string Printer::compound(const Expr* e) {
    if (!is_recorded(e->a))
        return fmt::format("({} {}= {})", place(e->a), spelling(e->op), value(e->b));
    const unsigned load = site(root(e->a), SiteKind::load),
                   store = site(root(e->a), SiteKind::store);
    const std::string other = type(e->other->plain);
    return fmt::format(
        "ss_update(ss_own, {}, {}, &{}, [&](auto ss_old) {{ return ({})((({})ss_old) {} {}); }})",
        load, store, place(e->a), type(e->type->plain), other, spelling(e->op), value(e->b));
}

std::string Printer::step(const Expr* e) {
    const std::string_view op = e->op == Op::add ? "++" : "--";
    if (!is_recorded(e->a)) {
        return e->after ? fmt::format("({}{})", place(e->a), op)
                        : fmt::format("({}{})", op, place(e->a));
    }
    const unsigned load = site(root(e->a), SiteKind::load),
                   store = site(root(e->a), SiteKind::store);
    return fmt::format("{}(ss_own, {}, {}, &{}, [&](auto ss_old) {{ return ({})(ss_old {} 1); }})",
                       e->after ? "ss_step" : "ss_update", load, store, place(e->a),
                       type(e->type->plain), spelling(e->op));
}

std::string Printer::called(const Expr* e) {
    std::string arguments = hands_on() ? "ss_own" : "";
    for (std::size_t k = 0; k < e->args.size(); ++k) {
        const Variable& parameter = *e->function->parameters[k];
        const Expr* argument = e->args[k];
        const Expr* r = root(argument);
        const bool lvalue = r->kind == ExprKind::variable || r->kind == ExprKind::reference;
        // A method may be called of an object without a name, and change it.
        const bool is_unnamed = parameter.is_reference && !parameter.type->is_const && !lvalue &&
                                r->kind == ExprKind::call && !r->function->returns_reference;
        if (!arguments.empty()) arguments += ", ";
        arguments += is_unnamed ? fmt::format("ss_unnamed({})", value(argument))
                     : parameter.is_reference && lvalue ? place(argument)
                                                        : value(argument);
    }
    return fmt::format("{}({})", names_.at(e->function), arguments);
}

std::string Printer::builtin(const Expr* e) {
    std::string arguments;
    for (std::size_t k = 0; k < e->args.size(); ++k) {
        if (k > 0) arguments += ", ";
        arguments += value(e->args[k]);
    }
    // No launch that is printed has clusters of several blocks: see Printer::head.
    const std::string_view name = is_cluster_barrier(e->builtin) ? "__syncthreads" : e->string;
    if (e->builtin == Builtin::cluster_arrive || e->builtin == Builtin::cluster_arrive_relaxed)
        return "((void)0)";
    if (e->builtin == Builtin::on_device) return "1";  // hosts' functions are not printed
    if (e->builtin == Builtin::assert_) return fmt::format("ss_assert({})", arguments);
    if (e->builtin == Builtin::printf) return fmt::format("printf({})", arguments);
    // What CUDA calls min and max, whatever the text does.
    if (e->builtin == Builtin::min || e->builtin == Builtin::max) {
        if (!e->type->is_floating())
            return fmt::format("{}({})", e->builtin == Builtin::min ? "min" : "max", arguments);
    }
    if (e->builtin == Builtin::heap_taken) return "0ULL";
    if (e->builtin == Builtin::copying || e->builtin == Builtin::copies_bind ||
        e->builtin == Builtin::copies_arrived || e->builtin == Builtin::tile_note ||
        e->builtin == Builtin::copying_out || e->builtin == Builtin::bulk_commit ||
        e->builtin == Builtin::bulk_wait || e->builtin == Builtin::heap_freed)
        return "((void)0)";
    if (e->builtin == Builtin::named_sync || e->builtin == Builtin::named_arrive)
        return fmt::format(
            "[](unsigned ss_n, unsigned ss_c) {{ asm volatile(\"bar.{} %0, %1;\" :: \"r\"(ss_n), "
            "\"r\"(ss_c) : \"memory\"); }}({})",
            e->builtin == Builtin::named_sync ? "sync" : "arrive", arguments);
    if (timed_ && is_barrier(e->builtin))
        return fmt::format("ss_{}(ss_own{}{})", name.substr(2), arguments.empty() ? "" : ", ",
                           arguments);
    if (!tells_accesses_) return fmt::format("{}({})", name, arguments);
    const bool waits_for_copies =
        e->builtin == Builtin::pipeline_commit || e->builtin == Builtin::pipeline_wait;
    if (record_ && waits_for_copies) return "((void)0)";
    if (is_barrier(e->builtin)) return fmt::format("(ss_barrier(ss_own), {}({}))", name, arguments);
    // All that it is given is there before it is issued.
    if (timed_ && (is_atomic(e->builtin) || is_shuffle(e->builtin))) {
        return fmt::format(
            "ss_issued(ss_own, {}, [](auto... ss_given) {{ return {}(ss_given...); }}, {})",
            site(e, is_atomic(e->builtin) ? SiteKind::atomic : SiteKind::shuffle), name, arguments);
    }
    if (is_atomic(e->builtin)) {
        const unsigned number = site(e, SiteKind::atomic);
        const std::string rest = arguments.substr(value(e->args[0]).size());
        return fmt::format("ss_atomic(ss_own, {}, {}, [&](auto ss_to) {{ return {}(ss_to{}); }})",
                           number, value(e->args[0]), name, rest);
    }
    if (is_shuffle(e->builtin)) {
        constexpr std::array<std::string_view, 4> kinds{"ss_shfl", "ss_shfl_up", "ss_shfl_down",
                                                        "ss_shfl_xor"};
        const auto kind =
            static_cast<std::size_t>(e->builtin) - static_cast<std::size_t>(Builtin::shfl);
        return fmt::format("{}(ss_own, {}, {})", kinds[kind], site(e, SiteKind::shuffle),
                           arguments);
    }
    return fmt::format("{}({})", name, arguments);
}

}  // namespace stridescope::language
