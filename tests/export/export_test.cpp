// Exports: the same bytes every time, sound files, and errors that say how to mend them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "app/export/animation.h"
#include "app/export/cairo_writer.h"
#include "app/export/export.h"
#include "app/scene/scene.h"
#include "app/trace/trace.h"
#include "tests/support/goldens.h"
#include "tests/support/image.h"
#include "tests/support/recorded.h"
#include "tests/support/recorded_text.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace export_test {

using testing::decode_png;
using testing::expect_image_golden;
using testing::Image;
using testing::recorded;

constexpr std::array most_views{View::tree, View::memory, View::banks,     View::heatmap,
                                View::work, View::global, View::divergence};
constexpr std::array all_formats{ExportFormat::png, ExportFormat::svg, ExportFormat::pdf,
                                 ExportFormat::csv};

std::string text_of_bytes(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// What a command prints; its exit status is checked to be 0.
std::string output_of(const std::string& command) {
    std::string out;
    FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) throw std::runtime_error("cannot run " + command);
    std::array<char, 4096> part{};
    std::size_t got = 0;
    while ((got = fread(part.data(), 1, part.size(), pipe)) > 0) out.append(part.data(), got);
    EXPECT_EQ(pclose(pipe), 0) << command << "\n" << out;
    return out;
}

/// The scene without its words, so that no font can tell two machines apart.
Scene without_text(Scene scene) {
    for (Layer& layer : scene.layers) layer.labels.clear();
    return scene;
}

TEST(Export, GivesTheSameBytesEveryTime) {
    const auto trace = recorded("brent-kung", 16, testing::sixteen);
    std::vector<std::vector<std::byte>> first;
    for (int round = 0; round < 2; ++round) {
        std::size_t k = 0;
        for (const View view : most_views) {
            for (const ExportFormat format : all_formats) {
                auto bytes =
                    export_view(*trace, nullptr, {.look = {.view = view, .step = 2}}, format);
                EXPECT_GT(bytes.size(), 40U);
                if (round == 0) {
                    first.push_back(std::move(bytes));
                } else {
                    EXPECT_EQ(bytes, first[k]) << name_of(view) << " format " << k % 4;
                }
                ++k;
            }
        }
    }
}

TEST(Export, WritesFilesOfTheirKind) {
    const auto trace = recorded("kogge-stone", 32, "ones", Padding::every32);
    for (const View view : most_views) {
        const auto bytes = [&](ExportFormat format) {
            return text_of_bytes(export_view(*trace, nullptr, {.look = {.view = view}}, format));
        };
        EXPECT_EQ(bytes(ExportFormat::png).substr(1, 3), "PNG");
        EXPECT_EQ(bytes(ExportFormat::svg).substr(0, 5), "<?xml");
        EXPECT_EQ(bytes(ExportFormat::pdf).substr(0, 5), "%PDF-");
    }
}

TEST(Export, WritesSvgThatIsWellFormedXml) {
    const testing::TemporaryFolder folder;
    const auto before = recorded("brent-kung", 64, "ones");
    const auto trace = recorded("brent-kung", 64, "ones", Padding::every32);
    std::string paths;
    std::vector<std::string> widths;
    for (const View view : most_views) {
        const auto path = folder / fmt::format("{}.svg", name_of(view));
        const bool heatmap = view == View::heatmap;
        export_to_file(*trace, heatmap ? before.get() : nullptr,
                       {.look = {.view = view, .step = 1}}, path);
        paths += fmt::format(" '{}'", path.string());
        const Scene scene = exported_scene(*trace, heatmap ? before.get() : nullptr,
                                           {.look = {.view = view, .step = 1}});
        widths.push_back(fmt::format("{:.0f}", std::floor(scene.width)));
    }
    std::istringstream roots{
        output_of("python3 -c 'import sys, xml.etree.ElementTree as e\n"
                  "for path in sys.argv[1:]:\n"
                  "    r = e.parse(path).getroot(); print(r.tag, r.get(\"width\"))'" +
                  paths)};
    std::string root;
    for (std::size_t k = 0; k < widths.size(); ++k) {
        ASSERT_TRUE(std::getline(roots, root)) << name_of(most_views[k]);
        EXPECT_NE(root.find("{http://www.w3.org/2000/svg}svg"), std::string::npos) << root;
        EXPECT_NE(root.find(widths[k]), std::string::npos) << root;
    }
}

TEST(Export, KeepsTimeOutOfPdf) {
    const auto trace = recorded("kogge-stone", 8, "ones");
    const std::string pdf = text_of_bytes(export_view(*trace, nullptr, {}, ExportFormat::pdf));
    // Uncompressed in the file's info dictionary; Cairo 1.16 leaves out the "D:".
    const std::size_t date = pdf.find("/CreationDate (");
    ASSERT_NE(date, std::string::npos);
    EXPECT_LT(pdf.find("19800101000000", date), date + 20);
    EXPECT_EQ(pdf.find("/ModDate"), std::string::npos);
}

TEST(Export, WritesPdfTextAsText) {
    if (std::system("command -v pdftotext >/dev/null 2>&1") != 0) {
        GTEST_SKIP() << "pdftotext (poppler-utils) is not installed";
    }
    const testing::TemporaryFolder folder;
    const auto trace = recorded("kogge-stone", 16, testing::sixteen);
    export_to_file(*trace, nullptr, {}, folder / "tree.pdf");
    const std::string text =
        output_of("pdftotext -layout '" + (folder / "tree.pdf").string() + "' -");
    EXPECT_NE(text.find("Kogge–Stone · kogge_stone<<<1, 16>>>"), std::string::npos) << text;
    EXPECT_NE(text.find("stride 8"), std::string::npos) << text;
    EXPECT_NE(text.find("68"), std::string::npos) << text;
}

TEST(Export, DrawsTheScaleItIsAskedFor) {
    const auto trace = recorded("kogge-stone", 8, "ones");
    const Scene scene = exported_scene(*trace, nullptr, {});
    for (const double scale : {0.0, 1.0, 3.0}) {
        const Image image =
            decode_png(export_view(*trace, nullptr, {.scale = scale}, ExportFormat::png));
        const double used = scale > 0 ? scale : 2;
        EXPECT_NEAR(image.width, scene.width * used, 1);
        EXPECT_NEAR(image.height, scene.height * used, 1);
    }
}

TEST(Export, KeepsHugePicturesWithinWhatCanBeOpened) {
    Scene scene;
    scene.width = 40000;
    scene.height = 9000;
    EXPECT_LE(scene.width * png_scale(scene, 2), 16384);
    EXPECT_LE(scene.width * scene.height * png_scale(scene, 2) * png_scale(scene, 2), 64.1e6);
    const auto trace = recorded("brent-kung", 1024, "ones", Padding::none, 8);
    const Image image = decode_png(export_view(*trace, nullptr, {}, ExportFormat::png));
    EXPECT_EQ(image.width, 4096);
}

TEST(Export, RefusesWhatIsNotThere) {
    const auto trace = recorded("kogge-stone", 8, "ones");
    const auto sentence = [&](const Trace* compare, const ExportRequest& request) {
        try {
            export_view(*trace, compare, request, ExportFormat::svg);
        } catch (const UsageError& error) {
            return std::string{error.what()};
        }
        return std::string{"no error"};
    };
    EXPECT_EQ(sentence(nullptr, {.look = {.step = 5}}),
              "There is no step 5: the trace has steps 0 … 4.");
    EXPECT_EQ(sentence(nullptr, {.look = {.step = -1}}),
              "There is no step -1: the trace has steps 0 … 4.");
    EXPECT_EQ(sentence(nullptr, {.look = {.block = 1}}),
              "There is no block 1: the trace has blocks 0 … 0.");
    EXPECT_EQ(sentence(nullptr, {.look = {.selection = {.thread = 0, .site = 99}}}),
              "The trace has no site 99: select something that it has.");
    EXPECT_EQ(sentence(nullptr, {.look = {.selection = {.wavefront = 99}}}),
              "The trace has no wavefront 99: select something that it has.");
    EXPECT_EQ(sentence(trace.get(), {.look = {.view = View::tree}}), "no error");
    EXPECT_EQ(sentence(trace.get(), {.look = {.view = View::heatmap}}), "no error");
}

TEST(Formats, EachRowIsWhole) {
    for (const FormatRow& row : export_formats()) {
        EXPECT_EQ(is_picture(row) + is_table(row) + is_animation(row), 1) << row.ending;
        EXPECT_EQ(&row_of(row.format), &row);
        EXPECT_EQ(format_of(fmt::format("some.name{}", row.ending)), row.format);
        EXPECT_FALSE(row.label.empty() || row.tip.empty()) << row.ending;
    }
    EXPECT_EQ(listed_endings(is_picture), ".png, .svg or .pdf");
}

TEST(Formats, EachViewIsWrittenInEach) {
    const testing::TemporaryFolder folder;
    const auto trace = recorded("kogge-stone", 8, "ones");
    for (const FormatRow& row : export_formats()) {
        for (const View view : most_views) {
            const ExportRequest request{.look = {.view = view}};
            if (is_of_one_step(row)) {
                EXPECT_FALSE(export_view(*trace, nullptr, request, row.format).empty());
                continue;
            }
            const auto path = folder / fmt::format("{}{}", name_of(view), row.ending);
            export_frames(*trace, nullptr, {.request = request, .range = {1, 2}}, path);
            EXPECT_FALSE(testing::read_bytes(path).empty()) << path;
            EXPECT_THROW((void)export_view(*trace, nullptr, request, row.format), UsageError);
        }
    }
}

TEST(Export, TellsTheFormatByTheEnding) {
    EXPECT_EQ(format_of("a/b.c/tree.svg"), ExportFormat::svg);
    EXPECT_EQ(format_of("TREE.PDF"), ExportFormat::pdf);
    EXPECT_EQ(format_of("x.png"), ExportFormat::png);
    EXPECT_EQ(format_of("x.csv"), ExportFormat::csv);
    for (const char* name : {"x", "x.jpeg", "png", ""}) EXPECT_THROW(format_of(name), UsageError);
    for (const View view : most_views) {
        EXPECT_EQ(parse_view(std::string{name_of(view)}), view);
    }
    EXPECT_THROW(parse_view("Tree"), UsageError);
}

TEST(Export, WritesTheFileItReturnsTheBytesOf) {
    const testing::TemporaryFolder folder;
    const auto trace = recorded("kogge-stone", 8, "ones");
    const ExportRequest request{.look = {.view = View::memory, .step = 1}};
    export_to_file(*trace, nullptr, request, folder / "memory.png");
    EXPECT_EQ(testing::read_bytes(folder / "memory.png"),
              export_view(*trace, nullptr, request, ExportFormat::png));
    EXPECT_THROW(export_to_file(*trace, nullptr, request, folder / "no/such/memory.png"), RunError);
    EXPECT_THROW(export_to_file(*trace, nullptr, request, folder / "memory.gif"), UsageError);
}

TEST(Export, DrawsNothingRecordedAsASentence) {
    const auto trace = testing::recorded_nothing();
    for (const View view : most_views) {
        for (const ExportFormat format : all_formats) {
            EXPECT_FALSE(export_view(*trace, nullptr, {.look = {.view = view}}, format).empty());
        }
    }
    EXPECT_THROW(export_view(*trace, nullptr, {.look = {.step = 0}}, ExportFormat::csv),
                 UsageError);
}

TEST(Painter, DropsLabelsThatDoNotFitOrAreTooSmall) {
    const auto draw = [](float width, float height, float size, double scale) {
        Scene scene;
        scene.width = 300;
        scene.height = 60;
        scene.background = {255, 255, 255, 255};
        scene.layers.emplace_back().labels.push_back(
            {.box = {10, 10, width, height}, .text = "a long label", .color = {}, .size = size});
        const Image image = decode_png(encode_png(scene, scale));
        return std::ranges::any_of(image.rgb, [](std::uint8_t c) { return c < 128; });
    };
    EXPECT_TRUE(draw(280, 30, 16, 1));
    EXPECT_FALSE(draw(40, 30, 16, 1)) << "too wide for its box";
    EXPECT_FALSE(draw(280, 12, 16, 1)) << "too high for its box";
    EXPECT_FALSE(draw(280, 30, 6, 1)) << "too small to be read";
    EXPECT_TRUE(draw(280, 30, 6, 2)) << "large enough at twice the size";
}

TEST(Painter, DrawsLinesAsFarAsTheAnimationHasCome) {
    const auto dark_until = [](float progress, bool animated) {
        Scene scene;
        scene.width = 110;
        scene.height = 20;
        scene.background = {255, 255, 255, 255};
        scene.progress = progress;
        scene.layers.emplace_back().lines.push_back(
            {.from = {5, 10}, .to = {105, 10}, .width = 4, .animated = animated});
        const Image image = decode_png(encode_png(scene, 1));
        int last = -1;
        for (int x = 0; x < image.width; ++x) {
            if (image.pixel(x, 10)[0] < 128) last = x;
        }
        return last;
    };
    EXPECT_NEAR(dark_until(0.5F, true), 54, 1);
    EXPECT_NEAR(dark_until(1, true), 104, 1);
    EXPECT_NEAR(dark_until(0.5F, false), 104, 1);
    EXPECT_EQ(dark_until(0, true), -1);
}

TEST(ExportGolden, TreeWithoutText) {
    const auto trace = recorded("kogge-stone", 16, testing::sixteen);
    expect_image_golden(
        "tree_kogge_stone_16_step3_shapes.png",
        encode_png(without_text(exported_scene(*trace, nullptr, {.look = {.step = 3}})), 0.75));
}

TEST(ExportGolden, MemoryWithoutText) {
    const auto trace = recorded("brent-kung", 64, "iota", Padding::every32);
    expect_image_golden(
        "memory_brent_kung_64_step2_shapes.png",
        encode_png(without_text(exported_scene(
                       *trace, nullptr, {.look = {.view = View::memory, .step = 2}, .dark = true})),
                   0.75));
}

TEST(ExportGolden, HeatmapsWithoutText) {
    const auto before = recorded("brent-kung", 1024, "ones");
    const auto after = recorded("brent-kung", 1024, "ones", Padding::every32);
    expect_image_golden(
        "heatmap_brent_kung_1024_compared_shapes.png",
        encode_png(without_text(exported_scene(*after, before.get(),
                                               {.look = {.view = View::heatmap, .step = 3}})),
                   0.5));
}

/// With words: only where Cairo would find the font that the golden was drawn with.
TEST(ExportGolden, BanksWithText) {
    const std::string font = output_of("fc-match -f '%{family} %{fontversion}' Inter || true");
    if (font.find("Inter 197853") == std::string::npos) {
        GTEST_SKIP() << "this is \"" << font << "\", not Inter of Debian 12 (fonts-inter)";
    }
    const Trace trace =
        testing::with_fixed_lines(*recorded("brent-kung", 32, "iota", Padding::none, 2));
    expect_image_golden(
        "banks_brent_kung_64_step2.png",
        export_view(trace, nullptr, {.look = {.view = View::banks, .step = 2}, .scale = 0.75},
                    ExportFormat::png));
}

}  // namespace export_test
}  // namespace stridescope
