// What the functions of C's and C++'s headers do that no text in the subset can say: files,
// streams, reading and printing numbers. Texts of language/library/ call them by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/language/program.h"
#include "app/machine/memory.h"

namespace stridescope::machine {

/// What stands in the file of that name beside the text; nothing: there is none.
using FileReader = std::function<std::optional<std::string>(std::string_view name)>;

/// What a function of the library may reach. Each of these tells itself what is wrong, and gives
/// nothing then.
class HostReach {
  public:
    virtual ~HostReach() = default;
    virtual std::byte* to_write(std::uint64_t address, std::uint64_t bytes) = 0;
    virtual const std::byte* to_read(std::uint64_t address, std::uint64_t bytes) = 0;
    virtual std::optional<std::string> text(std::uint64_t address) = 0;
    /// The text in new memory of the host, with a 0 behind it: its address.
    virtual std::uint64_t keep(std::string_view text) = 0;
    /// As cudaMemoryType numbers what lies there.
    virtual int kind_of(std::uint64_t address) = 0;
    /// Bytes from there to the end of what was allocated; 0: nothing was.
    virtual std::uint64_t bytes_from(std::uint64_t address) = 0;
    virtual void print(std::string_view text) = 0;
    /// Whether nobody has ended the run: what takes seconds asks now and then.
    virtual bool goes_on() = 0;
    /// The run ends here.
    virtual void stop(std::string why) = 0;
};

/// A file of C: its characters, and where in them one is.
struct CFile {
    std::string name{};
    std::shared_ptr<std::string> content = std::make_shared<std::string>();
    std::size_t at = 0;
    bool reads = false, writes = false, appends = false;
    bool is_at_end = false, has_failed = false;
};

/// A stream of C++, with how it prints.
struct HostStream;

class HostLibrary {
  public:
    /// `input`: what there is to be read of standard input.
    HostLibrary(FileReader reader, const std::string& input, std::size_t most_bytes);
    HostLibrary(const HostLibrary&) = delete;
    ~HostLibrary();

    /// A function of language/natives.h.
    std::uint64_t native(std::string_view name, const std::vector<std::uint64_t>& v,
                         HostReach& reach);
    /// fprintf and its like: `text` to that file of C. Whether it could be written.
    bool print(std::uint64_t file, std::string_view text, HostReach& reach);
    /// stream << value, the operands behind the first.
    void put(std::uint64_t stream, const language::Program& program, const language::Call& call,
             const std::byte* frame, GlobalMemory& memory, HostReach& reach);
    /// fscanf or sscanf: how many values it reads into the pointers, -1 at the end.
    int scan_file(std::uint64_t file, std::string_view format, const std::vector<std::uint64_t>& to,
                  HostReach& reach);
    static int scan_text(std::string_view text, std::string_view format,
                         const std::vector<std::uint64_t>& to, HostReach& reach);
    /// The names of the files that were written.
    std::vector<std::string> written() const;
    /// The names of the windows that were opened.
    const std::vector<std::string>& windows() const { return windows_; }
    /// What of its input nobody has said, as a sentence; empty: nothing.
    const std::string& guessed() const { return guessed_; }
    /// Whether anything was to be read of standard input.
    bool asked_input() const { return asked_input_; }
    static constexpr std::uint64_t standard_input = 1;  ///< as a file's number, and as a stream's

  private:
    friend struct Natives;
    std::optional<std::string> read(const std::string& name) const;
    std::uint64_t open_file(const std::string& name, std::string_view mode);
    CFile* file(std::uint64_t number);
    void stop_without_file(std::uint64_t number, HostReach& reach) const;
    HostStream* stream(std::uint64_t number);
    void read_input_as(bool stream);
    std::size_t write(CFile& f, std::string_view text, HostReach& reach);
    void flush(HostStream& s, HostReach& reach);

    FileReader reader_;
    std::size_t most_bytes_;
    std::map<std::uint64_t, CFile> files_;
    std::string not_found_;  ///< the last file that fopen did not find
    std::map<std::uint64_t, std::unique_ptr<HostStream>> streams_;
    std::uint64_t next_ = 4;  ///< behind stdin, stdout and stderr
    std::map<std::string, std::shared_ptr<std::string>> written_;
    std::vector<std::string> windows_;
    std::string guessed_;
    bool asked_input_ = false;
    bool input_by_stream_ = false;  ///< std::cin read of it last, else a function of C
    int catching_ = 0;              ///< try, that are open
};

}  // namespace stridescope::machine
