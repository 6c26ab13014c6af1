// The lane contract: all that a kernel may use besides plain C++. Read this first.
//
// A kernel is written once, as textbook CUDA, and compiled three ways:
//
//   host C++        every thread is a coroutine of the CPU emulator; all is recorded
//   recording CUDA  every thread writes down its accesses (STRIDESCOPE_RECORDING defined)
//   plain CUDA      the hooks below vanish: shared() is the bare array, STEP is nothing
//
// A kernel sees
//
//   threadIdx.x  blockIdx.x  blockDim.x  gridDim.x     as in CUDA
//   auto X = lane.shared();                 extern __shared__ T X[];
//   lane.buffer()                           words from one copy of the section to the next, where
//                                           SectionLayout::buffers are in the shared array
//   auto r = lane.own();                    registers of this thread that its warp can read: r[0],
//                                           … (SectionLayout::registers); r[i] with i a constant
//   SHUFFLE_UP(r[i], distance)              __shfl_up_sync(mask, r[i], distance) of all lanes that
//                                           the warp has: 32, or the whole block if it has fewer
//   lane.section()                          L, the elements this block scans
//   lane.pad()                              the layout: element i lives at X[pad(i)]
//   lane.identity()                         the operator's identity, to fill short inputs
//   lane.exclusive()                        whether the exclusive scan is wanted: results without
//                                           the element itself
//   typename Lane::Value                    the element; + is the experiment's operator
//   Lane::max_coarsen                       the most elements a thread may own: what its arrays of
//                                           registers hold
//   __syncthreads()                         the barrier
//   SPIN_WHILE(condition)                   a spin wait: `while (condition) {}`
//   lane.values(i)  lane.ints(i)            Cooperation::scratch[i], an array in global memory that
//                                           blocks share: of elements, or of volatile int
//   atomicAdd(&flag[j], 1)  __threadfence() as in CUDA, on lane.ints
//   lane.launch()                           which of the kernel's launches this is (launches.h)
//   STEP("phase", stride)                   a new step of the timeline begins for this thread
//   for (int k : lane.strided(first, end, by))
//                                           `for (int k = first; k < end; k += by)`, whose round
//                                           number tells one loop iteration's requests from the
//                                           next
//   for (int k : lane.mine())               the thread's elements t, t + B, t + 2B, … of the
//                                           section, C of them: the plain build unrolls it
//
// and that is all. `X[j] = X[j - s] + X[j]` is two loads, one operation and one store, each
// recorded at its own line. The operator need not commute: what stands further left in the input
// stands left of the +. Three rules keep a recording honest:
//   1. mark a step just before the barrier that begins it (RecordingHints::barrier_begins_step says
//      where there is none);
//   2. loop over shared memory with `lane.strided` or `lane.mine`, to its end, so that a thread
//      that sits out an iteration does not shift into its neighbours' request;
//   3. no `return` before the end (the host's threads are coroutines): put the rest in an `if`.
#pragma once

#include "kernels/kernel_info.h"
#include "kernels/monoid.h"
#include "kernels/padding.h"

#if !defined(__CUDACC__)
#include "kernels/simt_host.h"
#elif defined(STRIDESCOPE_RECORDING)
#include "kernels/simt_record.cuh"
#else
#include "kernels/simt_plain.cuh"
#endif

namespace stridescope {

/// Global memory as a kernel sees it: A[i] is an element, P[i] = v stores one.
template <class Lane>
using Global = typename Lane::Global;

}  // namespace stridescope

// The last line of a kernel's header enters it in whatever catalogue the including file builds:
// the table of names, the emulator's launchers, the device's launchers.
#ifndef CATALOGUE_ENTRY
#define CATALOGUE_ENTRY(KERNEL)
#endif
