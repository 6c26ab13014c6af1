// What a card says of how much its steps do: asked with its other expressions, and computed when
// the steps are known.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

#include "app/experiment/text/card_lines.h"
#include "app/experiment/text/formula_tree.h"
#include "app/experiment/text/resolver.h"

namespace stridescope {

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
