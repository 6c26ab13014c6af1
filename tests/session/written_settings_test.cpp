// What is set beside a text, written into it: the run stays the same.
#include "app/session/text_use.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/experiment/text/text_run.h"

namespace stridescope {
namespace written_settings_test {

constexpr const char* with_card =
    "// title:  Twice\n"
    "// launch: twice<<<N / B, B>>>(in, out)\n"
    "// in:     float[N] iota\n"
    "// out:    float[N] expect 2 * in\n"
    "#define N 64\n"
    "#define B 32\n"
    "__global__ void twice(const float *in, float *out) {\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    out[i] = in[i] + in[i];\n"
    "}\n";
constexpr const char* without_card =
    "#define N 64\n"
    "__global__ void scale(float *data, float factor, int n) {\n"
    "    int i = threadIdx.x;\n"
    "    if (i < n) data[i] *= factor;\n"
    "}\n";

/// What is passed is not called as the parameters are.
constexpr const char* other_names =
    "// launch: scale<<<1, 32>>>(A, 2.0f, N)\n"
    "// A: float[64] iota expect 2 * A\n"
    "#define N 64\n"
    "__global__ void scale(float *data, float factor, int n) {\n"
    "    int i = threadIdx.x;\n"
    "    if (i < n) data[i] *= factor;\n"
    "}\n";

/// Both run the same: the oracle is what the text resolves to.
void expect_same_run(const TextSpec& one, const TextSpec& two) {
    const ResolvedText a = try_resolve(one), b = try_resolve(two);
    ASSERT_TRUE(a.faults.empty()) << a.faults.front().message;
    ASSERT_TRUE(b.faults.empty()) << b.faults.front().message << "\n" << two.text;
    EXPECT_EQ(a.run.kernel->name, b.run.kernel->name);
    EXPECT_EQ(a.run.grid, b.run.grid);
    EXPECT_EQ(a.run.block, b.run.block);
    EXPECT_EQ(a.run.dynamic_shared, b.run.dynamic_shared);
    ASSERT_EQ(a.run.arguments.size(), b.run.arguments.size());
    for (std::size_t i = 0; i < a.run.arguments.size(); ++i) {
        EXPECT_EQ(a.run.arguments[i].leaves, b.run.arguments[i].leaves);
    }
    ASSERT_EQ(a.run.arrays.size(), b.run.arrays.size());
    for (std::size_t i = 0; i < a.run.arrays.size(); ++i) {
        EXPECT_EQ(a.run.arrays[i].name, b.run.arrays[i].name);
        EXPECT_EQ(a.run.arrays[i].extents, b.run.arrays[i].extents);
        EXPECT_EQ(a.run.arrays[i].before, b.run.arrays[i].before);
        ASSERT_EQ(a.run.arrays[i].expected.has_value(), b.run.arrays[i].expected.has_value());
        if (a.run.arrays[i].expected) {
            EXPECT_EQ(a.run.arrays[i].expected->values, b.run.arrays[i].expected->values);
        }
    }
}

TEST(WrittenSettings, TheTextSaysThemItself) {
    const std::vector<TextSpec> all{
        {.text = with_card, .defines = {{"B", "16"}}},
        {.text = with_card, .defines = {{"N", "128"}, {"B", "16"}}},
        {.text = with_card, .launch = "twice<<<1, N>>>(in, out)"},
        {.text = with_card, .launch = "<<<4, 16>>>"},
        {.text = with_card, .arguments = {{"in", "ones"}}},
        {.text = with_card, .arguments = {{"in", "[128] random:3"}, {"out", "[128]"}}},
        {.text = with_card,
         .defines = {{"B", "64"}},
         .launch = "<<<1, B>>>",
         .arguments = {{"in", "[N] random:5"}}},
        {.text = without_card, .launch = "scale<<<1, 32>>>"},
        {.text = without_card, .arguments = {{"factor", "3"}, {"n", "17"}}},
        {.text = without_card, .arguments = {{"data", "[32] ones"}}},
        {.text = without_card, .launch = "<<<1, 32>>>"},
        {.text = without_card, .arguments = {{"data", "2 * i + 1"}}},
        {.text = without_card, .defines = {{"N", "8"}}, .expect = "data = 2 * data"},
        {.text = other_names, .arguments = {{"factor", "3"}, {"n", "N / 2"}}},
        {.text = other_names, .arguments = {{"data", "[N] random:5"}}},
        {.text = other_names, .expect = "A = copy(A)"},
        {.text = with_card, .expect = "out = in + in"},
        {.text = with_card, .expect = "out = in + in; in = copy(in)"}};
    for (const TextSpec& spec : all) {
        const TextSpec written = settings_written(spec);
        EXPECT_FALSE(has_settings(written)) << written.text;
        EXPECT_NE(written.text, spec.text);
        expect_same_run(spec, written);
        EXPECT_EQ(settings_written(written), written) << "there is nothing left to write";
    }
}

TEST(WrittenSettings, TheCardAloneLeavesTheKnobs) {
    const TextSpec spec{.text = with_card, .defines = {{"B", "16"}}, .arguments = {{"in", "ones"}}};
    const TextSpec written = card_written(spec);
    EXPECT_EQ(written.defines, spec.defines);
    EXPECT_TRUE(written.arguments.empty());
    EXPECT_NE(written.text.find("// in:     float[N] ones\n"), std::string::npos) << written.text;
    expect_same_run(spec, written);
}

TEST(WrittenSettings, WhatIsPassedIsWrittenWhereItStands) {
    const TextSpec written =
        card_written({.text = other_names, .arguments = {{"factor", "3"}, {"data", "ones"}}});
    EXPECT_TRUE(
        written.text.starts_with("// launch: scale<<<1, 32>>>(A, 3, N)\n"
                                 "// A: float[64] ones expect 2 * A\n"))
        << written.text;
}

TEST(WrittenSettings, AFileStaysSetUntilTheTextHasAFolder) {
    TextSpec spec{.text = with_card, .arguments = {{"in", "file:numbers.csv"}}};
    EXPECT_EQ(card_written(spec), spec);
    spec.path = "folder/twice.cu";
    const TextSpec written = card_written(spec);
    EXPECT_TRUE(written.arguments.empty());
    EXPECT_NE(written.text.find("float[N] file:numbers.csv\n"), std::string::npos) << written.text;
}

TEST(WrittenSettings, WhatTheTextHasNoPlaceForStaysSet) {
    const std::string passes =
        "// launch: scale<<<1, 32>>>(data, 2.0f, 32)\n" + std::string{without_card};
    const TextSpec nobody{.text = passes, .arguments = {{"nobody", "3"}}};
    EXPECT_EQ(settings_written(nobody), nobody);
    // Of several launches one flag is another list.
    const std::string twice = "// launch: scale<<<1, 32>>>(data, 2.0f, 32)\n" + passes;
    const TextSpec several{.text = twice, .launch = "scale<<<1, 8>>>(data, 2.0f, 8)"};
    EXPECT_EQ(settings_written(several), several);
    // A name that the text has not, and a launch that cannot be read.
    const TextSpec unknown{.text = with_card, .defines = {{"Q", "1"}}};
    EXPECT_EQ(settings_written(unknown), unknown);
    const TextSpec broken{.text = with_card, .launch = "twice<<<1"};
    EXPECT_EQ(settings_written(broken), broken);
    EXPECT_FALSE(has_settings({.text = with_card}));
    EXPECT_TRUE(has_settings(broken));
}

}  // namespace written_settings_test
}  // namespace stridescope
