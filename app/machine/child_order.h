// What a kernel that was launched by another kernel's thread is kept apart from. It comes after
// what that thread did before the launch, and what that thread knew to have happened, such as what
// its block did before a barrier. Nothing orders it with the rest of the kernel that launched it,
// which has no way to wait for it; nor with what other blocks of that launch, or into other
// streams.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>

#include "app/language/program.h"
#include "app/machine/knowledge.h"
#include "app/machine/order_state.h"
#include "app/machine/rows.h"
#include "app/machine/stream_order.h"

namespace stridescope::machine {

/// What a thread knew when it launched a kernel.
struct LaunchMoment {
    std::uint32_t block = 0, thread = 0;
    std::uint32_t base = 0;  ///< of its block: what any thread did before is over
    /// Up to which moment it knows what each lane of its warp did.
    std::array<std::uint32_t, lanes_of_warp> lanes{};
    Knowledge known{};  ///< by flags

    bool knows(const PastAccess& past, std::uint32_t by) const;
};

/// Who accessed global memory last in a launch, kept until what it launched has run.
struct PastOfLaunch {
    std::shared_ptr<const language::Program> program{};
    std::unordered_map<std::uint64_t, PlaceSpace> spaces{};
};

/// What the threads of one launch have launched, one after another.
class ChildOrder {
  public:
    ChildOrder(std::shared_ptr<PastOfLaunch> past, GlobalMemory& memory)
        : past_(std::move(past)), memory_(memory) {
        siblings_.activate();
    }
    /// False: the launch was not judged, and neither is this.
    bool active() const { return past_ != nullptr; }

    /// While it lives, kernels note what they touch, for those who asked before as well.
    class Noting {
      public:
        explicit Noting(ChildOrder& order);
        ~Noting();
        Noting(const Noting&) = delete;
        Noting& operator=(const Noting&) = delete;

      private:
        ChildOrder& order_;
        Touched* before_ = nullptr;
    };

    /// It has run, with all that it has launched itself; `record` is told what is not in order.
    void ran(const ChildLaunch& child, LaunchRecord& record);

  private:
    struct Found {
        std::uint64_t number = 0, word = 0;
        PastAccess past{};
        std::uint32_t thread = 0;  ///< whose `past` it is
        bool writes = false, past_writes = false;
    };
    bool find_in(const LaunchMoment& when, PlaceSpace& space, std::uint64_t index, Touched::How how,
                 Found& found) const;
    bool find(const LaunchMoment& when, Found& found) const;
    void tell_parent(const ChildLaunch& child, const Found& found, LaunchRecord& record) const;
    void tell_sibling(const ChildLaunch& child, const StreamOrder::Conflict& found,
                      LaunchRecord& record) const;

    std::shared_ptr<PastOfLaunch> past_;
    GlobalMemory& memory_;
    Touched touched_;
    StreamOrder siblings_;
    std::map<std::pair<std::uint32_t, std::uint64_t>, StreamOrder::Stream> streams_{};
};

/// Streams of a kernel's own.
inline constexpr std::uint64_t tail_launch = 3, fire_and_forget = 4;
/// The one that the call names.
std::uint64_t stream_of(const ChildLaunch& child);

}  // namespace stridescope::machine
