// The chosen thread's variables, as the session has them.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "app/session/controller.h"

namespace stridescope {
namespace locals_test {

class Locals : public ::testing::Test {
  protected:
    static constexpr const char* text =
        "__global__ void k(int *out) {\n    int twice = 2 * threadIdx.x;\n"
        "    out[threadIdx.x] = twice;\n}\n";

    Locals() : controller_{Experiment{}, nullptr} {
        controller_.apply(command::NewText{text});
        controller_.wait_until_recorded();
    }
    const AppState& state() { return controller_.state(); }
    void write(const std::string& text) {
        controller_.apply(command::EditText{editor::action::SelectAll{}});
        controller_.apply(command::EditText{editor::action::Paste{text}});
        wait();
    }
    void wait() {
        for (int k = 0; k < 1000; ++k) {
            controller_.wait_until_recorded();
            controller_.poll();
            if (!state().runs.locals.reading) return;
            std::this_thread::sleep_for(std::chrono::milliseconds{5});
        }
    }
    std::string value(const std::string& name) {
        if (!state().runs.locals.found) return "not read";
        for (const LocalVariable& each :
             state().runs.locals.found->steps[static_cast<std::size_t>(state().playback.step())]) {
            if (each.name == name) return each.value;
        }
        return "none";
    }

    Controller controller_;
};

TEST_F(Locals, AreReadForTheChosenThreadAndAgainForAnotherTextOrThread) {
    EXPECT_EQ(state().runs.locals.found, nullptr) << "no thread is chosen";
    controller_.apply(command::Select{{.thread = 5}});
    wait();
    EXPECT_EQ(value("twice"), "10");
    controller_.apply(command::Select{{.thread = 6}});
    EXPECT_TRUE(state().runs.locals.reading);
    wait();
    EXPECT_EQ(value("twice"), "12");
    std::string other = text;
    other.replace(other.find("2 *"), 3, "3 *");
    write(other);
    wait();
    EXPECT_EQ(value("twice"), "18");
    controller_.apply(command::Select{{}});
    EXPECT_EQ(state().runs.locals.found, nullptr);
}

}  // namespace locals_test
}  // namespace stridescope
