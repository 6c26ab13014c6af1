// The exercises that come with the program: each can be solved, is not solved as it is given out,
// and has three typical wrong ones that fail in what their hints speak of.
#include "app/exercise/exercise_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/experiment/text_file.h"
#include "tests/support/left_out.h"
#include "tests/support/places.h"

namespace stridescope {
namespace exercises_test {

namespace fs = std::filesystem;

std::vector<fs::path> all_files() {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator{source_dir() + "/assets/exercises"}) {
        if (entry.path().extension() == ".cu") files.push_back(entry.path());
    }
    std::ranges::sort(files);
    return files;
}

Exercise exercise_in(const fs::path& path) {
    return parse_exercise(read_text_file(path).text, path.string());
}

TEST(Exercises, PassAndFailAsTheyAreTo) {
    std::size_t count = 0;
    for (const fs::path& path : all_files()) {
        if (is_beside_exercise(path)) continue;
        SCOPED_TRACE(path.filename());
        EXPECT_GE(wrong_ones_of(path).size(), 3U);
        if (testing::left_out(static_cast<int>(count++), 4)) continue;
        for (const std::string& fault : exercise_faults(exercise_in(path))) ADD_FAILURE() << fault;
    }
    EXPECT_GE(count, 55U);
}

TEST(Exercises, AreNumberedInTheirSetsFromOneOn) {
    std::map<std::string, std::set<int>> orders;
    for (const fs::path& path : all_files()) {
        if (is_beside_exercise(path)) continue;
        const Exercise exercise = exercise_in(path);
        EXPECT_EQ(exercise.set, path.parent_path().filename().string().substr(3)) << path;
        EXPECT_TRUE(orders[exercise.set].insert(exercise.order).second) << path;
        EXPECT_FALSE(exercise.source.empty()) << path;
    }
    EXPECT_GE(orders.size(), 19U);
    for (const auto& [set, numbers] : orders) EXPECT_EQ(*numbers.rbegin(), numbers.size()) << set;
}

TEST(Exercises, LieBesideAnExerciseEach) {
    for (const fs::path& path : all_files()) {
        if (!is_beside_exercise(path)) continue;
        const fs::path of = path.parent_path() / (path.stem().stem().string() + ".cu");
        EXPECT_TRUE(fs::exists(of)) << path;
    }
}

}  // namespace exercises_test
}  // namespace stridescope
