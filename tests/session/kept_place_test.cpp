// Where one was is shown again: the run and the step, a text that was not saved, an exercise.
#include "app/session/saved_state.h"

#include <gtest/gtest.h>

#include <string>

#include "app/io/errors.h"
#include "app/session/controller.h"
#include "app/session/presets.h"

namespace stridescope {
namespace kept_place_test {

constexpr const char* kernel =
    "// launch: twice<<<1, 32>>>(A)   A: int[32] iota\n"
    "__global__ void twice(int* A) {\n"
    "    __shared__ int X[32];\n"
    "    X[threadIdx.x] = 2 * A[threadIdx.x];  // é\n"
    "    __syncthreads();\n"
    "    A[threadIdx.x] = X[31 - threadIdx.x];\n"
    "}\n";

/// As a page that is loaded anew has it.
KeptPlace again(const Controller& controller) {
    return decode_place(encode_place(place_of(controller.state())));
}

TEST(KeptPlace, TheStepIsShownAgain) {
    Controller one{first_lesson(), {}};
    one.wait_until_recorded();
    one.apply(command::Jump{2});
    const KeptPlace place = again(one);
    EXPECT_EQ(place, place_of(one.state()));
    Controller other{first_lesson(), {}};
    other.resume(place);
    other.wait_until_recorded();
    EXPECT_EQ(other.state().playback.step(), 2);
    EXPECT_EQ(other.state().experiment, one.state().experiment);
    EXPECT_FALSE(other.state().presenter.start);
}

TEST(KeptPlace, ATextThatWasNotSavedIsStillNotSaved) {
    Controller one{first_lesson(), {}};
    one.wait_until_recorded();
    one.apply(command::NewText{kernel, "mine.cu"});
    one.wait_until_recorded();
    ASSERT_FALSE(one.state().document->unsaved);
    EXPECT_FALSE(again(one).unsaved);
    one.apply(command::EditText{editor::action::Paste{"// mine\n"}});
    one.apply(command::CommitTyping{});
    one.wait_until_recorded();
    ASSERT_TRUE(one.state().document->unsaved);
    const KeptPlace place = again(one);
    EXPECT_TRUE(place.unsaved);
    Controller other{first_lesson(), {}};
    other.resume(place);
    other.wait_until_recorded();
    ASSERT_TRUE(other.state().document.has_value());
    EXPECT_EQ(other.state().document->text(), one.state().document->text());
    EXPECT_TRUE(other.state().document->unsaved);
}

TEST(KeptPlace, TheStartPageIsShownAgain) {
    Controller one{first_lesson(), {}};
    one.wait_until_recorded();
    one.apply(command::Set{setting::start, true});
    Controller other{first_lesson(), {}};
    other.resume(again(one));
    EXPECT_TRUE(other.state().presenter.start);
}

TEST(KeptPlace, WhatIsNoneIsRefused) {
    for (const char* text : {"", "{}", "[1]", R"({"link": 3})", "null"}) {
        EXPECT_THROW(decode_place(text), UsageError) << text;
    }
}

}  // namespace kept_place_test
}  // namespace stridescope
