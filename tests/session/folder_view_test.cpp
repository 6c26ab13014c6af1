// The file dialog's folders, without the dialog.
#include "app/session/folder_view.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <random>

namespace stridescope {
namespace folder_view_test {

namespace fs = std::filesystem;

class FolderViewTest : public ::testing::Test {
  protected:
    FolderViewTest() {
        fs::create_directories(root_ / "sub" / "deep");
        fs::create_directory(root_ / ".secret");
        file("b.npz", 20);
        file("A.NPZ", 3000);
        file("c.csv", 5);
        file("d.md", 1);
        file(".hidden.npz", 1);
    }

    void file(const std::string& name, std::size_t bytes) {
        std::ofstream(root_ / name) << std::string(bytes, 'x');
    }
    static std::vector<std::string> names(const FolderView& view) {
        std::vector<std::string> out;
        for (const FolderEntry& entry : view.entries()) out.push_back(entry.name);
        return out;
    }
    using Names = std::vector<std::string>;

    testing::TemporaryFolder folder_;
    fs::path root_ = folder_.path();
};

TEST_F(FolderViewTest, FoldersComeFirstAndCaseDoesNotCount) {
    FolderView view;
    view.enter(root_);
    EXPECT_EQ(names(view), (Names{"sub", "A.NPZ", "b.npz", "c.csv", "d.md"}));
    EXPECT_TRUE(view.problem().empty());
    EXPECT_EQ(view.entries()[1].bytes, 3000U);
    EXPECT_GT(view.entries()[1].changed, 0);
}

TEST_F(FolderViewTest, ShowsWhatIsAskedFor) {
    FolderView view;
    view.enter(root_);
    view.set_options({{".npz"}, false, FolderOptions::Order::name, false});
    EXPECT_EQ(names(view), (Names{"sub", "A.NPZ", "b.npz"}));
    view.set_options({{".npz"}, true, FolderOptions::Order::name, false});
    EXPECT_EQ(names(view), (Names{".secret", "sub", ".hidden.npz", "A.NPZ", "b.npz"}));
    view.set_options({{}, false, FolderOptions::Order::size, false});
    EXPECT_EQ(names(view), (Names{"sub", "d.md", "c.csv", "b.npz", "A.NPZ"}));
    view.set_options({{}, false, FolderOptions::Order::size, true});
    EXPECT_EQ(names(view), (Names{"sub", "A.NPZ", "b.npz", "c.csv", "d.md"}));
}

TEST_F(FolderViewTest, GoesInAndUp) {
    FolderView view;
    view.enter(root_ / "sub/");
    EXPECT_EQ(view.folder(), root_ / "sub");
    view.up();
    EXPECT_EQ(view.folder(), root_);
    view.enter(root_ / "sub" / "." / "deep" / "..");
    EXPECT_EQ(view.folder(), root_ / "sub");
    for (int i = 0; i < 20; ++i) view.up();
    EXPECT_EQ(view.folder(), "/");
    EXPECT_TRUE(view.problem().empty());
}

TEST_F(FolderViewTest, StaysWhereItIsIfItCannotGo) {
    FolderView view;
    view.enter(root_);
    const Names before = names(view);
    view.enter(root_ / "nowhere");
    EXPECT_EQ(view.folder(), root_);
    EXPECT_EQ(names(view), before);
    EXPECT_NE(view.problem().find("nowhere"), std::string::npos);
    view.enter(root_ / "b.npz");
    EXPECT_NE(view.problem().find("b.npz"), std::string::npos);
    view.enter(root_ / "sub");
    EXPECT_TRUE(view.problem().empty());
}

TEST_F(FolderViewTest, FindsPartsOfNames) {
    FolderView view;
    view.enter(root_);
    EXPECT_EQ(view.matching("NPZ").size(), 2U);
    EXPECT_EQ(view.matching("a.n"), (std::vector<std::size_t>{1}));
    EXPECT_EQ(view.matching("").size(), 5U);
    EXPECT_TRUE(view.matching("zzz").empty());
}

TEST_F(FolderViewTest, UnderstandsTypedPaths) {
    FolderView view;
    view.enter(root_);
    EXPECT_EQ(view.path_of("x.npz"), root_ / "x.npz");
    EXPECT_EQ(view.path_of("sub/../x.npz"), root_ / "x.npz");
    EXPECT_EQ(view.path_of("/x.npz"), "/x.npz");
    if (!home_folder().empty()) {
        EXPECT_EQ(view.path_of("~/x.npz"), home_folder() / "x.npz");
        EXPECT_EQ(view.path_of("~"), home_folder());
    }
    EXPECT_EQ(view.path_of("~x"), root_ / "~x") << "another user's home is nobody's business";
}

TEST_F(FolderViewTest, MakesFolders) {
    FolderView view;
    view.enter(root_);
    EXPECT_TRUE(view.make_folder("new"));
    EXPECT_EQ(view.folder(), root_ / "new");
    view.up();
    EXPECT_FALSE(view.make_folder("new"));
    EXPECT_NE(view.problem().find("new"), std::string::npos);
    EXPECT_FALSE(view.make_folder("b.npz"));
    EXPECT_FALSE(view.make_folder("no/such/one"));
    EXPECT_FALSE(view.make_folder(""));
    EXPECT_EQ(view.folder(), root_);
}

TEST(FolderWords, SizesRoundToThreeDigitsAndAUnit) {
    EXPECT_EQ(size_words(0), "0 bytes");
    EXPECT_EQ(size_words(1), "1 byte");
    EXPECT_EQ(size_words(999), "999 bytes");
    EXPECT_EQ(size_words(1000), "1.0 kB");
    EXPECT_EQ(size_words(999'949), "999.9 kB");
    EXPECT_EQ(size_words(999'950), "1.0 MB");
    EXPECT_EQ(size_words(12'340'000'000), "12.3 GB");
    EXPECT_EQ(time_words(0), "");
}

}  // namespace folder_view_test
}  // namespace stridescope
