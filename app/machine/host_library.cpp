#include "app/machine/host_library.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <complex>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <sstream>
#include <unordered_map>
#include <utility>
#include <vector>

#include "app/machine/fourier.h"
#include "app/machine/matrix_product.h"
#include "app/machine/print.h"
#include "app/machine/random_items.h"
#include "app/machine/scan_format.h"

namespace stridescope::machine {

struct HostStream {
    Stream printer{};
    std::stringstream text{};
    std::shared_ptr<std::string> file{};  ///< what it writes
    bool is_console = false, is_open = false, writes = false;
};

namespace {

constexpr std::uint64_t stdin_number = 1, stdout_number = 2, stderr_number = 3;
constexpr std::uint64_t no_place = std::numeric_limits<std::uint64_t>::max();

/// As std::ios names them in language/library/streams.cpp.
enum OpenMode : unsigned { app = 1, ate = 2, in = 8, out = 16, trunc = 32 };

std::uint64_t bits_of(double value) {
    return std::bit_cast<std::uint64_t>(value);
}

}  // namespace

HostLibrary::HostLibrary(FileReader reader, const std::string& input, std::size_t most_bytes)
    : reader_(std::move(reader)), most_bytes_(most_bytes) {
    files_[stdin_number].reads = true;
    *files_[stdin_number].content = input;
    for (const std::uint64_t number : {stdout_number, stderr_number}) files_[number].writes = true;
    for (std::uint64_t number = stdin_number; number <= stderr_number; ++number) {
        streams_[number] = std::make_unique<HostStream>();
        streams_[number]->is_console = number != stdin_number;
        streams_[number]->is_open = true;
        streams_[number]->writes = number != stdin_number;
    }
    streams_[stdin_number]->text.str(input);
}

HostLibrary::~HostLibrary() = default;

std::vector<std::string> HostLibrary::written() const {
    std::vector<std::string> names;
    for (const auto& [name, content] : written_) names.push_back(name);
    return names;
}

/// C and C++ read on where the other stopped.
void HostLibrary::read_input_as(bool stream) {
    asked_input_ = true;
    if (std::exchange(input_by_stream_, stream) == stream) return;
    CFile& of_c = files_[standard_input];
    std::stringstream& of_cpp = streams_[standard_input]->text;
    if (stream) {
        of_cpp.seekg(static_cast<std::streamoff>(of_c.at));
    } else {
        const std::streamoff at = of_cpp.rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in);
        of_c.at = at < 0 ? of_c.content->size() : static_cast<std::size_t>(at);
    }
}

CFile* HostLibrary::file(std::uint64_t number) {
    if (number == standard_input) read_input_as(false);
    const auto found = files_.find(number);
    return found == files_.end() ? nullptr : &found->second;
}

/// Stops where a function is given a file that is none: most often since fopen found none.
void HostLibrary::stop_without_file(std::uint64_t number, HostReach& reach) const {
    if (number != 0) return reach.stop("this is given a FILE* that no open file has");
    reach.stop(not_found_.empty()
                   ? "this is given a null pointer for a FILE*"
                   : fmt::format("this is given a null pointer for a FILE*: fopen found no \"{}\" "
                                 "beside the text",
                                 not_found_));
}

HostStream* HostLibrary::stream(std::uint64_t number) {
    if ((number & 0xffffffff) == standard_input) read_input_as(true);
    const auto found = streams_.find(number & 0xffffffff);
    return found == streams_.end() ? nullptr : found->second.get();
}

/// What this run wrote under that name, else the file beside the text.
std::optional<std::string> HostLibrary::read(const std::string& name) const {
    if (const auto own = written_.find(name); own != written_.end()) return *own->second;
    return reader_ ? reader_(name) : std::nullopt;
}

std::uint64_t HostLibrary::open_file(const std::string& name, std::string_view mode) {
    CFile f;
    f.name = name;
    const bool updates = mode.find('+') != std::string_view::npos;
    const char first = mode.empty() ? 'r' : mode.front();
    f.reads = first == 'r' || updates;
    f.writes = first != 'r' || updates;
    f.appends = first == 'a';
    if (first != 'w') {
        const std::optional<std::string> content = read(name);
        if (!content && first == 'r') return 0;
        *f.content = content.value_or("");
    }
    if (f.writes) written_[name] = f.content;
    files_[next_] = std::move(f);
    return next_++;
}

std::size_t HostLibrary::write(CFile& f, std::string_view text, HostReach& reach) {
    if (!f.writes) {
        f.has_failed = true;
        return 0;
    }
    if (f.appends) f.at = f.content->size();
    if (text.size() > most_bytes_ || f.at > most_bytes_ - text.size()) {
        reach.stop("more is written into a file than this run keeps in memory: write less");
        return 0;
    }
    if (f.content->size() < f.at + text.size()) f.content->resize(f.at + text.size());
    f.content->replace(f.at, text.size(), text);
    f.at += text.size();
    return text.size();
}

bool HostLibrary::print(std::uint64_t number, std::string_view text, HostReach& reach) {
    if (number == stdout_number || number == stderr_number) {
        reach.print(text);
        return true;
    }
    CFile* f = file(number);
    if (f == nullptr) {
        stop_without_file(number, reach);
        return false;
    }
    return write(*f, text, reach) == text.size();
}

/// What a stream has printed goes to where it prints.
void HostLibrary::flush(HostStream& s, HostReach& reach) {
    if (s.file == nullptr) return;
    *s.file = s.text.str();
    if (s.file->size() > most_bytes_)
        reach.stop("more is written into a file than this run keeps in memory: write less");
}

void HostLibrary::put(std::uint64_t number, const language::Program& program,
                      const language::Call& call, const std::byte* frame, GlobalMemory& memory,
                      HostReach& reach) {
    HostStream* s = stream(number);
    if (s == nullptr) return reach.stop("this stream is none that is open");
    const std::string text = s->printer.printed(program, call, frame, memory);
    if (s->is_console) return reach.print(text);
    s->text << text;
    if (static_cast<std::size_t>(std::max<std::streamoff>(s->text.tellp(), 0)) > most_bytes_)
        reach.stop("more is printed into a stream than this run keeps in memory: print less");
}

int HostLibrary::scan_file(std::uint64_t number, std::string_view format,
                           const std::vector<std::uint64_t>& to, HostReach& reach) {
    CFile* f = file(number);
    if (f == nullptr) {
        stop_without_file(number, reach);
        return -1;
    }
    f->at = std::min(f->at, f->content->size());
    const int count = scan(*f->content, f->at, format, to, reach);
    f->is_at_end |= f->at >= f->content->size();
    return count;
}

int HostLibrary::scan_text(std::string_view text, std::string_view format,
                           const std::vector<std::uint64_t>& to, HostReach& reach) {
    std::size_t at = 0;
    return scan(text, at, format, to, reach);
}

// --- by name

/// One function for each name of language/natives.h. `v` has as many values as its signature says.
struct Natives {
    HostLibrary& library;
    HostReach& reach;
    const std::vector<std::uint64_t>& v;

    using Function = std::uint64_t (Natives::*)();

    CFile* file(std::size_t i) const {
        CFile* f = library.file(v[i]);
        if (f == nullptr) library.stop_without_file(v[i], reach);
        return f;
    }
    HostStream* stream() const {
        HostStream* s = library.stream(v[0]);
        if (s == nullptr) reach.stop("this stream is none that is open");
        return s;
    }
    std::string_view view(std::size_t pointer, std::size_t count) const {
        if (v[count] == 0) return {};
        const auto* data = reinterpret_cast<const char*>(reach.to_read(v[pointer], v[count]));
        return data == nullptr ? std::string_view{}
                               : std::string_view{data, static_cast<std::size_t>(v[count])};
    }

    // files of C

    std::uint64_t file_open() {
        const auto name = reach.text(v[0]), mode = reach.text(v[1]);
        if (!name || !mode) return 0;
        const std::uint64_t file = library.open_file(*name, *mode);
        if (file == 0) library.not_found_ = *name;
        return file;
    }
    std::uint64_t file_close() {
        if (file(0) != nullptr) library.files_.erase(v[0]);
        return 0;
    }
    std::uint64_t file_read() {
        CFile* f = file(2);
        if (f == nullptr) return 0;
        if (!f->reads) f->has_failed = true;
        const std::size_t left =
            f->reads && f->at < f->content->size() ? f->content->size() - f->at : 0;
        const std::size_t bytes = std::min<std::size_t>(left, v[1]);
        if (bytes < v[1]) f->is_at_end = true;
        if (bytes == 0) return 0;
        std::byte* to = reach.to_write(v[0], bytes);
        if (to == nullptr) return 0;
        std::memcpy(to, f->content->data() + f->at, bytes);
        f->at += bytes;
        return bytes;
    }
    std::uint64_t file_write() {
        if (v[1] == 0) return 0;
        const std::string text{view(0, 1)};
        return library.print(v[2], text, reach) ? text.size() : 0;
    }
    std::uint64_t file_seek() {
        CFile* f = file(0);
        if (f == nullptr) return ~std::uint64_t{0};
        const std::int64_t from = v[2] == 1   ? static_cast<std::int64_t>(f->at)
                                  : v[2] == 2 ? static_cast<std::int64_t>(f->content->size())
                                              : 0;
        const std::int64_t to = from + static_cast<std::int64_t>(v[1]);
        if (to < 0) return ~std::uint64_t{0};
        f->at = static_cast<std::size_t>(to);
        f->is_at_end = false;
        return 0;
    }
    std::uint64_t file_tell() {
        CFile* f = file(0);
        return f != nullptr ? f->at : ~std::uint64_t{0};
    }
    std::uint64_t file_ended() {
        CFile* f = file(0);
        return f != nullptr && f->is_at_end ? 1 : 0;
    }
    std::uint64_t file_failed() {
        CFile* f = file(0);
        return f != nullptr && f->has_failed ? 1 : 0;
    }
    std::uint64_t file_clear() {
        if (CFile* f = file(0)) f->is_at_end = f->has_failed = false;
        return 0;
    }
    std::uint64_t file_get() {
        CFile* f = file(0);
        if (f == nullptr) return ~std::uint64_t{0};
        if (!f->reads || f->at >= f->content->size()) {
            f->is_at_end = true;
            return ~std::uint64_t{0};
        }
        return static_cast<unsigned char>((*f->content)[f->at++]);
    }
    std::uint64_t file_unget() {
        CFile* f = file(1);
        if (f == nullptr || f->at == 0 || static_cast<std::int32_t>(v[0]) < 0)
            return ~std::uint64_t{0};
        --f->at;
        f->is_at_end = false;
        const auto c = static_cast<char>(v[0]);
        // Another character than stands there is the run's own.
        if ((*f->content)[f->at] != c) {
            f->content = std::make_shared<std::string>(*f->content);
            (*f->content)[f->at] = c;
        }
        return v[0] & 0xff;
    }
    std::uint64_t file_line() {
        CFile* f = file(0);
        if (f == nullptr || !f->reads || f->at >= f->content->size()) {
            if (f != nullptr) f->is_at_end = true;
            return 0;
        }
        const std::size_t end = f->content->find('\n', f->at);
        if (end == std::string::npos) f->is_at_end = true;
        const std::string line =
            f->content->substr(f->at, end == std::string::npos ? end : end - f->at + 1);
        f->at += line.size();
        return reach.keep(line);
    }
    std::uint64_t file_remove() {
        const auto name = reach.text(v[0]);
        return name && library.written_.erase(*name) > 0 ? 0 : ~std::uint64_t{0};
    }
    std::uint64_t guess() {
        library.guessed_ = reach.text(v[0]).value_or("");
        return 0;
    }
    std::uint64_t window() {
        library.windows_.push_back(reach.text(v[0]).value_or(""));
        return 0;
    }

    // streams of C++

    std::uint64_t stream_new() {
        HostStream& s = *(library.streams_[library.next_] = std::make_unique<HostStream>());
        s.text.imbue(std::locale::classic());
        return library.next_++;
    }
    std::uint64_t stream_open() {
        HostStream* s = stream();
        const auto name = reach.text(v[1]);
        if (s == nullptr || !name) return 0;
        const auto mode = static_cast<unsigned>(v[2]);
        s->text.clear();
        const bool writes = (mode & (out | app)) != 0, keeps = (mode & (in | app)) != 0;
        // Whoever writes it has not closed it by hand: its block has ended.
        const auto written = library.written_.find(*name);
        for (auto& [number, other] : library.streams_) {
            if (other.get() != s && other->file != nullptr && written != library.written_.end() &&
                written->second == other->file)
                library.flush(*other, reach);
        }
        std::optional<std::string> content;
        if (!writes || (keeps && (mode & trunc) == 0)) content = library.read(*name);
        if (!content && (mode & in) != 0 && (mode & trunc) == 0) {
            s->text.setstate(std::ios::failbit);
            return 0;
        }
        s->text.str(content.value_or(""));
        if ((mode & (app | ate)) != 0) s->text.seekp(0, std::ios::end);
        s->is_open = true;
        s->writes = writes;
        if (writes) {
            s->file = std::make_shared<std::string>(content.value_or(""));
            library.written_[*name] = s->file;
        }
        return 1;
    }
    std::uint64_t stream_is_open() {
        HostStream* s = stream();
        return s != nullptr && s->is_open ? 1 : 0;
    }
    std::uint64_t stream_close() {
        HostStream* s = stream();
        if (s == nullptr) return 0;
        library.flush(*s, reach);
        s->file = nullptr;
        s->is_open = false;
        return 0;
    }
    std::uint64_t stream_text() {
        HostStream* s = stream();
        return s != nullptr ? reach.keep(s->text.str()) : 0;
    }
    std::uint64_t stream_size() {
        HostStream* s = stream();
        return s != nullptr ? s->text.str().size() : 0;
    }
    std::uint64_t stream_set_text() {
        HostStream* s = stream();
        if (s == nullptr) return 0;
        s->text.str(std::string{view(1, 2)});
        return 0;
    }
    std::uint64_t stream_state() {
        HostStream* s = stream();
        if (s == nullptr) return 0;
        const std::ios::iostate state = s->text.rdstate();
        return ((state & std::ios::badbit) != 0 ? 1 : 0) |
               ((state & std::ios::eofbit) != 0 ? 2 : 0) |
               ((state & std::ios::failbit) != 0 ? 4 : 0);
    }
    std::uint64_t stream_set_state() {
        HostStream* s = stream();
        if (s == nullptr) return 0;
        std::ios::iostate state = std::ios::goodbit;
        if ((v[1] & 1) != 0) state |= std::ios::badbit;
        if ((v[1] & 2) != 0) state |= std::ios::eofbit;
        if ((v[1] & 4) != 0) state |= std::ios::failbit;
        s->text.clear(state);
        return 0;
    }
    std::uint64_t stream_flush() {
        if (HostStream* s = stream()) library.flush(*s, reach);
        return 0;
    }
    std::uint64_t stream_format() {
        HostStream* s = stream();
        return s == nullptr ? 0
                            : static_cast<std::uint64_t>(s->printer.format(
                                  static_cast<int>(v[1]), static_cast<std::int64_t>(v[2])));
    }
    std::uint64_t stream_change() {
        HostStream* s = stream();
        if (s == nullptr) return 0;
        const std::string text =
            s->printer.change(static_cast<int>(v[1]), static_cast<std::int32_t>(v[2]));
        if (!text.empty()) write_to(*s, text);
        read_as(s->text, static_cast<int>(v[1]), static_cast<std::int32_t>(v[2]));
        return 0;
    }
    /// What a manipulator changes of how numbers are read, by its code in the library's text.
    static void read_as(std::ios_base& text, int code, std::int32_t value) {
        const auto base = [&](std::ios_base::fmtflags flag) {
            text.setf(flag, std::ios_base::basefield);
        };
        if (code == 106)
            return base(value == 16  ? std::ios_base::hex
                        : value == 8 ? std::ios_base::oct
                                     : std::ios_base::dec);
        if (code == 4) base(std::ios_base::hex);
        if (code == 5) base(std::ios_base::dec);
        if (code == 6) base(std::ios_base::oct);
        if (code == 10) text.setf(std::ios_base::boolalpha);
        if (code == 11) text.unsetf(std::ios_base::boolalpha);
    }
    void write_to(HostStream& s, std::string_view text) const {
        if (s.is_console) return reach.print(text);
        s.text << text;
    }
    std::uint64_t stream_write() {
        if (HostStream* s = stream()) write_to(*s, view(1, 2));
        return 0;
    }
    std::uint64_t stream_read() {
        HostStream* s = stream();
        if (s == nullptr) return 0;
        std::string read(std::min<std::size_t>(v[2], s->text.str().size() + 1), '\0');
        s->text.read(read.data(), static_cast<std::streamsize>(read.size()));
        const auto count = static_cast<std::size_t>(s->text.gcount());
        if (count == 0) return 0;
        std::byte* to = reach.to_write(v[1], count);
        if (to != nullptr) std::memcpy(to, read.data(), count);
        return count;
    }
    std::uint64_t stream_get() {
        HostStream* s = stream();
        return s != nullptr ? static_cast<std::uint64_t>(static_cast<std::int64_t>(s->text.get()))
                            : 0;
    }
    std::uint64_t stream_peek() {
        HostStream* s = stream();
        return s != nullptr ? static_cast<std::uint64_t>(static_cast<std::int64_t>(s->text.peek()))
                            : 0;
    }
    std::uint64_t stream_unget() {
        if (HostStream* s = stream()) s->text.unget();
        return 0;
    }
    std::uint64_t stream_ignore() {
        HostStream* s = stream();
        if (s == nullptr) return 0;
        const auto until = static_cast<std::int32_t>(v[2]);
        if (until < 0) {
            s->text.ignore(static_cast<std::streamsize>(v[1]));
        } else {
            s->text.ignore(static_cast<std::streamsize>(v[1]), until);
        }
        return 0;
    }
    std::uint64_t stream_seek() {
        HostStream* s = stream();
        if (s == nullptr) return 0;
        const std::ios::seekdir from = v[2] == 1   ? std::ios::cur
                                       : v[2] == 2 ? std::ios::end
                                                   : std::ios::beg;
        if (v[3] != 0) {
            s->text.seekp(static_cast<std::streamoff>(v[1]), from);
        } else {
            s->text.seekg(static_cast<std::streamoff>(v[1]), from);
        }
        return 0;
    }
    std::uint64_t stream_tell() {
        HostStream* s = stream();
        if (s == nullptr) return 0;
        return static_cast<std::uint64_t>(
            static_cast<std::int64_t>(v[1] != 0 ? s->text.tellp() : s->text.tellg()));
    }

    /// What `>>` reads into a variable of this type; `before` where it leaves it as it is.
    template <typename T>
    static T read_value(std::istream& from, T before) {
        T value = before;
        from >> value;
        return value;
    }
    std::uint64_t stream_integer() {
        HostStream* s = stream();
        if (s == nullptr) return 0;
        const std::uint64_t before = v[2];
        const auto bits = [](auto value) {
            return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
        };
        switch (static_cast<char>(v[1])) {
            case 'b': return read_value(s->text, before != 0) ? 1 : 0;
            case 'c': return bits(read_value(s->text, static_cast<char>(before)));
            case 'h': return bits(read_value(s->text, static_cast<short>(before)));
            case 'H': return read_value(s->text, static_cast<unsigned short>(before));
            case 'i': return bits(read_value(s->text, static_cast<int>(before)));
            case 'u': return read_value(s->text, static_cast<unsigned>(before));
            case 'l': return bits(read_value(s->text, static_cast<long long>(before)));
            default: return read_value(s->text, static_cast<unsigned long long>(before));
        }
    }
    std::uint64_t stream_real() {
        HostStream* s = stream();
        if (s == nullptr) return 0;
        const double before = std::bit_cast<double>(v[2]);
        if (static_cast<char>(v[1]) == 'f')
            return bits_of(static_cast<double>(read_value(s->text, static_cast<float>(before))));
        return bits_of(read_value(s->text, before));
    }
    /// 0: nothing is read, and what was there stays.
    std::uint64_t stream_word() {
        HostStream* s = stream();
        if (s == nullptr) return 0;
        std::string word;
        const bool was_good = s->text.good();
        s->text >> word;
        if (!was_good || (word.empty() && s->text.fail())) return 0;
        return reach.keep(word);
    }
    std::uint64_t stream_line() {
        HostStream* s = stream();
        if (s == nullptr) return 0;
        std::string line;
        const bool was_good = s->text.good();
        std::getline(s->text, line, static_cast<char>(v[1]));
        return was_good ? reach.keep(line) : 0;
    }

    // characters

    /// (text, its length, what is sought, its length, from where on)
    std::uint64_t text_find() {
        const std::size_t found = view(0, 1).find(view(2, 3), v[4]);
        return found == std::string_view::npos ? no_place : found;
    }
    std::uint64_t text_find_back() {
        const std::size_t found = view(0, 1).rfind(view(2, 3), v[4]);
        return found == std::string_view::npos ? no_place : found;
    }
    /// The last one says: 1 the last, 2 what is none of these.
    std::uint64_t text_find_of() {
        const std::string_view text = view(0, 1), set = view(2, 3);
        const std::size_t from = v[4];
        switch (v[5]) {
            case 0: return text.find_first_of(set, from);
            case 1: return text.find_last_of(set, from);
            case 2: return text.find_first_not_of(set, from);
            default: return text.find_last_not_of(set, from);
        }
    }
    std::uint64_t text_compare() {
        return static_cast<std::uint64_t>(
            static_cast<std::int64_t>(view(0, 1).compare(view(2, 3))));
    }
    std::uint64_t text_of_integer() {
        return reach.keep(v[1] != 0 ? std::to_string(v[0])
                                    : std::to_string(static_cast<std::int64_t>(v[0])));
    }
    std::uint64_t text_of_real() { return reach.keep(std::to_string(std::bit_cast<double>(v[0]))); }
    std::uint64_t text_real_end() {
        const auto text = reach.text(v[0]);
        if (!text) return 0;
        char* end = nullptr;
        std::strtod(text->c_str(), &end);
        return static_cast<std::uint64_t>(end - text->c_str());
    }
    std::uint64_t matrix_product() {
        constexpr std::size_t sizes = 8;
        const std::byte* numbers = reach.to_read(v[3], sizes * 8);
        if (numbers == nullptr) return 0;
        std::array<std::int64_t, sizes> n{};
        std::memcpy(n.data(), numbers, sizeof n);
        const auto kind = [&](unsigned shift) {
            return static_cast<ElementKind>(v[6] >> shift & 0xff);
        };
        const ProductSizes size{n[0], n[1], n[2]};
        const Layout a{kind(0), n[3], n[4]}, b{kind(8), n[5], n[6]}, c{kind(16), 1, n[7]};
        const bool has_terms = size.inner > 0;
        const std::byte* left =
            has_terms ? reach.to_read(v[1], a.bytes(size.rows, size.inner)) : nullptr;
        const std::byte* right =
            has_terms ? reach.to_read(v[2], b.bytes(size.inner, size.columns)) : nullptr;
        std::byte* to = reach.to_write(v[0], c.bytes(size.rows, size.columns));
        if (to == nullptr || (has_terms && (left == nullptr || right == nullptr))) return 0;
        multiply(size, left, a, right, b, to, c, std::bit_cast<double>(v[4]),
                 std::bit_cast<double>(v[5]));
        return 0;
    }

    std::uint64_t fourier_transform() {
        std::array<std::int64_t, 3> extents{};
        const std::byte* numbers = reach.to_read(v[1], sizeof extents);
        if (numbers == nullptr) return 0;
        std::memcpy(extents.data(), numbers, sizeof extents);
        const auto size = static_cast<std::size_t>(extents[0] * extents[1] * extents[2]);
        std::vector<std::complex<double>> x(size);
        std::byte* in_place = reach.to_write(v[0], size * sizeof x[0]);
        if (in_place == nullptr) return 0;
        std::memcpy(x.data(), in_place, size * sizeof x[0]);
        fourier(x, extents, static_cast<std::int32_t>(v[2]) < 0 ? -1 : 1);
        std::memcpy(in_place, x.data(), size * sizeof x[0]);
        return 0;
    }
    std::uint64_t memory_kind() { return static_cast<std::uint64_t>(reach.kind_of(v[0])); }
    std::uint64_t bytes_from() { return reach.bytes_from(v[0]); }
    std::uint64_t random_items() {
        const std::uint64_t count = v[4], each = v[5];
        std::byte* to = count > 0 ? reach.to_write(v[0], count * each * 4) : nullptr;
        if (to != nullptr)
            machine::random_items(static_cast<RandomGenerator>(v[1]), v[2], v[3], count, each, to,
                                  [this] { return reach.goes_on(); });
        return 0;
    }

    /// (type, what it says or null, null): as a program prints what nobody catches.
    std::uint64_t thrown() {
        const auto type = reach.text(v[0]);
        std::string text =
            "terminate called after throwing an instance of '" + type.value_or("?") + "'\n";
        if (v[1] != 0) text += "  what():  " + reach.text(v[1]).value_or("?") + "\n";
        reach.print(text);
        return 0;
    }
    std::uint64_t stuck() {
        reach.stop(reach.text(v[0]).value_or("?"));
        return 0;
    }
    /// One try more or less is open; how many there are.
    std::uint64_t catching() {
        library.catching_ += static_cast<std::int32_t>(v[0]);
        return static_cast<std::uint64_t>(library.catching_);
    }
};

std::uint64_t HostLibrary::native(std::string_view name, const std::vector<std::uint64_t>& v,
                                  HostReach& reach) {
    using N = Natives;
    static const std::unordered_map<std::string_view, N::Function> all{
        {"__file_open", &N::file_open},
        {"__file_close", &N::file_close},
        {"__file_read", &N::file_read},
        {"__file_write", &N::file_write},
        {"__file_seek", &N::file_seek},
        {"__file_tell", &N::file_tell},
        {"__file_ended", &N::file_ended},
        {"__file_failed", &N::file_failed},
        {"__file_clear", &N::file_clear},
        {"__file_get", &N::file_get},
        {"__file_unget", &N::file_unget},
        {"__file_line", &N::file_line},
        {"__file_remove", &N::file_remove},
        {"__window", &N::window},
        {"__guess", &N::guess},
        {"__stream_new", &N::stream_new},
        {"__stream_open", &N::stream_open},
        {"__stream_is_open", &N::stream_is_open},
        {"__stream_close", &N::stream_close},
        {"__stream_text", &N::stream_text},
        {"__stream_size", &N::stream_size},
        {"__stream_set_text", &N::stream_set_text},
        {"__stream_state", &N::stream_state},
        {"__stream_set_state", &N::stream_set_state},
        {"__stream_flush", &N::stream_flush},
        {"__stream_format", &N::stream_format},
        {"__stream_change", &N::stream_change},
        {"__stream_write", &N::stream_write},
        {"__stream_read", &N::stream_read},
        {"__stream_get", &N::stream_get},
        {"__stream_peek", &N::stream_peek},
        {"__stream_unget", &N::stream_unget},
        {"__stream_ignore", &N::stream_ignore},
        {"__stream_seek", &N::stream_seek},
        {"__stream_tell", &N::stream_tell},
        {"__stream_integer", &N::stream_integer},
        {"__stream_real", &N::stream_real},
        {"__stream_word", &N::stream_word},
        {"__stream_line", &N::stream_line},
        {"__text_find", &N::text_find},
        {"__text_find_back", &N::text_find_back},
        {"__text_find_of", &N::text_find_of},
        {"__text_compare", &N::text_compare},
        {"__text_of_integer", &N::text_of_integer},
        {"__text_of_real", &N::text_of_real},
        {"__text_real_end", &N::text_real_end},
        {"__matrix_product", &N::matrix_product},
        {"__fourier", &N::fourier_transform},
        {"__memory_kind", &N::memory_kind},
        {"__bytes_from", &N::bytes_from},
        {"__random_items", &N::random_items},
        {"__thrown", &N::thrown},
        {"__catching", &N::catching},
        {"__stuck", &N::stuck},
    };
    const auto found = all.find(name);
    if (found == all.end()) {
        reach.stop(std::string{name} + " is not in the subset");
        return 0;
    }
    Natives natives{*this, reach, v};
    return (natives.*found->second)();
}

}  // namespace stridescope::machine
