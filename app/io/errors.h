// What goes wrong, as sentences for people: the two kinds that programs end with.
#pragma once

#include <stdexcept>
#include <string>

namespace stridescope {

/// The request itself is wrong (a flag, a file, a number): exit code 2. The text is one sentence
/// that says what is wrong and how to mend it.
class UsageError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// The request was fine but carrying it out failed (disk full, out of memory): exit code 1.
class RunError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Whoever read standard output has gone, as `head` does when it has enough: no more is wanted, and
/// nothing need be said.
class NobodyReads : public RunError {
  public:
    using RunError::RunError;
};

// The system's error numbers in plain words.

/// What `error`, an errno, means, as the end of a sentence: "the disk is full".
std::string why(int error);

}  // namespace stridescope
