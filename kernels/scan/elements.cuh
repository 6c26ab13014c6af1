// What scans work on: T, the elements' type; OPERATOR, by which they are scanned; PADDING, how a
// section lies in shared memory. A text defines these three and includes this.
#include <cfloat>
#include <climits>
#include <cmath>

#define JOINED(a, b) a##b
#define JOIN(a, b) JOINED(a, b)

// OP(a, b): a stands further left in the input. It need not commute.
#define OP(a, b) JOIN(OP_, OPERATOR)(a, b)
#define OP_add(a, b) ((a) + (b))
#define OP_max(a, b) max(a, b)
#define OP_min(a, b) min(a, b)
#define OP_last(a, b) last_of(a, b)  // the last one that is not 0
__device__ T last_of(T a, T b) {
    return b != 0 ? b : a;
}

// OPS(times): how many operations so many OPs are. `last` only chooses one of two values.
#define OPS(times) JOIN(OPS_, OPERATOR)(times)
#define OPS_add(times) (times)
#define OPS_max(times) (times)
#define OPS_min(times) (times)
#define OPS_last(times) 0

// OP(IDENTITY, a) is a.
#define IDENTITY JOIN(IDENTITY_, OPERATOR)
#define IDENTITY_add T(0)
#define IDENTITY_last T(0)
#define IDENTITY_max OF_TYPE(LEAST_, T)
#define IDENTITY_min OF_TYPE(MOST_, T)
#define OF_TYPE(a, b) OF_TYPE_JOINED(a, b)  // not JOIN: a macro does not expand within itself
#define OF_TYPE_JOINED(a, b) a##b
#define LEAST_float (-INFINITY)
#define LEAST_double (-INFINITY)
#define LEAST_int INT_MIN
#define LEAST_unsigned 0u
#define LEAST_long LONG_MIN
#define MOST_float INFINITY
#define MOST_double INFINITY
#define MOST_int INT_MAX
#define MOST_unsigned UINT_MAX
#define MOST_long LONG_MAX

// PAD(i): the word of element i. WORDS(length): how many hold so many elements.
#define PAD(i) JOIN(PAD_, PADDING)(i)
#define PAD_none(i) (i)
#define PAD_every32(i) ((i) + (i) / 32)
#define PAD_two_level(i) ((i) + (i) / 32 + (i) / 1024)
#define PAD_swizzle(i) ((i) ^ ((i) / 32 % 32))
#define WORDS(length) JOIN(WORDS_, PADDING)(length)
#define WORDS_none(length) (length)
#define WORDS_every32(length) ((length) + (length) / 32)
#define WORDS_two_level(length) ((length) + (length) / 32 + (length) / 1024)
#define WORDS_swizzle(length) (length)
// -D PADDING=by_2, by_3: so many unused words after every 32.
#define PAD_by_2(i) ((i) + (i) / 32 * 2)
#define PAD_by_3(i) ((i) + (i) / 32 * 3)
#define WORDS_by_2(length) ((length) + (length) / 32 * 2)
#define WORDS_by_3(length) ((length) + (length) / 32 * 3)
