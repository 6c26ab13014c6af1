// Types, functions and statements; expressions are in print_expressions.cpp.
#include "app/language/print_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "app/language/printer.h"

namespace stridescope::language {
namespace {

bool is_name(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
               (c >= 'A' && c <= 'Z');
    });
}

std::string plain_name(std::string_view text) {
    std::string name{text.substr(0, text.find('<'))};
    return is_name(name) ? name : "f";
}

std::string alignment(const Variable& v) {
    return v.align > 0 ? fmt::format("__align__({}) ", v.align) : std::string{};
}

}  // namespace

Printed print(std::span<Function* const> kernels, Printing as) {
    Printer printer{as};
    return printer.print(kernels);
}

Printed Printer::print(std::span<Function* const> kernels) {
    for (const Function* kernel : kernels) find(*kernel);
    name_all();
    for (const Type* type : found_structs_) define(type);
    std::string functions, prototypes;
    // Bodies first: what they name is declared before them.
    for (const Function* f : functions_) {
        prototypes += head(*f) + ";\n";
        function(*f);
        functions += std::exchange(text_, {});
    }
    std::string globals;
    for (const Variable* v : globals_) {
        indent_ = 0;
        globals += global(*v);
    }
    Printed made;
    made.text = structs_ + globals + shared_functions_ + prototypes + functions;
    if (!shared_.empty())
        made.text.insert(0, fmt::format("__device__ unsigned ss_places[{}];\n", shared_.size()));
    made.sites = std::move(sites_);
    made.shared = std::move(shared_);
    for (const Function* kernel : kernels) made.names[kernel] = names_.at(kernel);
    made.globals = std::move(global_names_);
    return made;
}

// --- what is named

void Printer::find(const Function& f) {
    if (std::ranges::find(functions_, &f) != functions_.end()) return;
    if (f.body == nullptr)
        throw FaultError(f.place, fmt::format("{} is declared, but has no body", f.name));
    functions_.push_back(&f);
    need(f.result);
    for (const Variable* v : f.variables) need(v->type);
    const Function* outer = std::exchange(finding_, &f);
    find(f.body);
    finding_ = outer;
}

/// Classes, namespaces and blocks have names of their own for what stands in them; here all stands
/// at the top. Kernels are called as in the text; of others that are called alike, or as a variable
/// of a function is, a number tells them apart.
void Printer::name_all() {
    std::set<std::string, std::less<>> names, inner;
    const auto unique = [&](std::string_view wanted, bool is_kernel) {
        std::string name{wanted};
        for (int number = 2; names.contains(name) || (!is_kernel && inner.contains(name)); ++number)
            name = fmt::format("{}_{}", wanted, number);
        names.insert(name);
        return name;
    };
    for (const Function* f : functions_) {
        if (f->is_kernel) names_[f] = unique(plain_name(f->name), true);
        for (const Variable* v : f->variables) inner.emplace(v->name);
    }
    for (const auto& [s, name] : struct_names_) names.insert(name);  // CUDA's own
    for (const Variable* v : globals_) global_names_[v] = unique(v->name, false);
    for (const Type* type : found_structs_) {
        const Struct& s = *type->structure;
        const bool is_named = is_name(s.name) && s.name != "struct";
        struct_names_[&s] = unique(is_named ? std::string_view{s.name} : "unnamed", false);
    }
    for (const Function* f : functions_) {
        if (!f->is_kernel) names_[f] = unique(plain_name(f->name), false);
    }
}

void Printer::find(const Stmt* s) {
    if (s == nullptr) return;
    find(s->condition);
    find(s->step);
    find(s->init);
    find(s->then);
    find(s->otherwise);
    for (const Stmt* inner : s->body) find(inner);
    for (const Variable* v : s->variables) find(v->init);
}

void Printer::find(const Expr* e) {
    if (e == nullptr) return;
    need(e->type);
    if (e->kind == ExprKind::call) find(*e->function);
    if (e->kind == ExprKind::variable) {
        const Variable& v = *e->variable;
        const bool global = v.function == nullptr;
        if (!global && v.function != finding_)
            throw FaultError(
                e->place,
                fmt::format("a lambda that refers to {} does not run on a GPU from here: write [=]",
                            v.name));
        if (global && std::ranges::find(globals_, &v) == globals_.end()) {
            need(v.type);
            find(v.init);
            globals_.push_back(&v);
        }
    }
    find(e->a);
    find(e->b);
    find(e->c);
    for (const Expr* arg : e->args) find(arg);
}

std::string Printer::named(const Variable& v) const {
    const auto global = global_names_.find(&v);
    return global != global_names_.end() ? global->second : std::string{v.name};
}

/// A struct that the text names, its members' first.
void Printer::need(const Type* type) {
    while (type != nullptr && (type->is_pointer() || type->is_array())) type = type->of;
    if (type == nullptr) return;
    if (type->is_half() || type->is_half2())
        throw FaultError({}, fmt::format("{} is not handed to a GPU yet: the machine runs it",
                                         name_of(type->plain)));
    if (!type->is_struct()) return;
    const Struct& s = *type->structure;
    if (is_cuda_type(s)) {
        struct_names_[&s] = s.name;
        return;
    }
    if (!seen_structs_.insert(&s).second) return;
    for (const Field& field : s.fields) need(field.type);
    found_structs_.push_back(type);
}

void Printer::define(const Type* type) {
    const Struct& s = *type->structure;
    const std::string& name = struct_names_.at(&s);
    structs_ +=
        fmt::format("{} __align__({}) {} {{\n", s.is_union ? "union" : "struct", type->align, name);
    for (const Field& field : s.fields) {
        // As a member it would take room.
        if (field.is_open && field.type->is_struct() && field.type->structure->leaves.empty())
            throw FaultError({},
                             fmt::format("{} has a base without members, which is not handed to "
                                         "a GPU yet",
                                         s.name));
        structs_ += fmt::format("    {};\n", declaration(field.type, std::string{field.name}));
    }
    structs_ += "};\n";
    if (!record_ || s.has_arrays) return;
    // Its members are read and written one by one.
    std::string loads, stores;
    for (const Leaf& leaf : s.leaves) {
        loads += fmt::format("    s.{0} = ss_load(ss_own, site, &p->{0});\n", leaf.path);
        stores += fmt::format("    ss_store(ss_own, site, &p->{0}, s.{0});\n", leaf.path);
    }
    structs_ += fmt::format(
        "static __device__ {0} ss_load(ss_Recorder& ss_own, unsigned site, const {0}* p) {{\n    "
        "{0} s;\n{1}    return "
        "s;\n}}\nstatic __device__ {0} ss_store(ss_Recorder& ss_own, unsigned site, {0}* p, {0} s) "
        "{{\n{2}    return "
        "s;\n}}\n",
        name, loads, stores);
}

bool Printer::is_cuda_type(const Struct& s) {
    if (s.name == "dim3" || s.is_vector) return true;
    // Three of a kind are no vector to the machine, but a type of CUDA's.
    return s.name.size() > 1 && s.name.back() == '3' && s.fields.size() == 3 &&
           s.fields[0].name == "x" && s.fields[2].name == "z";
}

// --- types

std::string Printer::declaration(const Type* type, std::string name) const {
    const std::string_view qualifiers = type->is_const && type->is_volatile ? "const volatile "
                                        : type->is_const                    ? "const "
                                        : type->is_volatile                 ? "volatile "
                                                                            : "";
    switch (type->kind) {
        case TypeKind::array:
            if (!name.empty() && (name[0] == '*' || name[0] == '&')) name = "(" + name + ")";
            return declaration(
                type->of,
                name + (type->count < 0 ? std::string{"[]"} : fmt::format("[{}]", type->count)));
        case TypeKind::pointer:
            return declaration(type->of, fmt::format("*{}{}", qualifiers, name));
        default: break;
    }
    std::string text{qualifiers};
    text += type->is_struct() ? struct_names_.at(type->structure) : name_of(number_of(type));
    if (!name.empty()) text += " " + name;
    return text;
}

std::string Printer::global(const Variable& v) {
    std::string text = alignment(v);
    text += v.storage == Storage::shared     ? "extern __shared__ "
            : v.storage == Storage::constant ? "__constant__ "
            : v.storage == Storage::device   ? "__device__ "
                                             : "static __device__ ";
    text += declaration(v.type, named(v));
    if (v.init != nullptr) text += " = " + value(v.init);
    return text + ";\n";
}

std::string Printer::head(const Function& f) {
    if (f.is_kernel && f.cluster != Extents{1, 1, 1})
        throw FaultError(f.place,
                         "clusters are not handed to a GPU yet: the machine runs them "
                         "(--engine cpu)");
    std::string text = f.is_kernel ? "extern \"C\" __global__ void " : "static __device__ ";
    if (f.is_noinline) text += "__noinline__ ";
    if (f.most_threads > 0 && !record_) {
        text += f.least_blocks > 0
                    ? fmt::format("__launch_bounds__({}, {}) ", f.most_threads, f.least_blocks)
                    : fmt::format("__launch_bounds__({}) ", f.most_threads);
    }
    const std::string named = fmt::format("{}{}({})", f.returns_reference ? "&" : "", names_.at(&f),
                                          parameters(f, !f.is_kernel));
    return (timed_ && !f.is_kernel ? "template <class ss_Own>\n" : "") + text +
           (f.is_kernel ? named : declaration(f.result, named));
}

/// Of a function, or (`inner`) of one that is handed what records, or tells times.
std::string Printer::parameters(const Function& f, bool inner) const {
    std::string text = !hands_on() || !inner ? ""
                       : timed_              ? "ss_Own& ss_own"
                                             : "ss_Recorder& ss_own";
    for (const Variable* p : f.parameters) {
        if (!text.empty()) text += ", ";
        std::string name{p->name};
        if (p->is_reference) name = (p->is_rvalue && !p->is_forwarding ? "&&" : "&") + name;
        if (p->is_restrict && !record_) name = "__restrict__ " + name;
        text += declaration(p->type, name);
    }
    return text;
}

// --- statements

void Printer::line(std::string_view text) {
    text_.append(static_cast<std::size_t>(indent_) * 4, ' ');
    text_ += text;
    text_ += '\n';
}

void Printer::function(const Function& f) {
    indent_ = 0;
    if (f.is_kernel && timed_) {
        line("template <class ss_Own>");
        line(fmt::format("static __device__ __forceinline__ void ss_body_of_{}({}) {{",
                         names_.at(&f), parameters(f, true)));
    } else {
        line(head(f) + " {");
    }
    ++indent_;
    returns_reference_ = f.returns_reference;
    if (f.is_kernel && record_) line("ss_Recorder ss_own;");
    if (f.is_kernel && rest_) line("if (ss_elsewhere()) return;");
    for (const Variable* v : globals_) {
        if (f.is_kernel && v->storage == Storage::shared) note_place(*v);
    }
    for (const Stmt* inner : f.body->body) statement(inner);
    --indent_;
    line("}");
    if (f.is_kernel && timed_) chosen_body(f);
}

/// The kernel itself, where it tells times: a block takes one body or the other.
void Printer::chosen_body(const Function& kernel) {
    std::string handed = "ss_own";
    for (const Variable* p : kernel.parameters) handed += fmt::format(", {}", p->name);
    line(head(kernel) + " {");
    ++indent_;
    line("if (ss_tells()) {");
    line("    ss_Recorder ss_own;");
    line(fmt::format("    ss_body_of_{}({});", names_.at(&kernel), handed));
    line("} else {");
    line("    ss_Bystander ss_own;");
    line(fmt::format("    ss_body_of_{}({});", names_.at(&kernel), handed));
    line("}");
    --indent_;
    line("}");
}

/// A compiler may lay shared variables otherwise than the machine does.
void Printer::note_place(const Variable& v) {
    if (!record_) return;
    const auto known = std::ranges::find(shared_, &v);
    const auto index = known - shared_.begin();
    if (known == shared_.end()) shared_.push_back(&v);
    line(fmt::format("ss_place(ss_own, &ss_places[{}], &{});", index, named(v)));
}

/// A statement by itself, or the lines of a block in braces.
void Printer::body(const Stmt* s) {
    ++indent_;
    if (s != nullptr && s->kind == StmtKind::block) {
        for (const Stmt* inner : s->body) statement(inner);
    } else if (s != nullptr) {
        statement(s);
    }
    --indent_;
}

void Printer::variable(const Variable& v) {
    std::string name{v.name};
    if (v.is_reference) name = "&" + name;
    std::string text = declaration(v.type, name);
    // Both bodies have the same ones.
    if (v.storage == Storage::shared && timed_ && !v.is_extern) {
        const std::string place = fmt::format("ss_shared_{}", shared_count_++);
        shared_functions_ += fmt::format(
            "static __device__ __forceinline__ auto& {}() {{\n    {}__shared__ {};\n    return "
            "{};\n}}\n",
            place, alignment(v), text, name);
        return line(fmt::format("auto& {} = {}();", name, place));
    }
    if (v.storage == Storage::shared)
        text = alignment(v) + (v.is_extern ? "extern __shared__ " : "__shared__ ") + text;
    if (v.init != nullptr) text += " = " + (v.is_reference ? place(v.init) : value(v.init));
    line(text + ";");
    if (v.storage == Storage::shared) note_place(v);
}

void Printer::pragma(const Stmt* loop) {
    if (loop->unroll >= 0 && !record_)
        line(loop->unroll > 0 ? fmt::format("#pragma unroll {}", loop->unroll) : "#pragma unroll");
    else if (timed_ && has_barrier(loop))
        line("#pragma unroll ss_Own::turns");  // of 0 nothing is heard
}

void Printer::statement(const Stmt* s) {
    switch (s->kind) {
        case StmtKind::empty: line(";"); return;
        case StmtKind::try_:
        case StmtKind::throw_:
            throw FaultError(s->place, "what throws or catches runs on the host alone");
        case StmtKind::fault: throw FaultError(*s->fault);
        case StmtKind::expression: line(value(s->condition) + ";"); return;
        case StmtKind::declaration:
            for (const Variable* v : s->variables) variable(*v);
            return;
        case StmtKind::block:
            line("{");
            body(s);
            line("}");
            return;
        case StmtKind::if_:
            line(fmt::format("if ({}) {{", value(s->condition)));
            body(s->then);
            if (s->otherwise != nullptr) {
                line("} else {");
                body(s->otherwise);
            }
            line("}");
            return;
        case StmtKind::for_: {
            // What the loop declares lives as long as the loop.
            line("{");
            ++indent_;
            if (s->init != nullptr) statement(s->init);
            pragma(s);
            line(fmt::format("for (; {}; {}) {{",
                             s->condition != nullptr ? value(s->condition) : "",
                             s->step != nullptr ? value(s->step) : ""));
            body(s->then);
            line("}");
            --indent_;
            line("}");
            return;
        }
        case StmtKind::while_:
        case StmtKind::do_while: {
            if (s->value > 0) {  // of a goto, which it becomes again
                line(fmt::format("ss_round_{}:; {{", s->value));
                body(s->then);
                line(fmt::format("}} ss_behind_{}:;", s->value));
                return;
            }
            const bool is_do = s->kind == StmtKind::do_while;
            pragma(s);
            line(is_do ? "do {" : fmt::format("while ({}) {{", value(s->condition)));
            body(s->then);
            line(is_do ? fmt::format("}} while ({});", value(s->condition)) : "}");
            return;
        }
        case StmtKind::switch_:
            line(fmt::format("switch ({}) {{", value(s->condition)));
            body(s->then);
            line("}");
            return;
        case StmtKind::case_: line(fmt::format("case {}:", s->value)); return;
        case StmtKind::default_: line("default:"); return;
        case StmtKind::break_: line("break;"); return;
        case StmtKind::continue_: line("continue;"); return;
        case StmtKind::leave_: line(fmt::format("goto ss_behind_{};", s->value)); return;
        case StmtKind::again_: line(fmt::format("goto ss_round_{};", s->value)); return;
        case StmtKind::label: return;
        case StmtKind::return_:
            line(s->condition == nullptr ? "return;"
                 : returns_reference_    ? fmt::format("return {};", place(s->condition))
                                         : fmt::format("return {};", value(s->condition)));
            return;
    }
}

}  // namespace stridescope::language
