// The second half of resolving a text: what the card's expressions came to, the arrays, and how
// much the steps do, which is computed when these are known.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <deque>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>

#include "app/experiment/text/array_numbers.h"
#include "app/experiment/text/card_lines.h"
#include "app/experiment/text/formula_tree.h"
#include "app/experiment/text/formula_values.h"
#include "app/experiment/text/resolver.h"
#include "app/experiment/text/while_wanted.h"
#include "app/language/compile.h"
#include "app/language/constant_values.h"
#include "app/language/needs.h"

namespace stridescope {
namespace {

using language::Expr;
using language::FaultError;
using language::TypeKind;

constexpr int most_gibi = 4;  ///< of all arrays together

std::optional<ElementType> element_type(const language::Type* type) {
    switch (type->kind) {
        case TypeKind::bool_:
        case TypeKind::u8: return ElementType::u8;
        case TypeKind::i8: return ElementType::i8;
        case TypeKind::i16: return ElementType::i16;
        case TypeKind::u16: return ElementType::u16;
        case TypeKind::f16: return ElementType::f16;
        case TypeKind::bf16: return ElementType::bf16;
        case TypeKind::i32: return ElementType::i32;
        case TypeKind::u32: return ElementType::u32;
        case TypeKind::i64: return ElementType::i64;
        case TypeKind::u64: return ElementType::u64;
        case TypeKind::f32: return ElementType::f32;
        case TypeKind::f64: return ElementType::f64;
        default: return std::nullopt;
    }
}

/// What an element that is a struct is shown as: its type, and how many of it.
std::pair<ElementType, std::int64_t> parts_of(const language::Type* structure) {
    const auto& leaves = structure->structure->leaves;
    const bool alike = !leaves.empty() && std::ranges::all_of(leaves, [&](const auto& leaf) {
        return leaf.type->plain == leaves[0].type->plain;
    });
    const auto type = alike ? element_type(leaves[0].type) : std::nullopt;
    const auto bytes = static_cast<std::int64_t>(structure->size);
    if (type && static_cast<std::int64_t>(size_of(*type) * leaves.size()) == bytes)
        return {*type, static_cast<std::int64_t>(leaves.size())};
    if (bytes % 4 == 0) return {ElementType::u32, bytes / 4};
    return {ElementType::u8, bytes};
}

bool is_device_variable(const language::Variable& v) {
    return v.storage == language::Storage::constant || v.storage == language::Storage::device;
}

bool ends_with(const Extents& extents, const Extents& end) {
    return extents.size() > end.size() && std::equal(end.rbegin(), end.rend(), extents.rbegin());
}

/// Puts the scalars of an initializer where they belong in `to`, from `at` on.
void put_initial(const language::Type* type, const Expr* init, TypedArray& to, std::size_t at) {
    if (init == nullptr) return;
    if (type->is_array()) {
        if (init->kind != language::ExprKind::list) return;
        const std::size_t each = type->of->size / size_of(to.type());
        for (std::size_t i = 0; i < init->args.size(); ++i)
            put_initial(type->of, init->args[i], to, at + i * each);
        return;
    }
    with_number_type(to.type(), [&](auto zero) {
        using T = decltype(zero);
        if constexpr (is_real_number_v<T>) {
            to.as<T>()[at] = static_cast<T>(language::constant_real(init).value_or(0));
        } else {
            to.as<T>()[at] = static_cast<T>(language::constant_value(init).value_or(0));
        }
    });
}

/// What the text itself fills the variable with.
TypedArray initial_values(const language::Variable& v, ElementType type) {
    TypedArray values{type, static_cast<std::size_t>(v.type->size / size_of(type))};
    if (!v.type->element()->is_struct()) put_initial(v.type, v.init, values, 0);
    return values;
}

void check_sizes(const TextLaunch& launch, const PlacedText& head) {
    const std::string fault =
        language::fault_of_sizes(*launch.kernel, launch.grid, launch.block, launch.kernel->cluster);
    if (!fault.empty()) head.fail(fault);
}

/// What fills bytes of a text that compares some with letters: those it asks for. Empty: it
/// doesn't.
std::string letters_asked_for(std::string_view text) {
    for (const char first : {'a', 'A'}) {
        const char last = static_cast<char>(first + 25);
        for (const char letter : {first, last}) {
            if (text.find(std::string{'\'', letter, '\''}) != std::string_view::npos)
                return fmt::format("random(26) + {}", static_cast<int>(first));
        }
    }
    return {};
}

}  // namespace

PlacedText Resolver::fill_of(const PlannedArray& planned) const {
    if (!planned.text.fill.empty()) return planned.text.fill;
    if (planned.use.stored && !planned.use.loaded) return PlacedText::of_flag("zeros", {});
    const bool is_of_card = std::ranges::any_of(
        card_.arrays, [&](const ArrayText& array) { return array.name == planned.text.name; });
    if (is_of_card) return PlacedText::of_flag("iota", {});
    const ElementType type = out_.run.arrays[static_cast<std::size_t>(planned.index)].type;
    const std::string letters = size_of(type) == 1 ? letters_asked_for(spec_.text) : std::string{};
    return PlacedText::of_flag(
        !letters.empty() ? letters : fmt::format("random:{}", planned.index + 1), {});
}

void Resolver::answer() {
    TextRun& run = out_.run;
    for (std::size_t i = 0; i < launches_.size(); ++i) {
        TextLaunch launch = answer_launch(launches_[i]);
        if (i > 0) {
            run.further.push_back(std::move(launch));
            continue;
        }
        run.kernel = launch.kernel;
        run.grid = launch.grid;
        run.block = launch.block;
        run.dynamic_shared = launch.dynamic_shared;
        run.arguments = std::move(launch.arguments);
    }
    answer_globals();
    answer_bug();
    say_guesses();
    run.title = !card_.title.empty() ? card_.title.text() : run.kernel->name + own_texts();
}

/// "the launch is a guess: add<<<4, 256>>>(a[1024], b[1024], 1024)", of the first that is one.
void Resolver::say_guesses() {
    for (const PlannedLaunch& launch : launches_) {
        bool is_guessed = launch.is_guessed;
        std::string arguments;
        for (const CardQuestions::Argument& argument : launch.arguments) {
            arguments += arguments.empty() ? "" : ", ";
            const std::string& written = argument.text.text();
            arguments += written.empty() ? argument.made : written;
            if (!argument.is_array) {
                is_guessed |= written.empty();
                continue;
            }
            const PlannedArray& array = *find_array(written);
            is_guessed |= array.text.extents.empty() && array.text.fill.empty();
            if (array.index < 0) continue;
            for (const std::int64_t extent :
                 out_.run.arrays[static_cast<std::size_t>(array.index)].extents)
                arguments += fmt::format("[{}]", extent);
        }
        if (!is_guessed) continue;
        out_.run.guessed =
            fmt::format("the {} a guess: {}({})", launch.is_guessed ? "launch is" : "arguments are",
                        launch.head.text(), arguments);
        return;
    }
}

/// Whether the bug of a text that is broken on purpose can show as the knobs stand.
void Resolver::answer_bug() {
    const BrokenText& broken = card_.broken;
    TextBug& bug = out_.run.bug;
    auto question = shows_.begin();
    for (const ShowsText& shows : broken.shows) {
        if (shows.condition.empty()) {
            bug.flags.push_back({shows.flag, shows.kinds, shows.otherwise.text()});
        } else if (questions_.number(*question++) == 0 && bug.hidden.empty()) {
            bug.hidden = shows.otherwise.text();
        }
    }
    if (broken.layout) answer_layout(*broken.layout);
}

void Resolver::answer_layout(const LayoutText& layout) {
    constexpr std::int64_t most_elements = 1 << 16;  // of one byte, all of a block's shared memory
    const std::int64_t length = questions_.number(*layout_length_);
    if (length < 0 || length > most_elements) {
        layout.length.fail(fmt::format("an array of {} elements in shared memory", length));
    }
    const FormulaContext context{.arrays = {}, .type = ElementType::i32, .extents = {length}};
    try {
        const TypedArray words =
            evaluate_formula(questions_.expansion(*layout_word_), context).values;
        const auto numbers = words.as<std::int32_t>();
        out_.run.bug.array = layout.array.text();
        out_.run.bug.words.assign(numbers.begin(), numbers.end());
    } catch (const FormulaError& error) {
        layout.word.fail(error.what());
    }
}

TextLaunch Resolver::answer_launch(const PlannedLaunch& planned) {
    const Expr& launch = questions_.launch(planned.question);
    TextLaunch result;
    result.kernel = launch.function;
    if (const language::Fault* fault = language::fault_needed_by(*result.kernel))
        throw language::FaultError(*fault);
    result.grid = sizes_of(*launch.args[0], planned.head);
    result.block = sizes_of(*launch.args[1], planned.head);
    check_sizes(result, planned.head);
    result.dynamic_shared = questions_.leaves(*launch.args[2], planned.head).at(0);
    if (launch.function->parameters.size() != planned.arguments.size()) {
        planned.head.fail(fmt::format("there are several {}: which is meant? Write its namespace",
                                      result.kernel->name));
    }
    const KernelUse use = use_of(*launch.function);
    const bool is_given = planned.kernel == nullptr || !planned.guess.side_text.empty();
    const std::int64_t enough = guess_elements(result.grid, result.block, use);
    for (std::size_t i = 0; i < launch.function->parameters.size(); ++i) {
        const language::Variable& p = *launch.function->parameters[i];
        const CardQuestions::Argument& given = planned.arguments[i];
        TextArgument& argument = result.arguments.emplace_back();
        if (!given.is_array) {
            argument.leaves = questions_.leaves(*launch.args[3 + i], given.text);
            if (!given.made.empty() && has_pointers(p.type)) guess_leaves(argument, p, planned);
            const auto& by_text = planned.guess.integers_given;
            argument.guessed =
                !given.made.empty() && p.type->is_integer() && (i >= by_text.size() || !by_text[i]);
            continue;
        }
        PlannedArray& array = *find_array(given.text.text());
        if (array.parameter.empty()) {  // a template's: only now is it known
            array.parameter = p.name;
            array.use = use.parameters[i];
        }
        array.guessed =
            std::max(array.guessed, is_given ? enough : guess_elements(planned.guess, i));
        argument.array = array_of(array, p);
    }
    return result;
}

/// What a struct is given of which nothing is said: numbers, and an array for each pointer.
void Resolver::guess_leaves(TextArgument& argument, const language::Variable& parameter,
                            const PlannedLaunch& planned) {
    const auto& leaves = parameter.type->structure->leaves;
    for (std::size_t k = 0; k < leaves.size() && k < argument.leaves.size(); ++k) {
        argument.arrays_of_leaves.push_back(-1);
        const language::Type* type = leaves[k].type;
        if (!type->is_pointer()) {
            argument.leaves[k] = guess_leaf(leaves[k], planned.guess);
            continue;
        }
        const std::string name = fmt::format("{}.{}", parameter.name, leaves[k].path);
        language::Variable pointer;
        pointer.name = name;
        pointer.type = type;
        argument.arrays_of_leaves.back() = array_of(array_named(name), pointer);
    }
}

std::array<std::uint32_t, 3> Resolver::sizes_of(const Expr& dim3, const PlacedText& head) const {
    std::array<std::uint32_t, 3> sizes{1, 1, 1};
    for (std::size_t d = 0; d < 3 && d < dim3.args.size(); ++d) {
        const auto value = questions_.constant(*dim3.args[d]);
        if (!value || dim3.kind != language::ExprKind::construct) {
            head.fail(
                "the sizes of a launch must be known before the run: write numbers, knobs or "
                "dim3(…) of them");
        }
        sizes[d] = static_cast<std::uint32_t>(*value);
    }
    return sizes;
}

int Resolver::array_of(PlannedArray& planned, const language::Variable& parameter) {
    std::vector<std::int64_t> inner;
    const language::Type* element = parameter.type->of;
    for (; element->is_array(); element = element->of) inner.push_back(element->count);
    if (planned.index >= 0) {
        check_type(planned, element, parameter.name);
        return planned.index;
    }
    if (planned.type) check_type(planned, element, parameter.name);
    TextArray array = make_array(planned, element, std::move(inner));
    // As the first kernel that takes it calls it, unless another array is called so.
    const auto is_taken = [this](std::string_view name) {
        return std::ranges::find(out_.run.arrays, name, &TextArray::name) != out_.run.arrays.end();
    };
    array.name = is_taken(parameter.name) ? planned.text.name : std::string{parameter.name};
    for (int number = 2; is_taken(array.name); ++number)
        array.name = fmt::format("{} ({})", planned.text.name, number);
    planned.index = static_cast<int>(out_.run.arrays.size());
    out_.run.arrays.push_back(std::move(array));
    return planned.index;
}

PlacedText Resolver::place_of(const PlannedArray& planned) const {
    if (!planned.text.written.empty()) return planned.text.written;
    return launches_.front().head;
}

void Resolver::check_type(const PlannedArray& planned, const language::Type* element,
                          std::string_view what) const {
    const language::Type* said = planned.type ? questions_.type(*planned.type)->element() : nullptr;
    if (said != nullptr && said->plain != element->plain) {
        planned.text.type.fail(fmt::format("{} is of {} here, but {} points to {}",
                                           planned.text.name, language::name_of(said->plain), what,
                                           language::name_of(element->plain)));
    }
    if (planned.index < 0) return;
    const ElementType type = out_.run.arrays[static_cast<std::size_t>(planned.index)].type;
    const auto now = element->is_struct() ? parts_of(element).first : element_type(element);
    if (now && *now != type) {
        place_of(planned).fail(fmt::format("{} is of {} in one launch and of {} in another",
                                           planned.text.name, name_of(type), name_of(*now)));
    }
}

/// An array of `element`s in `inner` extents; a struct that is shown as parts has these added.
TextArray Resolver::array_of_type(const PlannedArray& planned, const language::Type* element,
                                  Extents& inner) const {
    TextArray array;
    array.card_name = planned.text.name;
    array.written = planned.use.stored;
    if (element->is_struct()) {
        const auto [type, parts] = parts_of(element);
        array.type = type;
        inner.push_back(parts);
    } else if (const auto type = element_type(element)) {
        array.type = *type;
    } else {
        place_of(planned).fail(fmt::format(
            "{} points to {}: only arrays of numbers and of structs of numbers can be given",
            planned.text.name, language::name_of(element)));
    }
    return array;
}

/// The extents as they are said; empty: they are not.
Extents Resolver::said_extents(const PlannedArray& planned) const {
    Extents extents;
    for (std::size_t i = 0; i < planned.extents.size(); ++i) {
        const std::int64_t extent = questions_.number(planned.extents[i]);
        if (extent < 0)
            planned.text.extents[i].fail(fmt::format("an extent of {} elements", extent));
        extents.push_back(extent);
    }
    return extents;
}

TextArray Resolver::make_array(const PlannedArray& planned, const language::Type* element,
                               Extents inner) const {
    TextArray array = array_of_type(planned, element, inner);
    array.extents = said_extents(planned);
    if (array.extents.empty()) {
        std::int64_t elements = planned.guessed;
        if (fill_kind(planned.text.fill.text()) == FillKind::given) {
            const TypedArray given = given_numbers(planned.text.fill, array.type, folder_);
            const auto each = static_cast<std::int64_t>(std::max<std::size_t>(1, count_of(inner)));
            elements = (static_cast<std::int64_t>(given.size()) + each - 1) / each;
        } else {
            array.guessed = true;
        }
        array.extents = {elements};
        array.extents.insert(array.extents.end(), inner.begin(), inner.end());
    } else if (element->is_struct() || !ends_with(array.extents, inner)) {
        array.extents.insert(array.extents.end(), inner.begin(), inner.end());
    }
    check_bytes(planned, array);
    return array;
}

void Resolver::check_bytes(const PlannedArray& planned, const TextArray& array) const {
    const auto bytes_of = [](const TextArray& a) {
        double bytes = static_cast<double>(size_of(a.type));
        for (const std::int64_t extent : a.extents) bytes *= static_cast<double>(extent);
        return bytes;
    };
    double bytes = bytes_of(array);
    for (const TextArray& other : out_.run.arrays) bytes += bytes_of(other);
    constexpr double gibi = 1 << 30;
    if (outline_ || bytes <= most_gibi * gibi) return;
    place_of(planned).fail(
        fmt::format("the arrays take {:.1f} GiB together, and {} are allowed: "
                    "give {} smaller extents",
                    bytes / gibi, most_gibi, planned.text.name));
}

/// Arrays of the card that no launch takes: they are variables of the text.
void Resolver::answer_globals() {
    for (PlannedArray& planned : arrays_) {
        if (planned.index >= 0) continue;
        const language::Variable* variable = nullptr;
        for (const language::Variable* v : out_.run.unit->globals) {
            if (is_device_variable(*v) && v->name == planned.text.name) variable = v;
        }
        if (variable == nullptr) {
            place_of(planned).fail(
                fmt::format("{} is not an argument of the launch, nor a __constant__ or __device__ "
                            "array of the text",
                            planned.text.name));
        }
        Extents declared;
        const language::Type* element = variable->type;
        for (; element->is_array(); element = element->of) declared.push_back(element->count);
        if (planned.type) check_type(planned, element, planned.text.name);
        TextArray array = array_of_type(planned, element, declared);
        array.extents = said_extents(planned);
        if (array.extents.empty()) array.extents = declared.empty() ? Extents{1} : declared;
        if (count_of(array.extents) != count_of(declared)) {
            place_of(planned).fail(fmt::format("{} has {} in the text, not {}", planned.text.name,
                                               declared.empty() ? "one element" : text_of(declared),
                                               text_of(array.extents)));
        }
        check_bytes(planned, array);
        array.name = planned.text.name;
        array.variable = variable;
        planned.index = static_cast<int>(out_.run.arrays.size());
        out_.run.arrays.push_back(std::move(array));
    }
}

void Resolver::fill() {
    std::vector<TextArray>& arrays = out_.run.arrays;
    FormulaContext context;
    // Constants that the text itself fills may be named, too.
    std::deque<TypedArray> constants;
    for (const language::Variable* v : out_.run.unit->globals) {
        const language::Type* element = v->type->element();
        const auto type = element_type(element);
        if (!is_device_variable(*v) || !type) continue;
        Extents extents;
        for (const language::Type* t = v->type; t->is_array(); t = t->of)
            extents.push_back(t->count);
        if (extents.empty()) extents = {1};
        constants.push_back(initial_values(*v, *type));
        context.arrays[std::string{v->name}] = {&constants.back(), extents};
    }
    const auto expansion = [&](const std::optional<std::size_t>& question) {
        return question ? std::string_view{questions_.expansion(*question)} : std::string_view{};
    };
    for (const PlannedArray& planned : arrays_) {
        check_wanted();
        TextArray& array = arrays[static_cast<std::size_t>(planned.index)];
        context.type = array.type;
        context.extents = array.extents;
        const PlacedText text = fill_of(planned);
        if (array.variable != nullptr && planned.text.fill.empty()) {
            array.before = initial_values(*array.variable, array.type);
        } else {
            const bool is_said = !planned.text.fill.empty();
            array.before =
                filled(text, is_said ? expansion(planned.fill) : text.text(), context, folder_);
        }
        context.arrays[array.name] = {&array.before, array.extents};
        context.arrays[array.card_name] = {&array.before, array.extents};
    }
    for (const PlannedArray& planned : arrays_) {
        if (planned.text.expect.empty()) continue;
        TextArray& array = arrays[static_cast<std::size_t>(planned.index)];
        context.type = array.type;
        context.extents = array.extents;
        array.expected = expected(planned.text.expect, expansion(planned.expect), context, folder_);
    }
}

/// Those of the text's own card, then those of what it includes.
void Resolver::plan_forms() {
    for (const FormText& text : card_.forms) forms_.push_back({.text = text});
    const std::vector<language::SourceFile>& files = out_.run.unit->files;
    for (std::size_t file = 1; file < files.size(); ++file) {
        for (FormText& text : forms_of_card(files[file].text, static_cast<std::uint16_t>(file)))
            forms_.push_back({.text = std::move(text), .file = static_cast<int>(file)});
    }
    std::set<std::pair<int, std::string>> operations, threads;
    for (const PlannedForm& form : forms_) {
        for (const PlacedText& step : form.text.steps) {
            check_step(step);
            const auto said = [&](const PlacedText& formula, auto& known, std::string_view what) {
                if (!formula.empty() && !known.emplace(form.file, step.text()).second)
                    step.fail(fmt::format("the {} of {} are said twice", what, step.text()));
            };
            said(form.text.operations, operations, "operations");
            said(form.text.threads, threads, "threads");
        }
    }
}

/// What a step is called is known only when the text has run; but some things it is never called.
void Resolver::check_step(const PlacedText& step) const {
    const std::string& name = step.text();
    constexpr std::array<std::string_view, 2> given{"load", "store"};
    if (std::ranges::find(given, name) != given.end()) return;
    std::vector<std::string> known;
    for (const language::SourceFile& file : out_.run.unit->files) {
        for (std::string& other : commented_steps(file.text)) {
            if (other == name) return;
            if (std::ranges::find(known, other) == known.end()) known.push_back(std::move(other));
        }
        // A variable that a loop counts by.
        const std::string_view code = std::string_view{file.text}.substr(card_lines(file.text).end);
        if (is_name(name) && has_word(code, name)) return;
    }
    step.fail(known.empty() ? fmt::format("no step is called {}", name)
                            : fmt::format("no step is called {}: there are {}", name,
                                          fmt::join(known, ", ")));
}

void Resolver::ask_forms() {
    const auto ask = [this](const PlacedText& formula) -> std::optional<std::size_t> {
        if (formula.empty()) return std::nullopt;
        return questions_.ask_expansion(formula);
    };
    for (PlannedForm& form : forms_) {
        form.operations = ask(form.text.operations);
        form.threads = ask(form.text.threads);
    }
}

void Resolver::answer_forms() {
    const auto answer = [this](const PlacedText& written, std::optional<std::size_t> question) {
        FormFormula formula{.written = written};
        if (!question) return formula;
        formula.expanded = questions_.expansion(*question);
        try {
            parse_formula(formula.expanded);
        } catch (const FormulaError& error) {
            written.fail(error.what());
        }
        return formula;
    };
    for (const PlannedForm& form : forms_) {
        const StepForm all{.file = form.file,
                           .operations = answer(form.text.operations, form.operations),
                           .threads = answer(form.text.threads, form.threads)};
        for (const PlacedText& step : form.text.steps) {
            out_.run.forms.push_back(all);
            out_.run.forms.back().step = step.text();
        }
    }
}

}  // namespace stridescope
