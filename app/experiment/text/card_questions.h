// What a card's expressions are worth. They are asked in the language of the text: behind it, as a
// function of the host, so that macros, constants and templates mean there what they mean in it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/experiment/text/placed_text.h"
#include "app/language/source.h"
#include "app/language/tree.h"

namespace stridescope {

class CardQuestions {
  public:
    CardQuestions();

    // Each hands back the number of its answer. Throw FaultError for what cannot be asked.
    std::size_t ask_number(const PlacedText& expression);
    /// The text with its macros expanded.
    std::size_t ask_expansion(const PlacedText& text);
    std::size_t ask_type(const PlacedText& name);

    /// `head` is "kernel<<<grid, block>>>".
    struct Argument {
        PlacedText text{};      ///< as it is written; empty: `made` is
        std::string made{};     ///< "1024"
        bool is_array = false;  ///< a name that stands for an array: a null pointer is passed
        std::string type{};     ///< of its elements, where the kernel is a template
    };
    std::size_t ask_launch(const PlacedText& head, const std::vector<Argument>& arguments);

    bool empty() const { return asked_ == 0; }
    /// For ParseOptions::appendix.
    language::SourceFile file() const;
    /// A fault in that file, which is the `number`th of the unit, as one of the card.
    language::Fault of_card(const language::Fault& fault, std::size_t number) const;

    /// Finds the answers in what has been parsed with `file()` behind it, and takes that out of the
    /// unit again.
    void read(language::Unit& unit);
    // Throw FaultError where the answer is no constant.
    std::int64_t number(std::size_t n) const;
    const std::string& expansion(std::size_t n) const;
    const language::Type* type(std::size_t n) const;
    const language::Expr& launch(std::size_t n) const;
    /// Nothing where it is no constant integer.
    std::optional<std::int64_t> constant(const language::Expr& value) const;
    /// The bits of each scalar in a value of `type`.
    std::vector<std::uint64_t> leaves(const language::Expr& value, const PlacedText& written) const;

  private:
    struct Line {
        std::string text{};
        language::Place place{};     ///< where in the card it comes from
        bool is_expression = false;  ///< its columns are the card's
        std::string flag{};
    };
    void put(std::string text);
    template <class Evaluate>
    auto placed(Evaluate evaluate) const;
    void put(const PlacedText& text);

    std::vector<Line> lines_;
    language::Place behind_{1, 1, 0};  ///< the expression that was put last
    std::string flag_;
    std::vector<PlacedText> written_;  ///< of the numbers
    std::vector<const language::Expr*> numbers_;
    std::vector<std::string> expansions_;
    std::vector<const language::Type*> types_;
    std::vector<const language::Expr*> launches_;
    template <class Answer>
    const Answer& answered(const std::vector<Answer>& answers, std::size_t n) const;
    const language::Fault* fault_ = nullptr;  ///< why answers are missing
    std::size_t file_ = 0;                    ///< number of the questions' own
    std::size_t asked_ = 0, asked_numbers_ = 0, asked_expansions_ = 0, asked_types_ = 0,
                asked_launches_ = 0;
};

}  // namespace stridescope
