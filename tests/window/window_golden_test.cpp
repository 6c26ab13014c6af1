// The whole window as a picture, at three sizes and in three themes. The letters are those of the
// fonts that the machine has: with others than those that the goldens were drawn with, there is
// nothing to compare.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <tuple>

#include "app/lesson/lesson.h"
#include "app/platform/fonts.h"
#include "app/session/presets.h"
#include "app/ui/window/window_loop.h"
#include "tests/support/goldens.h"
#include "tests/support/image.h"
#include "tests/support/places.h"
#include "tests/support/recorded.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace window_golden_test {

/// FNV-1a over all fonts' bytes.
std::string fonts_fingerprint() {
    const FontSet fonts = find_fonts();
    std::uint64_t hash = 14695981039346656037ULL;
    for (const FontData* font : {&fonts.sans, &fonts.bold, &fonts.mono, &fonts.fallback}) {
        for (const std::byte byte : font->bytes) {
            hash = (hash ^ static_cast<std::uint64_t>(byte)) * 1099511628211ULL;
        }
    }
    return std::to_string(hash) + '\n';
}

bool drawn_with_these_fonts() {
    if (testing::updating_goldens()) {
        testing::expect_text_golden("window_fonts.txt", fonts_fingerprint());
        return true;
    }
    std::ifstream file(source_dir() + "/tests/goldens/window_fonts.txt");
    return std::string{std::istreambuf_iterator<char>{file}, {}} == fonts_fingerprint();
}

struct Size {
    const char* name;
    int width, height;
    float scale;
};
constexpr Size sizes[] = {
    {"1280x800", 1280, 800, 1}, {"1920x1080", 1920, 1080, 1}, {"3840x2160_at_2", 3840, 2160, 2}};

/// Draws the window and compares it with `name`.
void expect_window(const std::string& name, WindowOptions options) {
    const testing::TemporaryFolder folder;
    const auto path = folder / (name + ".png");
    options.screenshot = path;
    write_screenshot(options);
    testing::expect_image_golden(name + ".png", testing::read_bytes(path));
}

class WindowGolden : public ::testing::TestWithParam<std::tuple<Size, Theme>> {};

TEST_P(WindowGolden, LooksAsItDid) {
    if (!drawn_with_these_fonts()) GTEST_SKIP() << "other fonts than those of the goldens";
    const auto& [size, theme] = GetParam();
    WindowOptions options;
    options.experiment = experiment_of_line("--pad every32", presets()[1].experiment);
    options.compare = true;
    options.step = 4;
    options.width = size.width;
    options.height = size.height;
    options.text_scale = size.scale;
    options.theme = theme;
    expect_window("window_" + std::string{size.name} + "_" + std::string{name_of(theme)}, options);
}

/// What one has in front of a class: a lesson, two runs on one slider, a question to come.
class ClassGolden : public ::testing::TestWithParam<Size> {
  protected:
    void SetUp() override {
        if (!drawn_with_these_fonts()) GTEST_SKIP() << "other fonts than those of the goldens";
        options.width = GetParam().width;
        options.height = GetParam().height;
        options.text_scale = GetParam().scale;
        options.theme = Theme::light;
    }
    WindowOptions options;
};

TEST_P(ClassGolden, Lesson) {
    options.lesson = source_dir() + "/assets/lessons/05-banks.md";
    options.experiment = read_lesson(*options.lesson).pages.front().bookmark.experiment;
    options.page = 5;
    expect_window("lesson_" + std::string{GetParam().name}, options);
}

TEST_P(ClassGolden, TwoRuns) {
    options.experiment = testing::experiment_of("kogge-stone", 16, testing::sixteen);
    options.beside = "--kernel brent-kung";
    options.lock = StepLock::progress;
    options.step = 3;
    expect_window("beside_" + std::string{GetParam().name}, options);
}

TEST_P(ClassGolden, Predict) {
    options.experiment = testing::experiment_of("brent-kung", 64, "ones");
    options.predict = true;
    options.step = 2;
    expect_window("predict_" + std::string{GetParam().name}, options);
}

INSTANTIATE_TEST_SUITE_P(Sizes, ClassGolden, ::testing::ValuesIn(sizes),
                         [](const auto& info) { return std::string{info.param.name}; });

INSTANTIATE_TEST_SUITE_P(SizesAndThemes, WindowGolden,
                         ::testing::Combine(::testing::ValuesIn(sizes),
                                            ::testing::ValuesIn(themes)),
                         [](const auto& info) {
                             return std::string{std::get<0>(info.param).name} + "_" +
                                    std::string{name_of(std::get<1>(info.param))};
                         });

}  // namespace window_golden_test
}  // namespace stridescope
