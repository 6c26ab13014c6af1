#include "app/session/experiment_json.h"

#include <gtest/gtest.h>

#include <string>

namespace stridescope {
namespace experiment_json_test {

TEST(ExperimentJson, AnOwnTextComesBackWhole) {
    Experiment e;
    e.text.path = "folder/mine.cu";
    e.text.text = "// launch: f<<<1, 32>>>(A)\n\"\\ ä \t\n";
    e.text.defines = {{"N", "33"}, {"T", "float"}};
    e.text.kernel = "f";
    e.text.launch = "f<<<1, 32>>>(A)";
    e.text.arguments = {{"A", "values:1,2"}};
    e.text.expect = "A = A";
    e.text.weak_memory = LateStores{.seed = 7};
    e.text.includes = {{"a.cuh", "int a;"}};
    e.engine = EngineChoice::cpu;
    e.first_blocks = 3;
    e.schedule = {.kind = Schedule::Kind::lane_random, .seed = 12};
    e.sms = 5;
    e.resident = 2;
    EXPECT_EQ(decode_experiment(encode_experiment(e)), e);
}

TEST(ExperimentJson, ATextOfTheLibraryIsNamed) {
    const Experiment e = experiment_of_line("--kernel brent-kung --block 64");
    const std::string text = encode_experiment(e);
    EXPECT_LT(text.size(), 400U);
    EXPECT_EQ(decode_experiment(text), e);
}

TEST(ExperimentJson, What10WroteIsRead) {
    const Experiment e = decode_experiment(
        R"({"blocks": "first:3", "engine": "auto", "resident": 2, "schedule": "ascending", "sms": 5,
            "text": {"arguments": [["A", "iota"]], "defines": [["BLOCK", "64"], ["N", ""]],
                     "expect": "", "include_folders": ["inc"], "kernel": "", "launch": "",
                     "memory": "weak:7", "own": "brent_kung", "path": "",
                     "program_arguments": "1024 -v"}})");
    Experiment same = experiment_of_line("--kernel brent-kung");
    same.text.defines = {{"BLOCK", "64"}, {"N", ""}};
    same.text.arguments = {{"A", "iota"}};
    same.text.program_arguments = "1024 -v";
    same.text.include_folders = {"inc"};
    same.text.weak_memory = LateStores{.seed = 7};
    same.first_blocks = 3;
    same.resident = 2;
    same.sms = 5;
    EXPECT_EQ(e, same);
}

TEST(ExperimentJson, WhatIsNoneIsRefused) {
    for (const char* text : {"", "[]", "{}", "{\"text\": 3}", "{\"text\": {\"path\": 1}}"}) {
        EXPECT_THROW((void)decode_experiment(text), UsageError) << text;
    }
    std::string other =
        encode_experiment(experiment_of_line("--kernel brent-kung --schedule descending"));
    other.replace(other.find("\"descending\""), 12, "\"sideways\"");
    EXPECT_THROW((void)decode_experiment(other), UsageError);
}

}  // namespace experiment_json_test
}  // namespace stridescope
