#include "app/experiment/text/step_forms.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "app/experiment/text/card_lines.h"
#include "app/experiment/text/formula.h"

namespace stridescope {
namespace {

constexpr std::string_view example_form = "form: scan: operations = N - stride, threads = N / 2";

/// The name that the text begins with, of `NAME = …`; empty: it does not begin so.
std::string_view assigned_name(std::string_view text) {
    std::size_t end = 0;
    while (end < text.size() && is_name_character(text[end])) ++end;
    std::size_t equals = end;
    while (equals < text.size() && is_blank(text[equals])) ++equals;
    const bool assigns = equals < text.size() && text[equals] == '=' &&
                         (equals + 1 == text.size() || text[equals + 1] != '=');
    return assigns ? text.substr(0, end) : std::string_view{};
}

/// The parts between commas that stand outside of brackets.
std::vector<PlacedText> parts_of(const PlacedText& list) {
    std::vector<PlacedText> parts;
    for (std::size_t begin = 0; begin <= list.text().size();) {
        const std::size_t end = std::min(find_outside(list.text(), ",", begin), list.text().size());
        parts.push_back(list.part(begin, end));
        begin = end + 1;
    }
    return parts;
}

}  // namespace

bool looks_like_form(std::string_view value) {
    const std::size_t colon = value.find(':');
    return colon != std::string_view::npos &&
           !assigned_name(without_blanks(value.substr(colon + 1))).empty();
}

FormText read_form(const PlacedText& value) {
    FormText form;
    const std::size_t colon = value.text().find(':');
    if (colon == std::string::npos)
        value.fail(fmt::format("of which step? Write {}", example_form));
    form.steps = parts_of(value.part(0, colon));
    for (const PlacedText& step : form.steps) {
        if (step.empty()) value.fail(fmt::format("of which step? Write {}", example_form));
    }
    for (const PlacedText& part : parts_of(value.part(colon + 1))) {
        const std::string_view name = assigned_name(part.text());
        if (name != "operations" && name != "threads") {
            const PlacedText& at = part.empty() ? value : part;
            at.fail(fmt::format("a form is of operations or of threads: write {}", example_form));
        }
        PlacedText& count = name == "threads" ? form.threads : form.operations;
        if (!count.empty()) part.fail(fmt::format("{} is said twice", name));
        count = part.part(part.text().find('=') + 1);
        if (count.empty()) part.fail(fmt::format("how many {}? Write {}", name, example_form));
    }
    return form;
}

std::vector<FormText> forms_of_card(std::string_view text, std::uint16_t file) {
    std::vector<FormText> forms;
    for (const CardEntry& entry : card_lines(text, file).entries) {
        if (card_word(entry.key) == "form" && looks_like_form(entry.value.text()))
            forms.push_back(read_form(entry.value));
    }
    return forms;
}

std::vector<std::string> commented_steps(std::string_view text) {
    constexpr std::string_view word = "step:";
    std::vector<std::string> names;
    for (std::size_t at = text.find("//"); at != std::string_view::npos; at = text.find("//", at)) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view comment = without_blanks(text.substr(at + 2, end - at - 2));
        if (comment.starts_with(word)) {
            names.emplace_back(without_blanks(comment.substr(word.size())));
        }
        at = end;
    }
    return names;
}

std::int64_t count_of_form(const FormFormula& formula,
                           const std::map<std::string, std::int64_t, std::less<>>& numbers) {
    const FormulaContext context{
        .arrays = {}, .type = ElementType::i64, .extents = {}, .numbers = numbers};
    std::int64_t count = 0;
    try {
        count = evaluate_formula(formula.expanded, context).values.as<std::int64_t>()[0];
    } catch (const FormulaError& error) {
        formula.written.fail(error.what());
    }
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();  // that a file holds
    if (count < 0 || count > most)
        formula.written.fail(fmt::format("this comes to {}, which is no count", count));
    return count;
}

}  // namespace stridescope
