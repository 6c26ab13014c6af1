"""A second class, each in a style of its own: what stands in the hole, or a whole text, or the bytes of a file; and
the kinds of verdicts that must fail, written down before any of it was judged. "race?" has a race, and whatever
follows from it; "refused" is no text at all."""

TILED_HANDS = """for (int tile = 0; tile < TILES; ++tile) {
    int x = tile * TILE + threadIdx.x, y = tile * TILE + threadIdx.y;
    a[threadIdx.y][threadIdx.x] = LOAD_A;
    b[threadIdx.y][threadIdx.x] = LOAD_B;
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
    __syncthreads();
}"""


def tiled(**changes):
    text = TILED_HANDS
    for old, new in changes.items():
        text = text.replace(old, new)
    return text.replace("LOAD_A", "row < n && x < n ? A[row * n + x] : 0").replace(
        "LOAD_B", "y < n && column < n ? B[y * n + column] : 0")


TILED_WHOLE = """#include <stdio.h>
#include <cuda_runtime.h>
%s
__global__ void product(const float *A, const float *B, float *C, int n) {
%s
}
"""

RIGHT_SCAN = """for (int stride = 1; stride < blockDim.x; stride <<= 1) {
    __syncthreads();
    int temp = X[t];
    if (t >= stride) temp += X[t - stride];
    __syncthreads();
    X[t] = temp;
}"""

RIGHT_ROWS = """if (i < n) {
    int sum = 0;
    for (int k = starts[i]; k < starts[i + 1]; k++)
        sum += weights[k] * x[columns[k]];
    y[i] = sum;
}"""

CSR_WHOLE = """#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#define CHECK(call) do { cudaError_t e = call; if (e != cudaSuccess) { printf("%%s\\n", cudaGetErrorString(e)); exit(1); } } while (0)
using namespace std;
%s
int main(int argc, char **argv) {
    int *d = nullptr;
    CHECK(cudaMalloc(&d, 100 * sizeof(int)));
    CHECK(cudaFree(d));
    return 0;
}
"""

SECOND_CLASS = {
    "03-products/tiled": [
        ("ada", """int tx = threadIdx.x, ty = threadIdx.y;
for (int m = 0; m < (n + TILE - 1) / TILE; m++) {
    if (row < n && m * TILE + tx < n)
        a[ty][tx] = A[row * n + m * TILE + tx];
    else
        a[ty][tx] = 0.0f;
    if (column < n && m * TILE + ty < n)
        b[ty][tx] = B[(m * TILE + ty) * n + column];
    else
        b[ty][tx] = 0.0f;
    __syncthreads();
    for (int k = 0; k < TILE; k++) { sum += a[ty][k] * b[k][tx]; }
    __syncthreads();
}""", ""),
        ("bea", """for (int ph = 0; ph < ceilf(n / (float)TILE); ++ph) {
    a[threadIdx.y][threadIdx.x] = b[threadIdx.y][threadIdx.x] = 0.f;
    if ((row < n) && (ph * TILE + threadIdx.x) < n) a[threadIdx.y][threadIdx.x] = A[row * n + ph * TILE + threadIdx.x];
    if ((ph * TILE + threadIdx.y) < n && column < n) b[threadIdx.y][threadIdx.x] = B[(ph * TILE + threadIdx.y) * n + column];
    __syncthreads();
    float part = 0;
    for (int k = 0; k < TILE; ++k) part += a[threadIdx.y][k] * b[k][threadIdx.x];
    sum = sum + part;
    __syncthreads();
}""", ""),
        ("carl", """int first = 0;
while (first < n) {
    unsigned int x = first + threadIdx.x;
    unsigned int y = first + threadIdx.y;
    bool inA = row < n && x < n, inB = y < n && column < n;
    a[threadIdx.y][threadIdx.x] = inA ? A[row * n + x] : 0.0;
    b[threadIdx.y][threadIdx.x] = inB ? B[y * n + column] : 0.0;
    __syncthreads();
    #pragma unroll
    for (unsigned int k = 0; k < TILE; k++) sum = fmaf(a[threadIdx.y][k], b[k][threadIdx.x], sum);
    __syncthreads();
    first += TILE;
}""", ""),
        ("dora_two_buffers", """__shared__ float a2[2][TILE][TILE], b2[2][TILE][TILE];
for (int tile = 0; tile < TILES; ++tile) {
    int now = tile % 2;
    int x = tile * TILE + threadIdx.x, y = tile * TILE + threadIdx.y;
    a2[now][threadIdx.y][threadIdx.x] = row < n && x < n ? A[row * n + x] : 0;
    b2[now][threadIdx.y][threadIdx.x] = y < n && column < n ? B[y * n + column] : 0;
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += a2[now][threadIdx.y][k] * b2[now][k][threadIdx.x];
}""", ""),
        ("emil_lambda", """auto load = [&](const float *M, int r, int c) { return r < n && c < n ? M[r * n + c] : 0.0f; };
for (int tile = 0; tile < TILES; ++tile) {
    a[threadIdx.y][threadIdx.x] = load(A, row, tile * TILE + threadIdx.x);
    b[threadIdx.y][threadIdx.x] = load(B, tile * TILE + threadIdx.y, column);
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
    __syncthreads();
}""", ""),
        ("fred_helper.cu", TILED_WHOLE % ("""#define TILE 32
#define N 1024
#define TILES ((N + TILE - 1) / TILE)
template <int T>
__device__ float dot(const float (&a)[T][T], const float (&b)[T][T]) {
    float s = 0;
    for (int k = 0; k < T; ++k) s += a[threadIdx.y][k] * b[k][threadIdx.x];
    return s;
}""", """    __shared__ float a[TILE][TILE];
    __shared__ float b[TILE][TILE];
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int tile = 0; tile < TILES; ++tile) {
        int x = tile * TILE + threadIdx.x, y = tile * TILE + threadIdx.y;
        a[threadIdx.y][threadIdx.x] = row < n && x < n ? A[row * n + x] : 0;
        b[threadIdx.y][threadIdx.x] = y < n && col < n ? B[y * n + col] : 0;
        __syncthreads();
        sum += dot<TILE>(a, b);
        __syncthreads();
    }
    if (row < n && col < n) C[row * n + col] = sum;"""), ""),
        ("gina_double", tiled(**{"sum += a": "total += (double)a"}).replace("for (int tile", "double total = 0;\nfor (int tile", 1)
         + "\nsum = total;", ""),
        ("hans_one_tile_more", tiled(**{"tile < TILES": "tile <= TILES"}), ""),
        ("ina_backwards", tiled(**{"int tile = 0; tile < TILES; ++tile": "int tile = TILES - 1; tile >= 0; --tile"}), ""),
        ("jan_turned_tile", tiled(**{"b[threadIdx.y][threadIdx.x] =": "b[threadIdx.x][threadIdx.y] =", "b[k][threadIdx.x]": "b[threadIdx.x][k]"}),
         "limit"),
        ("kira_no_first", tiled(**{"LOAD_B;\n    __syncthreads();": "LOAD_B;"}), "race?"),
        ("leo_no_second", tiled(**{"b[k][threadIdx.x];\n    __syncthreads();": "b[k][threadIdx.x];"}), "race?"),
        ("mia_none", tiled(**{"    __syncthreads();\n": ""}), "race?"),
        ("nils_returns", "if (row >= n || column >= n) return;\n" + tiled(), "fault?"),
        ("olga_no_guard", tiled(LOAD_A="A[row * n + x]", LOAD_B="B[y * n + column]"), "fault?"),
        ("paul_no_zero", tiled(**{"a[threadIdx.y][threadIdx.x] = LOAD_A": "if (row < n && x < n) a[threadIdx.y][threadIdx.x] = A[row * n + x]",
                                  "b[threadIdx.y][threadIdx.x] = LOAD_B": "if (y < n && column < n) b[threadIdx.y][threadIdx.x] = B[y * n + column]"}),
         "fault?"),
        ("rosa_columns", tiled(LOAD_A="row < n && x < n ? A[x * n + row] : 0"), "right"),
        ("sven_no_tiles", "if (row < n && column < n)\n    for (int k = 0; k < n; ++k) sum += A[row * n + k] * B[k * n + column];", "limit"),
        ("tina_first_tile", tiled(**{"tile < TILES": "tile < 1"}), "right"),
        ("udo_floor", tiled(**{"tile < TILES": "tile < n / TILE"}), "right"),
        ("vera_k_to_n", tiled(**{"k < TILE": "k < n"}), "fault?"),
        ("wim_int", tiled(**{"sum += a": "total += a"}).replace("for (int tile", "int total = 0;\nfor (int tile", 1).replace(
            "LOAD", "") + "\nsum = total / 2 * 2;", "right"),
        ("xenia_barrier_inside", """for (int tile = 0; tile < TILES; ++tile) {
    int x = tile * TILE + threadIdx.x, y = tile * TILE + threadIdx.y;
    if (row < n && x < n && y < n && column < n) {
        a[threadIdx.y][threadIdx.x] = A[row * n + x];
        b[threadIdx.y][threadIdx.x] = B[y * n + column];
        __syncthreads();
    }
    for (int k = 0; k < TILE; ++k) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
}""", "fault?"),
        ("yuri_stands", tiled(**{"++tile) {": ") {"}), "right?"),
        ("zoe_misspelled", tiled(**{"__syncthreads": "__synchthreads"}), "compiles"),
        ("alf_opencl", "int r = get_global_id(0), c = get_global_id(1);\nbarrier(CLK_LOCAL_MEM_FENCE);\nsum = A[r] * B[c];", "compiles"),
        ("berta_own_name.cu", TILED_WHOLE.replace("product(", "matrixMul(") % ("", "    C[0] = A[0] * B[0];"), "compiles"),
        ("curt_empty.cu", b"", "refused"),
    ],
    "08-scans/kogge_stone": [
        ("ada", RIGHT_SCAN, ""),
        ("bea", "for (int s = 1; s < N; s += s) {\n    __syncthreads();\n    int v = 0;\n    if (t - s >= 0) v = X[t - s] + X[t];\n"
                "    __syncthreads();\n    if (t - s >= 0) X[t] = v;\n}", ""),
        ("carl_two_arrays", """__shared__ int Y[N];
int *from = X, *to = Y;
for (int s = 1; s < N; s *= 2) {
    __syncthreads();
    to[t] = t >= s ? from[t] + from[t - s] : from[t];
    int *other = from; from = to; to = other;
}
X[t] = from[t];""", "race?"),
        ("dora_two_arrays", """__shared__ int Y[2][N];
int in_ = 0;
Y[0][t] = X[t];
__syncthreads();
for (int s = 1; s < N; s *= 2) {
    int o = 1 - in_;
    if (t >= s) Y[o][t] = Y[in_][t] + Y[in_][t - s]; else Y[o][t] = Y[in_][t];
    in_ = o;
    __syncthreads();
}
X[t] = Y[in_][t];""", ""),
        ("emil_one_barrier", "for (int s = 1; s < N; s *= 2) {\n    __syncthreads();\n    if (t >= s) X[t] += X[t - s];\n}", "race?"),
        ("fred_inside", "for (int s = 1; s < N; s *= 2) {\n    if (t >= s) {\n        __syncthreads();\n        int v = X[t - s];\n"
                        "        __syncthreads();\n        X[t] += v;\n    }\n}", "fault?"),
        ("gina_off_by_one", RIGHT_SCAN.replace("t >= stride", "t > stride"), "right"),
        ("hans_half", RIGHT_SCAN.replace("stride < blockDim.x", "stride < blockDim.x / 2"), "right"),
        ("ina_up_to_n", RIGHT_SCAN.replace("stride < blockDim.x", "stride <= blockDim.x"), ""),
        ("jan_from_two", RIGHT_SCAN.replace("int stride = 1", "int stride = 2"), "right"),
        ("kira_no_guard", RIGHT_SCAN.replace("if (t >= stride) ", ""), "fault?"),
        ("leo_round", RIGHT_SCAN.replace("if (t >= stride) temp += X[t - stride]", "temp += X[(t - stride + N) % N]"), "right"),
        ("mia_serial", "__syncthreads();\nif (t == 0)\n    for (int i = 1; i < N; i++) X[i] += X[i - 1];\n__syncthreads();", "limit"),
        ("nils_serial_early", "if (t == 0)\n    for (int i = 1; i < N; i++) X[i] += X[i - 1];\n__syncthreads();", "race?"),
        ("olga_each_all", "int sum = 0;\nfor (int i = 0; i <= t; i++) sum += in[i];\nX[t] = sum;", "limit"),
        ("paul_shuffles", """__shared__ int sums[32];
int lane = t % 32, warp = t / 32, left = N - warp * 32;
unsigned mask = left >= 32 ? 0xffffffffu : (1u << left) - 1;
int v = X[t];
for (int s = 1; s < 32; s *= 2) {
    int other = __shfl_up_sync(mask, v, s);
    if (lane >= s) v += other;
}
if (lane == 31 || t == N - 1) sums[warp] = v;
__syncthreads();
for (int w = 0; w < warp; ++w) v += sums[w];
X[t] = v;""", ""),
        ("rosa_syncwarp", RIGHT_SCAN.replace("__syncthreads", "__syncwarp"), "race?"),
        ("sven_atomic", "for (int s = 1; s < N; s *= 2) {\n    __syncthreads();\n    int v = t >= s ? X[t - s] : 0;\n    __syncthreads();\n"
                        "    atomicAdd(&X[t], v);\n}", ""),
        ("tina_exclusive", RIGHT_SCAN + "\n__syncthreads();\nint before = t > 0 ? X[t - 1] : 0;\n__syncthreads();\nX[t] = before;", "right"),
        ("udo_global", """out[t] = X[t];
for (int s = 1; s < N; s *= 2) {
    __syncthreads();
    int v = out[t];
    if (t >= s) v += out[t - s];
    __syncthreads();
    out[t] = v;
}
X[t] = out[t];""", ""),
        ("vera_hangs", RIGHT_SCAN.replace("stride <<= 1", "stride <<= 0"), "right?"),
        ("wim_push", "for (int s = 1; s < N; s *= 2) {\n    __syncthreads();\n    int v = X[t];\n    __syncthreads();\n"
                     "    if (t + s < N) X[t + s] += v;\n}\n__syncthreads();", ""),
        ("xenia_volatile", "volatile int *V = X;\nfor (int s = 1; s < N; s *= 2)\n    if (t >= s) V[t] += V[t - s];", "race?"),
        ("yuri_brent_kung", """for (int s = 1; s < N; s *= 2) {
    __syncthreads();
    int k = (t + 1) * 2 * s - 1;
    if (k < N) X[k] += X[k - s];
}
for (int s = 128; s > 0; s /= 2) {
    __syncthreads();
    int k = (t + 1) * 2 * s - 1;
    if (k + s < N) X[k + s] += X[k];
}
__syncthreads();""", "limit"),
        ("zoe_minus", RIGHT_SCAN.replace("temp += X", "temp -= X"), "right"),
        ("alf_undeclared", RIGHT_SCAN.replace("int stride = 1", "stride = 1"), "compiles"),
        ("berta_german", "Für s = 1, 2, 4: X[t] plus X[t - s]. Alle warten.", "compiles"),
        ("curt_bits.cu", bytes(range(256)) * 20, "refused"),
    ],
    "11-sparse/csr": [
        ("ada", RIGHT_ROWS, ""),
        ("bea_pointers", "if (i >= n) return;\nconst int *w = weights + starts[i], *c = columns + starts[i], *end = weights + starts[i + 1];\n"
                         "int sum = 0;\nwhile (w != end) sum += *w++ * x[*c++];\ny[i] = sum;", ""),
        ("carl_in_memory", "if (i < n) {\n    y[i] = 0;\n    for (int k = starts[i]; k < starts[i + 1]; ++k) y[i] += weights[k] * x[columns[k]];\n}", ""),
        ("dora_strided", "for (int r = i; r < n; r += gridDim.x * blockDim.x) {\n    const auto begin = starts[r], end = starts[r + 1];\n"
                         "    long long sum = 0;\n    for (size_t k = begin; k < end; ++k) sum += weights[k] * x[columns[k]];\n    y[r] = (int)sum;\n}", ""),
        ("emil_double", "if (i < n) {\n    double sum = 0.0;\n    int k = starts[i];\n    do {\n        if (k >= starts[i + 1]) break;\n"
                        "        sum += 1.0 * weights[k] * x[columns[k]];\n        k++;\n    } while (true);\n    y[i] = sum;\n}", ""),
        ("fred_by_twos", "if (i < n) {\n    int a = 0, b = 0, k = starts[i], e = starts[i + 1];\n    for (; k + 1 < e; k += 2) {\n"
                         "        a += weights[k] * x[columns[k]];\n        b += weights[k + 1] * x[columns[k + 1]];\n    }\n"
                         "    if (k < e) a += weights[k] * x[columns[k]];\n    y[i] = a + b;\n}", ""),
        ("gina_ldg", RIGHT_ROWS.replace("x[columns[k]]", "__ldg(&x[__ldg(columns + k)])"), ""),
        ("hans_printf", RIGHT_ROWS + "\nif (i == 0) printf(\"y[0] = %d\\n\", y[0]);", ""),
        ("ina_main.cu", CSR_WHOLE % ("__global__ void spmv(const int *rowPtr, const int *col, const int *val, const int *vec, int *res, int rows) {\n"
                                     "    int row = blockDim.x * blockIdx.x + threadIdx.x;\n    if (row < rows) {\n        int dot = 0;\n"
                                     "        for (int j = rowPtr[row]; j < rowPtr[row + 1]; j++) dot += val[j] * vec[col[j]];\n"
                                     "        res[row] = dot;\n    }\n}"), ""),
        ("jan_latin.cu", ("// Lösung von Jörg Müller, Übung 5\n" + CSR_WHOLE % (
            "__global__ void spmv(const int *starts, const int *columns, const int *weights, const int *x, int *y, int n) {\n"
            "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    // für jede Zeile\n    " + RIGHT_ROWS + "\n}")).encode("latin-1"), ""),
        ("kira_utf16.cu", b"\xfe\xff" + (CSR_WHOLE % (
            "__global__ void spmv(const int *starts, const int *columns, const int *weights, const int *x, int *y, int n) {\n"
            "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    " + RIGHT_ROWS + "\n}")).encode("utf-16-be"), ""),
        ("leo_bom.cu", b"\xef\xbb\xbf" + RIGHT_ROWS.encode(), ""),
        ("mia_atomic", "if (i < n) {\n    y[i] = 0;\n    for (int k = starts[i]; k < starts[i + 1]; ++k) atomicAdd(&y[i], weights[k] * x[columns[k]]);\n}",
         "limit"),
        ("nils_no_guard", RIGHT_ROWS.replace("if (i < n) ", ""), "fault?"),
        ("olga_one_row_more", RIGHT_ROWS.replace("i < n", "i <= n"), "fault?"),
        ("paul_one_entry_more", RIGHT_ROWS.replace("k < starts", "k <= starts"), "right?"),
        ("rosa_empty_rows", RIGHT_ROWS.replace("y[i] = sum", "if (sum != 0) y[i] = sum"), "right"),
        ("sven_last_wins", RIGHT_ROWS.replace("sum += ", "sum = "), "right"),
        ("tina_no_column", RIGHT_ROWS.replace("x[columns[k]]", "x[k]"), "right?"),
        ("udo_by_columns", "if (i < n)\n    for (int k = starts[i]; k < starts[i + 1]; ++k) y[columns[k]] += weights[k] * x[i];", "right?"),
        ("vera_serial", "if (i == 0)\n    for (int r = 0; r < n; ++r) {\n        int sum = 0;\n"
                        "        for (int k = starts[r]; k < starts[r + 1]; ++k) sum += weights[k] * x[columns[k]];\n        y[r] = sum;\n    }", "limit"),
        ("wim_one_block", RIGHT_ROWS.replace("if (i < n)", "i = threadIdx.x;\nif (i < n)"), "right?"),
        ("xenia_hangs", RIGHT_ROWS.replace("; k++", ";"), "right?"),
        ("yuri_undeclared", RIGHT_ROWS.replace("int k = ", "k = "), "compiles"),
        ("zoe_numba", "@cuda.jit\ndef spmv(starts, columns, weights, x, y):\n    i = cuda.grid(1)\n    y[i] = 0", "compiles"),
        ("alf_half", RIGHT_ROWS[:-1], "compiles"),
        ("curt_unset", RIGHT_ROWS.replace("int sum = 0;", "int sum;"), "fault?"),
        ("berta_object.cu", b"\x7fELF\x02\x01\x01" + bytes(300), "refused"),
    ],
}
