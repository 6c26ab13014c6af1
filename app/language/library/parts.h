// The library's pieces, by what they belong to.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/language/library/library.h"

namespace stridescope::language {

std::span<const LibraryPart> cuda_runtime_parts();
std::span<const LibraryPart> cuda_driver_parts();
std::span<const LibraryPart> graph_parts();
std::span<const LibraryPart> standard_parts();
std::span<const LibraryPart> random_parts();
std::span<const LibraryPart> algorithm_parts();
std::span<const LibraryPart> sorted_range_parts();
std::span<const LibraryPart> range_parts();
std::span<const LibraryPart> time_parts();
std::span<const LibraryPart> thread_parts();
std::span<const LibraryPart> profiling_parts();
std::span<const LibraryPart> complex_parts();
std::span<const LibraryPart> value_parts();
std::span<const LibraryPart> c_parts();
std::span<const LibraryPart> posix_parts();
std::span<const LibraryPart> bit_parts();
std::span<const LibraryPart> container_parts();
std::span<const LibraryPart> pointer_parts();
std::span<const LibraryPart> sequence_parts();
std::span<const LibraryPart> valarray_parts();
std::span<const LibraryPart> drawing_parts();
std::span<const LibraryPart> file_parts();
std::span<const LibraryPart> hashed_parts();
std::span<const LibraryPart> ordered_parts();
std::span<const LibraryPart> stream_parts();
std::span<const LibraryPart> string_parts();
std::span<const LibraryPart> mathematics_parts();
std::span<const LibraryPart> texture_parts();
std::span<const LibraryPart> intrinsic_parts();
std::span<const LibraryPart> asm_parts();
std::span<const LibraryPart> function_value_parts();

/// Headers that are read whole where a text includes them: those of samples and textbooks,
/// <cooperative_groups.h>, <cuda_fp16.h> and <cuda_bf16.h>.
std::span<const LibraryPart> sample_headers();
std::span<const LibraryPart> by_example_headers();
std::span<const LibraryPart> group_headers();
std::span<const LibraryPart> half_headers();
/// <GL/glut.h>, <GL/gl.h>, <cuda_gl_interop.h> and their kin.
std::string_view drawing_header();
/// <wb.h>
std::string_view wb_header();
/// What any header of thrust brings along.
std::string_view thrust_header();
std::string_view thrust_algorithms();  ///< a part of that header
/// And of CUB.
std::string_view cub_header();
/// What is behind the first part of it.
std::string cub_blocks();
/// <curand.h>
std::string_view inttypes_header();
std::string_view curand_header();
/// <curand_kernel.h>
std::string_view curand_kernel_header();
/// <cublas_v2.h>
std::string_view cublas_header();
/// <cublas.h>
std::string_view legacy_cublas_header();
/// <cuda_fp8.h>
std::string_view fp8_header();
/// <cufft.h>
std::string_view cufft_header();
/// <mma.h>
std::string_view wmma_header();

}  // namespace stridescope::language
