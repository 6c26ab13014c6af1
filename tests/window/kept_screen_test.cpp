// What is left of the frame before and what is drawn anew are together what all drawn anew is, to
// the last pixel, whatever has changed.
#include <glad/gl.h>
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "app/platform/fonts.h"
#include "app/platform/offscreen.h"
#include "app/session/controller.h"
#include "app/session/presets.h"
#include "app/ui/kit/imgui_versions.h"
#include "app/ui/window/gui.h"
#include "tests/support/other_end.h"
#include "tests/support/recorded.h"

namespace stridescope {
namespace kept_screen_test {

constexpr int width = 1280, height = 800;

class KeptScreenTest : public ::testing::Test {
  protected:
    KeptScreenTest() {
        controller_.wait_until_recorded();
        imgui::begin_events();  // a menu that a click opens is walked by keys
        ImGui::GetIO().DisplaySize = {width, height};
        ImGui::GetIO().DeltaTime = 1.0F / 60;
        GLint bound = 0;
        glGetIntegerv(GL_FRAMEBUFFER_BINDING, &bound);
        kept_ = static_cast<GLuint>(bound);
    }

    /// One frame, drawn both ways; tells whether they are the same.
    bool same_frame() {
        const AppState& state = controller_.state();
        gui_.prepare(state, 1, width, height);
        ImGui_ImplOpenGL3_NewFrame();
        ImGui::NewFrame();
        Commands commands;
        gui_.draw(state, commands);
        changed_ = gui_.render_changes();
        const Pixels kept = target_.read();
        bool same = false;
        {
            const OffscreenTarget fresh(width, height);
            gui_.render();
            same = fresh.read().rgba == kept.rgba;
        }
        glBindFramebuffer(GL_FRAMEBUFFER, kept_);
        glViewport(0, 0, width, height);
        for (const Command& command : commands) controller_.apply(command);
        return same;
    }
    /// Frames until nothing changes any more, all the same both ways.
    void settle(const std::string& after) {
        for (int frame = 0; frame < 8; ++frame) {
            ASSERT_TRUE(same_frame()) << after << ", frame " << frame;
            if (frame >= frames_to_settle && !changed_) return;
        }
        FAIL() << after << ": it never rests";
    }
    void point_at(float x, float y) { ImGui::GetIO().MousePos = {x, y}; }

    Controller controller_{experiment_of_line("--kernel kogge-stone --block 64", first_lesson()),
                           {}};
    OffscreenContext context_;
    OffscreenTarget target_{width, height};
    Gui gui_{find_fonts()};
    GLuint kept_ = 0;
    bool changed_ = true;
};

TEST_F(KeptScreenTest, RestsWhereNothingChanges) {
    settle("the first frames");
    EXPECT_TRUE(same_frame());
    EXPECT_FALSE(changed_);
    gui_.forget_screen();
    EXPECT_TRUE(same_frame());
    EXPECT_TRUE(changed_) << "the screen has it no more";
}

TEST_F(KeptScreenTest, ShowsWhatMoves) {
    settle("the first frames");
    controller_.apply(command::Jump{2});
    settle("a jump");
    controller_.apply(command::StepForward{});
    for (int frame = 0; frame < 12; ++frame) {
        controller_.advance(0.04);
        ASSERT_TRUE(same_frame()) << frame;
        EXPECT_TRUE(changed_ || frame > 9) << frame;
    }
    settle("the step");
}

TEST_F(KeptScreenTest, ShowsWhatIsChosen) {
    settle("the first frames");
    const std::vector<std::pair<const char*, Command>> all{
        {"a theme", command::Set{setting::theme, Theme::dark}},
        {"one view alone", command::ToggleEnlarged{View::tree}},
        {"all views", command::ToggleEnlarged{View::tree}},
        {"larger letters", command::Set{setting::text_scale, 1.25F}},
        {"a selection", command::Select{Selection{.word = 5}}},
        {"two runs", command::ToggleBeside{}},
        {"a question", command::TogglePredict{}},
        {"a presentation", command::TogglePresentation{}},
        {"the window again", command::TogglePresentation{}},
    };
    for (const auto& [name, each] : all) {
        controller_.apply(each);
        controller_.wait_until_recorded();
        settle(name);
    }
}

TEST_F(KeptScreenTest, ShowsAnotherRunAsSoonAsAllOfItsPicturesAreThere) {
    const auto picture_of = [this](const std::string& run) {
        controller_.apply(command::SetExperiment{experiment_of_line(run)});
        controller_.wait_until_recorded();
        do {
            EXPECT_TRUE(same_frame()) << run;
        } while (gui_.unfinished());
        settle(run);
        return target_.read().rgba;
    };
    const std::string large = "--kernel brent-kung --block 1024 --n 2048";
    const auto made_at_once = picture_of(large);
    const auto another = picture_of("--kernel sklansky --block 512");
    set_workers(std::make_unique<testing::OtherEnd>());
    const auto made_in_turns = picture_of(large);
    set_workers(nullptr);
    EXPECT_NE(another, made_at_once);
    EXPECT_EQ(made_in_turns, made_at_once);
}

TEST_F(KeptScreenTest, ShowsWhatIsPointedAtAndClicked) {
    settle("the first frames");
    std::mt19937 random{7};
    ImGuiIO& io = ImGui::GetIO();
    for (int turn = 0; turn < 60; ++turn) {
        const auto x = static_cast<float>(random() % width);
        const auto y = static_cast<float>(random() % height);
        point_at(x, y);
        io.MouseDown[0] = random() % 3 == 0;
        io.MouseWheel = random() % 5 == 0 ? 1.0F : 0.0F;
        if (random() % 4 == 0) controller_.advance(0.03);
        ASSERT_TRUE(same_frame()) << "turn " << turn << " at " << io.MousePos.x << ", "
                                  << io.MousePos.y;
    }
}

}  // namespace kept_screen_test
}  // namespace stridescope
