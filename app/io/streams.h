// Standard output and standard error, where nothing may go wrong unseen: data that does not get
// through is an error, and a message that does not get through is no reason to end.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace stridescope {

/// At a program's very start. Of streams that are closed the numbers are taken, so that no file
/// that is opened becomes one of them; pipes that nobody reads and files that grow too large are
/// errors like others from now on instead of ending the program.
void hold_standard_streams();

/// One line to standard error: `program`, a colon, and the sentence, made printable and cut where
/// it is very long. Never fails: what cannot be said is left unsaid.
void say(std::string_view program, std::string_view sentence) noexcept;

/// Text of our own to standard error, as it is: a progress bar, a page of help. Never fails.
void show(std::string_view text) noexcept;

/// Data to standard output. Throws RunError if not all got through.
void write_stdout(std::span<const std::byte> bytes);
void write_stdout(std::string_view text);

/// Closes standard output, which is when some disks say that they are full. Throws RunError.
void close_stdout();

}  // namespace stridescope
