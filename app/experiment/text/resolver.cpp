#include "app/experiment/text/resolver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <optional>
#include <ranges>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "app/experiment/text/array_numbers.h"
#include "app/experiment/text/library_texts.h"
#include "app/language/library/library.h"
#include "app/language/needs.h"
#include "app/language/token.h"

namespace stridescope {
namespace {

using language::FaultError;
using language::Function;

/// A sentence about a flag, or about the text as a whole.
[[noreturn]] void fail(std::string message) {
    throw FaultError({}, std::move(message));
}

/// A scalar's value is one expression: of "1,024" or "3 1 4" the language would tell of arguments
/// and brackets that nobody wrote.
void check_one_number(const PlacedText& written, std::string_view name) {
    const std::string& s = written.text();
    std::size_t second = find_outside(s, ",;");
    const auto is_of_number = [](char c) { return is_digit(c) || c == '.'; };
    for (std::size_t at = find_outside(s, " \t"); at != std::string::npos;
         at = find_outside(s, " \t", at + 1)) {
        std::size_t next = at;
        while (next < s.size() && is_blank(s[next])) ++next;
        if (at > 0 && next < s.size() && is_of_number(s[at - 1]) && is_of_number(s[next]))
            second = std::min(second, at);
    }
    if (second == std::string::npos) return;
    written.fail(
        fmt::format("{} is one number: write it without commas and blanks, as in 1024 or 2.5",
                    name),
        second);
}

bool is_of_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// The template's name of an instance: "scan" of "scan<256>".
std::string_view without_template_arguments(std::string_view name) {
    if (!name.ends_with('>')) return name;
    std::size_t at = name.size();
    int depth = 0;
    do {
        --at;
        depth += name[at] == '>' ? 1 : name[at] == '<' ? -1 : 0;
    } while (at > 0 && depth > 0);
    return depth == 0 ? name.substr(0, at) : name;
}

/// Whether the text says what the function does, and not only that there is one.
bool has_body(std::string_view text, std::string_view function) {
    function = without_template_arguments(function);
    if (const std::size_t scope = function.rfind(':'); scope != std::string_view::npos)
        function.remove_prefix(scope + 1);
    for (std::size_t at = text.find(function); at != std::string_view::npos;
         at = text.find(function, at + 1)) {
        std::size_t end = at + function.size();
        if ((at > 0 && is_of_word(text[at - 1])) || (end < text.size() && is_of_word(text[end])))
            continue;
        const auto skip_spaces = [&] {
            while (end < text.size() && std::isspace(static_cast<unsigned char>(text[end]))) ++end;
        };
        skip_spaces();
        if (end == text.size() || text[end] != '(') continue;
        int depth = 0;
        do {
            depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
        } while (++end < text.size() && depth > 0);
        skip_spaces();
        for (const std::string_view word : {"const", "noexcept"}) {
            if (!text.substr(end).starts_with(word)) continue;
            end += word.size();
            skip_spaces();
        }
        const std::string_view behind = text.substr(end);
        // What it gives back, or a constructor's members, may stand before the brace.
        const bool goes_on =
            behind.starts_with("->") || (behind.starts_with(':') && !behind.starts_with("::"));
        const std::size_t stop = goes_on ? behind.find_first_of("{;") : 0;
        if (stop < behind.size() && behind[stop] == '{') return true;
    }
    return false;
}

/// Whether a variable of that name stands at the top of the text, and is not extern alone.
bool has_variable(std::string_view text, std::string_view name) {
    for (std::size_t line = 0; line < text.size();) {
        const std::size_t next = std::min(text.size(), text.find('\n', line)) + 1;
        const std::string_view words = text.substr(line, next - 1 - line);
        line = next;
        if (words.empty() || !is_of_word(words[0]) || words.starts_with("extern")) continue;
        const std::size_t at = words.find(name);
        if (at == std::string_view::npos || at == 0 || is_of_word(words[at - 1])) continue;
        if (words.substr(0, at).find_first_of("(=") != std::string_view::npos) continue;
        const std::size_t behind = words.find_first_not_of(' ', at + name.size());
        if (behind != std::string_view::npos &&
            std::string_view{"=;[{,"}.find(words[behind]) != std::string_view::npos)
            return true;
    }
    return false;
}

bool is_null(std::string_view argument) {
    return argument == "nullptr" || argument == "NULL" || argument == "0";
}

/// What a flag says of an array wins, part by part.
void merge(ArrayText& into, ArrayText flag) {
    if (!flag.type.empty()) into.type = flag.type;
    if (!flag.extents.empty()) into.extents = std::move(flag.extents);
    if (!flag.fill.empty()) into.fill = flag.fill;
    if (!flag.expect.empty()) into.expect = flag.expect;
    into.written = flag.written;
}

/// Whether anything calls what the library's texts do on the host in a device's stead.
bool calls_algorithms(const language::Unit& unit) {
    return std::ranges::any_of(unit.functions, [](const Function& f) {
        return f.place.file == language::library_file &&
               (f.name.starts_with("__taken") || f.name.starts_with("__room"));
    });
}

}  // namespace

std::string Resolver::own_texts() const {
    std::vector<std::string_view> names;
    using Name = std::pair<std::string_view, std::string_view>;  // as it begins, as it is told
    for (const auto& [begin, name] :
         {Name{"cub::", "CUB"}, Name{"cuda::barrier", "cuda::barrier"}}) {
        const bool is_called =
            std::ranges::any_of(out_.run.unit->functions, [&](const Function& f) {
                return f.place.file == language::library_file && f.on_device && f.body != nullptr &&
                       f.name.starts_with(begin);
            });
        if (is_called) names.push_back(name);
    }
    if (names.empty()) return {};
    return fmt::format(", {} by texts of our own: NVIDIA's accesses differ",
                       fmt::join(names, " and "));
}

Resolver::Resolver(const TextSpec& spec, ResolvedText& out, Roots roots)
    : spec_(spec),
      out_(out),
      roots_(roots),
      folder_(spec.path),
      card_(read_card(spec.card.empty() ? spec.text : spec.card)) {
    used_settings_.resize(spec.arguments.size());
}

void Resolver::run() {
    if (resolve_all()) fill();
}

std::vector<OutlinedArray> Resolver::run_outline() {
    outline_ = true;
    if (!resolve_all()) return {};
    std::vector<OutlinedArray> arrays(out_.run.arrays.size());
    for (const PlannedArray& planned : arrays_) {
        OutlinedArray& array = arrays[static_cast<std::size_t>(planned.index)];
        array.fill = fill_of(planned).text();
        array.is_output = !planned.text.expect.empty();
    }
    return arrays;
}

language::ParseOptions Resolver::parse_options() const {
    check_definitions();
    language::ParseOptions options;
    for (const auto& [name, value] : spec_.defines) options.definitions.push_back({name, value});
    options.load = include_loader(spec_);
    options.load_further = project_loader(spec_);
    return options;
}

const Function* Resolver::main() {
    const language::ParseOptions options = parse_options();
    if (!parse(options)) return nullptr;
    find_main(options);
    return out_.run.unit->main;
}

bool Resolver::resolve_all() {
    language::ParseOptions options = parse_options();
    if (!parse(options)) return false;
    find_main(options);
    link(options);
    out_.faults = card_.faults;
    read_knobs();
    if (!out_.faults.empty()) return false;
    check_names();
    out_.run.bug = {.correct = card_.broken.correct.text(), .summary = card_.summary.text()};
    plan_forms();
    const bool main = runs_main();
    if (!main) {
        plan();
        plan_expectations();
        ask();
    }
    ask_forms();
    if (questions_.empty()) return false;
    options.appendix = questions_.file();
    if (!parse(options)) return false;
    questions_.read(*out_.run.unit);
    answer_forms();
    if (main) return false;
    answer();
    return true;
}

void Resolver::check_definitions() const {
    for (const auto& [name, value] : spec_.defines) {
        if (!is_name(name)) {
            fail(fmt::format("-D {}: this is not the name of a macro: write -D NAME=value", name));
        }
        language::Names names;
        try {
            language::lex(value, 0, names);
        } catch (const FaultError& error) {
            fail(fmt::format("-D {}={}: {}", name, value, error.fault().message));
        }
    }
}

/// Lines that end the macros which a text defines itself: another source, read behind it, was never
/// to see them. Those of headers stay, since each header is read once.
std::string ends_of_macros(std::string_view text) {
    const auto skip_blanks = [&](std::size_t at) {
        return std::min(text.size(), text.find_first_not_of(" \t", at));
    };
    constexpr std::string_view directive = "define";
    std::string lines;
    for (std::size_t line = 0; line < text.size();) {
        std::size_t at = skip_blanks(line);
        line = std::min(text.size(), text.find('\n', line)) + 1;
        if (at >= text.size() || text[at] != '#') continue;
        at = skip_blanks(at + 1);
        if (!text.substr(at).starts_with(directive)) continue;
        at = skip_blanks(at + directive.size());
        std::size_t end = at;
        while (end < text.size() && is_of_word(text[end])) ++end;
        if (end > at) lines += fmt::format("\n#undef {}", text.substr(at, end - at));
    }
    return lines;
}

std::string line_of_source(const std::string& source) {
    return fmt::format("\n#include \"{}\"", source);
}

/// Whether there were no faults.
bool Resolver::parse(const language::ParseOptions& options) {
    const std::string name = name_of(spec_);
    language::ParseOptions own = options;
    own.each_once = !linked_.empty();
    // A main that includes the text sees its macros, one that is linked to it doesn't.
    const bool is_included = std::ranges::any_of(including_, [&](const std::string& source) {
        return linked_.find(line_of_source(source)) != std::string::npos;
    });
    const std::string behind =
        linked_.empty() || is_included ? linked_ : ends_of_macros(spec_.text) + linked_;
    language::Parsed parsed = language::parse(name, spec_.text + behind, own);
    parsed.unit->files[0].text.resize(spec_.text.size());
    const std::size_t appendix = parsed.unit->files.size() - 1;
    for (language::Fault& fault : parsed.faults) {
        if (fault.put_aside) continue;  // told where something needs it
        out_.faults.push_back(options.appendix ? questions_.of_card(fault, appendix) : fault);
    }
    out_.run.included = options.appendix && appendix > 0 ? appendix - 1 : appendix;
    out_.run.unit = std::move(parsed.unit);
    return out_.faults.empty();
}

/// Reads the text anew with these lines behind it. Where they do not work out, or what comes of
/// them is not wanted, all is as before.
bool Resolver::parse_with(std::string lines, const language::ParseOptions& options,
                          const std::function<bool(const language::Unit&)>& is_wanted) {
    const std::string before = std::exchange(linked_, std::move(lines));
    const auto unit = out_.run.unit;
    const std::size_t included = out_.run.included;
    if (parse(options) && is_wanted(*out_.run.unit)) return true;
    linked_ = before;
    out_.faults.clear();
    out_.run.unit = unit;
    out_.run.included = included;
    return false;
}

/// Whether the source includes the text of that name.
bool includes(std::string_view source, std::string_view name) {
    for (std::size_t at = source.find("#include"); at != std::string_view::npos;
         at = source.find("#include", at + 1)) {
        const std::string_view line = source.substr(at, source.find('\n', at) - at);
        const std::size_t end = line.rfind('"');
        if (end == std::string_view::npos || !line.substr(0, end).ends_with(name)) continue;
        const char before = line[end - name.size() - 1];
        if (before == '"' || before == '/') return true;
    }
    return false;
}

/// The names that stand before a parenthesis or a template's arguments, each once.
std::unordered_set<std::string_view> called_names(std::string_view text) {
    std::unordered_set<std::string_view> names;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && is_of_word(text[end])) ++end;
        if (end > at && end < text.size() && (text[end] == '(' || text[end] == '<'))
            names.insert(text.substr(at, end - at));
        at = end + 1;
    }
    return names;
}

/// Whether the source calls or launches what only the text has.
bool calls_into(std::string_view source, std::string_view text) {
    const std::unordered_set<std::string_view> own = called_names(text);
    return std::ranges::any_of(called_names(source), [&](std::string_view name) {
        return name != "main" && own.contains(name) && has_body(text, name) &&
               !has_body(source, name);
    });
}

/// A text without a main may be part of a program whose main stands in another source: that one is
/// read behind it.
void Resolver::find_main(const language::ParseOptions& options) {
    const bool is_asked = !spec_.kernel.empty() || !spec_.launch.empty() ||
                          !spec_.arguments.empty() || !spec_.expect.empty();
    const bool has_card = !spec_.card.empty() || !card_.launches.empty() || !card_.arrays.empty() ||
                          !card_.expectations.empty();
    if (roots_ != Roots::main || out_.run.unit->main != nullptr || is_asked || has_card) return;
    const TextFolder folder{spec_.path};
    const std::string own = name_of(spec_);
    const auto reaches_own = [](const language::Unit& unit) {
        return unit.main != nullptr && language::needs_of_file(*unit.main, 0);
    };
    const auto try_all = [&](const std::vector<std::string>& sources, bool is_beside) {
        constexpr std::size_t most = 4;
        std::vector<std::string> including, calling, others;
        for (const std::string& source : sources) {
            const std::optional<std::string> text = options.load(source);
            if (!text || !has_body(*text, "main")) continue;
            const bool has_own = includes(*text, own);
            if (has_own) including_.push_back(source);
            (has_own                         ? including
             : calls_into(*text, spec_.text) ? calling
                                             : others)
                .push_back(source);
        }
        // What main calls may stand in a third source, and call the text's.
        const auto reaches_by_others = [&](const language::Unit& unit) {
            if (unit.main == nullptr || reaches_own(unit)) return unit.main != nullptr;
            link(options);
            return reaches_own(*out_.run.unit);
        };
        including.insert(including.end(), calling.begin(), calling.end());
        for (const std::string& source : including | std::views::take(most)) {
            const auto reaches = [&](const language::Unit& unit) {
                return is_beside ? reaches_by_others(unit) : reaches_own(unit);
            };
            if (parse_with(line_of_source(source), options, reaches)) return true;
        }
        for (const std::string& source : others | std::views::take(is_beside ? 2 : 0)) {
            if (parse_with(line_of_source(source), options, reaches_by_others)) return true;
        }
        return false;
    };
    std::vector<std::string> sources = folder.other_sources();
    // A trace has those with it that it was recorded with.
    for (const auto& [name, text] : spec_.includes) sources.push_back(name);
    if (try_all(sources, true) || try_all(folder.further_sources(), false)) return;
    // In the whole project only one will do: of several it would be a guess which is meant.
    for (const std::vector<std::string>& project : folder.project_sources()) {
        std::vector<std::string> mains;
        for (const std::string& source : project) {
            const std::optional<std::string> text = options.load_further(source);
            if (text && has_body(*text, "main") &&
                (includes(*text, own) || calls_into(*text, spec_.text)))
                mains.push_back(source);
        }
        if (mains.size() == 1) parse_with(line_of_source(mains.front()), options, reaches_own);
        if (!mains.empty()) return;
    }
}

/// What main needs, or where it is kernels that run a kernel, and the text only declares may stand
/// in another source beside it, as a Makefile would link them: those are read behind it. Where that
/// does not work out, all is as before.
void Resolver::link(const language::ParseOptions& options) {
    const bool of_main = roots_ == Roots::main && out_.run.unit->main != nullptr;
    const auto roots = [&]() -> std::vector<const Function*> {
        const language::Unit& unit = *out_.run.unit;
        if (of_main && unit.at_exit != nullptr) return {unit.main, unit.at_exit};
        if (of_main) return {unit.main};
        return {unit.kernels.begin(), unit.kernels.end()};
    };
    if (!spec_.card.empty()) return;  // what lies beside it is handed in by others
    const TextFolder folder{spec_.path};
    std::vector<std::string> sources = folder.other_sources();
    // What a header declares often stands beside it: of "../device.h" in "../device.cpp".
    for (const language::SourceFile& file : out_.run.unit->files | std::views::drop(1)) {
        std::filesystem::path source{file.name};
        for (const char* const ending : {".cu", ".cpp", ".cc", ".cxx", ".c"})
            sources.push_back(source.replace_extension(ending).generic_string());
    }
    // A trace has those with it that it was recorded with.
    for (const auto& [name, text] : spec_.includes) sources.push_back(name);
    std::optional<std::vector<std::string>> further;
    std::optional<std::vector<std::vector<std::string>>> projects;
    std::map<std::string, std::optional<std::string>> texts;  // each is read once
    for (;;) {
        std::string lines = linked_;
        const auto find = [&](std::string_view name, const auto& has) {
            const auto is_in = [&](const std::string& source) {
                const std::string line = line_of_source(source);
                if (lines.find(line) != std::string::npos) return false;
                const auto [at, is_new] = texts.try_emplace(source);
                std::optional<std::string>& text = at->second;
                if (is_new) text = options.load(source);
                if (is_new && !text) text = options.load_further(source);
                return text && has(*text, name) && !has_body(*text, "main");
            };
            if (const auto found = std::ranges::find_if(sources, is_in); found != sources.end()) {
                lines += line_of_source(*found);
                return;
            }
            // Further away only one will do: of several it would be a guess which is meant.
            const auto take_only_one = [&](const std::vector<std::string>& of) {
                const auto first = std::ranges::find_if(of, is_in);
                if (first == of.end()) return false;
                if (std::find_if(first + 1, of.end(), is_in) == of.end())
                    lines += line_of_source(*first);
                return true;
            };
            if (!further) further = folder.further_sources();
            if (take_only_one(*further)) return;
            if (!projects) projects = folder.project_sources();
            for (const std::vector<std::string>& of : *projects) {
                if (take_only_one(of)) return;
            }
        };
        for (const Function* root : roots()) {
            for (const Function* f : language::bodies_needed_by(*root)) find(f->name, has_body);
            for (const language::Variable* v : language::variables_needed_by(*root))
                find(v->name, has_variable);
        }
        if (lines == linked_) break;
        const auto has_roots = [&](const language::Unit& unit) {
            return of_main ? unit.main != nullptr : !unit.kernels.empty();
        };
        if (!parse_with(std::move(lines), options, has_roots)) break;
    }
}

void Resolver::read_knobs() {
    std::vector<ResolvedKnob>& knobs = out_.run.knobs;
    const language::Unit& unit = *out_.run.unit;
    const auto known = [&](const std::string& name) {
        return std::ranges::find(knobs, name, &ResolvedKnob::name) != knobs.end();
    };
    const auto defined = [&](const std::string& name) -> std::optional<std::string> {
        std::optional<std::string> value;
        for (const language::SourceFile& file : unit.files) {
            if (const auto define = find_define(file.text, name); define && !value)
                value = define->value;
        }
        for (const auto& [set, to] : spec_.defines) {
            if (value && set == name) value = to;
        }
        return value;
    };
    for (const CardKnob& knob : card_.knobs) {
        const auto value = defined(knob.name);
        if (!value && !spec_.card.empty()) continue;  // another text than the card was written for
        if (!value) {
            out_.faults.push_back(knob.written.fault(
                fmt::format("a knob turns a #define, and the text has no #define {}", knob.name)));
            continue;
        }
        knobs.push_back({knob.name, *value, knob.choices, knob.range});
    }
    for (const language::Knob& knob : unit.knobs) {
        if (!known(knob.name)) knobs.push_back({knob.name, knob.value, {}, {}});
    }
    for (const auto& [name, value] : spec_.defines) {
        // One within #ifndef is not seen once it is set from outside.
        if (!known(name) && defined(name)) knobs.push_back({name, value, {}, {}});
    }
}

void Resolver::check_names() const {
    const language::Unit& unit = *out_.run.unit;
    for (const auto& [name, value] : spec_.defines) {
        const bool used = std::ranges::any_of(
            unit.files, [&name = name](const auto& file) { return has_word(file.text, name); });
        if (used || has_word(spec_.card, name)) continue;
        std::string knobs;
        for (const ResolvedKnob& knob : out_.run.knobs) {
            knobs += knobs.empty() ? "" : ", ";
            knobs += knob.name;
        }
        fail(fmt::format("-D {}: the text has no {}{}{}", name, name,
                         knobs.empty() ? "" : ": its knobs are ", knobs));
    }
    if (spec_.kernel.empty() || kernel_named(spec_.kernel) != nullptr) return;
    fail_if_refused(spec_.kernel);
    // A template is no kernel before it is launched.
    const bool is_template = has_word(spec_.text, spec_.kernel) && has_word(spec_.text, "template");
    if (!is_template)
        fail(fmt::format("--kernel {}: the text has no such kernel{}", spec_.kernel,
                         kernel_names()));
}

bool Resolver::runs_main() const {
    TextRun& run = out_.run;
    const bool main = roots_ == Roots::main && run.unit->main != nullptr && spec_.kernel.empty() &&
                      spec_.launch.empty() && card_.launches.empty();
    if (!main) return false;
    if (!spec_.arguments.empty())
        fail("--arg: the text's main gives its kernels their arguments; say --kernel or --launch");
    if (!spec_.expect.empty()) {
        fail("--expect: the text's main keeps its arrays to itself; say --kernel or --launch");
    }
    run.title = !card_.title.empty() ? card_.title.text() : run.unit->files[0].name;
    // "main.cu with device1.cu"
    std::string with;
    for (std::size_t at = linked_.find('"'); at != std::string::npos; at = linked_.find('"', at)) {
        const std::size_t end = linked_.find('"', at + 1);
        with += (with.empty() ? " with " : ", ") + linked_.substr(at + 1, end - at - 1);
        at = end + 1;
    }
    run.title += with;
    if (calls_algorithms(*run.unit))
        run.title +=
            ", with what thrust, CUB, cuBLAS or curand compute done on the host: what they do on a "
            "device is not shown";
    run.title += own_texts();
    return true;
}

/// Where something is declared, but not understood, that is what there is to say.
void Resolver::fail_if_refused(std::string_view name) const {
    for (const auto& [refused, fault] : out_.run.unit->refused) {
        if (refused == name) throw FaultError(*fault);
    }
}

const Function* Resolver::kernel_named(std::string_view name) const {
    for (const Function* f : out_.run.unit->kernels) {
        if (f->name == name) return f;
    }
    return nullptr;
}

const Function* Resolver::first_kernel() const {
    const auto& kernels = out_.run.unit->kernels;
    if (kernels.empty()) return nullptr;
    // One that is understood, rather one whose name is its own, and rather the text's than a
    // header's.
    const auto lacks = [&](const Function* f) {
        return (language::fault_needed_by(*f) != nullptr ? 4 : 0) +
               (std::ranges::count(kernels, f->name, &Function::name) > 1 ? 2 : 0) +
               (f->place.file != 0 ? 1 : 0);
    };
    return *std::ranges::min_element(kernels, {}, lacks);
}

/// ": there are a, b".
std::string Resolver::kernel_names() const {
    std::string names;
    for (const Function* f : out_.run.unit->kernels) {
        if (f->name.find('<') != std::string::npos) continue;
        names += names.empty() ? ": there is " : ", ";
        names += f->name;
    }
    return names;
}

/// What is launched: as the flag says, else as the card does, else the first kernel that is
/// understood.
std::vector<LaunchText> Resolver::launches() {
    std::vector<LaunchText> all;
    for (const PlacedText& text : card_.launches) all.push_back(read_launch(text));
    const std::string first = !spec_.kernel.empty()                    ? spec_.kernel
                              : !all.empty() && !all[0].kernel.empty() ? all[0].kernel
                              : first_kernel() != nullptr              ? first_kernel()->name
                                                                       : std::string{};
    const auto name = [&](LaunchText& launch) {
        if (!launch.kernel.empty()) return;
        launch.kernel = first;
        const std::string head = first + launch.head.text();
        launch.head = launch.head.flag().empty() ? PlacedText{head, launch.head.place()}
                                                 : PlacedText::of_flag(head, launch.head.flag());
    };
    for (LaunchText& launch : all) name(launch);
    if (!spec_.launch.empty()) {
        LaunchText launch = read_launch(PlacedText::of_flag(spec_.launch, "--launch"));
        name(launch);
        if (!spec_.kernel.empty() && launch.kernel != spec_.kernel) {
            fail(fmt::format("--launch: it launches {}, and --kernel is {}: omit one of them",
                             launch.kernel, spec_.kernel));
        }
        const auto same = std::ranges::find(all, launch.kernel, &LaunchText::kernel);
        if (!launch.arguments && same != all.end()) launch.arguments = same->arguments;
        return {launch};
    }
    if (!spec_.kernel.empty()) {
        std::erase_if(all, [&](const LaunchText& l) { return l.kernel != spec_.kernel; });
    }
    if (!all.empty()) return all;
    if (first.empty()) {
        if (!out_.run.unit->refused.empty()) throw FaultError(*out_.run.unit->refused[0].second);
        if (out_.run.unit->has_kernel_templates) {
            fail(
                "the kernels of this text are templates: launch one of them, as in --launch "
                "\"kernel<float><<<4, 256>>>(in, out, 1024)\"");
        }
        fail(
            has_word(spec_.text, "__global__")
                ? "there is no kernel in this text: what it has stands in a comment, or #if leaves "
                  "it out"
                : "there is no kernel in this text: write __global__ void before a function");
    }
    out_.any_kernel = spec_.kernel.empty() && card_.arrays.empty() && card_.expectations.empty();
    LaunchText launch;
    launch.kernel = first;
    return {launch};
}

void Resolver::plan() {
    for (const ArrayText& array : card_.arrays) {
        PlannedArray planned;
        planned.text = array;
        arrays_.push_back(std::move(planned));
    }
    for (const LaunchText& launch : launches()) plan_launch(launch);
    for (PlannedArray& array : arrays_) apply_setting(array.text.name, array.parameter);
    // What is left is about variables of the text, or about nothing.
    for (std::size_t i = 0; i < spec_.arguments.size(); ++i) {
        if (used_settings_[i]) continue;
        const std::string& name = spec_.arguments[i].first;
        const auto& globals = out_.run.unit->globals;
        const bool is_global = std::ranges::any_of(
            globals, [&](const language::Variable* v) { return v->name == name; });
        if (!is_global) {
            std::string names;
            const auto add = [&](std::string_view known) {
                names += names.empty() ? ": there is " : ", ";
                names += known;
            };
            for (const PlannedLaunch& launch : launches_) {
                if (launch.kernel == nullptr) continue;
                for (const language::Variable* p : launch.kernel->parameters) add(p->name);
            }
            fail(fmt::format("--arg {}: there is no such argument{}", name, names));
        }
        array_named(name);
        apply_setting(name, {});
    }
}

void Resolver::plan_launch(const LaunchText& text) {
    PlannedLaunch launch;
    launch.kernel = kernel_named(text.kernel);
    if (launch.kernel == nullptr) fail_if_refused(text.kernel);
    if (launch.kernel == nullptr && !has_word(spec_.text, "template")) {
        text.head.fail(fmt::format("there is no kernel {}{}", text.kernel, kernel_names()));
    }
    if (launch.kernel == nullptr && text.head.empty()) {
        fail(
            fmt::format("{0} is a template: say how it is launched, as in --launch "
                        "\"{0}<float><<<4, 256>>>(in, out, 1024)\"",
                        text.kernel));
    }
    if (launch.kernel != nullptr) {
        if (const language::Fault* fault = language::fault_needed_by(*launch.kernel))
            throw FaultError(*fault);
        launch.use = use_of(*launch.kernel);
        launch.guess = guess_launch(*out_.run.unit, launch.use, listed_for(*launch.kernel));
        if (text.head.empty()) {
            follow_own_launch(*out_.run.unit, *launch.kernel, launch.guess);
            if (launch.use.waits_for_grid) keep_resident(launch.guess);
        } else {
            launch.guess.side_text = guess_side(text.head.text());
        }
    }
    launch.head = text.head.empty()
                      ? PlacedText::of_flag(head_text(*launch.kernel, launch.guess), {})
                      : text.head;
    launch.is_guessed = text.head.empty();
    if (text.arguments) {
        plan_given(text, launch);
    } else if (launch.kernel != nullptr) {
        plan_guessed(launch);
    } else {
        text.head.fail("the launch of a template needs its arguments: write them behind >>>");
    }
    launches_.push_back(std::move(launch));
}

/// How many numbers somebody lists for an array of the kernel's, the fewest; 0: none are listed.
std::int64_t Resolver::listed_for(const language::Function& kernel) const {
    std::int64_t fewest = 0;
    for (const language::Variable* p : kernel.parameters) {
        if (!p->type->is_pointer()) continue;
        const auto setting = std::ranges::find(spec_.arguments, p->name, &Setting::first);
        const auto said = std::ranges::find(card_.arrays, p->name, &ArrayText::name);
        const std::string_view fill = setting != spec_.arguments.end() ? setting->second
                                      : said != card_.arrays.end() && said->extents.empty()
                                          ? said->fill.text()
                                          : std::string_view{};
        const std::int64_t listed = count_listed(fill);
        if (listed > 0) fewest = fewest == 0 ? listed : std::min(fewest, listed);
    }
    return fewest;
}

void Resolver::plan_given(const LaunchText& text, PlannedLaunch& launch) {
    const auto* parameters = launch.kernel != nullptr ? &launch.kernel->parameters : nullptr;
    if (parameters != nullptr && parameters->size() != text.arguments->size()) {
        text.head.fail(fmt::format("{} takes {} argument{}, not {}", text.kernel,
                                   parameters->size(), parameters->size() == 1 ? "" : "s",
                                   text.arguments->size()));
    }
    for (std::size_t i = 0; i < text.arguments->size(); ++i) {
        CardQuestions::Argument argument;
        argument.text = (*text.arguments)[i];
        const std::string& written = argument.text.text();
        if (parameters == nullptr) {
            // What its parameters are is not known yet: an array is what is said to have extents.
            const bool has_extents = std::ranges::any_of(spec_.arguments, [&](const Setting& s) {
                return s.first == written && s.second.find('[') != std::string::npos;
            });
            if (has_extents) {
                array_named(written);
                apply_setting(written, {});
            }
            argument.is_array = find_array(written) != nullptr;
            if (argument.is_array) argument.type = find_array(written)->text.type.text();
            if (argument.is_array && argument.type.empty()) {
                argument.text.fail(fmt::format(
                    "the kernel is a template: say what {0} is of, in the card or by --arg, as in "
                    "--arg \"{0}=float[1024]\"",
                    written));
            }
            launch.arguments.push_back(std::move(argument));
            continue;
        }
        const language::Variable& p = *(*parameters)[i];
        if (!p.type->is_pointer()) {
            if (const Setting* setting = setting_for(p.name)) {
                argument.text = PlacedText::of_flag(setting->second, "--arg " + setting->first);
                check_one_number(argument.text, p.name);
            }
        } else if (!is_null(written)) {
            if (!is_name(written)) {
                argument.text.fail(fmt::format(
                    "{} is a pointer: it is given an array of the card, by its name", p.name));
            }
            argument.is_array = true;
            use_array(array_named(written), launch, i);
        }
        launch.arguments.push_back(std::move(argument));
    }
}

void Resolver::plan_guessed(PlannedLaunch& launch) {
    for (std::size_t i = 0; i < launch.kernel->parameters.size(); ++i) {
        const language::Variable& p = *launch.kernel->parameters[i];
        CardQuestions::Argument argument;
        // One without a name is read by nobody.
        const std::string name =
            p.name.empty() ? fmt::format("unnamed_{}", i + 1) : std::string{p.name};
        if (p.type->is_pointer()) {
            argument.is_array = true;
            argument.text = PlacedText::of_flag(name, {});
            use_array(array_named(name), launch, i);
        } else if (const Setting* setting = setting_for(p.name)) {
            argument.text = PlacedText::of_flag(setting->second, "--arg " + name);
            check_one_number(argument.text, name);
        } else if (const auto said = std::ranges::find(card_.scalars, name, &ScalarText::name);
                   said != card_.scalars.end()) {
            argument.text = said->value;
            check_one_number(argument.text, name);
        } else {
            argument.made = guess_scalar(*launch.kernel, i, launch.guess);
            if (!argument.made.empty() && has_pointers(p.type)) plan_leaves(p, launch.guess);
            if (argument.made.empty()) {
                throw FaultError(p.place,
                                 fmt::format("what is {} given? Say it in the card's launch, or by "
                                             "--arg {}=value",
                                             name, name));
            }
        }
        launch.arguments.push_back(std::move(argument));
    }
}

const Setting* Resolver::setting_for(std::string_view name) {
    const Setting* found = nullptr;
    for (std::size_t i = 0; i < spec_.arguments.size(); ++i) {
        if (name.empty() || spec_.arguments[i].first != name) continue;
        if (found != nullptr) fail(fmt::format("--arg {}: it is given twice", name));
        found = &spec_.arguments[i];
        used_settings_[i] = true;
    }
    return found;
}

void Resolver::apply_setting(std::string_view array, std::string_view parameter) {
    for (const std::string_view name : {array, parameter}) {
        const Setting* setting = setting_for(name);
        if (setting == nullptr) continue;
        merge(find_array(array)->text,
              read_array(std::string{array},
                         PlacedText::of_flag(setting->second, "--arg " + setting->first)));
        return;
    }
}

Resolver::PlannedArray* Resolver::find_array(std::string_view name) {
    for (PlannedArray& array : arrays_) {
        if (array.text.name == name) return &array;
    }
    return nullptr;
}

Resolver::PlannedArray& Resolver::array_named(const std::string& name) {
    if (PlannedArray* array = find_array(name)) return *array;
    PlannedArray& array = arrays_.emplace_back();
    array.text.name = name;
    return array;
}

/// An array for each pointer of a struct of which nothing is said.
void Resolver::plan_leaves(const language::Variable& parameter, const LaunchGuess& guess) {
    for (const language::Leaf& leaf : parameter.type->structure->leaves) {
        if (!leaf.type->is_pointer()) continue;
        PlannedArray& array = array_named(fmt::format("{}.{}", parameter.name, leaf.path));
        array.parameter = array.text.name;
        array.guessed = std::max(array.guessed, guess.elements);
    }
}

/// `number`: which of the launch's arguments it is.
void Resolver::use_array(PlannedArray& array, const PlannedLaunch& launch, std::size_t number) {
    const PointerUse& use = launch.use.parameters[number];
    if (array.parameter.empty()) {
        array.parameter = launch.kernel->parameters[number]->name;
        array.use = use;
        array.guessed = guess_elements(launch.guess, number);
    } else {
        // What an earlier launch has written need not be filled for a later one.
        array.use.stored |= use.stored;
    }
}

void Resolver::plan_expectations() {
    for (const PlacedText& text : card_.expectations) set_expectation(text, false);
    if (spec_.expect.empty()) return;
    const PlacedText all = PlacedText::of_flag(spec_.expect, "--expect");
    for (std::size_t begin = 0; begin < all.text().size();) {
        const std::size_t end = std::min(find_outside(all.text(), ";", begin), all.text().size());
        const PlacedText one = all.part(begin, end);
        if (!one.empty()) set_expectation(one, true);
        begin = end + 1;
    }
}

/// "NAME = EXPECTATION", or the expectation alone of a kernel with one output.
void Resolver::set_expectation(const PlacedText& text, bool wins) {
    const std::string& s = text.text();
    std::size_t end = 0;
    while (end < s.size() && is_name_character(s[end])) ++end;
    std::size_t equals = end;
    while (equals < s.size() && is_blank(s[equals])) ++equals;
    const bool named = end > 0 && equals < s.size() && s[equals] == '=' &&
                       (equals + 1 == s.size() || s[equals + 1] != '=');
    if (!named) {
        PlannedArray& array = only_output(text);
        if (wins || array.text.expect.empty()) array.text.expect = text;
        return;
    }
    const std::string name = s.substr(0, end);
    PlannedArray* array = find_array(name);
    for (PlannedArray& other : arrays_) {
        if (array == nullptr && other.parameter == name) array = &other;
    }
    if (array == nullptr) {
        const auto& globals = out_.run.unit->globals;
        const bool is_global = std::ranges::any_of(
            globals, [&](const language::Variable* v) { return v->name == name; });
        if (!is_global) text.fail(fmt::format("there is no array {}", name));
        array = &array_named(name);
    }
    const PlacedText value = text.part(equals + 1);
    if (value.empty()) text.fail(fmt::format("what is expected of {}?", name));
    if (wins || array->text.expect.empty()) array->text.expect = value;
}

Resolver::PlannedArray& Resolver::only_output(const PlacedText& text) {
    PlannedArray* output = nullptr;
    std::string names;
    for (PlannedArray& array : arrays_) {
        if (!array.use.stored && array.text.expect.empty()) continue;
        output = &array;
        names += names.empty() ? "" : " and ";
        names += array.text.name;
    }
    if (output == nullptr) text.fail("the kernel writes to no array: name the one that is meant");
    if (output->text.name != names)
        text.fail(fmt::format("which array is meant? The kernel writes to {}: write {} = …", names,
                              output->text.name));
    return *output;
}

void Resolver::ask() {
    for (PlannedArray& array : arrays_) {
        const ArrayText& text = array.text;
        if (!text.type.empty()) array.type = questions_.ask_type(text.type);
        for (const PlacedText& extent : text.extents) {
            if (extent.empty()) {
                if (text.extents.size() == 1 && fill_kind(text.fill.text()) == FillKind::given)
                    continue;  // as many as are given
                text.written.fail(
                    fmt::format("how many elements has {0}? Write {0}: [1024]", text.name));
            }
            array.extents.push_back(questions_.ask_number(extent));
        }
        const auto formula = [](const PlacedText& numbers) {
            return !numbers.empty() && fill_kind(numbers.text()) == FillKind::formula;
        };
        if (formula(text.fill)) array.fill = questions_.ask_expansion(text.fill);
        if (formula(text.expect)) array.expect = questions_.ask_expansion(text.expect);
    }
    for (const ShowsText& shows : card_.broken.shows) {
        if (!shows.condition.empty()) shows_.push_back(questions_.ask_number(shows.condition));
    }
    if (const auto& layout = card_.broken.layout) {
        layout_length_ = questions_.ask_number(layout->length);
        layout_word_ = questions_.ask_expansion(layout->word);
    }
    for (PlannedLaunch& launch : launches_)
        launch.question = questions_.ask_launch(launch.head, launch.arguments);
}

}  // namespace stridescope
