// JSON from elsewhere: bounds, and sentences instead of the library's.
#include "app/io/json_text.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "tests/support/left_out.h"

namespace stridescope {
namespace json_text_test {

using nlohmann::json;
using nlohmann::ordered_json;

template <class Json = ordered_json>
std::string refusal(const std::string& text, const JsonLimits& limits = {}) {
    try {
        (void)parse_json<Json>(text, limits);
    } catch (const UsageError& error) {
        return error.what();
    }
    return {};
}

TEST(Json, ReadsWhatTheLibraryReads) {
    for (const std::string text :
         {"null", "true", "-1", "18446744073709551615", "1.5", "\"a\\u00e9\"", "[]", "{}",
          R"({"a": [1, {"b": null, "c": [[2]]}, "x"], "d": {"a": 1}})", "[1,[2,[3,[4]]]]"}) {
        EXPECT_EQ(parse_json<json>(text), json::parse(text)) << text;
        EXPECT_EQ(parse_json<ordered_json>(text).dump(), ordered_json::parse(text).dump()) << text;
    }
}

TEST(Json, SaysWhereItEnds) {
    EXPECT_EQ(refusal(""), "it is not JSON from line 1, column 1 on");
    EXPECT_EQ(refusal("{\"a\": 1,\n  \"b\" 2}"), "it is not JSON from line 2, column 7 on");
    EXPECT_EQ(refusal("[1, 2"), "it is not JSON from line 1, column 6 on");
    for (const std::string text :
         {"nul", "[1,]", "{\"a\"}", "\"\xFF\"", "[1] 2", "1e999", "\x01"}) {
        EXPECT_NE(refusal(text), "") << text;
        EXPECT_EQ(refusal(text).find("json.exception"), std::string::npos) << refusal(text);
    }
}

TEST(Json, RefusesWhatIsNestedTooDeep) {
    for (const std::size_t depth : {33, 65'000, 1'000'000}) {
        for (const char* open : {"[", "{\"a\":"}) {
            std::string text;
            for (std::size_t i = 0; i < depth; ++i) text += open;
            EXPECT_EQ(refusal(text), "its values are nested more than 32 deep") << depth;
        }
    }
    const std::string whole = std::string(32, '[') + std::string(32, ']');
    EXPECT_EQ(refusal(whole), "");
    EXPECT_NE(refusal('[' + whole + ']'), "");
}

TEST(Json, RefusesTooMuch) {
    EXPECT_EQ(refusal("[1,2,3]", {.bytes = 6}), "it is longer than 6 bytes");
    EXPECT_EQ(refusal("[1,2,3]", {.values = 3}), "it has more than 3 values");
    EXPECT_EQ(refusal("[1,2,3]", {.bytes = 7, .values = 4}), "");
}

TEST(Json, RefusesAMemberThatIsThereTwice) {
    EXPECT_EQ(refusal(R"({"a": 1, "b": 2, "a": 3})"), "it has \"a\" twice");
    EXPECT_EQ(refusal<json>(R"({"a": {"b": 1, "b": 2}})"), "it has \"b\" twice");
    EXPECT_EQ(refusal(R"({"a": {"a": 1}, "b": {"a": 2}})"), "");
}

TEST(Json, MakesEveryTextPrintable) {
    const auto value = parse_json<ordered_json>(R"({"a\u001b": "\u001b[2Jx\u202ey", "b": ["\n"]})");
    EXPECT_EQ(value.dump(), R"({"a�":"�[2Jx�y","b":[" "]})");
}

TEST(Json, TreatsTextsAsItIsTold) {
    const JsonLimits limits{.text = [](std::string_view key, const std::string& text) {
        return key == "name" ? text.substr(0, 3) : text;
    }};
    const auto value = parse_json<ordered_json>(R"({"name": ["abcdef"], "text": "a\nb"})", limits);
    EXPECT_EQ(value.dump(), R"({"name":["abc"],"text":"a\nb"})");
}

// A step of a trace is an object in a list: reading many must not take the square of their number.
TEST(Json, ReadsManyObjectsQuickly) {
    const int many = testing::rounds_of(150'000);
    std::string text = "[";
    for (int i = 0; i < many; ++i) text += R"({"phase": "scan", "stride": 1},)";
    text.back() = ']';
    EXPECT_EQ(parse_json<ordered_json>(text).size(), static_cast<std::size_t>(many));
    std::string wide = "{";
    for (int i = 0; i < many; ++i) wide += "\"k" + std::to_string(i) + "\":1,";
    wide.back() = '}';
    EXPECT_EQ(parse_json<ordered_json>(wide).size(), static_cast<std::size_t>(many));
}

TEST(Json, FaultsInPlainWords) {
    const auto fault = [](auto f) -> std::string {
        const auto value = json::parse(R"({"a": 1})");
        try {
            f(value);
        } catch (const json::exception& error) {
            return json_fault(error);
        }
        return {};
    };
    EXPECT_EQ(fault([](const json& v) { (void)v.at("steps"); }), "\"steps\" is missing");
    EXPECT_EQ(fault([](const json& v) { (void)v.at("a").get<std::string>(); }),
              "a value is of another kind than it should be");
    EXPECT_EQ(fault([](const json& v) { (void)v.at("a").at("b"); }),
              "a value is of another kind than it should be");
    EXPECT_EQ(fault([](const json& v) { (void)v.at(0); }),
              "a value is of another kind than it should be");
}

}  // namespace json_text_test
}  // namespace stridescope
