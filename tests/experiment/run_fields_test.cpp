// What can be said of a run: each comes back from a line, and is named where it changes.
#include "app/experiment/text/run_fields.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "app/experiment/text/library_texts.h"
#include "app/experiment/text/scan_flags.h"
#include "tests/support/said_of_runs.h"

namespace stridescope {
namespace run_fields_test {

using testing::said_of_runs;

Experiment plain() {
    Experiment experiment;
    experiment.text = spec_of(*find_text("kogge_stone"));
    return experiment;
}

TEST(RunFields, EachIsSaidHere) {
    std::set<std::string> said;
    for (const auto& [flag, text] : said_of_runs()) said.insert(flag);
    for (const RunField& field : run_fields()) {
        const bool of_scans = field.part == RunField::Part::scan;
        EXPECT_EQ(of_scans, !said.contains(std::string{field.flag})) << field.flag;
        EXPECT_EQ(of_scans, std::ranges::count(scan_flags, field.flag) > 0) << field.flag;
        EXPECT_EQ(of_scans, field.set == nullptr) << field.flag;
        EXPECT_FALSE(field.help.empty()) << field.flag;
        EXPECT_EQ(run_field_of(field.flag), &field);
    }
    for (const std::string_view flag : scan_flags) EXPECT_NE(run_field_of(flag), nullptr) << flag;
}

TEST(RunFields, EachComesBackFromALine) {
    for (const auto& [flag, text] : said_of_runs()) {
        Experiment experiment = plain();
        set_run_fields(experiment, {{flag, text}}, true);
        EXPECT_NE(experiment, plain()) << flag;
        const std::string line = command_line(experiment);
        EXPECT_NE(line.find(" " + flag + " "), std::string::npos) << line;
        EXPECT_EQ(experiment_of_line(line), experiment) << line;
        EXPECT_EQ(run_field_of(flag)->said(experiment), std::vector{text});
    }
    Experiment all = plain();
    set_run_fields(all, said_of_runs(), true);
    EXPECT_EQ(experiment_of_line(command_line(all)), all);
}

TEST(RunFields, AreAsUsualWhereNothingIsSaid) {
    for (const RunField& field : run_fields()) {
        if (field.said == nullptr) continue;
        EXPECT_TRUE(field.said(plain()).empty()) << field.flag;
        if (field.usual == "as written") continue;
        Experiment experiment = plain();
        field.set(experiment, std::string{field.usual});
        EXPECT_EQ(experiment, plain()) << field.flag << " is " << field.usual;
    }
}

TEST(RunFields, OfATextNeedOne) {
    Experiment none;
    EXPECT_THROW(set_run_fields(none, {{"--launch", "k<<<1, 1>>>()"}}, false), UsageError);
    set_run_fields(none, {{"--sms", "3"}}, false);
    EXPECT_EQ(none.sms, 3);
}

}  // namespace run_fields_test
}  // namespace stridescope
