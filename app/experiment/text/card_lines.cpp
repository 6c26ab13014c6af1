#include "app/experiment/text/card_lines.h"

#include <algorithm>
#include <array>

#include "app/experiment/text/card.h"

namespace stridescope {
namespace {

/// The length of a name with a colon right behind it, at `at`; 0: there is none.
std::size_t key_length(std::string_view line, std::size_t at) {
    std::size_t end = at;
    while (end < line.size() && is_name_character(line[end])) ++end;
    if (end == at || is_digit(line[at])) return 0;
    std::size_t colon = end;
    while (colon < line.size() && line[colon] == ' ') ++colon;
    if (colon >= line.size() || line[colon] != ':') return 0;
    if (colon + 1 < line.size() && line[colon + 1] == ':') return 0;
    return end - at;
}

/// Values that are written like a key, behind the blanks that would make them one.
bool begins_a_value(std::string_view key) {
    constexpr std::array<std::string_view, 5> words{"values", "file", "random", "http", "https"};
    return std::ranges::find(words, key) != words.end();
}

bool is_prose(std::string_view key) {
    if (key == "task" || key == "hint") return true;
    constexpr std::array<std::string_view, 10> words{
        "title", "summary", "source", "family", "correct", "see", "why", "mend", "met", "shows"};
    return std::ranges::find(words, card_word(key)) != words.end();
}

/// Goes through the head line by line; where that says no launch, through what comes behind it as
/// well.
class Head {
  public:
    Head(std::string_view text, std::uint16_t file) : text_(text), file_(file) {}

    CardLines read() {
        std::size_t at = text_.starts_with("\xEF\xBB\xBF") ? 3 : 0;
        bool in_comment = false;
        for (std::uint32_t number = 1; at < text_.size(); ++number) {
            const std::size_t end = std::min(text_.find('\n', at), text_.size());
            const std::string_view line = text_.substr(at, end - at);
            const std::string_view shown = without_blanks(line);
            if (in_comment) {
                in_comment = shown.find("*/") == std::string_view::npos;
            } else if (shown.starts_with("/*")) {
                in_comment = shown.find("*/", 2) == std::string_view::npos;
            } else if (shown.starts_with("//")) {
                comment(at, end, number);
            } else if (!shown.empty()) {
                later(at, number);
                break;
            } else {
                open_ = false;
            }
            at = end + 1;
        }
        return std::move(lines_);
    }

  private:
    bool has_launch() const {
        return std::ranges::any_of(lines_.entries, [](const CardEntry& entry) {
            return card_word(entry.key) == "launch";
        });
    }

    /// The first comment from here on, from a line's beginning, that says how a kernel is launched:
    /// directly behind the text's # lines, or anywhere in one that has no main, since there
    /// strangers remark on their code. Where the head says that, the one behind # lines that has
    /// its arrays.
    void later(std::size_t at, std::uint32_t number) {
        const std::size_t end_of_head = lines_.end;
        const bool goes_on = has_launch(), anywhere = !goes_on && !has_main();
        bool in_comment = false;
        while (at < text_.size()) {
            const std::size_t begin = at;
            const std::uint32_t first = number;
            bool launches = false;
            const auto line = [&] {
                return text_.substr(at, std::min(text_.find('\n', at), text_.size()) - at);
            };
            const auto next = [&] {
                at += line().size() + 1;
                ++number;
            };
            while (!in_comment && at < text_.size() && line().starts_with("//")) {
                launches |= goes_on ? says_array(line()) : says_launch(line());
                next();
            }
            if (launches) {
                open_ = false;
                for (std::size_t k = begin, n = first; k < at; ++n) {
                    const std::size_t end = std::min(text_.find('\n', k), text_.size());
                    comment(k, end, static_cast<std::uint32_t>(n));
                    k = end + 1;
                }
                break;
            }
            if (at > begin) continue;
            const std::string_view shown = without_blanks(line());
            if (in_comment) {
                in_comment = shown.find("*/") == std::string_view::npos;
            } else if (shown.starts_with("/*")) {
                in_comment = shown.find("*/", 2) == std::string_view::npos;
            } else if (!shown.empty() && !shown.starts_with("#") && !shown.starts_with("//") &&
                       !anywhere) {
                break;
            }
            next();
        }
        lines_.end = end_of_head;
    }
    bool has_main() const {
        for (std::size_t at = text_.find("main"); at != std::string_view::npos;
             at = text_.find("main", at + 1)) {
            std::size_t behind = at + 4;
            while (behind < text_.size() && is_blank(text_[behind])) ++behind;
            const bool is_word = at == 0 || !is_name_character(text_[at - 1]);
            if (is_word && behind < text_.size() && text_[behind] == '(') return true;
        }
        return false;
    }
    static std::size_t behind_slashes(std::string_view line) {
        std::size_t at = 2;
        while (at < line.size() && (line[at] == '/' || is_blank(line[at]))) ++at;
        return at;
    }
    /// What an array holds, or what is expected.
    static bool says_array(std::string_view line) {
        const std::size_t at = behind_slashes(line), length = key_length(line, at);
        if (length == 0) return false;
        if (card_word(line.substr(at, length)) == "expect") return true;
        const std::string_view value = line.substr(line.find(':', at) + 1);
        return value.find('[') != std::string_view::npos && looks_like_array(value);
    }
    static bool says_launch(std::string_view line) {
        const std::size_t at = behind_slashes(line);
        return card_word(line.substr(at, key_length(line, at))) == "launch" &&
               line.find("<<<") < line.find(">>>(");
    }

    language::Place place(std::size_t at) const {
        return {number_,
                static_cast<std::uint16_t>(std::min<std::size_t>(at - line_ + 1, UINT16_MAX)),
                file_};
    }

    void comment(std::size_t begin, std::size_t end, std::uint32_t number) {
        line_ = begin;
        number_ = number;
        while (end > begin && is_blank(text_[end - 1])) --end;
        std::size_t at = text_.find("//", begin) + 2;
        while (at < end && text_[at] == '/') ++at;
        while (at < end && is_blank(text_[at])) ++at;
        const std::string_view line = text_.substr(0, end);
        if (at >= end) {
            open_ = false;
        } else if (key_length(line, at) == 0 || is_sentence(line, at)) {
            if (open_ && at - begin > key_column_ + 1) {
                CardEntry& entry = lines_.entries.back();
                entry.value.add(text_.substr(at, end - at), place(at));
                entry.end = end;
                lines_.end = end;
            } else {
                open_ = false;
            }
        } else {
            key_column_ = at - begin;
            while (at < end) at = entry(line, at, end);
        }
    }

    /// Whether a line that begins as an entry does goes on with prose: "// mend: as it\n//  does:
    /// …".
    bool is_sentence(std::string_view line, std::size_t at) const {
        if (!open_ || at - line_ <= key_column_ + 1) return false;
        const std::size_t length = key_length(line, at);
        const std::size_t colon = line.find(':', at);
        return is_prose(lines_.entries.back().key) && card_word(line.substr(at, length)).empty() &&
               !looks_like_array(without_blanks(line.substr(colon + 1)));
    }

    /// Reads one entry of a line; hands back where the next one begins.
    std::size_t entry(std::string_view line, std::size_t at, std::size_t end) {
        CardEntry entry;
        entry.key = line.substr(at, key_length(line, at));
        entry.begin = at;
        entry.place = place(at);
        std::size_t value = line.find(':', at) + 1;
        while (value < end && is_blank(line[value])) ++value;
        const std::size_t next = next_key(line, value, end, entry.key);
        std::size_t value_end = next;
        while (value_end > value && is_blank(line[value_end - 1])) --value_end;
        entry.value.add(line.substr(value, value_end - value), place(value));
        entry.value_begin = value;
        entry.end = value_end;
        lines_.end = end;
        lines_.entries.push_back(std::move(entry));
        open_ = true;
        return next;
    }

    static std::size_t next_key(std::string_view line, std::size_t at, std::size_t end,
                                std::string_view of) {
        for (std::size_t i = at + 2; i < end; ++i) {
            const bool gap =
                is_blank(line[i - 1]) && (is_blank(line[i - 2]) || line[i - 1] == '\t');
            if (!gap || is_blank(line[i])) continue;
            const std::size_t length = key_length(line, i);
            if (length == 0 || line[i + length] != ':') continue;
            const std::string_view key = line.substr(i, length);
            if (begins_a_value(key)) continue;
            if (!card_word(key).empty() || !is_prose(of)) return i;
            if (looks_like_array(without_blanks(line.substr(i + length + 1)))) return i;
        }
        return end;
    }

    std::string_view text_;
    std::uint16_t file_;
    CardLines lines_;
    std::size_t line_ = 0, key_column_ = 0;
    std::uint32_t number_ = 0;
    bool open_ = false;  ///< the next line may go on with the last entry
};

}  // namespace

std::string_view card_word(std::string_view key) {
    for (const std::string_view word : card_words) {
        if (key.size() == word.size() && (key[0] | 0x20) == word[0] &&
            key.substr(1) == word.substr(1)) {
            return word;
        }
    }
    return {};
}

bool is_of_broken(std::string_view word) {
    constexpr std::array<std::string_view, 6> words{"see", "why", "mend", "met", "shows", "layout"};
    return std::ranges::find(words, word) != words.end();
}

bool is_of_exercise(std::string_view key) {
    constexpr std::array<std::string_view, 7> words{"exercise", "task",   "cases", "limit",
                                                    "hint",     "points", "hidden"};
    return std::ranges::find(words, key) != words.end();
}

CardLines card_lines(std::string_view text, std::uint16_t file) {
    return Head(text, file).read();
}

}  // namespace stridescope
