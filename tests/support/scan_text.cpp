#include "tests/support/scan_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "app/experiment/input.h"
#include "app/experiment/text/card.h"
#include "app/experiment/text/library.h"

namespace stridescope {
namespace {

std::string_view c_type(ElementType type) {
    switch (type) {
        case ElementType::i32: return "int";
        case ElementType::u32: return "unsigned";
        case ElementType::i64: return "long";
        case ElementType::f64: return "double";
        default: return "float";
    }
}

std::string_view padding_macro(Padding padding) {
    constexpr std::array<std::string_view, paddings.size()> names{"none", "every32", "two_level",
                                                                  "swizzle"};
    return names[static_cast<std::size_t>(padding)];
}

/// What the card would say of the input. Numbers that somebody gave are as many as there are
/// elements.
std::string fill_of(const Experiment& experiment, const TypedArray& numbers) {
    if (experiment.input.kind != InputSpec::Kind::values &&
        experiment.input.kind != InputSpec::Kind::file) {
        return text_of(experiment.input);
    }
    std::string fill = "values:";
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (i > 0) fill += ',';
        fill += numbers.text(i);
    }
    return fill;
}

}  // namespace

std::optional<TextSpec> scan_text(const Experiment& experiment) {
    std::string id = experiment.kernel;
    std::ranges::replace(id, '-', '_');
    const LibraryText* text = find_text(id);
    if (text == nullptr) return std::nullopt;
    TextSpec spec = spec_of(*text);
    const std::vector<CardKnob> knobs = read_card(text->text).knobs;
    const auto set = [&](std::string_view name, std::string value) {
        if (std::ranges::find(knobs, name, &CardKnob::name) != knobs.end())
            spec.defines.emplace_back(name, std::move(value));
    };
    const Shape shape = shape_of(experiment);
    const TypedArray numbers = make_input(experiment);
    set("N", std::to_string(numbers.size()));
    set("BLOCK", std::to_string(shape.threads));
    set("COARSEN", std::to_string(shape.coarsen));
    set("SECTION", std::to_string(shape.section));  // of a kernel with one thread
    set("PADDING", std::string{padding_macro(experiment.padding)});
    set("T", std::string{c_type(experiment.type)});
    set("OPERATOR", std::string{name_of(experiment.op)});
    set("EXCLUSIVE", experiment.scan == Scan::exclusive ? "1" : "0");
    spec.arguments.emplace_back("A", fill_of(experiment, numbers));
    return spec;
}

}  // namespace stridescope
