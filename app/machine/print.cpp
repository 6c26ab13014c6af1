#include "app/machine/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <iomanip>
#include <locale>
#include <utility>
#include <vector>

#include "app/machine/context.h"
#include "app/machine/order.h"

namespace stridescope::machine {
namespace {

using language::Operand;

std::uint64_t bits_of(const Operand& o, const std::byte* frame, int lane) {
    const bool wide = language::is_wide(o.kind);
    std::uint64_t bits = 0;
    switch (o.form) {
        case Operand::Form::scalar: std::memcpy(&bits, frame + o.slot, wide ? 8 : 4); break;
        case Operand::Form::lanes:
            std::memcpy(&bits, frame + o.slot + lane * (wide ? 8 : 4), wide ? 8 : 4);
            break;
        case Operand::Form::bits: {
            std::uint32_t all;
            std::memcpy(&all, frame + o.slot, 4);
            return all >> lane & 1;
        }
        case Operand::Form::text: break;
    }
    if (o.kind == language::Kind::i32)
        bits =
            static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(bits)));
    return bits;
}

}  // namespace

void launch_from_kernel(Context& context, const Operation* at, const std::byte* frame) {
    const language::Call& call = context.program->calls[static_cast<std::size_t>(at->imm)];
    std::uint32_t mask = 0;
    std::memcpy(&mask, frame + at->mask, sizeof mask);
    for (; mask != 0; mask &= mask - 1) {
        ChildLaunch child{.call = &call};
        if (context.order != nullptr)
            child.when = context.order->launch(context.warp->index,
                                               static_cast<std::uint32_t>(__builtin_ctz(mask)));
        for (const Operand& o : call.operands)
            child.values.push_back(bits_of(o, frame, __builtin_ctz(mask)));
        // One more shows that there were too many.
        if (context.children.size() <= most_children) context.children.push_back(std::move(child));
    }
}

namespace {

double number_of(const Operand& o, std::uint64_t bits) {
    if (o.kind == language::Kind::f64) {
        double d;
        std::memcpy(&d, &bits, 8);
        return d;
    }
    if (o.kind == language::Kind::f32) {
        float f;
        std::memcpy(&f, &bits, 4);
        return static_cast<double>(f);
    }
    if (o.kind == language::Kind::u32 || o.kind == language::Kind::u64)
        return static_cast<double>(bits);
    return static_cast<double>(static_cast<std::int64_t>(bits));
}

template <typename T>
void append(std::string& out, const std::string& format, T value) {
    std::array<char, 512> buffer;
    const int n = std::snprintf(buffer.data(), buffer.size(), format.c_str(), value);
    if (n > 0)
        out.append(buffer.data(),
                   std::min<std::size_t>(static_cast<std::size_t>(n), buffer.size() - 1));
}

bool is_text(const Operand& o) {
    return o.form == Operand::Form::text || (o.type != nullptr && o.type->is_pointer() &&
                                             o.type->of->is_integer() && o.type->of->size == 1);
}

using Change = std::ios_base& (*)(std::ios_base&);

/// By their numbers in language/library/streams.cpp; endl, flush, ends, setprecision, setw, setfill
/// and setbase have others.
constexpr Change changes[] = {std::fixed,     std::scientific,  std::defaultfloat, std::hexfloat,
                              std::hex,       std::dec,         std::oct,          std::left,
                              std::right,     std::internal,    std::boolalpha,    std::noboolalpha,
                              std::showpos,   std::noshowpos,   std::showpoint,    std::noshowpoint,
                              std::uppercase, std::nouppercase, std::showbase,     std::noshowbase};

/// What is wider than what is kept of all that is printed need not be filled.
std::streamsize within_output(std::int64_t width) {
    return static_cast<std::streamsize>(std::min<std::int64_t>(width, most_output));
}

/// One operand of cout as it prints by itself.
void put(std::ostream& stream, const language::Program& program, const Operand& o,
         std::uint64_t bits, GlobalMemory& memory) {
    if (is_text(o)) {
        stream << text_at(program, o, bits, memory).value_or("?");
    } else if (language::is_float(o.kind)) {
        stream << number_of(o, bits);
    } else if (o.type != nullptr && o.type->kind == language::TypeKind::bool_) {
        stream << (bits != 0);
    } else if (o.type != nullptr &&
               (o.type->kind == language::TypeKind::i8 || o.type->kind == language::TypeKind::u8)) {
        stream << static_cast<char>(bits);
    } else if (o.type != nullptr && o.type->is_pointer()) {
        stream << reinterpret_cast<const void*>(bits);  // NOLINT(performance-no-int-to-ptr)
    } else {
        switch (o.kind) {
            case language::Kind::u32: stream << static_cast<std::uint32_t>(bits); break;
            case language::Kind::u64: stream << bits; break;
            case language::Kind::i64: stream << static_cast<std::int64_t>(bits); break;
            default: stream << static_cast<std::int32_t>(bits); break;
        }
    }
}

}  // namespace

std::optional<std::string> text_at(const language::Program& program, const Operand& o,
                                   std::uint64_t bits, GlobalMemory& memory) {
    if (o.form == Operand::Form::text) return std::string{o.text};
    if (bits >= language::text_tag && bits - language::text_tag < program.texts.size())
        return std::string{program.texts[bits - language::text_tag]};
    const Allocation* a = memory.find(bits);
    if (a == nullptr || bits < a->address || bits - a->address >= a->bytes) return std::nullopt;
    const auto* begin = reinterpret_cast<const char*>(a->data) + (bits - a->address);
    const std::size_t most = a->bytes - (bits - a->address);
    return std::string{begin, std::find(begin, begin + most, '\0')};
}

Stream::Stream() {
    stream_.imbue(std::locale::classic());
}

std::string Stream::printed(const language::Program& program, const language::Call& call,
                            const std::byte* frame, GlobalMemory& memory) {
    stream_.str({});
    for (std::size_t i = 1; i < call.operands.size(); ++i)
        put(stream_, program, call.operands[i], bits_of(call.operands[i], frame, 0), memory);
    return stream_.str();
}

std::string Stream::change(int manipulator, std::int32_t value) {
    constexpr int endl = 100, ends = 102, setprecision = 103, setw = 104, setfill = 105,
                  setbase = 106;
    const auto known = static_cast<std::size_t>(manipulator);
    if (manipulator >= 0 && known < std::size(changes)) stream_ << changes[known];
    if (manipulator == setprecision) stream_.precision(value);
    if (manipulator == setw) stream_.width(within_output(value));
    if (manipulator == setfill) stream_.fill(static_cast<char>(value));
    if (manipulator == setbase) stream_ << std::setbase(value);
    if (manipulator == endl) return "\n";
    return manipulator == ends ? std::string(1, '\0') : std::string{};
}

std::int64_t Stream::format(int what, std::int64_t value) {
    constexpr int setting = 10;
    switch (what % setting) {
        case 0: {
            const std::streamsize before = stream_.precision();
            if (what >= setting) stream_.precision(value);
            return before;
        }
        case 1: {
            const std::streamsize before = stream_.width();
            if (what >= setting) stream_.width(within_output(value));
            return before;
        }
        case 2: {
            const char before = stream_.fill();
            if (what >= setting) stream_.fill(static_cast<char>(value));
            return before;
        }
        default: break;
    }
    // Flags, as language/library/streams.cpp has them: those of libstdc++.
    constexpr std::pair<std::ios::fmtflags, std::int64_t> flags[] = {
        {std::ios::boolalpha, 1},    {std::ios::dec, 2},          {std::ios::fixed, 4},
        {std::ios::hex, 8},          {std::ios::internal, 16},    {std::ios::left, 32},
        {std::ios::oct, 64},         {std::ios::right, 128},      {std::ios::scientific, 256},
        {std::ios::showbase, 512},   {std::ios::showpoint, 1024}, {std::ios::showpos, 2048},
        {std::ios::uppercase, 16384}};
    std::int64_t before = 0;
    for (const auto& [flag, bit] : flags) {
        if ((stream_.flags() & flag) != 0) before |= bit;
        if (what >= setting && (value & bit) != 0) stream_.setf(flag);
        if (what >= setting && (value & bit) == 0) stream_.unsetf(flag);
    }
    return before;
}

namespace {

/// The number of the operand that a conversion names, as 2 in %2$d and *2$: from 1 on, and `at`
/// goes behind it; 0: it names none.
std::size_t numbered(std::string_view text, std::size_t& at) {
    std::size_t j = at, number = 0;
    for (; j < text.size() && text[j] >= '0' && text[j] <= '9' && number < 1000; ++j)
        number = number * 10 + static_cast<std::size_t>(text[j] - '0');
    if (number == 0 || j >= text.size() || text[j] != '$') return 0;
    at = j + 1;
    return number;
}

/// The operands of a call in the order in which its conversions ask for them.
class Operands {
  public:
    Operands(const language::Call& call, const std::byte* frame, int lane)
        : call_(call), frame_(frame), lane_(lane) {}
    /// The one of that number, else the next; nullptr: there is none.
    const Operand* take(std::size_t number) {
        const std::size_t index = number != 0 ? number - 1 : next_++;
        return index < call_.operands.size() ? &call_.operands[index] : nullptr;
    }
    std::uint64_t bits(const Operand& o) const { return bits_of(o, frame_, lane_); }
    /// A width or a precision, which are some of them.
    std::string width(std::size_t number) {
        const Operand* o = take(number);
        const std::int64_t width = o != nullptr ? static_cast<std::int64_t>(bits(*o)) : 0;
        return std::to_string(std::min<std::int64_t>(width, 200));
    }

  private:
    const language::Call& call_;
    const std::byte* frame_;
    int lane_;
    std::size_t next_ = 0;
};

/// Where a text's characters are read from: the host's memory, or what a lane of a kernel reaches.
struct TextReader {
    const language::Program& program;
    GlobalMemory& memory;
    const Context* context = nullptr;  ///< of a kernel
    const std::byte* frame = nullptr;
    int lane = 0;

    std::string read(const Operand& o, std::uint64_t bits) const {
        if (o.form != Operand::Form::text && bits == 0) return "(null)";
        if (const auto found = text_at(program, o, bits, memory)) return *found;
        if (context == nullptr) return "?";
        namespace ad = language::addresses;
        const std::uint64_t number = bits >> ad::shift;
        const bool is_shared = number == ad::shared;
        if (!is_shared && number != ad::local) return "?";
        const std::uint64_t offset = bits - ad::begin(number);
        const std::int64_t begin =
            is_shared ? static_cast<std::int64_t>(offset) : without_own_tag(offset);
        const std::uint64_t most =
            is_shared ? context->shared->bytes
                      : (program.frame_bytes - program.lanes_begin) / lanes_of_warp;
        const std::byte* own = frame + program.lanes_begin + static_cast<std::size_t>(lane) * 4;
        std::string text;
        for (auto at = static_cast<std::uint64_t>(begin); begin >= 0 && at < most; ++at) {
            const auto c = static_cast<char>(is_shared ? context->shared->data[at]
                                                       : own[at / 4 * own_stride + at % 4]);
            if (c == 0) break;
            text += c;
        }
        return text;
    }
};

/// One conversion, whose letter it is.
void put_converted(std::string& out, const std::string& format, char letter, const Operand& o,
                   std::uint64_t bits, int halves, const TextReader& texts) {
    const bool wide = language::is_wide(o.kind);
    // %hd takes 16 of the bits, %hhd 8.
    const int cut = halves == 0 ? 0 : halves == 1 ? 16 : 24;
    switch (letter) {
        case 'd':
        case 'i':
            append(out, format + "lld",
                   language::is_float(o.kind) ? static_cast<long long>(number_of(o, bits))
                   : wide                     ? static_cast<long long>(bits)
                                              : static_cast<long long>(static_cast<std::int32_t>(
                                                       static_cast<std::uint32_t>(bits) << cut) >>
                                                   cut));
            break;
        case 'u':
        case 'x':
        case 'X':
        case 'o':
            append(out, format + "ll" + letter,
                   static_cast<unsigned long long>(wide ? bits : bits & (0xffffffffU >> cut)));
            break;
        case 'c':
            if (format == "%")
                out += static_cast<char>(bits);
            else
                append(out, format + 'c', static_cast<int>(bits));
            break;
        case 's':
            if (const std::string found = texts.read(o, bits); format == "%") {
                out += found;
            } else {
                append(out, format + 's', found.c_str());
            }
            break;
        case 'p':
            append(out, format + 's', (bits == 0 ? "(nil)" : fmt::format("{:#x}", bits)).c_str());
            break;
        case 'f':
        case 'F':
        case 'e':
        case 'E':
        case 'g':
        case 'G':
        case 'a': append(out, format + letter, number_of(o, bits)); break;
        default: out += letter; break;
    }
}

std::string printed(const language::Call& call, const std::byte* frame, int lane,
                    const TextReader& texts) {
    std::string out;
    Operands operands(call, frame, lane);
    const std::string_view text = call.text;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        if (i + 1 < text.size() && text[i + 1] == '%') {
            out += '%';
            ++i;
            continue;
        }
        std::string format = "%";
        std::size_t j = i + 1;
        const std::size_t number = numbered(text, j);
        while (j < text.size() && std::strchr("-+ #0123456789.*", text[j]) != nullptr) {
            if (text[j++] == '*')
                format += operands.width(numbered(text, j));
            else if (format.size() < 24)
                format += text[j - 1];
        }
        int halves = 0;
        for (; j < text.size() && std::strchr("hlLzjt", text[j]) != nullptr; ++j)
            halves += text[j] == 'h' ? 1 : 0;
        if (j >= text.size()) {
            out += text.substr(i);
            break;
        }
        i = j;
        if (text[j] == '%') {
            out += '%';
            continue;
        }
        const Operand* o = operands.take(number);
        if (o == nullptr)
            out += "?";
        else
            put_converted(out, format, text[j], *o, operands.bits(*o), halves, texts);
    }
    return out;
}

}  // namespace

std::string printed(const language::Program& program, const language::Call& call,
                    const std::byte* frame, int lane, GlobalMemory& memory) {
    return printed(call, frame, lane, {program, memory});
}

void print(Context& context, const Operation* at, const std::byte* frame, std::uint32_t mask) {
    const language::Call& call = context.program->calls[static_cast<std::size_t>(at->imm)];
    for (std::uint32_t m = mask; m != 0; m &= m - 1) {
        if (context.output.size() > most_output) return;
        const int lane = __builtin_ctz(m);
        context.output +=
            printed(call, frame, lane, {*context.program, *context.memory, &context, frame, lane});
    }
}

}  // namespace stridescope::machine
