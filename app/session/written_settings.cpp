#include "app/session/written_settings.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/experiment/text/card.h"
#include "app/session/text_findings.h"
#include "app/session/text_use.h"

namespace stridescope {
namespace {

std::string joined(const std::vector<PlacedText>& arguments) {
    std::string text;
    for (const PlacedText& each : arguments) text += (text.empty() ? "" : ", ") + each.text();
    return text;
}

/// "float" of "const float*".
std::string element_of(std::string pointer) {
    constexpr std::string_view before = "const ";
    if (pointer.starts_with(before)) pointer.erase(0, before.size());
    while (pointer.ends_with('*')) pointer.pop_back();
    return pointer;
}

/// "float[64] ones expect scan(in)".
std::string text_of(const ArrayText& array) {
    std::string text = array.type.text();
    for (const PlacedText& extent : array.extents) text += "[" + extent.text() + "]";
    const auto add = [&text](const std::string& words) {
        if (!words.empty()) text += (text.empty() ? "" : " ") + words;
    };
    add(array.fill.text());
    if (!array.expect.empty()) add("expect " + array.expect.text());
    return text;
}

/// Writes what is set into a text, one thing after another.
class SettingsWriter {
  public:
    explicit SettingsWriter(const TextSpec& spec) : spec_{spec} {}

    void write_defines() {
        std::erase_if(spec_.defines, [this](const Setting& setting) {
            if (!find_define(spec_.text, setting.first)) return false;
            spec_.text = with_define(spec_.text, setting.first, setting.second);
            return true;
        });
    }
    void write_card() {
        write_launch();
        write_arguments();
        write_expectation();
    }
    TextSpec take() { return std::move(spec_); }

  private:
    Card card() const { return read_card(spec_.text); }
    void put(std::string_view key, std::string_view value) {
        spec_.text = with_card_entry(spec_.text, key, value);
    }

    /// The card's only launch, taken apart; nothing where there are others, or none.
    std::optional<LaunchText> launch_of_card() const {
        const Card card = this->card();
        if (card.launches.size() != 1) return std::nullopt;
        return read_launch(card.launches.front());
    }

    void write_launch() {
        if (spec_.launch.empty() || card().launches.size() > 1) return;
        LaunchText launch = read_launch(PlacedText::of_flag(spec_.launch, "--launch"));
        const auto before = launch_of_card();
        std::string text = launch.head.text();
        if (launch.kernel.empty()) {
            std::string kernel = before ? before->kernel : spec_.kernel;
            if (kernel.empty()) {
                const TextFindings found = look_at(spec_);
                if (const TextKernel* first = kernel_in_use(spec_, found)) kernel = first->name;
            }
            if (kernel.empty()) return;
            text = kernel + text;
        }
        if (!launch.arguments && before) launch.arguments = before->arguments;
        if (launch.arguments) text += "(" + joined(*launch.arguments) + ")";
        put("launch", text);
        spec_.launch.clear();
        spec_.kernel.clear();
    }

    void write_arguments() {
        std::erase_if(spec_.arguments, [this](const Setting& setting) {
            const Card card = this->card();
            const bool described = std::ranges::find(card.arrays, setting.first,
                                                     &ArrayText::name) != card.arrays.end();
            const std::optional<TextParameter> parameter = parameter_called(setting.first);
            const bool array = parameter ? parameter->is_array : looks_like_array(setting.second);
            return array || described ? write_array(setting, parameter) : write_scalar(setting);
        });
    }
    std::vector<TextParameter> parameters() const {
        const TextFindings found = look_at(spec_);
        const TextKernel* kernel = kernel_in_use(spec_, found);
        return kernel != nullptr ? kernel->parameters : std::vector<TextParameter>{};
    }
    std::optional<TextParameter> parameter_called(const std::string& name) const {
        for (TextParameter& each : parameters()) {
            if (each.name == name) return std::move(each);
        }
        return std::nullopt;
    }
    /// Which of the launch's arguments the parameter is given; null: none, or it is not said.
    PlacedText* argument_of(const std::string& name, std::optional<LaunchText>& launch) const {
        if (!launch || !launch->arguments) return nullptr;
        const std::vector<TextParameter> all = parameters();
        const auto at = std::ranges::find(all, name, &TextParameter::name);
        if (at == all.end() || all.size() != launch->arguments->size()) return nullptr;
        return &(*launch->arguments)[static_cast<std::size_t>(at - all.begin())];
    }
    bool write_array(const Setting& setting, const std::optional<TextParameter>& parameter) {
        const Card card = this->card();
        std::string name = setting.first;
        auto old = std::ranges::find(card.arrays, name, &ArrayText::name);
        std::optional<LaunchText> launch = launch_of_card();
        if (old == card.arrays.end() && launch && launch->arguments) {
            // It may be passed under another name than the parameter's.
            const PlacedText* passed = argument_of(name, launch);
            if (passed == nullptr || !is_name(passed->text())) return false;
            name = passed->text();
            old = std::ranges::find(card.arrays, name, &ArrayText::name);
        }
        ArrayText array = old != card.arrays.end() ? *old : ArrayText{};
        const ArrayText set = read_array(name, PlacedText{setting.second, {}});
        // A card names files beside its text, and this text is nowhere yet.
        if (spec_.path.empty() && set.fill.text().starts_with("file:")) return false;
        if (!set.type.empty()) array.type = set.type;
        if (!set.extents.empty()) array.extents = set.extents;
        if (!set.fill.empty()) array.fill = set.fill;
        if (!set.expect.empty()) array.expect = set.expect;
        // "x: 2 * i" could be a number: with its type it is an array.
        if (!looks_like_array(text_of(array))) {
            if (!parameter) return false;
            array.type = PlacedText{element_of(parameter->type), {}};
        }
        put(name, text_of(array));
        return true;
    }
    /// A launch with arguments says by itself what a scalar is.
    bool write_scalar(const Setting& setting) {
        std::optional<LaunchText> launch = launch_of_card();
        if (!launch && !card().launches.empty()) return false;
        if (!launch || !launch->arguments) {
            put(setting.first, setting.second);
            return true;
        }
        PlacedText* passed = argument_of(setting.first, launch);
        if (passed == nullptr) return false;
        *passed = PlacedText{setting.second, {}};
        put("launch", launch->head.text() + "(" + joined(*launch->arguments) + ")");
        return true;
    }

    /// Takes the place of all that the card expects, as the flag does.
    void write_expectation() {
        if (spec_.expect.empty()) return;
        std::vector<PlacedText> parts;
        const PlacedText all{spec_.expect, {}};
        for (std::size_t at = 0; at <= all.text().size();) {
            const std::size_t end = std::min(find_outside(all.text(), ";", at), all.text().size());
            parts.push_back(all.part(at, end));
            at = end + 1;
        }
        const auto described = [this](const PlacedText& part) {
            const Card card = this->card();
            return std::ranges::find(card.arrays, name_in(part), &ArrayText::name) !=
                   card.arrays.end();
        };
        // There is one entry for what no array of the card says.
        if (parts.size() > 1 && !std::ranges::all_of(parts, described)) return;
        expect_nothing();
        for (const PlacedText& part : parts) {
            const Card card = this->card();
            const auto array = std::ranges::find(card.arrays, name_in(part), &ArrayText::name);
            if (array == card.arrays.end()) {
                put("expect", part.text());
                continue;
            }
            ArrayText changed = *array;
            changed.expect = part.part(part.text().find('=') + 1);
            put(changed.name, text_of(changed));
        }
        spec_.expect.clear();
    }
    /// "out" of "out = scan(in)".
    static std::string name_in(const PlacedText& expectation) {
        const std::size_t equals = expectation.text().find('=');
        return equals == std::string::npos ? std::string{} : expectation.part(0, equals).text();
    }
    void expect_nothing() {
        Card card = this->card();
        for (ArrayText& array : card.arrays) {
            if (!std::exchange(array.expect, {}).empty()) put(array.name, text_of(array));
        }
        for (std::size_t left = card.expectations.size(); left > 0; --left) put("expect", {});
    }

    TextSpec spec_;
};

}  // namespace

TextSpec settings_written(const TextSpec& spec) {
    try {
        SettingsWriter writer{spec};
        writer.write_defines();
        writer.write_card();
        return writer.take();
    } catch (const language::FaultError&) {
        return spec;  // what cannot be read is told when it is run
    }
}

TextSpec card_written(const TextSpec& spec) {
    try {
        SettingsWriter writer{spec};
        writer.write_card();
        return writer.take();
    } catch (const language::FaultError&) {
        return spec;  // what cannot be read is told when it is run
    }
}

bool has_settings(const TextSpec& spec) {
    return !(spec.defines.empty() && spec.launch.empty() && spec.arguments.empty() &&
             spec.expect.empty());
}

}  // namespace stridescope
