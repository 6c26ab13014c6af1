// A look's fields: each comes back from every form that it is written in.
#include "app/look/look_fields.h"

#include <gtest/gtest.h>

#include <cctype>
#include <set>
#include <string>

#include "app/analysis/work_columns.h"
#include "app/io/errors.h"
#include "tests/support/unusual_look.h"

namespace stridescope {
namespace look_fields_test {

using testing::unusual_look;

TEST(LookFields, EachIsSetHere) {
    for (const LookField& field : look_fields()) {
        EXPECT_FALSE(field.same(unusual_look(), {})) << field.name;
        EXPECT_TRUE(field.text({}).empty()) << field.name;
    }
}

TEST(LookFields, EachComesBackFromItsText) {
    Look all;
    for (const LookField& field : look_fields()) {
        const std::string text = field.text(unusual_look());
        EXPECT_FALSE(text.empty()) << field.name;
        Look look;
        EXPECT_TRUE(field.read(look, text)) << field.name << ' ' << text;
        EXPECT_TRUE(field.same(look, unusual_look())) << field.name << ' ' << text;
        for (const LookField& other : look_fields())
            EXPECT_EQ(other.same(look, {}), &other != &field) << field.name << ' ' << other.name;
        EXPECT_TRUE(field.read(all, text));
    }
    EXPECT_EQ(all, unusual_look()) << "a member of Look has no row";
}

TEST(LookFields, HaveNamesOfTheirOwn) {
    std::set<std::string> names;
    for (const LookField& field : look_fields()) {
        EXPECT_TRUE(names.insert(field.json_name()).second) << field.name;
        EXPECT_EQ(look_field_called(field.name), &field);
        EXPECT_EQ(field.json_name().find('-'), std::string::npos);
        EXPECT_TRUE(field.flag.empty() || field.flag.starts_with("--")) << field.name;
        EXPECT_FALSE(field.flag.empty() && (field.pictures.any() || field.tables.any()))
            << field.name << ": what a file shows can be said on a command line";
    }
    EXPECT_EQ(look_field_called("color"), nullptr);
}

TEST(LookFields, RefuseWhatTheyDoNotUnderstand) {
    for (const LookField& field : look_fields()) {
        if (field.name == "element") continue;  // which there are a trace tells
        for (const char* wrong : {"-1", "1.5", "99999999999999999999999", "Wavefronts", "site:"}) {
            Look look;
            bool understood = false;
            try {
                understood = field.read(look, wrong);
            } catch (const UsageError&) {
                understood = false;
            }
            EXPECT_FALSE(understood) << field.name << ' ' << wrong;
            EXPECT_EQ(look, Look{}) << field.name << ' ' << wrong;
        }
    }
    Look look;
    EXPECT_FALSE(look_field_called("wavefront")->read(look, "0")) << "they are counted from 1";
    EXPECT_TRUE(look_field_called("hide-later")->read(look, ""));
    EXPECT_TRUE(look.hide_later);
    EXPECT_TRUE(look_field_called("hide-later")->read(look, "no"));
    EXPECT_FALSE(look.hide_later);
}

TEST(LookFields, SayWhichViewsCare) {
    EXPECT_EQ(look_field_called("hide-later")->help_line(),
              "Tree, heatmap, work, divergence: hide what comes after this step");
    EXPECT_EQ(look_field_called("measure")->value_text(), "worst|total|per-request");
    EXPECT_EQ(look_field_called("step")->value_text(), "INT");
    EXPECT_EQ(look_field_called("difference")->value_text(), "");
    for (const LookField& field : look_fields()) {
        const std::string line = field.help_line();
        if (line.empty()) continue;
        EXPECT_TRUE(std::isupper(static_cast<unsigned char>(line.front()))) << line;
    }
    EXPECT_TRUE(has_use("--request", View::global, false, false));
    EXPECT_FALSE(has_use("--request", View::tree, false, false));
    EXPECT_FALSE(has_use("--block", View::work, false, false));
    EXPECT_TRUE(has_use("--block", View::work, false, true)) << "it is looked for in one block";
}

TEST(LookFields, WorkColumnsAreCalledAsInTheirTable) {
    const LookField& field = *look_field_called("sort-by");
    for (std::size_t column = 0; column < work_columns().size(); ++column) {
        Look look;
        EXPECT_TRUE(field.read(look, std::string{work_columns()[column].name}));
        EXPECT_EQ(look.sorted_by, static_cast<int>(column));
    }
    Look look;
    EXPECT_FALSE(field.read(look, "ads"));
}

TEST(PartialLook, SetsWhatItSaysAndNothingElse) {
    PartialLook some;
    EXPECT_FALSE(some.any());
    const LookField& wave = *look_field_called("wavefront");
    some.take(wave, unusual_look());
    some.take(*look_field_called("axis"), {});
    Look look = unusual_look();
    look.wave = 7;
    some.apply_to(look);
    Look expected = unusual_look();
    expected.axis = HeatmapAxis::bank;
    EXPECT_EQ(look, expected) << "what is said to be as usual is set, too";
    EXPECT_TRUE(some.has(wave));
    Look all;
    PartialLook{unusual_look()}.apply_to(all);
    EXPECT_EQ(all, unusual_look());
    EXPECT_FALSE(PartialLook{Look{}}.any());
}

}  // namespace look_fields_test
}  // namespace stridescope
