#include "app/analysis/expression.h"

#include <fmt/format.h>

#include <cctype>
#include <limits>
#include <utility>

namespace stridescope {

bool begins_name(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool in_name(char c) {
    return begins_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.';
}

namespace {

/// Recursive descent over one expression; `fine` is false once something was not understood.
class Evaluator {
  public:
    Evaluator(std::string_view text, const Names& names) : rest_{text}, names_{names} {}

    std::optional<Evaluated> run() {
        const std::int64_t value = bits();
        skip();
        if (!fine_ || !rest_.empty()) return std::nullopt;
        return Evaluated{std::move(out_), value};
    }

  private:
    static constexpr std::int64_t largest = std::numeric_limits<std::int32_t>::max();
    static constexpr int deepest = 50;

    void skip() {
        while (!rest_.empty() && rest_.front() == ' ') rest_.remove_prefix(1);
    }
    char next() {
        skip();
        return rest_.empty() ? '\0' : rest_.front();
    }
    bool take(char c) {
        if (next() != c) return false;
        rest_.remove_prefix(1);
        return true;
    }
    std::int64_t kept(std::int64_t value) {
        if (value > largest || value < -largest) fine_ = false;
        return fine_ ? value : 0;
    }
    /// Bits in both; C++ binds a shift and what is added closer.
    std::int64_t bits() {
        std::int64_t value = shifted();
        while (fine_ && take('&')) {
            out_ += " & ";
            value &= shifted();
        }
        return value;
    }
    std::int64_t shifted() {
        std::int64_t value = sum();
        while (fine_ && (next() == '<' || next() == '>')) {
            const char way = rest_.front();
            rest_.remove_prefix(1);
            if (rest_.empty() || rest_.front() != way) fine_ = false;
            if (!fine_) return 0;
            rest_.remove_prefix(1);
            out_ += way == '<' ? " << " : " >> ";
            const std::int64_t by = sum();
            if (by < 0 || by > 31) fine_ = false;
            if (!fine_) return 0;
            value = way == '<' ? kept(value * (std::int64_t{1} << by)) : value >> by;
        }
        return value;
    }
    std::int64_t sum() {
        std::int64_t value = product();
        while (fine_) {
            if (take('+')) {
                out_ += " + ";
                value = kept(value + product());
            } else if (take('-')) {
                out_ += " − ";
                value = kept(value - product());
            } else {
                break;
            }
        }
        return value;
    }
    std::int64_t product() {
        std::int64_t value = factor();
        while (fine_) {
            const char op = next();
            if (op != '*' && op != '/' && op != '%') break;
            rest_.remove_prefix(1);
            out_ += op == '*' ? " · " : op == '/' ? " / " : " mod ";
            const std::int64_t other = factor();
            if (op != '*' && other == 0) {
                fine_ = false;
                return 0;
            }
            value = kept(op == '*' ? value * other : op == '/' ? value / other : value % other);
        }
        return value;
    }
    std::int64_t factor() {
        const char c = next();
        if (++depth_ > deepest) fine_ = false;
        std::int64_t value = 0;
        if (!fine_) return value;
        if (take('(')) {
            out_ += '(';
            value = bits();
            if (!take(')')) fine_ = false;
            out_ += ')';
        } else if (take('-')) {
            out_ += "−";
            value = -factor();
        } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
            while (!rest_.empty() && std::isdigit(static_cast<unsigned char>(rest_.front())) != 0) {
                value = kept(10 * value + (rest_.front() - '0'));
                out_ += rest_.front();
                rest_.remove_prefix(1);
            }
        } else if (begins_name(c)) {
            value = name();
        } else {
            fine_ = false;
        }
        --depth_;
        return value;
    }
    std::int64_t name() {
        std::size_t length = 0;
        while (length < rest_.size() && in_name(rest_[length])) ++length;
        std::string name{rest_.substr(0, length)};
        rest_.remove_prefix(length);
        const auto found = names_.find(name);
        if (found == names_.end()) {
            fine_ = false;
            return 0;
        }
        out_ += fmt::format("{}", found->second);
        return found->second;
    }

    std::string_view rest_;
    const Names& names_;
    std::string out_;
    bool fine_ = true;
    int depth_ = 0;
};

}  // namespace

std::optional<Evaluated> evaluate(std::string_view expression, const Names& names) {
    return Evaluator{expression, names}.run();
}

}  // namespace stridescope
