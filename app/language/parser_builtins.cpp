// Calls of what CUDA and C bring along: which types go in and come out.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/language/natives.h"
#include "app/language/parser.h"

namespace stridescope::language {
namespace {

/// Whether a format has %n, which writes how much has been printed.
bool counts_characters(std::string_view format) {
    for (std::size_t i = format.find('%'); i < format.size(); i = format.find('%', i)) {
        i = format.find_first_not_of("-+ #0123456789.*$hlLzjt", i + 1);
        if (i >= format.size()) return false;
        if (format[i++] == 'n') return true;
    }
    return false;
}

/// %n, which writes how many characters there were, is not done.
void hold_counting(const Expr& format, std::string_view name) {
    if (format.kind == ExprKind::string && counts_characters(format.string))
        throw FaultError(format.place, fmt::format("{}'s %n is not in the subset: it returns how "
                                                   "many characters it prints",
                                                   name));
}

/// As printf takes it.
bool is_printed(const Type* type) {
    return type->is_scalar();
}

}  // namespace

Expr* Parser::vector_maker(const Token& name, const std::vector<Expr*>& args) {
    const Type* type = unit_.types.vector_type(name.text.substr(5));
    if (type == nullptr) return nullptr;
    Struct& s = *type->structure;
    if (args.size() != s.leaves.size()) {
        fail(name.place,
             fmt::format("{} takes {} values, not {}", name.text, s.leaves.size(), args.size()));
    }
    Expr* e = make(ExprKind::construct, name.place, type);
    std::vector<Expr*> parts;
    for (std::size_t i = 0; i < args.size(); ++i) {
        parts.push_back(convert(args[i], s.leaves[i].type, s.leaves[i].path));
    }
    e->args = unit_.arena.copy(parts);
    return e;
}

Expr* Parser::builtin_call(const BuiltinInfo& info, std::vector<Expr*> args, Place where) {
    for (Expr*& a : args) a = value_of(a);
    const Type* i32 = basic(TypeKind::i32);
    const Type* u32 = basic(TypeKind::u32);
    const Type* u64 = basic(TypeKind::u64);
    const Type* i64 = basic(TypeKind::i64);
    const Type* f32 = basic(TypeKind::f32);
    const Type* f64 = basic(TypeKind::f64);
    const auto wants = [&](std::size_t least, std::size_t most) {
        if (args.size() >= least && args.size() <= most) return;
        fail(where, fmt::format("{} takes {} argument{}, not {}", info.name, most,
                                most == 1 ? "" : "s", args.size()));
    };
    const auto to = [&](std::size_t i, const Type* type) {
        args[i] = convert(args[i], type, info.name);
    };
    const auto finish = [&](const Type* type) {
        Expr* e = make(ExprKind::builtin, where, type);
        e->builtin = info.builtin;
        e->args = unit_.arena.copy(args);
        e->string = info.name;
        return e;
    };
    const auto fixed = [&](const Type* result, std::initializer_list<const Type*> types) {
        wants(types.size(), types.size());
        std::size_t i = 0;
        for (const Type* type : types) to(i++, type);
        return finish(result);
    };
    const auto floating = [&](std::size_t count) {
        wants(count, count);
        const Type* type = f32;
        for (Expr* a : args) {
            if (!a->type->is_arithmetic())
                fail(a->place, fmt::format("{} needs numbers", info.name));
            hold_halves(a->type, f32, info.name, a->place);
            if (a->type->kind != TypeKind::f32) type = f64;
        }
        for (std::size_t i = 0; i < count; ++i) to(i, type);
        return finish(type);
    };
    switch (info.signature) {
        case Signature::sync: wants(0, 0); return finish(basic(TypeKind::void_));
        case Signature::sync_predicate:
            wants(1, 1);
            args[0] = condition_of(args[0], where);
            return finish(i32);
        case Signature::sync_warp:
            wants(0, 1);
            if (args.empty()) args.push_back(integer(0xffffffff, TypeKind::u32, where));
            to(0, u32);
            return finish(basic(TypeKind::void_));
        case Signature::sync_named:
            wants(2, 2);
            to(0, u32);
            to(1, u32);
            return finish(basic(TypeKind::void_));
        case Signature::shuffle: {
            wants(3, 4);
            if (args[1]->type->is_half2()) {
                // Both in one register.
                const bool is_f16 = args[1]->type->structure->leaves[0].type->kind == TypeKind::f16;
                args[1] =
                    header_call(is_f16 ? "__ss_bits_half2" : "__ss_bits_bfloat162", args[1], where);
                return header_call(is_f16 ? "__ss_half2_of" : "__ss_bfloat162_of",
                                   builtin_call(info, std::move(args), where), where);
            }
            to(0, u32);
            const Type* type = promoted(args[1]->type);
            if (!type->is_arithmetic())
                fail(where, fmt::format("{} moves numbers, not {}", info.name, name_of(type)));
            to(1, type);
            to(2, i32);
            if (args.size() < 4) args.push_back(integer(32, TypeKind::i32, where));
            to(3, i32);
            return finish(type);
        }
        case Signature::vote:
            wants(2, 2);
            to(0, u32);
            args[1] = condition_of(args[1], where);
            return finish(info.builtin == Builtin::ballot ? u32 : i32);
        case Signature::mask: wants(0, 0); return finish(u32);
        case Signature::reduce: {
            wants(2, 2);
            to(0, u32);
            const Type* type = args[1]->type->kind == TypeKind::u32 ? u32 : i32;
            to(1, type);
            return finish(info.builtin == Builtin::match_any ? u32 : type);
        }
        case Signature::atomic:
        case Signature::atomic_cas: {
            const std::size_t count = info.signature == Signature::atomic ? 2 : 3;
            wants(count, count);
            if (!args[0]->type->is_pointer()) {
                fail(where, fmt::format("{} needs an address first: &array[index]", info.name));
            }
            const Type* type = args[0]->type->of->plain;
            const bool adds = info.builtin == Builtin::atomic_add;
            const bool fits =
                type->kind == TypeKind::i32 || type->kind == TypeKind::u32 ||
                type->kind == TypeKind::u64 || type->kind == TypeKind::i64 ||
                (type->is_half() && adds) ||
                (type->kind == TypeKind::u16 && info.builtin == Builtin::atomic_cas) ||
                (type->is_floating() && (adds || info.builtin == Builtin::atomic_exch));
            if (!fits) fail(where, fmt::format("{} does not go with {}", info.name, name_of(type)));
            if (args[0]->type->of->is_const)
                fail(where, fmt::format("{} would write to a const", info.name));
            for (std::size_t i = 1; i < count; ++i) to(i, type);
            Expr* e = finish(type);
            e->of_block = info.name.ends_with("_block");
            return e;
        }
        case Signature::int1_u32: return fixed(i32, {u32});
        case Signature::int1_u64: return fixed(i32, {u64});
        case Signature::same_u32: return fixed(u32, {u32});
        case Signature::same_u64: return fixed(u64, {u64});
        case Signature::u16_half: return fixed(basic(TypeKind::u16), {basic(TypeKind::f16)});
        case Signature::half_u16: return fixed(basic(TypeKind::f16), {basic(TypeKind::u16)});
        case Signature::u16_bfloat16: return fixed(basic(TypeKind::u16), {basic(TypeKind::bf16)});
        case Signature::bfloat16_u16: return fixed(basic(TypeKind::bf16), {basic(TypeKind::u16)});
        case Signature::mma_put:
            return tile_element(info, args, basic(TypeKind::void_), f32, where);
        case Signature::mma_sum: return tile_element(info, args, f32, f32, where);
        case Signature::xorwow_put:
            return tile_element(info, args, basic(TypeKind::void_), u32, where);
        case Signature::xorwow_skip: return tile_element(info, args, u32, u64, where);
        case Signature::lane_word: return tile_element(info, args, u32, u32, where);
        case Signature::xorwow_word:
            args.push_back(integer(0, TypeKind::u32, where));
            return tile_element(info, args, u32, u32, where);
        case Signature::half_sum:
        case Signature::half_exact: return half_call(info, std::move(args), where);
        case Signature::two_i32: return fixed(i32, {i32, i32});
        case Signature::two_u32: return fixed(u32, {u32, u32});
        case Signature::three_u32: return fixed(u32, {u32, u32, u32});
        case Signature::load: {
            wants(1, 1);
            return make_reference(args[0], where);
        }
        case Signature::store: {
            wants(2, 2);
            Expr* e = make_assign(make_reference(args[0], where), args[1], where);
            e->builtin = info.builtin;
            e->string = info.name;
            return e;
        }
        case Signature::copy_async: wants(3, 4); return copy_async(info.builtin, args, where);
        case Signature::copying:
            wants(2, 2);
            to(1, i32);
            return finish(basic(TypeKind::void_));
        case Signature::heap_taken:
            wants(2, 2);
            to(1, basic(TypeKind::u64));
            return finish(basic(TypeKind::u64));
        case Signature::of_pointer: wants(1, 1); return finish(basic(TypeKind::void_));
        case Signature::tile_note:
            wants(1, 1);
            args[0] =
                integer(constant_integer(args[0], "which matrix it is"), TypeKind::i32, where);
            return finish(basic(TypeKind::void_));
        case Signature::wait_prior:
            wants(1, 1);
            // An instruction has the count in it: of one that is known only when it runs, one of
            // several instructions is chosen.
            if (!constant_value(args[0]) && info.builtin == Builtin::pipeline_wait)
                return library_call("__pipeline_wait_some", {i32},
                                    {convert(args[0], i32, "a count")}, where);
            args[0] = integer(constant_integer(args[0], "how many copies may be on their way"),
                              TypeKind::i32, where);
            return finish(basic(TypeKind::void_));
        case Signature::i32_f32: return fixed(i32, {f32});
        case Signature::u32_f32: return fixed(u32, {f32});
        case Signature::f32_i32: return fixed(f32, {i32});
        case Signature::f32_u32: return fixed(f32, {u32});
        case Signature::i64_f64: return fixed(i64, {f64});
        case Signature::f64_i64: return fixed(f64, {i64});
        case Signature::i32_f64: return fixed(i32, {f64});
        case Signature::u32_f64: return fixed(u32, {f64});
        case Signature::arithmetic2: {
            wants(2, 2);
            if (!args[0]->type->is_arithmetic() || !args[1]->type->is_arithmetic()) {
                fail(where, fmt::format("{} needs numbers", info.name));
            }
            for (const Expr* a : args) hold_halves(a->type, f32, info.name, a->place);
            const Type* type = common(args[0]->type, args[1]->type);
            const Type* own = args[0]->type->plain;
            const bool is_own = own->is_enumeration() && own == args[1]->type->plain;
            Expr* e = fixed(type, {type, type});
            return is_own ? explicit_cast(e, own, where, false) : e;
        }
        case Signature::arithmetic1: {
            wants(1, 1);
            if (!args[0]->type->is_arithmetic())
                fail(where, fmt::format("{} needs a number", info.name));
            hold_halves(args[0]->type, f32, info.name, where);
            const Type* type = promoted(args[0]->type);
            return fixed(type, {type});
        }
        case Signature::float1: return floating(1);
        case Signature::float2: return floating(2);
        case Signature::float3: return floating(3);
        case Signature::float1_f32: return fixed(f32, {f32});
        case Signature::float2_f32: return fixed(f32, {f32, f32});
        case Signature::float3_f32: return fixed(f32, {f32, f32, f32});
        case Signature::float2_f64: return fixed(f64, {f64, f64});
        case Signature::float3_f64: return fixed(f64, {f64, f64, f64});
        case Signature::test: {
            Expr* e = floating(1);
            e->type = basic(TypeKind::bool_);
            return e;
        }
        case Signature::print: {
            if (args.empty() || args[0]->kind != ExprKind::string) {
                fail(where, "printf needs its format as a string in quotes");
            }
            hold_counting(*args[0], "printf");
            for (std::size_t i = 1; i < args.size(); ++i) {
                if (args[i]->type->is_half())
                    fail(args[i]->place,
                         fmt::format("printf takes no {}: write (float)…", name_of(args[i]->type)));
                if (args[i]->type->kind == TypeKind::f32) to(i, f64);
                if (args[i]->type->is_integer()) to(i, promoted(args[i]->type));
                args[i] = counted(args[i]);
                if (!args[i]->type->is_scalar()) fail(args[i]->place, "printf takes numbers");
            }
            return finish(i32);
        }
        case Signature::check:
            wants(1, 1);
            args[0] = condition_of(args[0], where);
            return finish(basic(TypeKind::void_));
        case Signature::clock64: wants(0, 0); return finish(i64);
        case Signature::host: break;
    }
    return nullptr;
}

/// What the library's own texts hand to the machine for a while, or take from there.
Expr* Parser::tile_element(const BuiltinInfo& info, const std::vector<Expr*>& args,
                           const Type* result, const Type* given, Place where) {
    if (args.size() != 2) fail(where, fmt::format("{} is of the library alone", info.name));
    Expr* e = make(ExprKind::builtin, where, result);
    e->builtin = info.builtin;
    e->string = info.name;
    e->args = unit_.arena.copy(
        std::vector{integer(constant_integer(args[0], "which element"), TypeKind::i32, where),
                    convert(args[1], given, info.name)});
    return e;
}

/// A function of a header that the text has included.
Expr* Parser::header_call(std::string_view name, Expr* argument, Place where) {
    const Symbol symbol = symbol_of(names_.intern(name));
    if (symbol.functions == nullptr || symbol.functions->functions.size() != 1)
        fail(where, fmt::format("{} is missing: include the header of this type", name));
    return call_function(symbol.functions->functions[0], {argument}, where);
}

/// __hadd(a, b) is a + b, of two halves or of two pairs; of what may not be fused an operation of
/// its own.
Expr* Parser::half_call(const BuiltinInfo& info, std::vector<Expr*> args, Place where) {
    const std::size_t count = info.builtin == Builtin::f16_fma ? 3 : 2;
    if (args.size() != count)
        fail(where, fmt::format("{} takes {} arguments, not {}", info.name, count, args.size()));
    const bool of_pairs = info.name.find('2') != std::string_view::npos;
    // For whole numbers it is half of their sum.
    if (info.name == "__hadd" && value_of(args[0])->type->is_integer() &&
        value_of(args[1])->type->is_integer()) {
        for (Expr*& a : args) a = convert(value_of(a), basic(TypeKind::i64), info.name);
        Expr* half = make_binary(Op::shr, make_binary(Op::add, args[0], args[1], where),
                                 integer(1, TypeKind::i32, where), where);
        return convert(half, basic(TypeKind::i32), info.name);
    }
    const Type* type = of_pairs ? unit_.types.vector_type("__half2") : basic(TypeKind::f16);
    for (const Expr* a : args) {
        if (of_pairs ? a->type->is_half2() : a->type->is_half()) type = a->type->plain;
    }
    for (Expr*& a : args) a = convert(a, type, info.name);
    if (info.signature == Signature::half_sum) {
        const Op op = info.builtin == Builtin::f16_add   ? Op::add
                      : info.builtin == Builtin::f16_sub ? Op::sub
                                                         : Op::mul;
        return make_binary(op, args[0], args[1], where);
    }
    Expr* e = make(ExprKind::builtin, where, type);
    e->builtin = info.builtin;
    e->string = info.name;
    e->args = unit_.arena.copy(args);
    return e;
}

/// An assignment of as many elements as the bytes are. What the machine copies is there at once.
Expr* Parser::copy_async(Builtin builtin, const std::vector<Expr*>& args, Place where) {
    const std::int64_t bytes = constant_integer(args[2], "the bytes of an asynchronous copy");
    if (bytes != 4 && bytes != 8 && bytes != 16)
        fail(args[2]->place,
             fmt::format("__pipeline_memcpy_async copies 4, 8 or 16 bytes, not {}", bytes));
    for (const Expr* pointer : {args[0], args[1]}) {
        if (!pointer->type->is_pointer())
            fail(pointer->place, "__pipeline_memcpy_async needs addresses: &to[i], &from[j], 16");
    }
    if (args.size() > 3) {
        const Type* size = basic(TypeKind::u64);
        return library_call("__pipeline_memcpy_zfill", {size},
                            {args[0], args[1], convert(args[2], size, "the bytes of a copy"),
                             convert(args[3], size, "the bytes that are zero")},
                            where);
    }
    const Type* element = args[1]->type->of->plain;
    const auto size = static_cast<std::uint64_t>(bytes);
    if (element->size != size) {
        // So many of them, else words.
        const std::string_view base = element->kind == TypeKind::f32   ? "float"
                                      : element->kind == TypeKind::f64 ? "double"
                                      : element->kind == TypeKind::i32 ? "int"
                                      : element->kind == TypeKind::i64 ? "longlong"
                                      : element->kind == TypeKind::u64 ? "ulonglong"
                                                                       : "uint";
        const std::uint64_t each = base == "double" || base.ends_with("longlong") ? 8 : 4;
        element = size < each ? basic(TypeKind::u32)
                              : unit_.types.vector_type(fmt::format("{}{}", base, size / each));
    }
    const auto to = [&](Expr* pointer, bool is_const) {
        const Type* type = unit_.types.pointer_to(unit_.types.qualified(element, is_const, false));
        return make_reference(explicit_cast(pointer, type, where, true), where);
    };
    Expr* e = make_assign(to(args[0], false), value_of(to(args[1], true)), where);
    e->builtin = builtin;
    return e;
}

/// A chrono::duration among what printf takes: it is as many bytes as its count, which printf gets.
Expr* Parser::counted(Expr* e) {
    if (!e->type->is_struct() || !e->type->structure->name.starts_with("duration<")) return e;
    return library_call("__counted", {}, {e}, e->place);
}

/// The format at `first` and the values behind it, as printf takes them.
void Parser::printed_values(std::vector<Expr*>& args, std::size_t first, std::string_view name) {
    if (args[first]->kind != ExprKind::string)
        args[first] =
            convert(args[first],
                    unit_.types.pointer_to(unit_.types.qualified(basic(TypeKind::i8), true, false)),
                    fmt::format("the format of {}", name));
    hold_counting(*args[first], name);
    for (std::size_t i = first + 1; i < args.size(); ++i) {
        args[i] = counted(args[i]);
        const Type* type = args[i]->type;
        if (!is_printed(type))
            fail(args[i]->place,
                 fmt::format("{} takes numbers and char*, not {}", name, name_of(type)));
        if (type->is_arithmetic())
            args[i] = convert(args[i], type->is_floating() ? basic(TypeKind::f64) : promoted(type),
                              "what is printed");
    }
}

const Type* Parser::native_type(char letter) {
    const Type* text =
        unit_.types.pointer_to(unit_.types.qualified(basic(TypeKind::i8), true, false));
    switch (letter) {
        case 'i': return basic(TypeKind::i32);
        case 'l': return basic(TypeKind::i64);
        case 'd': return basic(TypeKind::f64);
        case 'p': return text;
        case 'P': return unit_.types.pointer_to(basic(TypeKind::void_));
        default: return basic(TypeKind::void_);
    }
}

/// What a function of natives.h takes and gives.
void Parser::native_arguments(Expr& call, std::vector<Expr*>& args) {
    const std::string_view name = call.string;
    const auto known = std::ranges::find(natives, name, &Native::name);
    if (args.size() + 1 != known->signature.size())
        fail(call.place, fmt::format("{} takes {} arguments", name, known->signature.size() - 1));
    for (std::size_t i = 0; i < args.size(); ++i) {
        const Type* type = native_type(known->signature[i + 1]);
        args[i] = type->is_pointer() ? explicit_cast(text_data(args[i]), type, call.place, false)
                                     : convert(args[i], type, name);
    }
    call.type = native_type(known->signature[0]);
}

/// memcpy and memset in a kernel, of the elements of what is written.
Expr* Parser::kernel_copy(const BuiltinInfo& info, std::vector<Expr*> args, Place where) {
    if (args.size() != 3) fail(where, fmt::format("{} takes 3 arguments", info.name));
    for (Expr*& a : args) a = value_of(a);
    for (Expr*& a : args) {
        while (a->kind == ExprKind::cast && a->type->of != nullptr && a->type->of->is_void())
            a = a->a;
    }
    if (!args[0]->type->is_pointer() || args[0]->type->of->is_void())
        fail(where, fmt::format("{} in a kernel needs a pointer to elements first", info.name));
    const Type* element = args[0]->type->of->plain;
    if (info.builtin == Builtin::memset_)
        return library_call("__kernel_fill", {element}, args, where);
    // The type that may stand in more places.
    const Type* other = args[1]->type->is_pointer() ? args[1]->type->of->plain : element;
    if (!other->is_void() && other->align < element->align) element = other;
    const Type* from = unit_.types.pointer_to(unit_.types.qualified(element, true, false));
    args[0] = explicit_cast(args[0], unit_.types.pointer_to(element), where, true);
    args[1] = explicit_cast(args[1], from, where, true);
    return library_call("__kernel_copy", {element}, args, where);
}

/// cudaMalloc((void **)d, bytes), where d itself is taken for the address of a pointer.
Expr* Parser::allocate_at(const BuiltinInfo& info, std::vector<Expr*> args, Place where) {
    if (info.name != "cudaMalloc" && info.name != "cudaMallocManaged")
        fail(where, fmt::format("{} needs the address of a pointer first: &d_array", info.name));
    const Type* void_pointer = unit_.types.pointer_to(basic(TypeKind::void_));
    const Type* target = unit_.types.pointer_to(void_pointer);
    // The host sees nothing of what a variable of the device holds: a null pointer.
    const bool is_of_device =
        args[0]->kind == ExprKind::variable && args[0]->variable->storage == Storage::device;
    if (is_of_device) args[0] = integer(0, TypeKind::u64, where);
    args[0] = explicit_cast(args[0], target, where, true);
    keep(args, 2);
    return library_call(info.name == "cudaMalloc" ? "__malloc_at" : "__malloc_managed_at", {}, args,
                        where);
}

Expr* Parser::host_call(const BuiltinInfo& info, std::vector<Expr*> args, Place where) {
    if (function_ != nullptr && !function_->on_host) {
        if (info.builtin == Builtin::cuda_synchronize) {
            fail(where, fmt::format("{} waits in no kernel since CUDA 12: what needs a launch's "
                                    "results is launched behind it",
                                    info.name));
        }
        // What a kernel launches runs behind it, one after the other, whatever its stream.
        constexpr std::array<std::string_view, 4> of_kernels{
            "cudaStreamCreateWithFlags", "cudaStreamDestroy", "cudaGetLastError",
            "cudaPeekAtLastError"};
        if (std::ranges::find(of_kernels, info.name) != of_kernels.end())
            return integer(0, TypeKind::i32, where);
        if (info.name == "cudaMalloc" && args.size() == 2) {
            while (args[0]->kind == ExprKind::cast) args[0] = args[0]->a;
            if (args[0]->type->is_pointer() && args[0]->type->of->is_pointer())
                return library_call("__kernel_malloc", {args[0]->type->of->of->plain}, args, where);
        }
        if (info.builtin == Builtin::memcpy_ || info.builtin == Builtin::memset_)
            return kernel_copy(info, std::move(args), where);
        if (info.name == "cudaGetErrorString" && args.size() == 1)
            return header_call("__kernel_error_string", args[0], where);
        if (info.name == "cudaGetErrorName" && args.size() == 1)
            return header_call("__kernel_error_name", args[0], where);
        // Kernels have a heap of their own.
        if (info.builtin == Builtin::malloc_ && args.size() == 1)
            return header_call("__kernel_heap", args[0], where);
        if (info.builtin == Builtin::free_ && args.size() == 1)
            return header_call("__kernel_free", args[0], where);
        if (info.name == "cudaFree" && args.size() == 1)
            return header_call("__kernel_free", args[0], where);
        if (info.name == "cudaMemcpyAsync" || info.name == "cudaMemsetAsync")
            fail(where, fmt::format("{} of a kernel is not in the subset: launch a kernel that "
                                    "stores the same instead",
                                    info.name));
        fail(where, fmt::format("{} is a function of the host: kernels cannot call it", info.name));
    }
    for (Expr*& a : args) {
        a = value_of(a);
        // An object that stands for a pointer: operator T *().
        if (const Function* pointer = pointer_conversion(a))
            a = convert(a, pointer->result, "the argument");
    }
    // A function of both sides is told for both.
    const bool copies = info.builtin == Builtin::memcpy_ || info.builtin == Builtin::memset_;
    if (copies && function_ != nullptr && function_->on_device && args.size() == 3) {
        const Expr* to = args[0];
        while (to->kind == ExprKind::cast && to->type->of != nullptr && to->type->of->is_void())
            to = to->a;
        if (to->type->is_pointer() && !to->type->of->is_void())
            return kernel_copy(info, std::move(args), where);
    }
    Expr* e = make(ExprKind::builtin, where, basic(TypeKind::i32));
    e->builtin = info.builtin;
    e->string = info.name;
    const auto wants = [&](std::size_t least, std::size_t most) {
        if (args.size() < least || args.size() > most) {
            fail(where,
                 fmt::format("{} takes {} arguments, not {}", info.name, least, args.size()));
        }
    };
    const Type* u64 = basic(TypeKind::u64);
    const Type* void_pointer = unit_.types.pointer_to(basic(TypeKind::void_));
    switch (info.builtin) {
        case Builtin::cuda_malloc:
        case Builtin::cuda_malloc_managed:
            wants(2, 3);
            if (!args[0]->type->is_pointer()) {
                fail(where,
                     fmt::format("{} needs the address of a pointer first: &d_array", info.name));
            }
            // Whatever is cast to void**: what counts is the variable.
            while (args[0]->kind == ExprKind::cast) args[0] = args[0]->a;
            if (args[0]->type->is_pointer() && !args[0]->type->of->is_pointer())
                return allocate_at(info, std::move(args), where);
            if (!args[0]->type->is_pointer() || !args[0]->type->of->is_pointer()) {
                fail(where,
                     fmt::format("{} needs the address of a pointer first: &d_array", info.name));
            }
            keep(args, 2);
            args[1] = convert(args[1], u64, "the size");
            // The pointer need not lie in memory for this.
            if (args[0]->kind == ExprKind::address) {
                if (Variable* v = root_variable(args[0]->a)) --v->address_taken;
            }
            break;
        case Builtin::cuda_memcpy:
        case Builtin::memcpy_:
            wants(3, 5);
            if (args.size() == 5) e->c = stream_of(args[4]);
            keep(args, std::min<std::size_t>(args.size(), 4));
            for (std::size_t i : {0, 1}) args[i] = text_data(args[i]);
            args[2] = convert(args[2], u64, "the size");
            if (args.size() > 3) args[3] = convert(args[3], basic(TypeKind::i32), "the direction");
            if (info.builtin == Builtin::memcpy_) e->type = void_pointer;
            break;
        case Builtin::cuda_memcpy_to_symbol:
        case Builtin::cuda_memcpy_from_symbol:
            wants(3, 5);
            if (args.size() < 4) args.push_back(integer(0, TypeKind::u64, where));
            keep(args, 4);
            args[2] = convert(args[2], u64, "the size");
            args[3] = convert(args[3], u64, "the offset");
            // A symbol is named itself; a pointer is where the bytes are.
            if (const std::size_t i = info.builtin == Builtin::cuda_memcpy_to_symbol ? 0 : 1;
                !args[i]->type->is_pointer()) {
                args[i] = make_address(args[i], where);
            }
            break;
        case Builtin::cuda_memset:
        case Builtin::memset_:
            wants(3, 4);
            if (args.size() == 4) e->c = stream_of(args[3]);
            keep(args, 3);
            args[1] = convert(args[1], basic(TypeKind::i32), "the byte");
            args[2] = convert(args[2], u64, "the size");
            if (info.builtin == Builtin::memset_) e->type = void_pointer;
            break;
        case Builtin::malloc_:
            wants(1, 1);
            args[0] = convert(args[0], u64, "the size");
            e->type = void_pointer;
            break;
        case Builtin::calloc_:
            wants(2, 2);
            for (Expr*& a : args) a = convert(a, u64, "the size");
            e->type = void_pointer;
            break;
        case Builtin::graph_run:
            wants(2, 2);
            for (Expr*& a : args) a = convert(a, u64, "the node");
            break;
        case Builtin::srand_:
        case Builtin::exit_:
        case Builtin::leave_:
        case Builtin::cuda_set_device:
            wants(1, 1);
            args[0] = convert(args[0], basic(TypeKind::i32), info.name);
            break;
        case Builtin::strlen_:
        case Builtin::strcmp_:
        case Builtin::strcpy_:
        case Builtin::atoi_:
        case Builtin::atof_: {
            const bool counted = info.name == "strncmp";
            const std::size_t texts =
                info.builtin == Builtin::strcmp_ || info.builtin == Builtin::strcpy_ ? 2 : 1;
            wants(counted ? 3 : texts, counted ? 3 : texts);
            for (std::size_t i = 0; i < texts; ++i) {
                const Type* type = args[i]->type;
                if (!type->is_pointer() || !type->of->is_integer() || type->of->size != 1)
                    fail(args[i]->place, fmt::format("{} needs a char*", info.name));
            }
            if (counted) args[2] = convert(args[2], u64, "the length");
            if (info.builtin == Builtin::strlen_) e->type = u64;
            if (info.builtin == Builtin::strcpy_) e->type = args[0]->type->plain;
            if (info.builtin == Builtin::atof_) e->type = basic(TypeKind::f64);
            break;
        }
        case Builtin::cuda_error_string:
            wants(1, 1);
            args[0] = convert(args[0], basic(TypeKind::i32), "the error");
            e->type =
                unit_.types.pointer_to(unit_.types.qualified(basic(TypeKind::i8), true, false));
            break;
        case Builtin::host_seconds:
            wants(0, 0);
            e->type = basic(TypeKind::f64);
            break;
        case Builtin::snprintf_: {
            // sprintf has no bound but its array's.
            if (info.name == "sprintf" && !args.empty())
                args.insert(args.begin() + 1, integer(INT32_MAX, TypeKind::u64, where));
            wants(3, 64);
            args[1] = convert(args[1], u64, "the size");
            printed_values(args, 2, info.name);
            break;
        }
        case Builtin::file_print:
            wants(2, 64);
            args[0] = explicit_cast(args[0], void_pointer, where, false);
            printed_values(args, 1, info.name);
            break;
        case Builtin::scan:
            wants(2, 64);
            if (info.name == "fscanf") args[0] = explicit_cast(args[0], void_pointer, where, false);
            args[0] = text_data(args[0]);
            args[1] = text_data(args[1]);
            for (std::size_t i = 2; i < args.size(); ++i) {
                if (!args[i]->type->is_pointer())
                    fail(args[i]->place, fmt::format("{} needs addresses: &x", info.name));
            }
            break;
        case Builtin::cout: {
            wants(2, 2);
            const Type* type = args[1]->type;
            if (type->kind == TypeKind::f32) args[1] = convert(args[1], basic(TypeKind::f64), "it");
            e->type = basic(TypeKind::void_);
            break;
        }
        case Builtin::native: native_arguments(*e, args); break;
        case Builtin::cuda_stream:
            for (Expr*& a : args) {
                if (!a->type->is_pointer()) a = convert(a, basic(TypeKind::i64), info.name);
            }
            break;
        case Builtin::cuda_ignored:
            for (Expr* a : args) {
                if (a->kind != ExprKind::address) continue;
                if (Variable* v = root_variable(a->a)) --v->address_taken;
            }
            args.clear();
            break;
        default: break;
    }
    e->args = unit_.arena.copy(args);
    return e;
}

}  // namespace stridescope::language
