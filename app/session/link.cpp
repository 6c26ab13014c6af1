#include "app/session/link.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <libdeflate.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "app/experiment/shell_word.h"
#include "app/experiment/text/card.h"
#include "app/experiment/text/library_texts.h"
#include "app/experiment/text_file.h"
#include "app/io/errors.h"
#include "app/io/printable.h"
#include "app/session/opened_arguments.h"
#include "app/session/run_text.h"
#include "app/session/set_file.h"
#include "app/session/view_requests.h"

namespace stridescope {
namespace {

std::string resolved(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            plain += text[i];
            continue;
        }
        const std::string_view digits = text.substr(i + 1, 2);
        unsigned char byte = 0;
        const char* const end = digits.data() + digits.size();
        if (digits.size() < 2 || std::from_chars(digits.data(), end, byte, 16).ptr != end) {
            throw UsageError(fmt::format(
                "Invalid address: a % is followed by two hexadecimal digits, not by \"{}\".",
                excerpt(digits)));
        }
        plain += static_cast<char>(byte);
        i += 2;
    }
    return plain;
}

}  // namespace

std::map<std::string, std::string> settings_of_fragment(std::string_view fragment) {
    std::map<std::string, std::string> settings;
    while (!fragment.empty()) {
        const std::string_view one = fragment.substr(0, fragment.find('&'));
        fragment.remove_prefix(std::min(one.size() + 1, fragment.size()));
        const std::size_t equals = std::min(one.find('='), one.size());
        const std::string_view value = one.substr(std::min(equals + 1, one.size()));
        if (!one.empty()) settings[resolved(one.substr(0, equals))] = resolved(value);
    }
    return settings;
}

namespace {

constexpr std::string_view text_of_name = "text:";
/// What a look's fields are called elsewhere is what they are called here, but for the view that is
/// seen alone.
constexpr std::string_view show = "show";

std::string_view name_of(const LookField& field) {
    return &field == &look_field<&Look::alone>() ? show : field.name;
}

const LookField* look_field_named(std::string_view name) {
    const auto found = std::ranges::find(look_fields(), name,
                                         [](const LookField& field) { return name_of(field); });
    return found == look_fields().end() ? nullptr : &*found;
}

std::vector<std::string_view> all_names() {
    std::vector<std::string_view> names{"run", "beside", "lesson", "page", "exercise", "written"};
    for (const LookField& field : look_fields()) names.push_back(name_of(field));
    names.insert(names.end(), {"compare", "theme", "embed"});
    return names;
}

std::optional<int> number_in(const std::string& text) {
    int value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc{} && stop == end && value >= 0) return value;
    return std::nullopt;
}

int whole_number(const std::string& name, const std::string& text) {
    if (const auto number = number_in(text)) return *number;
    throw UsageError(
        fmt::format("Invalid address: {} is a whole number, not \"{}\".", name, excerpt(text)));
}

void take_field(PartialLook& said, const LookField& field, const std::string& text) {
    Look look;
    if (!field.read(look, text)) {
        throw UsageError(fmt::format("Invalid address: {} is {}, not \"{}\".", name_of(field),
                                     field.possible(), excerpt(text)));
    }
    said.take(field, look);
}

/// Reads what settings say, one by one.
class Reader {
  public:
    Link read(const std::map<std::string, std::string>& settings) {
        for (const auto& [name, value] : settings) {
            if (name.starts_with(text_of_name)) take_text(name.substr(text_of_name.size()), value);
        }
        for (const auto& [name, value] : settings) {
            if (name == "run" || name == "beside") heads_.push_back(text_begun_with(value));
        }
        for (const auto& [name, value] : settings) take(name, value);
        if (!beside_.empty()) link_.beside = run_of(beside_);
        if (link_.page && link_.lesson.empty()) {
            throw UsageError(
                "Invalid address: page is a page of a lesson, which it does not name.");
        }
        if (link_.written && link_.exercise.empty()) {
            throw UsageError(
                "Invalid address: written is what stands in an exercise, which it does not name.");
        }
        if (!link_.lesson.empty() || !link_.exercise.empty()) link_.files = std::move(texts_);
        return std::move(link_);
    }

  private:
    static std::string text_in(const std::string& letters, const std::string& name) {
        try {
            return bytes_of_letters(letters, most_text_bytes);
        } catch (const UsageError& error) {
            throw UsageError(fmt::format("Invalid address: the text of {} cannot be read, {}.",
                                         excerpt(name), error.what()));
        }
    }

    void take_text(const std::string& name, const std::string& letters) {
        texts_.emplace_back(printable(name, longest_name), text_in(letters, name));
    }

    /// Which of the texts the line begins with; empty: none of them.
    std::string text_begun_with(const std::string& line) const {
        for (const auto& [name, text] : texts_) {
            const std::string word = shell_word(name);
            if (line == word || line.starts_with(word + " ")) return name;
        }
        return {};
    }

    LinkedRun run_of(const std::string& line) const {
        LinkedRun run{.experiment = {}, .name = text_begun_with(line)};
        std::vector<Setting> includes;
        for (const Setting& text : texts_) {
            if (std::ranges::find(heads_, text.first) == heads_.end()) includes.push_back(text);
        }
        const Experiment base = link_.run ? link_.run->experiment : Experiment{};
        run.experiment = experiment_of_address(line, texts_, base);
        if (!run.name.empty()) run.experiment.text.includes = includes;
        return run;
    }

    void take(const std::string& name, const std::string& value) {
        Vantage& vantage = link_.vantage;
        if (name.starts_with(text_of_name) || name == "hooks") return;
        if (name == "run") {
            link_.run = run_of(value);
        } else if (name == "beside") {
            beside_ = value;
        } else if (name == "lesson") {
            link_.lesson = printable(value, longest_name);
        } else if (name == "page") {
            link_.page = whole_number(name, value);
        } else if (name == "exercise") {
            link_.exercise = printable(value, longest_name);
        } else if (name == "written") {
            link_.written = text_in(value, "the exercise");
        } else if (name == "step") {
            // As the window's flag counts them, from 0; or its name.
            const auto number = number_in(value);
            vantage.step = number ? fmt::format("step {}", *number + 1) : printable(value);
        } else if (const LookField* field = look_field_named(name)) {
            take_field(vantage.look, *field, value);
        } else if (name == "compare") {
            vantage.compare = true;
        } else if (name == "theme") {
            link_.theme = theme_called(value);
            if (!link_.theme) {
                throw UsageError(
                    fmt::format("Invalid address: theme is light, dark or projector, not \"{}\".",
                                excerpt(value)));
            }
        } else if (name == "embed") {
            link_.embedded = true;
        } else {
            throw UsageError(
                fmt::format("Invalid address: \"{}\" is no setting. There are {} and {}NAME.",
                            excerpt(name), fmt::join(all_names(), ", "), text_of_name));
        }
    }

    static constexpr std::size_t longest_name = 200;
    std::vector<Setting> texts_;
    std::vector<std::string> heads_;
    std::string beside_;
    Link link_;
};

/// Written as it is, but for what has a meaning in an address, or where people write one.
std::string escaped(std::string_view text) {
    constexpr std::string_view plain = "-._~,:/=";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool letter = byte < 0x80 && std::isalnum(byte) != 0;
        if (letter || plain.find(c) != std::string_view::npos) {
            out += c;
        } else {
            out += fmt::format("%{:02X}", byte);
        }
    }
    return out;
}

class Writer {
  public:
    void add(std::string_view name, std::string_view value) {
        if (!out_.empty()) out_ += '&';
        out_ += escaped(name);
        if (!value.empty()) out_ += fmt::format("={}", escaped(value));
    }
    void add_run(std::string_view setting, const LinkedRun& run) {
        Experiment written = run.experiment;
        if (!run.name.empty()) written.text.path = add_text(run.name, written.text.text);
        for (const auto& [name, text] : written.text.includes) add_text(name, text);
        add(setting, command_line(written));
    }
    void add_files(const std::vector<Setting>& files) {
        for (const auto& [name, text] : files) add_text(name, text);
    }
    std::string take() {
        for (const auto& [name, text] : texts_)
            add(std::string{text_of_name} + name, address_letters(text));
        return std::move(out_);
    }

  private:
    /// Returns its name, which is another one where that one is taken by another text.
    std::string add_text(std::string name, const std::string& text) {
        while (texts_.contains(name) && texts_[name] != text) name.insert(0, "other_");
        texts_[name] = text;
        return name;
    }

    std::string out_;
    std::map<std::string, std::string> texts_;
};

/// As the window's flag counts them, from 0; or by its name.
void write_step(Writer& writer, const std::string& step) {
    if (step.empty()) return;
    constexpr std::string_view counted = "step ";
    const auto number =
        step.starts_with(counted) ? number_in(step.substr(counted.size())) : std::nullopt;
    writer.add("step", number ? fmt::to_string(*number - 1) : step);
}

// --- From what is shown ------------------------------------------------------------------------

constexpr std::string_view file_word = "file:";

/// A link has no files: their numbers go with it, where they were read and are few.
std::string numbers_for(const Trace* shown, const std::string& array, const std::string& fill) {
    std::string numbers = shown != nullptr ? own_numbers(*shown, array) : std::string{};
    if (!numbers.empty()) return numbers;
    throw UsageError(fmt::format(
        "A link cannot hold the numbers of {}: it takes at most {} that were read. Choose other "
        "numbers for {}.",
        excerpt(fill.substr(file_word.size())), most_own_numbers, array));
}

LinkedRun linked(Experiment experiment, std::string name, const Trace* shown) {
    experiment.engine = EngineChoice::automatic;
    TextSpec& spec = experiment.text;
    if (spec.text.empty()) throw UsageError("There is nothing to link to yet.");
    const bool same = shown != nullptr && shown->text() == spec.text;
    if (!same) shown = nullptr;
    for (auto& [array, fill] : spec.arguments) {
        if (fill.starts_with(file_word)) fill = numbers_for(shown, array, fill);
    }
    for (const ArrayText& array : read_card(spec.text).arrays) {
        const std::string fill = array.fill.text();
        const bool set =
            std::ranges::find(spec.arguments, array.name, &Setting::first) != spec.arguments.end();
        if (!set && fill.starts_with(file_word))
            spec.arguments.emplace_back(array.name, numbers_for(shown, array.name, fill));
    }
    const bool own = own_text(spec) != nullptr;
    spec.path.clear();
    if (own || own_text(spec) != nullptr) return {std::move(experiment), {}};
    if (same) {
        spec.includes.clear();
        for (const auto& [include, text] : shown->includes()) {
            if (find_included(include) == nullptr) spec.includes.emplace_back(include, text);
        }
    }
    return {std::move(experiment), std::move(name)};
}

/// Whether it is one of the program's, which others have, too.
template <class One>
bool is_shipped(const std::vector<std::shared_ptr<const One>>& all, const auto& path) {
    return std::ranges::any_of(
        all, [&path](const auto& one) { return one->shipped && one->path == path; });
}

/// Whether the lesson's page shows its own run.
bool shows_page(const AppState& state) {
    if (!state.lesson.open()) return false;
    const Bookmark& mark = state.lesson.play.current().bookmark;
    Experiment wanted = mark.experiment;
    wanted.engine = state.experiment.engine;
    return mark.trace.empty() && mark.missing.empty() && wanted == state.experiment;
}

}  // namespace

Link read_link(std::string_view fragment) {
    return Reader{}.read(settings_of_fragment(fragment));
}

std::string fragment_of(const Link& link) {
    Writer writer;
    if (link.embedded) writer.add("embed", {});
    if (!link.lesson.empty()) writer.add("lesson", link.lesson);
    if (link.page) writer.add("page", fmt::to_string(*link.page));
    if (!link.exercise.empty()) writer.add("exercise", link.exercise);
    if (link.written) writer.add("written", address_letters(*link.written));
    writer.add_files(link.files);
    if (link.run) writer.add_run("run", *link.run);
    if (link.beside) writer.add_run("beside", *link.beside);
    const Vantage& vantage = link.vantage;
    for (const LookField& field : look_fields()) {
        if (&field == &look_field<&Look::step>()) write_step(writer, vantage.step);
        if (!vantage.look.has(field)) continue;
        const std::string text = field.written(vantage.look.look());
        writer.add(name_of(field), field.is_switch && text == "yes" ? std::string{} : text);
    }
    if (vantage.compare) writer.add("compare", {});
    if (link.theme) writer.add("theme", name_of(*link.theme));
    return writer.take();
}

bool looks_like_link(std::string_view text) {
    const std::size_t mark = text.find('#');
    if (mark == std::string_view::npos || text.find_first_of(" \t\n") != std::string_view::npos)
        return false;
    const std::string_view behind = text.substr(mark + 1);
    const std::string_view name = behind.substr(0, behind.find_first_of("=&"));
    return name.starts_with("text:") || std::ranges::count(all_names(), name) > 0;
}

Link link_to(const AppState& state) {
    Link link;
    const Trace* shown = state.trace();
    if (shows_page(state)) {
        const Lesson& lesson = *state.lesson.play.lesson();
        link.lesson = lesson.path.stem().string();
        link.page = state.lesson.play.page() + 1;
        if (!is_shipped(state.lesson.all, lesson.path)) link.files = texts_of(lesson);
    } else if (state.exercise.open() && state.document) {
        const Exercise& exercise = state.exercise.exercise();
        link.exercise = exercise_key(exercise);
        if (state.document->text() != given_out(exercise)) link.written = state.document->text();
        if (!is_shipped(state.exercise.all, exercise.path)) link.files = texts_of(exercise);
    } else {
        const std::string name =
            state.document ? document_name(state) : name_of(state.experiment.text);
        link.run = linked(state.experiment, std::filesystem::path{name}.filename().string(), shown);
        const Comparison& comparison = state.comparison;
        const HeldRun& held = comparison.held;
        if (comparison.beside.on && held.trace) {
            link.beside = linked(held.experiment, name_of(held.experiment.text), held.trace.get());
        }
        link.vantage.compare = comparison.on && !comparison.against_held;
    }
    Look look = look_to_keep(state);
    if (look.step) link.vantage.step = fmt::format("step {}", *look.step + 1);
    look.step.reset();
    if (look.alone) look.view = {};
    if (link.beside && state.comparison.beside.lock != StepLock::stride) {
        look.lock = state.comparison.beside.lock;
    }
    link.vantage.look = PartialLook{look};
    return link;
}

std::string address_of(const AppState& state, std::string_view page) {
    if (page.empty()) page = "stridescope.html";
    std::string address = fmt::format("{}#{}", page, fragment_of(link_to(state)));
    if (address.size() <= longest_link) return address;
    throw UsageError(fmt::format(
        "The link would have {} characters, more than the {} that programs take: save the text, "
        "or the trace, and pass on the file.",
        address.size(), longest_link));
}

namespace {

constexpr std::string_view alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr int bits_of_letter = 6, bits_of_byte = 8;

struct Free {
    void operator()(libdeflate_compressor* c) const { libdeflate_free_compressor(c); }
    void operator()(libdeflate_decompressor* d) const { libdeflate_free_decompressor(d); }
};

std::string packed(std::string_view bytes) {
    constexpr int smallest = 12;  // a link is written once
    const std::unique_ptr<libdeflate_compressor, Free> compressor{
        libdeflate_alloc_compressor(smallest)};
    if (!compressor) throw std::bad_alloc{};
    std::string out(libdeflate_deflate_compress_bound(compressor.get(), bytes.size()), '\0');
    out.resize(libdeflate_deflate_compress(compressor.get(), bytes.data(), bytes.size(), out.data(),
                                           out.size()));
    return out;
}

std::string unpacked(std::string_view bytes, std::size_t most) {
    constexpr std::size_t first_room = 64 << 10;
    const std::unique_ptr<libdeflate_decompressor, Free> decompressor{
        libdeflate_alloc_decompressor()};
    if (!decompressor) throw std::bad_alloc{};
    for (std::size_t room = std::min(first_room, most);; room = std::min(4 * room, most)) {
        std::string out(room, '\0');
        std::size_t size = 0;
        const libdeflate_result result = libdeflate_deflate_decompress(
            decompressor.get(), bytes.data(), bytes.size(), out.data(), room, &size);
        if (result == LIBDEFLATE_SUCCESS) {
            out.resize(size);
            return out;
        }
        if (result != LIBDEFLATE_INSUFFICIENT_SPACE)
            throw UsageError("it was cut or changed on its way");
        if (room == most) throw UsageError(fmt::format("it holds more than {} bytes", most));
    }
}

}  // namespace

std::string address_letters(std::string_view bytes) {
    std::string letters;
    std::uint32_t bits = 0;
    int count = 0;
    const auto put = [&] { letters += alphabet[(bits >> count) & ((1U << bits_of_letter) - 1)]; };
    for (const char c : packed(bytes)) {
        bits = bits << bits_of_byte | static_cast<unsigned char>(c);
        for (count += bits_of_byte; count >= bits_of_letter;) {
            count -= bits_of_letter;
            put();
        }
    }
    if (count > 0) {
        bits <<= bits_of_letter - count;
        count = 0;
        put();
    }
    return letters;
}

std::string bytes_of_letters(std::string_view letters, std::size_t most) {
    std::string bytes;
    std::uint32_t bits = 0;
    int count = 0;
    for (const char letter : letters) {
        const std::size_t value = alphabet.find(letter);
        if (value == std::string_view::npos) throw UsageError("it was cut or changed on its way");
        bits = bits << bits_of_letter | static_cast<std::uint32_t>(value);
        count += bits_of_letter;
        if (count < bits_of_byte) continue;
        count -= bits_of_byte;
        bytes += static_cast<char>((bits >> count) & 0xFFU);
    }
    return unpacked(bytes, most);
}

}  // namespace stridescope
