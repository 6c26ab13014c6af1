// exercise: sorting 1
// title:    Zeros first
// task:     One round of radix sort in one block: where does each key go if all keys with an even
//           number come first, then the odd ones, and each kind stays in its order? Write that
//           place to where[i]; a scan counts the odd keys before each.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 13
// launch:   place<<<1, N>>>(keys, where)
// keys:     int[N] random(1000, 21) ^ (i == 0)
// where:    int[N] -1 expect keys & 1 ? N - sum(keys & 1) + exclusive_scan(keys & 1) : i - exclusive_scan(keys & 1)
// cases:    N=1, N=31, N=33, N=250
// limit:    threads > 1     limit: excess wavefronts <= 0     limit: operations <= 12 * N
// hint:     race | In each round of the scan all read, all wait, then all write.
// hint:     right | An even key moves up by as many odd ones as stand before it; an odd one goes
//           behind all even ones. Do not count the key itself.
// hint:     fault | All N threads come to each barrier, and left of thread 0 there is nothing.
// hint:     limit | One thread that counts for all is not what is wanted, nor is each that counts for
//           itself.
#define N 250
__global__ void place(const int *keys, int *where) {
    __shared__ int odd[N];
    int t = threadIdx.x;
    int bit = keys[t] & 1;
    // hole
    // Scan the bits, then say where.
    // end
}
