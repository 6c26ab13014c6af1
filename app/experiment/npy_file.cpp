#include "app/experiment/npy_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>

#include "app/experiment/experiment.h"
#include "app/experiment/numbers.h"
#include "app/io/printable.h"

namespace stridescope {
namespace {

struct Header {
    std::string descr;
    bool fortran_order = false;
    std::size_t dimensions = 0;
    std::uint64_t count = 1;
};

[[noreturn]] void refuse(const std::string& source, std::string_view why) {
    throw UsageError(fmt::format("{} cannot be read: {}", source, why));
}

/// Reads the header's text, a Python dictionary such as
/// {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
class HeaderReader {
  public:
    HeaderReader(std::string_view text, const std::string& source) : text_{text}, source_{source} {}

    Header read() {
        Header header;
        bool seen_descr = false, seen_order = false, seen_shape = false;
        expect('{');
        while (!take('}')) {
            const std::string key = string();
            expect(':');
            const bool again = (key == "descr" && seen_descr) || (key == "shape" && seen_shape) ||
                               (key == "fortran_order" && seen_order);
            if (again) broken();
            if (key == "descr") {
                if (peek() == '[') refuse(source_, "its elements are records, not numbers.");
                header.descr = string();
                seen_descr = true;
            } else if (key == "fortran_order") {
                header.fortran_order = boolean();
                seen_order = true;
            } else if (key == "shape") {
                shape(header);
                seen_shape = true;
            } else {
                broken();
            }
            if (!take(',') && peek() != '}') broken();
        }
        if (!seen_descr || !seen_order || !seen_shape) broken();
        return header;
    }

  private:
    [[noreturn]] void broken() const {
        refuse(source_, "its header is broken; save it again with numpy.save.");
    }
    char peek() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    bool take(char c) {
        if (peek() != c || at_ == text_.size()) return false;
        ++at_;
        return true;
    }
    void expect(char c) {
        if (!take(c)) broken();
    }
    bool word(std::string_view wanted) {
        peek();
        if (!text_.substr(at_).starts_with(wanted)) return false;
        at_ += wanted.size();
        return true;
    }
    bool boolean() {
        if (word("True")) return true;
        if (!word("False")) broken();
        return false;
    }
    std::string string() {
        const char quote = peek();
        if (quote != '\'' && quote != '"') broken();
        const std::size_t end = text_.find(quote, at_ + 1);
        if (end == std::string_view::npos) broken();
        std::string value{text_.substr(at_ + 1, end - at_ - 1)};
        at_ = end + 1;
        return value;
    }
    void shape(Header& header) {
        expect('(');
        while (!take(')')) {
            peek();
            std::uint64_t length = 0;
            const auto [end, error] =
                std::from_chars(text_.data() + at_, text_.data() + text_.size(), length);
            if (error != std::errc{}) broken();
            at_ = static_cast<std::size_t>(end - text_.data());
            word("L");  // Python 2 wrote long numbers so
            if (length != 0 && header.count > std::numeric_limits<std::uint64_t>::max() / length) {
                broken();
            }
            header.count *= length;
            ++header.dimensions;
            if (!take(',') && peek() != ')') broken();
        }
    }

    std::string_view text_;
    const std::string& source_;
    std::size_t at_ = 0;
};

/// Splits the file into its header's text and its data.
struct Parts {
    std::string_view header;
    std::span<const std::byte> data;
};

Parts split(std::span<const std::byte> file, const std::string& source) {
    constexpr std::string_view magic = "\x93NUMPY";
    const std::string_view text{reinterpret_cast<const char*>(file.data()), file.size()};
    const auto byte = [&](std::size_t i) { return std::to_integer<std::size_t>(file[i]); };
    if (!text.starts_with(magic)) {
        refuse(source, "it is not a .npy file; write it with numpy.save.");
    }
    std::size_t start = magic.size() + 2;
    const std::size_t major = text.size() > magic.size() ? byte(magic.size()) : 0;
    if (major < 1 || major > 3) {
        refuse(source, "its format version is unknown; save it with numpy.save.");
    }
    const std::size_t length_bytes = major == 1 ? 2 : 4;
    if (text.size() < start + length_bytes) refuse(source, "its header is cut short.");
    std::size_t length = 0;
    for (std::size_t i = length_bytes; i-- > 0;) length = length * 256 + byte(start + i);
    start += length_bytes;
    if (text.size() - start < length) refuse(source, "its header is cut short.");
    return {text.substr(start, length), file.subspan(start + length)};
}

/// Element i of the data, stored as a Stored, as a T. Wide is what convert_number takes.
template <class Stored, class Wide, class T>
NumberFault convert(std::span<const std::byte> data, std::size_t i, T& value, std::string* text) {
    Stored stored{};
    std::memcpy(&stored, data.data() + i * sizeof(Stored), sizeof(Stored));
    if (text) *text = fmt::format("{}", static_cast<Wide>(stored));
    return convert_number(static_cast<Wide>(stored), value);
}

template <class T>
using Converter = NumberFault (*)(std::span<const std::byte>, std::size_t, T&, std::string*);

template <class T>
struct Source {
    std::string_view descr;
    std::size_t bytes;
    bool same;  ///< stored as a T
    Converter<T> convert;
};

template <class T, class Stored, class Wide>
constexpr Source<T> source(std::string_view descr) {
    return {descr, sizeof(Stored), std::is_same_v<Stored, T>, convert<Stored, Wide, T>};
}

template <class T>
const Source<T>* source_of(std::string_view descr) {
    static constexpr Source<T> sources[] = {
        source<T, std::int32_t, std::int64_t>("<i4"),
        source<T, std::uint32_t, std::uint64_t>("<u4"),
        source<T, float, double>("<f4"),
        source<T, double, double>("<f8"),
        source<T, std::int64_t, std::int64_t>("<i8"),
        source<T, std::uint64_t, std::uint64_t>("<u8"),
        source<T, std::int8_t, std::int64_t>("|i1"),
        source<T, std::uint8_t, std::uint64_t>("|u1"),
        source<T, std::int16_t, std::int64_t>("<i2"),
        source<T, std::uint16_t, std::uint64_t>("<u2"),
        source<T, Half, double>("<f2"),
    };
    for (const Source<T>& source : sources) {
        if (source.descr == descr) return &source;
    }
    return nullptr;
}

}  // namespace

namespace {

/// What `keep` makes of the numbers' bytes, where they are of the type and aligned for it; else
/// what they are converted to.
template <class Keep>
TypedArray read_numbers(std::span<const std::byte> file, ElementType type,
                        const std::string& source, Keep keep) {
    const Parts parts = split(file, source);
    const Header header = HeaderReader{parts.header, source}.read();
    if (header.fortran_order && header.dimensions > 1) {
        refuse(source, "its numbers are in Fortran order; save numpy.ascontiguousarray(…) of it.");
    }
    return with_number_type(type, [&](auto zero) {
        using T = decltype(zero);
        const Source<T>* const stored = source_of<T>(header.descr);
        if (stored == nullptr) {
            refuse(
                source,
                fmt::format("its numbers are \"{}\"; save it as int32, uint32, float16, float32, "
                            "float64 or int64, little-endian.",
                            excerpt(header.descr)));
        }
        if (parts.data.size() / stored->bytes != header.count ||
            parts.data.size() % stored->bytes != 0) {
            refuse(source, fmt::format("its header says {} numbers, but {} bytes of numbers follow "
                                       "it; save it again with numpy.save.",
                                       header.count, parts.data.size()));
        }
        if (stored->same) return keep(header.count, parts.data);
        TypedArray array = TypedArray::uninitialized(type, header.count);
        for (std::size_t i = 0; i < array.size(); ++i) {
            const NumberFault fault = stored->convert(parts.data, i, array.as<T>()[i], nullptr);
            if (fault == NumberFault::none) continue;
            std::string offender;
            stored->convert(parts.data, i, array.as<T>()[i], &offender);
            throw UsageError(
                fault_text(fault, type, offender, fmt::format("number {} of {}", i + 1, source)));
        }
        return array;
    });
}

TypedArray copy_of(ElementType type, std::size_t count, std::span<const std::byte> data) {
    TypedArray array = TypedArray::uninitialized(type, count);
    std::ranges::copy(data, array.bytes());
    return array;
}

}  // namespace

TypedArray read_npy(std::span<const std::byte> file, ElementType type, const std::string& source) {
    return read_numbers(file, type, source,
                        [type](std::size_t count, std::span<const std::byte> data) {
                            return copy_of(type, count, data);
                        });
}

TypedArray read_npy(const std::shared_ptr<std::byte[]>& file, std::size_t size, ElementType type,
                    const std::string& source) {
    return read_numbers({file.get(), size}, type, source,
                        [&](std::size_t count, std::span<const std::byte> data) {
                            constexpr std::size_t widest = 8;
                            if (reinterpret_cast<std::uintptr_t>(data.data()) % widest != 0)
                                return copy_of(type, count, data);
                            std::byte* const first = file.get() + (data.data() - file.get());
                            return TypedArray::over(type, count, {file, first});
                        });
}

}  // namespace stridescope
