// How a tile of TILE halves a row lies in shared memory, and what tensor cores do with it. A text
// defines N, TILE and LAYOUT and includes this.
#if N % TILE
#error "whole tiles only: choose for N a multiple of 64"
#endif
#define JOINED(a, b) a##b
#define JOIN(a, b) JOINED(a, b)

// PLACE(row, chunk): the half with which these 16 bytes of the row begin.
#define PLACE(row, chunk) JOIN(PLACE_, LAYOUT)(row, chunk)
#define PLACE_plain(row, chunk) ((row)*TILE + (chunk)*8)
#define PLACE_padded(row, chunk) ((row) * (TILE + 8) + (chunk)*8)
#define PLACE_swizzled(row, chunk) ((row)*TILE + ((chunk) ^ (row) % 8) * 8)
// HALVES: so many does a square tile take.
#define HALVES JOIN(HALVES_, LAYOUT)
#define HALVES_plain (TILE * TILE)
#define HALVES_padded (TILE * (TILE + 8))
#define HALVES_swizzled (TILE * TILE)
// -D LAYOUT=by_word: one unused word after each row, which then begins where no row may.
#define PLACE_by_word(row, chunk) ((row) * (TILE + 2) + (chunk)*8)
#define HALVES_by_word (TILE * (TILE + 2))

// Where it lies in shared memory, as the instructions count.
__device__ unsigned shared_place(const void* p) {
    return (unsigned)__cvta_generic_to_shared(p);
}

// Four matrices of eight rows and eight columns; each lane says where one of the rows begins.
__device__ void load_matrices(unsigned (&of)[4], const __half* row) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(of[0]), "=r"(of[1]), "=r"(of[2]), "=r"(of[3])
                 : "r"(shared_place(row)));
}
__device__ void load_transposed(unsigned (&of)[4], const __half* row) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(of[0]), "=r"(of[1]), "=r"(of[2]), "=r"(of[3])
                 : "r"(shared_place(row)));
}

// sum += a b: sixteen rows of a by eight columns of b.
__device__ void multiply(float (&sum)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
