// Inline assembly of the one instruction that programs write so: what it does is said in CUDA, and
// read in its place.
#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "app/language/asm_barriers.h"
#include "app/language/asm_flow.h"
#include "app/language/asm_numbers.h"
#include "app/language/asm_tiles.h"
#include "app/language/parser.h"

namespace stridescope::language {
namespace {

/// As operands of such a type are read: "u32" is unsigned.
std::string_view type_of(std::string_view suffix) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 14> types{
        {{"u32", "unsigned"},
         {"b32", "unsigned"},
         {"s32", "int"},
         {"f32", "float"},
         {"f64", "double"},
         {"u64", "unsigned long long"},
         {"b64", "unsigned long long"},
         {"s64", "long long"},
         {"u16", "unsigned short"},
         {"b16", "unsigned short"},
         {"s16", "short"},
         {"u8", "unsigned char"},
         {"b8", "unsigned char"},
         {"s8", "signed char"}}};
    const auto found = std::ranges::find(types, suffix, [](const auto& p) { return p.first; });
    return found == types.end() ? std::string_view{} : found->second;
}

/// A special register, as an expression.
std::string_view special(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 24> registers{
        {{"%laneid", lane_of_warp},
         {"%warpid",
          "((threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / 32)"},
         {"%nwarpid", "((blockDim.x * blockDim.y * blockDim.z + 31) / 32)"},
         {"%lanemask_eq",
          "(1u << (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32)"},
         {"%lanemask_lt",
          "((1u << (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32) - "
          "1)"},
         {"%lanemask_le",
          "((2u << (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32) - "
          "1)"},
         {"%lanemask_gt",
          "(~((2u << (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32) "
          "- 1))"},
         {"%lanemask_ge",
          "(~((1u << (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32) "
          "- 1))"},
         {"%tid.x", "threadIdx.x"},
         {"%tid.y", "threadIdx.y"},
         {"%tid.z", "threadIdx.z"},
         {"%ntid.x", "blockDim.x"},
         {"%ntid.y", "blockDim.y"},
         {"%ntid.z", "blockDim.z"},
         {"%ctaid.x", "blockIdx.x"},
         {"%ctaid.y", "blockIdx.y"},
         {"%ctaid.z", "blockIdx.z"},
         {"%nctaid.x", "gridDim.x"},
         {"%nctaid.y", "gridDim.y"},
         {"%nctaid.z", "gridDim.z"},
         {"%clock", "(unsigned)clock()"},
         {"%clock64", "clock64()"},
         {"%globaltimer", "clock64()"},
         {"WARP_SZ", "32"}}};
    const auto found = std::ranges::find(registers, name, [](const auto& p) { return p.first; });
    return found == registers.end() ? std::string_view{} : found->second;
}

std::vector<std::string> parts_of(std::string_view text, char between) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == between)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

std::string trimmed(std::string_view text) {
    const auto begin = text.find_first_not_of(" \t\n\r");
    if (begin == std::string_view::npos) return {};
    return std::string{text.substr(begin, text.find_last_not_of(" \t\n\r") - begin + 1)};
}

/// What an operand is called in the statement that is made of it.
constexpr std::string_view stand_in_name = "__ss_operand";

/// An operand of the instruction as C; nothing: it is not known.
std::optional<std::string> operand_of(const std::string& written) {
    if (written.empty()) return std::nullopt;
    if (const std::string_view known = special(written); !known.empty()) return std::string{known};
    constexpr std::size_t most_digits = 3;  // there are thirty operands at most
    if (written[0] == '%' && written.size() > 1 && written.size() <= 1 + most_digits &&
        std::ranges::all_of(written.substr(1), [](char c) { return c >= '0' && c <= '9'; }))
        return fmt::format("({}{})", stand_in_name, written.substr(1));
    if (written == "_") return written;  // nobody wants it
    if (written[0] == '$') return register_name(std::string_view{written}.substr(1));
    const bool is_number = written.find_first_not_of("0123456789abcdefABCDEFxX-") == written.npos;
    return is_number ? std::optional{"(" + written + ")"} : std::nullopt;
}

/// Of "[%1 + 16]" what stands between the brackets, as C: a number of bytes in shared memory, else
/// a pointer; nothing: it is no such address.
std::optional<std::string> address_of(const std::string& written, bool is_shared) {
    if (written.size() < 3 || written.front() != '[' || written.back() != ']') return std::nullopt;
    const std::vector<std::string> sum = parts_of(written.substr(1, written.size() - 2), '+');
    const auto base = operand_of(trimmed(sum[0]));
    if (!base || sum.size() > 2) return std::nullopt;
    const auto offset =
        sum.size() == 1 ? std::optional<std::string>{"0"} : operand_of(trimmed(sum[1]));
    if (!offset) return std::nullopt;
    return fmt::format("({}{} + {})", is_shared ? "" : "(char *)", *base, *offset);
}

/// The letter of an operand's constraint: "=f" is f.
char letter_of(const std::string& written, std::string_view letters) {
    const std::string digits = written.size() > 1 && written[0] == '%' ? written.substr(1) : "";
    if (digits.empty() || !std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; }))
        return ' ';
    const std::size_t number = std::stoul(digits);
    return number < letters.size() ? letters[number] : ' ';
}

/// Loads and stores of one element or of two or four side by side.
std::optional<std::string> access_statement(const std::vector<std::string>& code,
                                            const std::vector<std::string>& written, bool is_load) {
    const auto has = [&](std::string_view word) {
        return std::ranges::find(code, word) != code.end();
    };
    const std::string_view type = type_of(code.back());
    const std::size_t count = has("v4") ? 4 : has("v2") ? 2 : 1;
    const bool is_shared = has("shared") || has("shared::cta");
    // Where memory is shared by address the address is a number, which nothing here has.
    if (type.empty() || (!has("global") && !is_shared) || written.size() != count + 1)
        return std::nullopt;
    const auto address = address_of(is_load ? written.back() : written.front(), is_shared);
    if (!address) return std::nullopt;
    std::string wide{type};
    if (count > 1) {
        const std::string_view of = type == "unsigned" ? "uint" : type;
        if (of != "uint" && of != "int" && of != "float") return std::nullopt;
        wide = fmt::format("{}{}", of, count);
    }
    const std::string place = is_shared ? shared_address(*address) : *address;
    const std::string cell =
        fmt::format("*({}{} *){}", has("volatile") ? "volatile " : "", wide, place);
    std::vector<std::string> values;
    for (std::size_t n = 0; n < count; ++n) {
        const auto value = operand_of(written[is_load ? n : n + 1]);
        if (!value) return std::nullopt;
        values.push_back(*value);
    }
    if (count == 1)
        return is_load ? fmt::format("{} = {};", values[0], cell)
                       : fmt::format("{} = ({}){};", cell, type, values[0]);
    constexpr std::string_view parts = "xyzw";
    std::string text;
    if (!is_load) {
        for (const std::string& value : values)
            text += fmt::format("{}({}){}", text.empty() ? "" : ", ", type, value);
        return fmt::format("{} = make_{}({});", cell, wide, text);
    }
    text = fmt::format("{{ const {} __ss_loaded = {};", wide, cell);
    for (std::size_t n = 0; n < count; ++n)
        text += fmt::format(" {} = __ss_loaded.{};", values[n], parts[n]);
    return text + " }";
}

/// The order and the scope of an access that others may wait for, taken from what it is called.
struct OrderOfAccess {
    bool acquires = false, releases = false, is_said = false, is_of_block = false;

    /// Whether the word was one of these.
    bool take(std::string_view word) {
        if (word == "relaxed" || word == "acquire" || word == "release" || word == "acq_rel") {
            is_said = true;
            acquires = word.starts_with("acq");
            releases = word == "release" || word == "acq_rel";
            return true;
        }
        is_of_block |= word == "cta";
        return word == "cta" || word == "gpu" || word == "sys" || word == "cluster";
    }
    std::string around(const std::string& access) const {
        const std::string fence = is_of_block ? "__threadfence_block(); " : "__threadfence(); ";
        return fmt::format("{{ {}{} {}}}", releases ? fence : "", access, acquires ? fence : "");
    }
};

/// CUDA's function for what `atom` and `red` do to a number of the type, and the type as which they
/// take it; nothing: there is none.
std::optional<std::pair<std::string, std::string>> atomic_function(std::string_view operation,
                                                                   std::string_view type) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 10> functions{
        {{"add", "atomicAdd"},
         {"min", "atomicMin"},
         {"max", "atomicMax"},
         {"and", "atomicAnd"},
         {"or", "atomicOr"},
         {"xor", "atomicXor"},
         {"exch", "atomicExch"},
         {"cas", "atomicCAS"},
         {"inc", "atomicInc"},
         {"dec", "atomicDec"}}};
    const auto found =
        std::ranges::find(functions, operation, [](const auto& p) { return p.first; });
    const bool is_real = type == "float" || type == "double";
    const bool is_word = type == "int" || type == "unsigned";
    const bool is_wide = type.ends_with("long long");
    const bool orders = operation == "min" || operation == "max";
    const bool counts = operation == "inc" || operation == "dec";
    if (found == functions.end() || (!is_real && !is_word && !is_wide) ||
        (is_real && operation != "add") || (counts && type != "unsigned"))
        return std::nullopt;
    // Sums and bits are the same with a sign and without.
    const bool plain = is_wide && !orders;
    return std::pair{std::string{found->second}, plain ? "unsigned long long" : std::string{type}};
}

/// ld.acquire, st.release and their kin, atom and red: accesses by which threads wait for others.
std::optional<std::string> atomic_statement(const std::vector<std::string>& code,
                                            const std::vector<std::string>& written) {
    const bool loads = code[0] == "ld", stores = code[0] == "st", returns = code[0] == "atom";
    const std::string_view type = type_of(code.back());
    if ((!loads && !stores && !returns && code[0] != "red") || code.size() < 3 || type.empty())
        return std::nullopt;
    OrderOfAccess order;
    bool is_shared = false;
    std::string operation;
    for (std::size_t n = 1; n + 1 < code.size(); ++n) {
        const std::string& word = code[n];
        if (order.take(word) || word == "global") continue;
        if (word == "shared" || word == "shared::cta")
            is_shared = true;
        else if (operation.empty() && !loads && !stores)
            operation = word;
        else
            return std::nullopt;
    }
    const std::size_t at = loads || returns ? 1 : 0;
    if (written.size() <= at) return std::nullopt;
    const auto address = address_of(written[at], is_shared);
    if (!address) return std::nullopt;
    const std::string place = is_shared ? shared_address(*address) : *address;
    std::vector<std::string> values;
    for (std::size_t n = 0; n < written.size(); ++n) {
        if (n == at) continue;
        const bool is_dropped = returns && n == 0 && written[n] == "_";
        const auto value = is_dropped ? std::optional<std::string>{""} : operand_of(written[n]);
        if (!value) return std::nullopt;
        values.push_back(*value);
    }
    if (loads || stores) {
        const bool fits = loads ? !order.releases : !order.acquires;
        if (!order.is_said || !fits || values.size() != 1) return std::nullopt;
        return order.around(loads ? fmt::format("{} = __ss_atomic_load((const volatile {} *){});",
                                                values[0], type, place)
                                  : fmt::format("__ss_atomic_store((volatile {} *){}, ({}){});",
                                                type, place, type, values[0]));
    }
    const auto function = atomic_function(operation, type);
    const std::size_t given = operation == "cas" ? 2 : 1;
    if (!function || values.size() != given + (returns ? 1 : 0)) return std::nullopt;
    std::string call = fmt::format("{}{}(({} *){}", function->first,
                                   order.is_of_block ? "_block" : "", function->second, place);
    for (std::size_t n = returns ? 1 : 0; n < values.size(); ++n)
        call += fmt::format(", ({})({})", function->second, values[n]);
    call += ")";
    const bool keeps = returns && !values[0].empty();
    return order.around(keeps ? fmt::format("{} = ({}){};", values[0], type, call) : call + ";");
}

/// A block's barriers, by number and for so many threads: bar.sync, bar.arrive.
std::optional<std::string> block_barrier_statement(const std::vector<std::string>& code,
                                                   const std::vector<std::string>& written) {
    const auto has = [&](std::string_view part) {
        return std::ranges::find(code, part) != code.end();
    };
    const bool known = std::ranges::all_of(code.begin() + 1, code.end(), [](const auto& part) {
        return part == "sync" || part == "arrive" || part == "cta" || part == "aligned";
    });
    if (!known || has("sync") == has("arrive") || written.empty() || written.size() > 2)
        return std::nullopt;
    if (has("sync") && written.size() == 1 && written[0] == "0") return "__syncthreads();";
    std::vector<std::string> operands;
    for (const std::string& each : written) {
        const auto operand = operand_of(each);
        if (!operand) return std::nullopt;
        operands.push_back(*operand);
    }
    if (operands.size() == 1) {
        if (has("arrive")) return std::nullopt;
        return fmt::format("__barrier_sync({});", operands[0]);
    }
    return fmt::format("{}({}, {});", has("sync") ? "__barrier_sync_count" : "__ss_barrier_arrive",
                       operands[0], operands[1]);
}

/// barrier.cluster.arrive and .wait: the two halves of a cluster's sync(). An arrival that is
/// relaxed hands on no more than fences before it made good.
std::optional<std::string> cluster_barrier_statement(const std::vector<std::string>& code,
                                                     const std::vector<std::string>& written) {
    if (code.size() < 3 || !written.empty()) return std::nullopt;
    const bool arrives = code[2] == "arrive";
    if (!arrives && code[2] != "wait") return std::nullopt;
    const auto has = [&](std::string_view part) {
        return std::find(code.begin() + 3, code.end(), part) != code.end();
    };
    const bool known = std::all_of(code.begin() + 3, code.end(), [&](const std::string& part) {
        return part == "aligned" ||
               (arrives ? part == "release" || part == "relaxed" : part == "acquire");
    });
    if (!known || (has("release") && has("relaxed"))) return std::nullopt;
    if (!arrives) return "__cluster_barrier_wait();";
    return has("relaxed") ? "__cluster_barrier_arrive_relaxed();" : "__cluster_barrier_arrive();";
}

/// bar.red: the barrier of all threads that counts for how many something holds, or tells whether
/// for all or for any. "d, 0, c": of other barriers nothing is known here.
std::optional<std::string> counting_barrier(const std::vector<std::string>& code,
                                            const std::vector<std::string>& written) {
    struct Row {
        std::string_view name, function;
    };
    constexpr std::array<Row, 3> functions{Row{"popc", "__syncthreads_count"},
                                           Row{"and", "__syncthreads_and"},
                                           Row{"or", "__syncthreads_or"}};
    const bool known = std::ranges::all_of(code.begin() + 1, code.end(), [&](const auto& part) {
        return part == "red" || part == "cta" || part == "aligned" || part == "pred" ||
               part == "u32" || std::ranges::find(functions, part, &Row::name) != functions.end();
    });
    if (!known || written.size() != 3 || written[1] != "0") return std::nullopt;
    const bool negated = written[2].starts_with('!');
    const auto result = operand_of(written[0]);
    const auto condition = operand_of(trimmed(std::string_view{written[2]}.substr(negated)));
    if (!result || !condition) return std::nullopt;
    for (const Row& row : functions) {
        if (std::ranges::find(code, row.name) != code.end())
            return fmt::format("{} = {}({}({}));", *result, row.function, negated ? "!" : "",
                               *condition);
    }
    return std::nullopt;
}

/// Instructions on all bytes or halves of a word: CUDA has a function for each. What stands last is
/// added to the sum of the differences; of the others it would be what is not computed.
std::optional<std::string> simd_statement(const std::vector<std::string>& code,
                                          const std::vector<std::string>& operands) {
    if (operands.size() != 4 || code.size() < 4 || code.size() > 5) return std::nullopt;
    const std::string name = code[0].substr(0, code[0].size() - 1);
    const char pieces = code[0].back(), sign = code[2].front();
    const std::string extra = code.size() == 5 ? code[4] : "";
    if ((pieces != '2' && pieces != '4') || code[2] != code[3] ||
        (code[2] != "u32" && code[2] != "s32"))
        return std::nullopt;
    std::string function;
    if (name == "vabsdiff" && code[1] == "u32")
        function = extra == "add" ? "vsad" : extra.empty() ? "vabsdiff" : "";
    else if (code[1] == code[2] && (name == "vmin" || name == "vmax") && extra.empty())
        function = name;
    else if (code[1] == code[2] && name == "vavrg" && extra.empty())
        function = "vavg";
    else if (code[1] == code[2] && (name == "vadd" || name == "vsub") && extra == "sat")
        return fmt::format("{} = __{}{}s{}({}, {});", operands[0], name, sign, pieces, operands[1],
                           operands[2]);
    else if (code[1] == code[2] && (name == "vadd" || name == "vsub") && extra.empty())
        return fmt::format("{} = __{}{}({}, {});", operands[0], name, pieces, operands[1],
                           operands[2]);
    if (function.empty()) return std::nullopt;
    return fmt::format("{} = __{}{}{}({}, {}){};", operands[0], function, sign, pieces, operands[1],
                       operands[2], extra == "add" ? " + " + operands[3] : "");
}

/// Instructions on the bits and bytes of words, of which the library has functions
/// (library/asm_words.cpp), and what is done across a warp.
std::optional<std::string> word_statement(const std::vector<std::string>& code,
                                          const std::vector<std::string>& operands) {
    const std::string& name = code[0];
    const auto call = [&](std::string_view function, std::size_t count) {
        if (operands.size() != count + 1) return std::optional<std::string>{};
        std::string given;
        for (std::size_t k = 1; k <= count; ++k) given += (k > 1 ? ", " : "") + operands[k];
        return std::optional{fmt::format("{} = {}({});", operands[0], function, given)};
    };
    const bool is_word = code.back() == "b32";
    if (name == "lop3" && is_word && code.size() == 2) return call("__ss_lop3", 4);
    if (name == "bfi" && is_word && code.size() == 2) return call("__ss_bfi", 4);
    if (name == "prmt" && code.size() == 2 && is_word) return call("__ss_prmt", 3);
    if (name == "prmt" && code.size() == 3 && code[1] == "b32") {
        for (const std::string_view way : {"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"}) {
            if (code[2] == way) return call(fmt::format("__ss_prmt_{}", way), 3);
        }
    }
    if (name == "shf" && code.size() == 4 && is_word && (code[1] == "l" || code[1] == "r") &&
        (code[2] == "wrap" || code[2] == "clamp"))
        return call(fmt::format("__funnelshift_{}{}", code[1], code[2] == "wrap" ? "" : "c"), 3);
    const bool is_signed = code.back() == "s32";
    const bool is_number = is_signed || code.back() == "u32";
    if (name == "mul" && code.size() == 3 && code[1] == "hi" && is_number)
        return call(is_signed ? "__mulhi" : "__umulhi", 2);
    if (name == "sad" && code.size() == 2 && is_number)
        return call(is_signed ? "__sad" : "__usad", 3);
    if (name == "dp4a" && code.size() == 3 && is_number && code[1] == code[2])
        return call("__dp4a", 3);
    if (name == "activemask" && is_word && operands.size() == 1)
        return fmt::format("{} = __activemask();", operands[0]);
    if (operands.size() != 3 || code.size() < 3) return std::nullopt;
    const auto of_warp = [&](std::string_view function) {
        return fmt::format("{} = {}({}, {});", operands[0], function, operands[2], operands[1]);
    };
    if (name == "match" && code.size() == 4 && code[1] == "any" && code[2] == "sync" && is_word)
        return of_warp("__match_any_sync");
    if (name == "redux" && code.size() == 4 && code[1] == "sync") {
        for (const std::string_view how : {"add", "min", "max", "and", "or", "xor"}) {
            const bool of_bits = how == "and" || how == "or" || how == "xor";
            if (code[2] == how && (of_bits ? is_word : is_number))
                return of_warp(fmt::format("__reduce_{}_sync", how));
        }
    }
    return std::nullopt;
}

/// elect.sync: of the lanes that come the lowest; PTX promises no more than that it is always the
/// same one.
std::optional<std::string> elect_statement(const std::vector<std::string>& results,
                                           const std::vector<std::string>& operands) {
    if (results.size() != 2 || operands.size() != 3) return std::nullopt;
    return fmt::format(
        "{{ const unsigned __ss_there = {0}; __ballot_sync(__ss_there, 1); "
        "const int __ss_leader = __ffs(__ss_there) - 1; {1}{2} = __ss_leader == {3}; }}",
        operands[2],
        operands[0] == "_" ? "" : fmt::format("{} = (unsigned)__ss_leader; ", operands[0]),
        operands[1], lane_of_warp);
}

/// shfl.sync, vote.sync and elect.sync, whose first operand may be two: "d|p".
std::optional<std::string> lanes_statement(const std::vector<std::string>& code,
                                           const std::vector<std::string>& written,
                                           std::string_view letters) {
    const bool elects = code[0] == "elect" && code.size() == 2;
    if ((code.size() != 4 && !elects) || code[1] != "sync" || written.empty()) return std::nullopt;
    const std::vector<std::string> results = parts_of(written[0], '|');
    std::vector<std::string> operands;
    for (const std::string& result : results) {
        const auto operand = operand_of(trimmed(result));
        if (!operand) return std::nullopt;
        operands.push_back(*operand);
    }
    for (std::size_t k = 1; k < written.size(); ++k) {
        const bool negated = written[k].starts_with('!');
        const auto operand = operand_of(trimmed(std::string_view{written[k]}.substr(negated)));
        if (!operand) return std::nullopt;
        operands.push_back((negated ? "!" : "") + *operand);
    }
    if (elects) return elect_statement(results, operands);
    const std::size_t given = operands.size() - results.size();
    const std::string* const in = operands.data() + results.size();
    if (code[0] == "shfl" && given == 4 && results.size() <= 2 && code[3] == "b32") {
        for (const std::string_view way : {"up", "down", "bfly", "idx"}) {
            if (code[2] != way) continue;
            const std::string from = fmt::format("__ss_shfl_{}_from({}, {})", way, in[1], in[2]);
            // Its bits, of whatever they are.
            const bool real_in = letter_of(written[1], letters) == 'f';
            const bool real_out = letter_of(trimmed(results[0]), letters) == 'f';
            std::string made =
                fmt::format("const int __ss_from = {}; {} = {}(__ss_shfl({}, {}({}), __ss_from));",
                            from, operands[0], real_out ? "__uint_as_float" : "", in[3],
                            real_in ? "__float_as_uint" : "(unsigned)", in[0]);
            if (results.size() == 2) made += fmt::format(" {} = __ss_from >= 0;", operands[1]);
            return "{ " + made + " }";
        }
    }
    if (code[0] == "vote" && given == 2 && results.size() == 1) {
        const bool is_mask = code[2] == "ballot" && code[3] == "b32";
        if (!is_mask && ((code[2] != "any" && code[2] != "all") || code[3] != "pred"))
            return std::nullopt;
        return fmt::format("{} = __{}_sync({}, {});", operands[0], code[2], in[1], in[0]);
    }
    return std::nullopt;
}

/// The statement that does what the instruction does; nothing: it is none of those that are known.
/// `letters` are those of the operands' constraints.
std::optional<std::string> statement_for(std::string_view instruction, std::string_view letters) {
    const std::size_t space = instruction.find_first_of(" \t");
    std::vector<std::string> code = parts_of(instruction.substr(0, space), '.');
    std::vector<std::string> written;
    if (space != std::string_view::npos) {
        for (const std::string& part : parts_of(instruction.substr(space), ','))
            written.push_back(trimmed(part));
    }
    // A hint for the cache is the last operand, and says nothing of what is done.
    if (const auto hint = std::ranges::find(code, "L2::cache_hint");
        hint != code.end() && !is_bulk(code) && !written.empty()) {
        code.erase(hint);
        written.pop_back();
    }
    const std::string& name = code[0];
    if (changes_nothing(code)) return ";";
    // What a policy of the L2 cache is nobody looks into.
    if (name == "createpolicy" && !written.empty()) {
        const auto policy = operand_of(written[0]);
        return policy ? std::optional{*policy + " = 0;"} : std::nullopt;
    }
    const std::string_view type = type_of(code.back());
    if (name == "mbarrier" || is_bulk(code)) {
        AsmInstruction whole{code, {}, {}};
        for (const std::string& each : written) {
            const bool is_shared =
                name == "mbarrier" || bulk_operand_is_shared(code, whole.operands.size());
            const auto operand =
                each.starts_with('[') ? address_of(each, is_shared) : operand_of(each);
            if (!operand) return std::nullopt;
            whole.operands.push_back(*operand);
            whole.constraints += letter_of(each, letters);
        }
        return barrier_statement(whole);
    }
    if (name == "fence" && code.size() > 2 && code[1] == "mbarrier_init" &&
        code.back() == "cluster")
        return "__threadfence();";
    // Both of a block: what is written here is seen by copies, and barriers by those who wait.
    if (name == "fence" && code.size() > 1 && (code[1] == "proxy" || code[1] == "mbarrier_init") &&
        (code.size() == 3 || code.back().starts_with("shared") || code.back() == "cluster"))
        return "__threadfence_block();";
    if (name == "barrier" && code.size() > 1 && code[1] == "cluster")
        return cluster_barrier_statement(code, written);
    if (auto atomic = atomic_statement(code, written)) return atomic;
    // What orders accesses is no plain access.
    for (const std::string_view order : {"acquire", "release", "relaxed", "proxy", "mmio"}) {
        if (std::ranges::find(code, order) != code.end()) return std::nullopt;
    }
    if (name == "membar" || name == "fence") {
        const bool is_of_block = code.back() == "cta";
        return is_of_block ? "__threadfence_block();" : "__threadfence();";
    }
    if ((name == "bar" || name == "barrier") && std::ranges::find(code, "red") != code.end())
        return counting_barrier(code, written);
    if (name == "bar" || name == "barrier") return block_barrier_statement(code, written);
    if (name == "trap") return "__trap();";
    if (name == "ld" || name == "ldu" || name == "st")
        return access_statement(code, written, name != "st");
    if (name == "ldmatrix" || name == "stmatrix" || name == "mma" || name == "cp") {
        AsmInstruction whole{code, {}, {}};
        for (const std::string& each : written) {
            const bool is_shared = name != "cp" || whole.operands.empty();
            const auto operand =
                each.starts_with('[') ? address_of(each, is_shared) : operand_of(each);
            if (!operand) return std::nullopt;
            whole.operands.push_back(*operand);
            whole.constraints += letter_of(each, letters);
        }
        return tile_statement(whole);
    }
    if (name == "shfl" || name == "vote" || name == "elect")
        return lanes_statement(code, written, letters);
    if (name == "cvt" && written.size() == 2 && code.size() == 4 && code[1] == "rna" &&
        code[2] == "tf32" && code[3] == "f32") {
        const auto result = operand_of(written[0]), value = operand_of(written[1]);
        if (!result || !value) return std::nullopt;
        const bool is_real = letter_of(written[0], letters) == 'f';
        return fmt::format("{} = {}(__ss_tf32({}));", *result, is_real ? "__uint_as_float" : "",
                           *value);
    }
    std::vector<std::string> operands;
    for (const std::string& each : written) {
        const auto operand = operand_of(each);
        if (!operand) return std::nullopt;
        operands.push_back(
            operands.empty() || type.empty() ? *operand : fmt::format("(({}){})", type, *operand));
    }
    const auto is = [&](std::string_view wanted, std::size_t count) {
        return name == wanted && operands.size() == count && !type.empty();
    };
    const bool is_low = std::ranges::find(code, "lo") != code.end();
    const bool is_real = type == "float" || type == "double";
    // Of other roundings, and of what is cut off at its ends, there are functions.
    if (auto simd = simd_statement(code, operands)) return simd;
    if (auto words = word_statement(code, operands)) return words;
    if (auto numbers = number_statement({code, operands, {}})) return numbers;
    for (const std::string_view way : {"sat", "rz", "rm", "rp", "cc", "hi", "wide", "ftz", "NaN",
                                       "xorsign", "relu", "approx", "full"}) {
        if (std::ranges::find(code, way) != code.end()) return std::nullopt;
    }
    struct Row {
        std::string_view name, sign;
    };
    constexpr std::array<Row, 5> signs{Row{"add", "+"}, Row{"sub", "-"}, Row{"and", "&"},
                                       Row{"or", "|"}, Row{"xor", "^"}};
    for (const Row& row : signs) {
        if (is(row.name, 3) && (!is_real || row.sign == "+" || row.sign == "-"))
            return is_real ? fmt::format("{} = __{}{}_rn({}, {});", operands[0],
                                         type == "float" ? "f" : "d", row.name, operands[1],
                                         operands[2])
                           : fmt::format("{} = {} {} {};", operands[0], operands[1], row.sign,
                                         operands[2]);
    }
    if (name == "selp" && operands.size() == 4 && !type.empty())
        return fmt::format("{} = {} ? {} : {};", operands[0], *operand_of(written[3]), operands[1],
                           operands[2]);
    if (name == "setp" && code.size() == 3 && operands.size() == 3 && !type.empty()) {
        constexpr std::array<Row, 6> comparisons{Row{"eq", "=="}, Row{"ne", "!="}, Row{"lt", "<"},
                                                 Row{"le", "<="}, Row{"gt", ">"},  Row{"ge", ">="}};
        for (const Row& row : comparisons) {
            if (code[1] == row.name && !is_real)
                return fmt::format("{} = {} {} {};", operands[0], operands[1], row.sign,
                                   operands[2]);
        }
    }
    if (is("mov", 2)) return fmt::format("{} = {};", operands[0], operands[1]);
    if (is("not", 2)) return fmt::format("{} = ~{};", operands[0], operands[1]);
    if (is("neg", 2)) return fmt::format("{} = -{};", operands[0], operands[1]);
    if (is("mul", 3) && is_low)
        return fmt::format("{} = {} * {};", operands[0], operands[1], operands[2]);
    if (is("mul", 3) && is_real)
        return fmt::format("{} = __{}mul_rn({}, {});", operands[0], type == "float" ? "f" : "d",
                           operands[1], operands[2]);
    if (is("mad", 4) && is_low)
        return fmt::format("{} = {} * {} + {};", operands[0], operands[1], operands[2],
                           operands[3]);
    if (is("fma", 4) && is_real)
        return fmt::format("{} = {}({}, {}, {});", operands[0], type == "float" ? "fmaf" : "fma",
                           operands[1], operands[2], operands[3]);
    if (is("min", 3) || is("max", 3))
        return fmt::format("{} = {}({}, {});", operands[0], name, operands[1], operands[2]);
    // Shifts are clamped: by 32 and more nothing is left but the sign.
    if ((is("shl", 3) || is("shr", 3)) && code.back().ends_with("32"))
        return fmt::format(
            "{0} = (unsigned){2} < 32 ? {1} {3} (unsigned){2} : {4};", operands[0], operands[1],
            operands[2], name == "shl" ? "<<" : ">>",
            name == "shr" && type == "int" ? "-(int)(" + operands[1] + " < 0)" : "0");
    if (is("popc", 2))
        return fmt::format("{} = __popc{}({});", operands[0],
                           code.back().ends_with("64") ? "ll" : "", operands[1]);
    if (is("clz", 2))
        return fmt::format("{} = __clz{}({});", operands[0],
                           code.back().ends_with("64") ? "ll" : "", operands[1]);
    if (is("brev", 2) && code.back() == "b32")
        return fmt::format("{} = __brev({});", operands[0], operands[1]);
    if (is("bfind", 2) && code.back() == "u32")
        return fmt::format("{} = 31 - __clz({});", operands[0], operands[1]);
    if (is("bfe", 4) && code.back() == "u32")
        return fmt::format(
            "{0} = ({2} & 255) > 31 ? 0 : {1} >> ({2} & 255) & (({3} & 255) > 31 ? ~0u : (1u << "
            "({3} & 255)) - 1);",
            operands[0], operands[1], operands[2], operands[3]);
    return std::nullopt;
}

/// The text of an assembly without what it says to people.
std::string without_comments(std::string_view text) {
    std::string kept;
    while (!text.empty()) {
        const bool is_line = text.starts_with("//"), is_block = text.starts_with("/*");
        if (!is_line && !is_block) {
            kept += text.front();
            text.remove_prefix(1);
            continue;
        }
        const std::size_t end = text.find(is_line ? "\n" : "*/", is_line ? 0 : 2);
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + (is_line ? 0 : 2));
        if (is_block) kept += ' ';
    }
    return kept;
}

}  // namespace

/// asm volatile ("instruction" : "=r"(out) : "r"(in) : "memory");
Stmt* Parser::asm_statement() {
    const Place where = next().place;
    while (peek().text == "volatile" || peek().text == "__volatile__") next();
    expect(Punct::open_paren, "after asm");
    std::string text;
    while (peek().kind == TokenKind::string) text += unescape(next());
    // The operands' own words; nothing is done to them.
    std::vector<std::vector<Token>> operands;
    std::string letters;
    std::size_t outputs = 0;
    int part = 0;
    while (!at(Punct::close_paren)) {
        if (at(Punct::colon) || at(Punct::scope)) {
            part += next().punct == Punct::scope ? 2 : 1;
            continue;
        }
        if (take(Punct::comma)) continue;
        if (peek().kind != TokenKind::string) fail_token("the operand's constraint");
        const std::string constraint = unescape(next());
        if (part > 2) continue;
        letters += constraint.empty() ? ' ' : constraint.back();
        if (part < 2) ++outputs;
        expect(Punct::open_paren, "after the constraint");
        std::vector<Token>& words = operands.emplace_back();
        for (int depth = 0; depth > 0 || !at(Punct::close_paren);) {
            if (peek().kind == TokenKind::end) fail(where, "this asm is not closed by \")\"");
            if (at(Punct::open_paren)) ++depth;
            if (at(Punct::close_paren)) --depth;
            words.push_back(next());
        }
        next();
    }
    next();
    expect(Punct::semicolon, "after asm");
    text = without_comments(text);
    std::erase_if(text, [](char c) { return c == '{' || c == '}'; });
    // In the text of an instruction with operands a percent sign stands twice.
    for (std::size_t i = text.find("%%"); i != text.npos; i = text.find("%%", i + 1))
        text.erase(i, 1);
    const AsmText parts = asm_text(text);
    std::string made = "{", unknown;
    for (const AsmRegister& each : parts.registers) {
        const std::string_view type = each.type == "pred" ? "bool" : type_of(each.type);
        if (type.empty())
            fail(where, fmt::format("asm with a register of .{} is not in the subset", each.type));
        made += fmt::format(" {} {};", type,
                            register_name(std::to_string(&each - parts.registers.data())));
    }
    std::string flow = flow_of(
        parts, [&](const std::string& each) { return statement_for(each, letters); }, unknown);
    // What goes in is computed once, however often the instructions are done.
    for (std::size_t n = outputs; parts.loops() && n < operands.size(); ++n) {
        const std::string operand = fmt::format("({}{})", stand_in_name, n);
        if (letters[n] == 'n' || flow.find(operand) == flow.npos) continue;
        const std::string input = fmt::format("(__ss_input_{})", n);
        for (std::size_t at = 0; (at = flow.find(operand, at)) != flow.npos; at += input.size())
            flow.replace(at, operand.size(), input);
        made += fmt::format(" const auto __ss_input_{} = {};", n, operand);
    }
    made += flow;
    if (!unknown.empty())
        fail(where, fmt::format("asm of \"{}\" is not in the subset: {}", unknown,
                                instead_of(parts_of(unknown.substr(0, unknown.find_first_of(" \t")),
                                                    '.'))));
    made += " }";
    const std::string_view kept = names_.keep(made);
    std::vector<Token> tokens;
    for (Token token : lex(kept, where.file, names_)) {
        token.place = where;
        if (!token.text.starts_with(stand_in_name)) {
            tokens.push_back(token);
            continue;
        }
        const std::size_t number = std::stoul(std::string{token.text.substr(stand_in_name.size())});
        if (number >= operands.size())
            fail(where, fmt::format("this asm has no operand %{}", number));
        tokens.insert(tokens.end(), operands[number].begin(), operands[number].end());
    }
    symbols_.resize(std::max(symbols_.size(), names_.size() + 64));
    const auto* outer = std::exchange(tokens_, &texts_.emplace_back(std::move(tokens)));
    const std::size_t place = std::exchange(at_, 0);
    Stmt* s = statement();
    tokens_ = outer;
    at_ = place;
    return s;
}

}  // namespace stridescope::language
