// exercise: histograms 1
// title:    Counting letters
// task:     bins[k] is how often the letter k, 0 for a, stands in the text. One thread for each
//           letter; whatever is no small letter is not counted.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 9
// launch:   count<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(text, bins, N)
// text:     char[N] 90 + random(35, 3)          bins: int[26] zeros expect histogram(text, 1, 97)
// cases:    N=1, N=33, N=100, N=1000
// limit:    threads > 1     limit: global atomics <= N / 16
// hint:     race | Two threads that read a bin at once both write one more than it was. Which
//           function of CUDA adds in one go?
// hint:     fault | The last block has threads without a letter, and some characters are no small
//           letters.
// hint:     right | Which bin is the letter's? The text has its code, and 'a' is not 0.
// hint:     limit | One thread for each letter.
#define N 1000
#define BLOCK 128
__global__ void count(const char *text, int *bins, int n) {
    // hole
    // Which bin, and how to add to it?
    // end
}
