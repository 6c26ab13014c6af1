#include "app/lesson/markdown.h"

#include <fmt/format.h>
#include <md4c.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "app/experiment/experiment.h"
#include "app/io/real_number.h"

namespace stridescope {
namespace {

/// Collects blocks from MD4C's calls.
class Collector {
  public:
    std::vector<TextBlock> take() {
        finish();
        return std::move(blocks_);
    }

    void enter(MD_BLOCKTYPE type, void* detail) {
        switch (type) {
            case MD_BLOCK_H:
                begin(TextBlock::Kind::heading);
                current_.level = static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level);
                break;
            case MD_BLOCK_CODE: {
                begin(TextBlock::Kind::code);
                const MD_ATTRIBUTE& name = static_cast<MD_BLOCK_CODE_DETAIL*>(detail)->lang;
                if (name.text != nullptr) current_.language.assign(name.text, name.size);
                break;
            }
            case MD_BLOCK_QUOTE: ++quotes_; break;
            case MD_BLOCK_UL: lists_.push_back(0); break;
            case MD_BLOCK_OL:
                lists_.push_back(static_cast<int>(static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start) +
                                 1);
                break;
            case MD_BLOCK_LI:
                begin(TextBlock::Kind::item);
                // Deeper ones would leave no room for words.
                current_.level = std::min(static_cast<int>(lists_.size()) - 1, deepest_list);
                current_.marker =
                    lists_.back() == 0 ? "•" : fmt::format("{}.", lists_.back()++ - 1);
                break;
            case MD_BLOCK_P:
                // An item's own first paragraph is the item.
                if (open_ && current_.kind == TextBlock::Kind::item && current_.spans.empty()) {
                    break;
                }
                begin(TextBlock::Kind::paragraph);
                break;
            case MD_BLOCK_TABLE: begin(TextBlock::Kind::table); break;
            case MD_BLOCK_TR: current_.rows.emplace_back(); break;
            case MD_BLOCK_TH:
            case MD_BLOCK_TD: current_.rows.back().emplace_back(); break;
            default: break;
        }
    }

    void leave(MD_BLOCKTYPE type) {
        if (type == MD_BLOCK_TABLE) finish();
        if (type == MD_BLOCK_QUOTE) {
            finish();
            --quotes_;
        }
        if (type == MD_BLOCK_UL || type == MD_BLOCK_OL) {
            finish();
            lists_.pop_back();
        }
        if (type == MD_BLOCK_H || type == MD_BLOCK_CODE || type == MD_BLOCK_P) finish();
    }

    void style(MD_SPANTYPE type, void* detail, bool on) {
        if (type == MD_SPAN_IMG) {
            begin(on ? TextBlock::Kind::image : TextBlock::Kind::paragraph);
            const MD_ATTRIBUTE& file = static_cast<MD_SPAN_IMG_DETAIL*>(detail)->src;
            if (on && file.text != nullptr) current_.image.assign(file.text, file.size);
        }
        if (type == MD_SPAN_A) {
            const MD_ATTRIBUTE& to = static_cast<MD_SPAN_A_DETAIL*>(detail)->href;
            style_.link = on && to.text != nullptr ? std::string{to.text, to.size} : std::string{};
        }
        if (type == MD_SPAN_STRONG) style_.strong = on;
        if (type == MD_SPAN_EM) style_.emphasis = on;
        if (type == MD_SPAN_CODE) style_.code = on;
    }

    void text(MD_TEXTTYPE type, std::string_view words) {
        if (!open_) begin(TextBlock::Kind::paragraph);
        if (type == MD_TEXT_SOFTBR) words = " ";
        if (type == MD_TEXT_BR) words = "\n";
        const bool in_cell = !current_.rows.empty() && !current_.rows.back().empty();
        std::vector<TextSpan>& spans = in_cell ? current_.rows.back().back() : current_.spans;
        const bool goes_on = !spans.empty() && spans.back().strong == style_.strong &&
                             spans.back().emphasis == style_.emphasis &&
                             spans.back().code == style_.code && spans.back().link == style_.link;
        if (!goes_on) spans.push_back(style_);
        spans.back().text += words;
    }

  private:
    void begin(TextBlock::Kind kind) {
        finish();
        current_ = {};
        current_.kind = kind;
        current_.quoted = quotes_ > 0;
        open_ = true;
    }

    void finish() {
        if (open_ && !(current_.spans.empty() && current_.rows.empty() && current_.image.empty()))
            blocks_.push_back(std::move(current_));
        open_ = false;
    }

    static constexpr int deepest_list = 6;

    std::vector<TextBlock> blocks_;
    TextBlock current_;
    TextSpan style_;
    std::vector<int> lists_;  ///< those one is in: 0 without numbers, else the next number and one
    int quotes_ = 0;
    bool open_ = false;
};

Collector& collector(void* data) {
    return *static_cast<Collector*>(data);
}

}  // namespace

bool has_scheme(std::string_view link) {
    const std::size_t colon = link.find(':');
    return colon != std::string_view::npos && link.find('/') > colon;
}

std::string TextBlock::plain() const {
    std::string text;
    for (const TextSpan& span : spans) text += span.text;
    for (const auto& row : rows) {
        for (const auto& cell : row) {
            for (const TextSpan& span : cell) text += span.text;
            text += '\t';
        }
        text += '\n';
    }
    return text;
}

std::vector<TextBlock> read_markdown(std::string_view text) {
    MD_PARSER parser{};
    parser.flags = MD_FLAG_NOHTML | MD_FLAG_TABLES;
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* data) {
        collector(data).enter(type, detail);
        return 0;
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void*, void* data) {
        collector(data).leave(type);
        return 0;
    };
    parser.enter_span = [](MD_SPANTYPE type, void* detail, void* data) {
        collector(data).style(type, detail, true);
        return 0;
    };
    parser.leave_span = [](MD_SPANTYPE type, void* detail, void* data) {
        collector(data).style(type, detail, false);
        return 0;
    };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* words, MD_SIZE size, void* data) {
        collector(data).text(type, {words, size});
        return 0;
    };
    Collector blocks;
    if (md_parse(text.data(), static_cast<MD_SIZE>(text.size()), &parser, &blocks) != 0) {
        throw RunError("Not enough memory to read the lesson's text.");
    }
    return blocks.take();
}

std::vector<TextBar> bars_of(const TextBlock& block) {
    std::vector<TextBar> bars;
    std::istringstream lines{block.plain()};
    for (std::string line; std::getline(lines, line);) {
        TextBar bar;
        bar.text = line.substr(0, line.find(' '));
        std::string digits = bar.text;
        std::erase(digits, ',');
        const auto [stop, error] = read_real(digits, bar.number);
        const bool fits = bar.number >= 0 && bar.number < 1e15;  // no NaN does
        if (error != std::errc{} || stop != digits.data() + digits.size() || !fits) continue;
        if (bar.text.size() < line.size()) bar.words = line.substr(bar.text.size() + 1);
        bars.push_back(std::move(bar));
    }
    return bars;
}

}  // namespace stridescope
