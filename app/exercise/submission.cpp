#include "app/exercise/submission.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <utility>

#include "app/experiment/text/card_lines.h"
#include "app/experiment/text/placed_text.h"

namespace stridescope {
namespace {

/// The text without comments, and without what words stand in quotes.
std::string code_of(std::string_view text) {
    std::string code;
    for (std::size_t i = 0; i < text.size();) {
        const std::string_view rest = text.substr(i);
        if (rest.starts_with("//")) {
            i = std::min(text.find('\n', i), text.size());
        } else if (rest.starts_with("/*")) {
            const std::size_t end = text.find("*/", i + 2);
            i = end == std::string_view::npos ? text.size() : end + 2;
            code += ' ';
        } else if (text[i] == '"') {
            std::size_t end = i + 1;
            while (end < text.size() && text[end] != '"' && text[end] != '\n')
                end += text[end] == '\\' ? 2 : 1;
            i = std::min(end + 1, text.size());
            code += "\"\"";
        } else {
            code += text[i++];
        }
    }
    return code;
}

/// Its words and signs, whatever blanks there are between them.
std::string without_spaces(std::string_view code) {
    std::string all;
    for (const char c : code) {
        if (std::isspace(static_cast<unsigned char>(c)) == 0) all += c;
    }
    return all;
}

}  // namespace

std::string with_hole(const Exercise& exercise, std::string_view body) {
    std::string text = exercise.text.substr(0, exercise.hole_begin);
    text += body;
    if (!body.empty() && !body.ends_with('\n')) text += '\n';
    return text.append(exercise.text.substr(exercise.hole_end));
}

TextSpec standing_alone(TextSpec spec) {
    const std::size_t own = card_lines(spec.text).end;
    const std::size_t code = own == 0 ? 0 : spec.text.find('\n', own);
    const std::string rest = code == std::string::npos ? "" : spec.text.substr(code);
    spec.text = without_exercise_words(spec.card) + (rest.starts_with('\n') ? "" : "\n\n") + rest;
    spec.card.clear();
    return spec;
}

Submission submission_of(const Exercise& exercise, std::string text, const std::string& path) {
    Submission made;
    const std::string code = code_of(text);
    made.body_only = !has_word(code, "__global__");
    if (made.body_only) {
        text = with_hole(exercise, text);
        made.as_given = without_spaces(code) == without_spaces(code_of(exercise.hole()));
    } else {
        made.as_given = without_spaces(code) == without_spaces(code_of(exercise.text));
    }
    made.spec.path = path;
    // Lines are those of the exercise then, and so is the name before them.
    if (made.body_only && !path.empty() && !exercise.path.empty()) {
        const auto folder = std::filesystem::path{path}.parent_path();
        made.spec.path = (folder / std::filesystem::path{exercise.path}.filename()).string();
    }
    made.spec.text = std::move(text);
    made.spec.card = exercise.card;
    made.spec.defines = exercise.defines;
    return made;
}

}  // namespace stridescope
