// JSON from elsewhere: read within bounds, and what is wrong with it said in plain words.
#pragma once

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/io/errors.h"
#include "app/io/printable.h"

namespace stridescope {

/// What a text may have at most. Values are copied and written by functions that call themselves
/// for each level.
struct JsonLimits {
    std::size_t bytes = std::size_t{64} << 20;
    std::size_t values = 1'000'000;
    std::size_t depth = 32;
    /// What becomes of a text that is the member called so, or in a list that is: by default it is
    /// made printable, since any may come to be shown.
    std::function<std::string(std::string_view key, const std::string& text)> text{};
};

/// Holds a text to its limits while it is parsed. Throws UsageError for what goes beyond them, and
/// for a member that is there twice, of which some programs would take the first and some the last.
class JsonWatch {
  public:
    explicit JsonWatch(const JsonLimits& limits) : limits_{limits} {}

    /// A value at that depth.
    void count(std::size_t depth);
    std::string text(const std::string& value) const;
    /// Begins a member of the object that is open; returns its name made printable.
    const std::string& key(const std::string& name);
    void begin_object() { keys_.emplace_back(); }
    void end_object() { keys_.pop_back(); }

  private:
    const JsonLimits& limits_;
    std::size_t values_ = 0;
    std::string key_;
    std::vector<std::set<std::string>> keys_;  ///< of the objects that are open
};

/// Throws UsageError where the text is longer than it may be.
void require_length(std::string_view text, const JsonLimits& limits);
/// Throws UsageError that says where parsing ended: "… line 3, column 7 …".
[[noreturn]] void refuse_json(std::string_view text, std::size_t byte);
/// Half a sentence for what the library says of a value that is not as it should be.
std::string json_fault(const nlohmann::json::exception& error);

/// Builds the value from what the parser finds.
template <class Json>
class JsonBuilder : public nlohmann::json_sax<Json> {
  public:
    JsonBuilder(std::string_view text, const JsonLimits& limits) : text_{text}, watch_{limits} {}

    Json take() { return std::move(root_); }

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(typename Json::number_integer_t value) override { return add(value); }
    bool number_unsigned(typename Json::number_unsigned_t value) override { return add(value); }
    bool number_float(typename Json::number_float_t value, const std::string&) override {
        return add(value);
    }
    bool string(std::string& value) override { return add(watch_.text(value)); }
    bool binary(typename Json::binary_t&) override { return false; }

    bool start_object(std::size_t) override {
        open_.push_back(&place(Json::object()));
        watch_.begin_object();
        return true;
    }
    bool key(std::string& name) override {
        key_ = watch_.key(name);
        return true;
    }
    bool end_object() override {
        watch_.end_object();
        open_.pop_back();
        return true;
    }
    bool start_array(std::size_t) override {
        open_.push_back(&place(Json::array()));
        return true;
    }
    bool end_array() override {
        open_.pop_back();
        return true;
    }
    bool parse_error(std::size_t byte, const std::string&,
                     const nlohmann::json::exception& error) override {
        constexpr int syntax = 101;
        if (error.id != syntax) throw UsageError(json_fault(error));
        refuse_json(text_, byte);
    }

  private:
    template <class Value>
    bool add(Value&& value) {
        (void)place(Json(std::forward<Value>(value)));
        return true;
    }

    /// Puts it where the next value belongs.
    Json& place(Json value) {
        watch_.count(open_.size() + (value.is_structured() ? 1 : 0));
        if (open_.empty()) return root_ = std::move(value);
        Json& within = *open_.back();
        if (within.is_array()) {
            auto& list = within.template get_ref<typename Json::array_t&>();
            return list.emplace_back(std::move(value));
        }
        auto& members = within.template get_ref<typename Json::object_t&>();
        if constexpr (requires { members.emplace_back(key_, std::move(value)); }) {
            // In order: finding out that a member is new would take one look at each other one.
            return members.emplace_back(key_, std::move(value)).second;
        } else {
            return members.emplace(key_, std::move(value)).first->second;
        }
    }

    std::string_view text_;
    JsonWatch watch_;
    Json root_;
    std::vector<Json*> open_;
    std::string key_;
};

/// The text as a value. Throws UsageError: half a sentence.
template <class Json>
Json parse_json(std::string_view text, const JsonLimits& limits = {}) {
    require_length(text, limits);
    JsonBuilder<Json> builder{text, limits};
    (void)Json::sax_parse(text, &builder);
    return builder.take();
}

// Numbers of JSON. The library's own conversions cut off what does not fit, or leave it undefined.

/// A whole number that fits a T. Throws UsageError, half a sentence, for anything else.
template <class T, class Json>
T whole(const Json& json) {
    if (!json.is_number_integer()) {
        throw UsageError(fmt::format("{} is not a whole number", excerpt(json.dump())));
    }
    const bool fits = json.is_number_unsigned()
                          ? std::in_range<T>(json.template get<std::uint64_t>())
                          : std::in_range<T>(json.template get<std::int64_t>());
    if (!fits) throw UsageError(fmt::format("{} is out of range", excerpt(json.dump())));
    return json.template get<T>();
}

/// The whole number of an object's member, or what stands for one that is missing.
template <class T, class Json>
T whole_or(const Json& object, const char* name, T missing) {
    const auto found = object.find(name);
    return found == object.end() ? missing : whole<T>(*found);
}

}  // namespace stridescope
