// The lane contract on the host: a thread is a coroutine that suspends where threads wait.
// The lane itself (what `lane.…` does) is the emulator's: app/engine/cpu/host_lane.h.
#pragma once

#include <coroutine>
#include <cstddef>
#include <exception>
#include <utility>

namespace stridescope::simt {

/// One emulated thread. Created suspended; the frame lives in its lane's arena, so that a block's
/// thousand threads cost no thousand allocations.
class Coroutine {
  public:
    struct promise_type {
        std::exception_ptr error;

        template <class Lane, class... Rest>
        static void* operator new(std::size_t size, Lane& lane, const Rest&...) {
            return lane.allocate_frame(size);
        }
        static void operator delete(void* /*frame*/, std::size_t /*size*/) {}

        Coroutine get_return_object() {
            return Coroutine{std::coroutine_handle<promise_type>::from_promise(*this)};
        }
        std::suspend_always initial_suspend() const noexcept { return {}; }
        std::suspend_always final_suspend() const noexcept { return {}; }
        void return_void() const noexcept {}
        void unhandled_exception() noexcept { error = std::current_exception(); }
    };

    Coroutine() = default;
    Coroutine(Coroutine&& other) noexcept : handle_{std::exchange(other.handle_, {})} {}
    Coroutine& operator=(Coroutine&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    Coroutine(const Coroutine&) = delete;
    Coroutine& operator=(const Coroutine&) = delete;
    ~Coroutine() {
        if (handle_) handle_.destroy();
    }

    /// Resumed, the thread runs up to where it next waits, or to its end.
    std::coroutine_handle<> handle() const { return handle_; }
    bool done() const { return handle_.done(); }
    /// What the thread threw, if it ended so.
    std::exception_ptr error() const { return handle_.promise().error; }

  private:
    explicit Coroutine(std::coroutine_handle<promise_type> handle) : handle_{handle} {}
    std::coroutine_handle<promise_type> handle_;
};

}  // namespace stridescope::simt

// NOLINTBEGIN(bugprone-reserved-identifier): these are CUDA's own names
#define SIMT_KERNEL static ::stridescope::simt::Coroutine
#define threadIdx (lane.thread_index())
#define blockIdx (lane.block_index())
#define blockDim (lane.block_dim())
#define gridDim (lane.grid_dim())
#define __syncthreads() co_await lane.barrier(__LINE__)
// The emulator runs one thread at a time and what it writes is there for all others: nothing to do.
#define __threadfence() static_cast<void>(0)
#define STEP(phase, stride) co_await lane.step(phase, stride)
#define SHUFFLE_UP(own, distance) (co_await lane.shuffle_up(own, distance, __LINE__))
// Where blocks cooperate, a look at what another one may have written takes a turn, as it takes a
// way to global memory and back.
#define SPIN_WHILE(condition)         \
    if (co_await lane.look(__LINE__)) \
        while (condition) co_await lane.spin(__LINE__)
// NOLINTEND(bugprone-reserved-identifier)
