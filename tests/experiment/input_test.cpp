// The numbers of an experiment: made, typed in, read from text and NumPy files; and refused.
#include "app/experiment/input.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>

#include "app/experiment/npy_file.h"
#include "app/experiment/numbers.h"
#include "app/io/errors.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace input_test {

/// What an array that begins so holds: `n` numbers, or as many as are given.
TypedArray numbers(const std::string& input, ElementType type = ElementType::i32,
                   std::int64_t n = 16) {
    const InputSpec spec = parse_input(input);
    if (spec.kind == InputSpec::Kind::values)
        return read_numbers(spec.text, type, "--input values");
    if (spec.kind == InputSpec::Kind::file) return read_numbers_file(spec.text, type);
    return made_numbers(spec, type, n);
}

/// The numbers as texts, joined by blanks.
std::string shown(const TypedArray& numbers) {
    std::string text;
    for (std::size_t i = 0; i < numbers.size(); ++i) text += (i ? " " : "") + numbers.text(i);
    return text;
}

std::string made(const std::string& input, ElementType type = ElementType::i32,
                 std::int64_t n = 16) {
    try {
        return shown(numbers(input, type, n));
    } catch (const UsageError& error) {
        return error.what();
    }
}

/// With names as strings, as flags take them.
class Folder : public testing::TemporaryFolder {
  public:
    std::string operator/(const std::string& name) const { return path() / name; }
    std::string write(const std::string& name, const std::string& bytes) const {
        return TemporaryFolder::write(name, bytes);
    }
};

TEST(MakeInput, OnesAndIotaInEveryType) {
    for (const ElementType type : element_types) {
        EXPECT_EQ(made("ones", type, 3), "1 1 1");
        EXPECT_EQ(made("iota", type, 5), "0 1 2 3 4");
        EXPECT_EQ(made("iota", type, 0), "");
    }
}

TEST(MakeInput, RandomIsTheSameEverywhere) {
    // The numbers themselves, so that a machine on which they differ is found out.
    EXPECT_EQ(made("random:1", ElementType::i32, 16), "5 7 9 4 4 7 8 5 2 7 4 6 4 5 4 1");
    EXPECT_EQ(made("random:2", ElementType::i32, 16), "5 7 5 7 3 3 7 7 2 7 3 4 5 3 9 2");
    for (const ElementType type : element_types) {
        EXPECT_EQ(made("random:1", type, 4), made("random:1", ElementType::i32, 4));
    }
    // A longer input begins as the shorter one does.
    EXPECT_TRUE(made("random:7", ElementType::i32, 100)
                    .starts_with(made("random:7", ElementType::i32, 99)));
    EXPECT_NE(made("random:7"), made("random:8"));

    const TypedArray many = numbers("random:3", ElementType::i32, 100000);
    std::array<int, 10> counts{};
    for (const std::int32_t value : many.as<std::int32_t>()) {
        ASSERT_GE(value, 0);
        ASSERT_LE(value, 9);
        ++counts[static_cast<std::size_t>(value)];
    }
    for (const int count : counts) EXPECT_NEAR(count, 10000, 500);
}

TEST(MakeInput, ValuesAndTheirSeparators) {
    EXPECT_EQ(made("values:2,1,5"), "2 1 5");
    EXPECT_EQ(made("values: 2 ; 1\t5 "), "2 1 5");
    EXPECT_EQ(made("values:2,1,5,"), "2 1 5");
    EXPECT_EQ(made("values:+3,-4"), "3 -4");
    EXPECT_EQ(made("values:"), "");
    EXPECT_EQ(made("values:1 2 # three"), "1 2");
    EXPECT_EQ(made("values:1,,2"),
              "There is nothing where number 2 of --input values should be: write a number between "
              "the two separators, or remove one of them.");
    EXPECT_PRED_FORMAT2(::testing::IsSubstring, "number 1 of", made("values:,1"));
}

// 1,5 is one number in half of the world, and two in the other half.
TEST(MakeInput, WhatMayMeanSomethingElseIsRefused) {
    EXPECT_EQ(made("values:1,5;2,5"),
              "Both commas and semicolons separate numbers at number 2 of --input values: use one "
              "of them, and a point for decimals (1.5).");
    for (const std::string text : {"1;5,2", "1,5 2,5", "1 2,3", "1, 2 3", "1;2\n3,4"}) {
        EXPECT_PRED_FORMAT2(::testing::IsSubstring, "separate numbers", made("values:" + text));
    }
    EXPECT_EQ(made("values:1,2\n3 4\n5, 6"), "1 2 3 4 5 6");
    EXPECT_EQ(made("values:1,2 # 3 4"), "1 2");
}

TEST(MakeInput, NumbersTooSmallForADoubleAreNotWhole) {
    for (const std::string text : {"1e-400", "-1e-400", "0.5e-999999999999999999999"}) {
        EXPECT_PRED_FORMAT2(::testing::IsSubstring, "is not a whole number",
                            made("values:" + text, ElementType::i32));
    }
    EXPECT_EQ(made("values:0e-400,0.000e-999", ElementType::i32), "0 0");
    // The largest exponent and the smallest that a long long holds, and what is past them.
    EXPECT_EQ(made("values:1.5e-9223372036854775808", ElementType::f64), "0");
    EXPECT_EQ(made("values:0.01e-9223372036854775808", ElementType::f64), "0");
    for (const std::string text : {"1e9223372036854775807", "100.5e9223372036854775807"}) {
        EXPECT_PRED_FORMAT2(::testing::IsSubstring, "does not fit f64",
                            made("values:" + text, ElementType::f64));
    }
    EXPECT_EQ(made("values:1e-400", ElementType::f64), "0");
}

TEST(MakeInput, FloatsAreReadToTheNearestAndWrittenBackExactly) {
    EXPECT_EQ(made("values:0.1,.5,5.,1e3,-2.5E-1", ElementType::f32), "0.1 0.5 5 1000 -0.25");
    EXPECT_EQ(made("values:inf,-inf,nan,infinity", ElementType::f64), "inf -inf nan inf");
    EXPECT_EQ(made("values:16777217", ElementType::f32), "16777216");
    EXPECT_EQ(made("values:1e-50,-1e-999,1e-400", ElementType::f32), "0 -0 0");
    EXPECT_EQ(made("values:1e-45,4.9e-324", ElementType::f64), "1e-45 5e-324");
    // Exactly between two floats when rounded to double first; the tie must not be broken twice.
    const TypedArray once = numbers("values:1.00000017881393432617187499", ElementType::f32);
    EXPECT_EQ(once.as<float>()[0], 1.00000017881393432617187499F);

    std::mt19937_64 random{5};
    for (int i = 0; i < 2000; ++i) {
        TypedArray one{ElementType::f64, 1};
        const std::uint64_t bits = random();
        std::memcpy(one.bytes(), &bits, sizeof(bits));
        if (std::isnan(one.number(0))) continue;
        EXPECT_EQ(numbers("values:" + one.text(0), ElementType::f64), one);
        TypedArray half{ElementType::f32, 1};
        std::memcpy(half.bytes(), &bits, 4);
        if (std::isnan(half.number(0))) continue;
        EXPECT_EQ(numbers("values:" + half.text(0), ElementType::f32), half);
    }
}

TEST(MakeInput, WholeNumbersToTheirLimits) {
    EXPECT_EQ(made("values:2147483647,-2147483648"), "2147483647 -2147483648");
    EXPECT_EQ(made("values:4294967295,0", ElementType::u32), "4294967295 0");
    EXPECT_EQ(made("values:9223372036854775807,-9223372036854775808", ElementType::i64),
              "9223372036854775807 -9223372036854775808");
    // As numpy.savetxt writes whole numbers.
    EXPECT_EQ(made("values:3.000000000000000000e+00,2e2,-0.0"), "3 200 0");
    EXPECT_EQ(made("values:9.007199254740992e15", ElementType::i64), "9007199254740992");
}

TEST(MakeInput, NumbersThatDoNotFitAreNamedWithTheirPlace) {
    EXPECT_EQ(made("values:1,3.5"),
              "\"3.5\" (number 2 of --input values) is not a whole number, which i32 needs: use "
              "--type f32 or f64, or change the number.");
    EXPECT_EQ(made("values:2147483648"),
              "\"2147483648\" (number 1 of --input values) does not fit i32, which holds "
              "-2147483648 … 2147483647: use another --type, or change the number.");
    EXPECT_PRED_FORMAT2(::testing::IsSubstring, "does not fit u32",
                        made("values:-1", ElementType::u32));
    EXPECT_PRED_FORMAT2(::testing::IsSubstring, "does not fit i64",
                        made("values:9223372036854775808", ElementType::i64));
    EXPECT_PRED_FORMAT2(::testing::IsSubstring, "does not fit i64",
                        made("values:1e18", ElementType::i64));
    EXPECT_PRED_FORMAT2(::testing::IsSubstring, "does not fit f32",
                        made("values:1e39", ElementType::f32));
    EXPECT_PRED_FORMAT2(::testing::IsSubstring, "does not fit f64",
                        made("values:1e99999999999999999999", ElementType::f64));
    EXPECT_EQ(made("values:1e-99999999999999999999", ElementType::f64), "0");

    const std::string huge(300, '9');
    for (const ElementType type : {ElementType::i32, ElementType::i64, ElementType::f32}) {
        const std::string answer = made("values:" + huge, type);
        EXPECT_PRED_FORMAT2(::testing::IsSubstring, "999… (300 characters)", answer);
        EXPECT_LT(answer.size(), 300U);
    }
    EXPECT_EQ(made("values:" + huge, ElementType::f64), "1e+300");
    for (const ElementType type : {ElementType::i32, ElementType::u32, ElementType::i64}) {
        EXPECT_PRED_FORMAT2(::testing::IsSubstring, "is not a whole number",
                            made("values:nan", type));
        EXPECT_NE(made("values:inf", type).find("\"inf\" (number 1"), std::string::npos);
    }
    for (const char* text : {"abc", "1.2.3", "--1", "+-1", "0x10", "1e", "1_000", "½", "\"1\"", "-",
                             "+", ".", "1\x01"}) {
        EXPECT_PRED_FORMAT2(::testing::IsSubstring, "is not a number",
                            made(std::string{"values:"} + text, ElementType::f32));
    }
}

TEST(InputFile, TextInTheFormsPeopleHaveIt) {
    const Folder folder;
    EXPECT_EQ(made("file:" + folder.write("a.csv", "1,2,3\n4,5,6\n")), "1 2 3 4 5 6");
    EXPECT_EQ(made("file:" + folder.write("b.TXT", "\xEF\xBB\xBF# header\r\n1\r\n2 # two\r\n")),
              "1 2");
    EXPECT_EQ(made("file:" + folder.write("c.csv", "1;2;\n3;4;\n")), "1 2 3 4");
    EXPECT_EQ(made("file:" + folder.write("d.txt", "")), "");
    EXPECT_EQ(made("file:" + folder.write("e.txt", "7")), "7");
    EXPECT_EQ(made("file:" + folder.write("f.txt", "# nothing")), "");
    std::string many;
    for (int i = 0; i < 100000; ++i) many += std::to_string(i % 100) + '\n';
    const std::string path = folder.write("g.txt", many);
    EXPECT_EQ(numbers("file:" + path).size(), 100000U);
}

TEST(InputFile, FaultsNameFileLineAndNumber) {
    const Folder folder;
    const std::string path = folder.write("a.csv", "# values\nvalue\n1\n");
    EXPECT_EQ(made("file:" + path), "\"value\" (number 1, on line 2 of " + path +
                                        ") is not a number: separate numbers with commas, "
                                        "semicolons or whitespace, and start a comment with #.");
    EXPECT_PRED_FORMAT2(::testing::IsSubstring, "number 3, on line 2 of",
                        made("file:" + folder.write("b.csv", "1,2\n3.25,4\n")));
    EXPECT_PRED_FORMAT2(::testing::IsSubstring, "check the path",
                        made("file:" + folder / "none.csv"));
    EXPECT_PRED_FORMAT2(::testing::IsSubstring, "is not a supported type of file",
                        made("file:" + folder.write("a.xlsx", "1")));
    std::filesystem::create_directory(folder / "d.csv");
    EXPECT_PRED_FORMAT2(::testing::IsSubstring, "is a folder", made("file:" + folder / "d.csv"));
    EXPECT_PRED_FORMAT2(::testing::IsSubstring, "\"\xEF\xBF\xBD",
                        made("file:" + folder.write("z.txt", std::string(64, '\0'))));
}

// --- .npy files, written by NumPy itself ------------------------------------------------------

class NumpyFile : public ::testing::Test {
  protected:
    /// Runs Python statements with `np` and `path` (the folder) at hand.
    void python(const std::string& statements) const {
        const std::string script = folder_.write(
            "script.py", "import sys\nimport numpy as np\npath = sys.argv[1]\n" + statements);
        const std::string command =
            "/usr/bin/env -u PYTHONHOME \"${STRIDESCOPE_PYTHON:-/usr/bin/python3}\" '" + script +
            "' '" + folder_ / "" + "'";
        ASSERT_EQ(std::system(command.c_str()), 0) << statements;
    }
    std::string read(const std::string& name, ElementType type = ElementType::i32) const {
        return made("file:" + folder_ / name, type);
    }
    const Folder folder_;
};

TEST_F(NumpyFile, EveryKindOfNumber) {
    python(R"(
for d in ['<i1', '<u1', '<i2', '<u2', '<i4', '<u4', '<i8', '<u8', '<f2', '<f4', '<f8']:
    np.save(path + d[1:] + '.npy', np.array([[0, 1, 2], [3, 100, 7]], dtype=d))
)");
    for (const char* name : {"i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8"}) {
        for (const ElementType type : number_types) {
            EXPECT_EQ(read(std::string{name} + ".npy", type), "0 1 2 3 100 7") << name;
        }
    }
}

/// All of them but those that are no number: whole ones are written in full, others in as few
/// digits as NumPy takes, and each is read back as itself.
TEST_F(NumpyFile, AllHalvesAreWrittenAsNumpyWritesThem) {
    python(R"(
bits = np.arange(65536, dtype='<u2')
halves = bits.view('<f2')
np.save(path + 'halves.npy', halves)
whole = np.isfinite(halves) & (np.trunc(halves) == halves)
with open(path + 'texts', 'w') as texts:
    for half, is_whole in zip(halves, whole):
        texts.write(f'{float(half):.0f}\n' if is_whole else str(half) + '\n')
)");
    const TypedArray halves = numbers("file:" + folder_ / "halves.npy", ElementType::f16);
    ASSERT_EQ(halves.size(), 65536U);
    std::ifstream texts{folder_ / "texts"};
    for (std::size_t i = 0; i < halves.size(); ++i) {
        std::string wanted;
        std::getline(texts, wanted);
        const std::string text = halves.text(i);
        double number = 0;
        ASSERT_EQ(read_number(text, number), NumberFault::none) << text;
        const double exactly = halves.number(i);
        if (std::isnan(exactly)) continue;
        EXPECT_EQ(Half{number}.bits(), i) << text;
        // NumPy writes small ones as 6e-08, and so does C++.
        double as_numpy = 0;
        ASSERT_EQ(read_number(wanted, as_numpy), NumberFault::none) << wanted;
        // Of digits in the middle C++ takes the even one, which may be nearer to another half.
        EXPECT_TRUE(number == as_numpy || number == exactly) << text << ' ' << wanted;
    }
}

/// NumPy has no bfloat16: a float's upper half is what it is.
TEST(InputNumbers, AllOfBfloat16AreReadBack) {
    for (std::uint32_t bits = 0; bits < 65536; ++bits) {
        const std::uint32_t as_float = bits << 16;
        const std::string text =
            number_text(ElementType::bf16, reinterpret_cast<const std::byte*>(&bits));
        const auto wanted = std::bit_cast<float>(as_float);
        if (std::isnan(wanted)) {
            EXPECT_EQ(text, "nan");
            continue;
        }
        Bfloat16 again;
        ASSERT_EQ(read_number(text, again), NumberFault::none) << text;
        EXPECT_EQ(again.bits(), bits) << text;
        if (std::abs(wanted) < 0x1p24F && std::trunc(wanted) == wanted) {
            EXPECT_EQ(text,
                      number_text(ElementType::f32, reinterpret_cast<const std::byte*>(&as_float)));
        }
    }
}

TEST_F(NumpyFile, ValuesAtTheLimits) {
    python(R"(
np.save(path + 'i8.npy', np.array([-2**63, 2**63 - 1]))
np.save(path + 'u8.npy', np.array([2**63 - 1, 2**63], dtype='u8'))
np.save(path + 'f8.npy', np.array([0.1, 1e300]))
np.save(path + 'half.npy', np.array([1.0, 2.5]))
np.save(path + 'edge.npy', np.array([-2.0**31, 2.0**31 - 1, 2.0**31]))
np.save(path + 'odd.npy', np.array([np.inf, -np.inf, np.nan]))
np.save(path + 'none.npy', np.array([], dtype='f4'))
np.save(path + 'one.npy', np.array(5))
)");
    EXPECT_EQ(read("i8.npy", ElementType::i64), "-9223372036854775808 9223372036854775807");
    EXPECT_PRED_FORMAT2(::testing::IsSubstring, "\"-9223372036854775808\" (number 1 of",
                        read("i8.npy", ElementType::i32));
    EXPECT_PRED_FORMAT2(::testing::IsSubstring, "\"9223372036854775808\" (number 2 of",
                        read("u8.npy", ElementType::i64));
    EXPECT_EQ(read("f8.npy", ElementType::f64), "0.1 1e+300");
    EXPECT_PRED_FORMAT2(::testing::IsSubstring, "\"1e+300\" (number 2 of",
                        read("f8.npy", ElementType::f32));
    EXPECT_PRED_FORMAT2(::testing::IsSubstring, "\"2.5\" (number 2 of", read("half.npy"));
    EXPECT_PRED_FORMAT2(::testing::IsSubstring, "\"2147483648\" (number 3 of", read("edge.npy"));
    EXPECT_EQ(read("odd.npy", ElementType::f32), "inf -inf nan");
    EXPECT_PRED_FORMAT2(::testing::IsSubstring, "\"inf\" (number 1 of", read("odd.npy"));
    EXPECT_EQ(read("none.npy"), "");
    EXPECT_EQ(read("one.npy"), "5");
}

TEST_F(NumpyFile, LayoutsAndVersions) {
    python(R"(
a = np.arange(6, dtype='i4')
np.save(path + 'fortran.npy', np.asfortranarray(a.reshape(2, 3)))
np.save(path + 'fortran1.npy', np.asfortranarray(a))
np.save(path + 'big.npy', a.astype('>i4'))
np.save(path + 'bool.npy', a > 2)
np.save(path + 'text.npy', np.array(['a', 'b']))
np.save(path + 'records.npy', np.zeros(3, dtype=[('a', 'i4'), ('b', 'f4')]))
for v in [(1, 0), (2, 0), (3, 0)]:
    with open(path + 'v%d.npy' % v[0], 'wb') as f:
        np.lib.format.write_array(f, a, version=v)
)");
    for (const char* name : {"v1.npy", "v2.npy", "v3.npy", "fortran1.npy"}) {
        EXPECT_EQ(read(name), "0 1 2 3 4 5") << name;
    }
    EXPECT_PRED_FORMAT2(::testing::IsSubstring, "Fortran order", read("fortran.npy"));
    EXPECT_PRED_FORMAT2(::testing::IsSubstring, "its numbers are \">i4\"", read("big.npy"));
    EXPECT_PRED_FORMAT2(::testing::IsSubstring, "its numbers are \"|b1\"", read("bool.npy"));
    EXPECT_PRED_FORMAT2(::testing::IsSubstring, "its numbers are \"<U1\"", read("text.npy"));
    EXPECT_PRED_FORMAT2(::testing::IsSubstring, "its elements are records", read("records.npy"));
}

TEST_F(NumpyFile, DamagedFilesAreRefusedNeverMisread) {
    python("np.save(path + 'a.npy', np.arange(16, dtype='i4'))\n");
    std::ifstream file{folder_ / "a.npy", std::ios::binary};
    const std::string bytes{std::istreambuf_iterator<char>{file}, {}};
    ASSERT_EQ(bytes.size(), 128U + 64U);
    const auto load = [&](const std::string& changed) {
        return read_npy(std::as_bytes(std::span{changed}), ElementType::i32, "a.npy");
    };
    EXPECT_EQ(load(bytes).size(), 16U);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_THROW(load(bytes.substr(0, size)), UsageError) << size;
    }
    EXPECT_THROW(load(bytes + '\0'), UsageError);

    const auto with_header = [&](const std::string& header) {
        std::string text = bytes.substr(0, 8);
        text += static_cast<char>(header.size());
        text += '\0';
        return text + header + bytes.substr(128);
    };
    EXPECT_EQ(load(with_header("{'descr':'<i4','fortran_order':False,'shape':(16,)}")).size(), 16U);
    EXPECT_EQ(
        load(with_header("{'shape': (4L, 4L), 'fortran_order': False, 'descr': \"<i4\", }")).size(),
        16U);
    for (const char* header : {
             "",
             "{}",
             "{'descr': '<i4', 'fortran_order': False}",
             "{'descr': '<i4', 'fortran_order': False, 'shape': (-16,)}",
             "{'descr': '<i4', 'fortran_order': False, 'shape': (15,)}",
             "{'descr': '<i4', 'fortran_order': False, 'shape': (17,)}",
             "{'descr': '<i4', 'fortran_order': False, 'shape': (16",
             "{'descr': '<i4', 'fortran_order': Maybe, 'shape': (16,)}",
             "{'descr': '<i4', 'fortran_order': False, 'shape': (16,), 'more': 1}",
             "{'descr': '<i4, 'fortran_order': False, 'shape': (16,)}",
             "{'descr': '', 'fortran_order': False, 'shape': (16,)}",
             "{'descr': '<i4', 'fortran_order': False, 'shape': (4294967296, 4294967296, 16)}",
             "{'descr': '<i4', 'fortran_order': False, 'shape': (4611686018427387904,)}",
             "{'descr': '<i4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
         }) {
        EXPECT_THROW(load(with_header(header)), UsageError) << header;
    }

    // Any damage to magic, version or header is refused, or leaves a file that says what it holds.
    std::mt19937 random{11};
    for (int i = 0; i < 20000; ++i) {
        std::string changed = bytes;
        for (int k = 0; k < 3; ++k) changed[random() % 128] = static_cast<char>(random());
        try {
            const TypedArray numbers = load(changed);
            EXPECT_EQ(64 % numbers.size(), 0U);
        } catch (const UsageError& error) {
            EXPECT_NE(std::string{error.what()}, "");
        }
    }
}

TEST(InputFile, RandomTextIsReadOrRefusedInOneSentence) {
    const std::string alphabet = "0123456789+-.eE,; \n\t#infa\xC3\xB6";
    std::mt19937 random{3};
    int accepted = 0;
    for (int i = 0; i < 20000; ++i) {
        std::string text(random() % 12, ' ');
        for (char& c : text) c = alphabet[random() % alphabet.size()];
        for (const ElementType type : {ElementType::i32, ElementType::f32, ElementType::i64}) {
            try {
                const TypedArray numbers = read_numbers(text, type, "the text");
                // What was read, written out and read again, is the same.
                EXPECT_EQ(read_numbers(shown(numbers), type, "again").size(), numbers.size());
                ++accepted;
            } catch (const UsageError& error) {
                const std::string sentence = error.what();
                EXPECT_NE(sentence.find("the text"), std::string::npos) << text;
                EXPECT_EQ(sentence.find('\n'), std::string::npos) << text;
                EXPECT_EQ(sentence.back(), '.') << text;
            }
        }
    }
    EXPECT_GT(accepted, 1000);
}

TEST(TypedArrayTest, CopiesShareNothing) {
    TypedArray a{ElementType::f64, 3};
    EXPECT_EQ(a.size_bytes(), 24U);
    EXPECT_EQ(shown(a), "0 0 0");
    a.as<double>()[1] = 0.5;
    TypedArray b = a;
    EXPECT_EQ(a, b);
    b.as<double>()[1] = 2;
    EXPECT_NE(a, b);
    EXPECT_EQ(a.number(1), 0.5);
    a = b;
    EXPECT_EQ(a.number(1), 2);
    TypedArray& same = a;
    a = same;
    EXPECT_EQ(a, b);
    EXPECT_NE(TypedArray(ElementType::f32, 2), TypedArray(ElementType::i32, 2));
    EXPECT_EQ(TypedArray{}, TypedArray(ElementType::f32, 0));
}

TEST(TypedArrayTest, NumbersAsTextAreShortAndExact) {
    const auto text = [](auto value, ElementType type) {
        return number_text(type, reinterpret_cast<const std::byte*>(&value));
    };
    EXPECT_EQ(text(0.1F, ElementType::f32), "0.1");
    EXPECT_EQ(text(0.1, ElementType::f64), "0.1");
    EXPECT_EQ(text(static_cast<double>(0.1F), ElementType::f64), "0.10000000149011612");
    EXPECT_EQ(text(-std::numeric_limits<float>::infinity(), ElementType::f32), "-inf");
    EXPECT_EQ(text(-std::nan(""), ElementType::f64), "nan");
    EXPECT_EQ(text(std::numeric_limits<std::int64_t>::min(), ElementType::i64),
              "-9223372036854775808");
    EXPECT_EQ(text(Half{0.1}, ElementType::f16), "0.1");
    EXPECT_EQ(text(Half{65504}, ElementType::f16), "65504");
    EXPECT_EQ(text(Half{65520}, ElementType::f16), "inf");
    EXPECT_EQ(text(Bfloat16{0.1}, ElementType::bf16), "0.1");
    EXPECT_EQ(text(Bfloat16{1e30}, ElementType::bf16), "1e+30");
    EXPECT_EQ(text(std::uint32_t{4294967295U}, ElementType::u32), "4294967295");
    EXPECT_EQ(text(-std::numeric_limits<double>::denorm_min(), ElementType::f64), "-5e-324");
}

}  // namespace input_test
}  // namespace stridescope
