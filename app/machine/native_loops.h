// Which loops of a host's main become the processor's own code, and when they run.
//
// A program that compares its kernel with a loop of its own goes round a thousand million times,
// and an interpreter takes twenty seconds for that. What has gone round often is compiled (see
// native_code.h): the same operations on the same frame, so that it can be entered at the loop's
// begin and left anywhere. Whatever is not plain (a call, an index that is outside, a number that
// cannot be converted) is left to the operation itself, which tells what is to be told.
#pragma once

#include <exception>
#include <memory>
#include <vector>

#include "app/machine/native_code.h"

namespace stridescope::machine {

class NativeLoops {
  public:
    /// `rounds`: after how many a loop is compiled, if STRIDESCOPE_NATIVE_ROUNDS does not say
    /// otherwise; 0: never. From now on the ends of `loaded`'s loops ask here.
    NativeLoops(LoadedProgram& loaded, GlobalMemory& memory, std::uint32_t rounds);

    /// A loop's end.
    const Operation* back(const Operation* end, std::byte* frame, Context& context);
    /// What a loop's code calls where the host is asked for something.
    const Operation* call(NativeLoop& loop, const Operation* operation, std::byte* frame,
                          Context& context);
    /// Whether there are loops that may become code.
    bool any() const { return !loops_.empty(); }
    /// Rounds that were gone so.
    std::uint64_t rounds() const { return gone_; }

  private:
    struct Loop {
        std::uint32_t rounds = 0;  ///< that an interpreter went
        std::uint64_t entered = 0, gone = 0;
        bool is_given_up = false;
        std::uint64_t looks = 0;  ///< when its sites were found
        std::unique_ptr<NativeLoop> native;
    };
    const Operation* enter(Loop& loop, const Operation* next, std::byte* frame, Context& context);
    bool is_plain(const NativeLoop& loop) const;

    LoadedProgram& loaded_;
    GlobalMemory& memory_;
    NativeCode code_;
    std::uint32_t threshold_;
    std::uint64_t gone_ = 0;
    std::exception_ptr thrown_;  ///< by what a loop's code called
    std::vector<Loop> loops_;
    Handler plain_ = nullptr;  ///< what a loop's end does
};

}  // namespace stridescope::machine
