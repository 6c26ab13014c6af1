// A text's card: the comment lines at its head that say how it is run. docs/texts.md has its words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/experiment/text/placed_text.h"
#include "app/experiment/text/step_forms.h"

namespace stridescope {

/// A `#define` that is turned without touching the rest, and what it may be set to.
struct CardKnob {
    std::string name{};
    std::vector<std::string> choices{};  ///< numbers or words; empty where there is a range
    struct Range {
        std::int64_t least = 0, most = 0;
        bool operator==(const Range&) const = default;
    };
    std::optional<Range> range{};  ///< any whole number in it
    PlacedText written{};
};

/// What is said of an array: `TYPE[EXTENT]… FILL expect EXPECTATION`, each part perhaps empty.
struct ArrayText {
    std::string name{};
    PlacedText type{};
    std::vector<PlacedText> extents{};
    PlacedText fill{};
    PlacedText expect{};
    PlacedText written{};  ///< all of it
};

/// `NAME: EXPRESSION`, which may be about a scalar parameter, or prose.
struct ScalarText {
    std::string name{};
    PlacedText value{};
};

/// `shows: CONDITION else SENTENCE`: where the bug can show at all, and why not elsewhere.
struct ShowsText {
    PlacedText condition{};  ///< empty: it is `--schedule KIND…` or `--memory KIND…`
    std::string flag{};      ///< "--schedule", "--memory"
    std::vector<std::string> kinds{};
    PlacedText otherwise{};
};

/// `layout: ARRAY[LENGTH] at WORD`: where element i of a shared array is meant to be.
struct LayoutText {
    PlacedText array{};
    PlacedText length{};
    PlacedText word{};
};

/// What the card of a text says that is broken on purpose.
struct BrokenText {
    PlacedText correct{};  ///< the id of the correct version; empty: the text is not broken
    PlacedText see{};      ///< what one sees
    PlacedText why{};      ///< what is wrong
    PlacedText mend{};     ///< how to fix it
    PlacedText met{};      ///< where people met it
    std::vector<ShowsText> shows{};  ///< all of them must hold
    std::optional<LayoutText> layout{};
};

/// Everything that a card says, as it is written: nothing of it is computed.
struct Card {
    PlacedText title{}, summary{}, source{}, family{};
    BrokenText broken{};
    std::vector<PlacedText> launches{};
    std::vector<ArrayText> arrays{};
    std::vector<ScalarText> scalars{};
    std::vector<CardKnob> knobs{};
    std::vector<PlacedText> expectations{};  ///< `expect: NAME = …` on lines of their own
    std::vector<FormText> forms{};
    std::vector<language::Fault> faults{};
};

/// Reads the card of a text. Never throws for what stands in it; a text without one has an empty
/// card.
Card read_card(std::string_view text);

/// Reads what is said of an array, in a card or behind `--arg NAME=`. Throws FaultError.
ArrayText read_array(std::string name, const PlacedText& value);
/// Whether such a value is of an array rather than a scalar.
bool looks_like_array(std::string_view value);
/// Reads what stands behind `knob:`. Throws FaultError.
CardKnob read_knob(const PlacedText& value);
/// Reads what stands behind `shows:`. Throws FaultError.
ShowsText read_shows(const PlacedText& value);
/// Reads what stands behind `layout:`. Throws FaultError.
LayoutText read_layout(const PlacedText& value);

/// The text with a card that says `key: value`; all else stays as it is, byte by byte. An entry
/// that is there is replaced in its place, a new one comes behind the others, and without a value
/// it is taken out. Of knobs it is the one with the name that begins `value` ("TILE 8 16 32";
/// "TILE" alone takes it out), of launches and of `shows` the first.
std::string with_card_entry(std::string_view text, std::string_view key, std::string_view value);

/// What the text's `#define NAME value` says; nothing if there is no such line.
struct Define {
    std::string value{};
    std::size_t begin = 0, end = 0;  ///< of the value in the text
    language::Place place{};         ///< of the name
};
std::optional<Define> find_define(std::string_view text, std::string_view name);
/// The text with another value for its `#define NAME`; as it is if there is no such line.
std::string with_define(std::string_view text, std::string_view name, std::string_view value);

/// A launch, as a card or a flag writes it, taken apart:
/// `kernel<<<grid, block, shared>>>(arguments)`; the kernel and the arguments may be omitted.
struct LaunchText {
    std::string kernel{};  ///< without template arguments; empty: not said
    PlacedText head{};     ///< up to >>>
    std::optional<std::vector<PlacedText>> arguments{};
};

/// Throws FaultError.
LaunchText read_launch(const PlacedText& text);

}  // namespace stridescope
