// What blocks do together by CUB's names, as C++, for a compiler that only reads.
#pragma once

namespace cub {

enum BlockLoadAlgorithm { BLOCK_LOAD_TRANSPOSE };
enum BlockScanAlgorithm { BLOCK_SCAN_WARP_SCANS };
enum BlockStoreAlgorithm { BLOCK_STORE_TRANSPOSE };

template <class T, int Threads, int N, BlockLoadAlgorithm>
struct BlockLoad {
    struct TempStorage {};
    explicit BlockLoad(TempStorage&);
    void Load(const T*, T (&)[N], int valid, T other);
};
template <class T, int Threads, BlockScanAlgorithm>
struct BlockScan {
    struct TempStorage {};
    explicit BlockScan(TempStorage&);
    template <int N, class F>
    void InclusiveScan(T (&)[N], T (&)[N], F);
    template <int N, class F>
    void ExclusiveScan(T (&)[N], T (&)[N], T, F);
};
template <class T, int Threads, int N, BlockStoreAlgorithm>
struct BlockStore {
    struct TempStorage {};
    explicit BlockStore(TempStorage&);
    void Store(T*, T (&)[N], int valid);
};

}  // namespace cub
