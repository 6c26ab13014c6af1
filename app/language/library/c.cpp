// Of the headers of C and POSIX.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> c_parts() {
    static constexpr LibraryPart parts[] = {
        // <stdlib.h>
        {"drand48", "double drand48() { return rand() / 2147483648.0; }"},
        {"strtoll", R"(
long long strtoll(const char *text, char **end, int base) {
    const char *at = text;
    while (*at == ' ' || (*at >= 9 && *at <= 13)) ++at;
    bool minus = *at == '-';
    if (*at == '-' || *at == '+') ++at;
    bool hex = *at == '0' && (at[1] == 'x' || at[1] == 'X');
    if (hex && (base == 0 || base == 16)) {
        base = 16;
        at = at + 2;
    } else if (base == 0) {
        base = *at == '0' ? 8 : 10;
    }
    long long value = 0;
    bool any = false;
    for (;; ++at) {
        int digit = *at >= '0' && *at <= '9'   ? *at - '0'
                    : *at >= 'a' && *at <= 'z' ? *at - 'a' + 10
                    : *at >= 'A' && *at <= 'Z' ? *at - 'A' + 10
                                               : 99;
        if (digit >= base) break;
        value = value * base + digit;
        any = true;
    }
    if (end) *end = (char *)(any ? at : text);
    return minus ? -value : value;
}
)"},
        {"strtol", R"(
long strtol(const char *text, char **end, int base) { return strtoll(text, end, base); }
)"},
        {"strtoul", R"(
unsigned long strtoul(const char *text, char **end, int base) { return strtoll(text, end, base); }
)"},
        {"strtoull", R"(
unsigned long long strtoull(const char *text, char **end, int base) {
    return strtoll(text, end, base);
}
)"},
        {"strtod", R"(
double strtod(const char *text, char **end) {
    const char *at = text;
    while (*at == ' ' || (*at >= 9 && *at <= 13)) ++at;
    if (*at == '-' || *at == '+') ++at;
    while ((*at >= '0' && *at <= '9') || *at == '.') ++at;
    if (*at == 'e' || *at == 'E') {
        ++at;
        if (*at == '-' || *at == '+') ++at;
        while (*at >= '0' && *at <= '9') ++at;
    }
    if (end) *end = (char *)at;
    return atof(text);
}
)"},
        {"strtof",
         "float strtof(const char *text, char **end) { return (float)strtod(text, end); }"},
        {"getenv", "char *getenv(const char *name) { return (char *)0; }"},
        // <stdio.h>
        {"puts", R"(int puts(const char *text) { return printf("%s\n", text); })"},
        {"putchar", R"(int putchar(int c) { printf("%c", c); return c; })"},
        {"perror", R"(void perror(const char *text) { printf("%s\n", text); })"},
        // <time.h>, <sys/time.h>: the machine's own clock, since the run began
        {"time_t", "typedef long long time_t;", true},
        {"timeval", "struct timeval { long tv_sec; long tv_usec; };", true},
        {"timezone", "struct timezone { int tz_minuteswest; int tz_dsttime; };", true},
        {"timespec", "struct timespec { long tv_sec; long tv_nsec; };", true},
        {"clockid_t", "typedef int clockid_t;", true},
        {"CLOCK_REALTIME", "const int CLOCK_REALTIME = 0;"},
        {"CLOCK_MONOTONIC", "const int CLOCK_MONOTONIC = 1;"},
        {"CLOCK_MONOTONIC_RAW", "const int CLOCK_MONOTONIC_RAW = 4;"},
        {"CLOCK_PROCESS_CPUTIME_ID", "const int CLOCK_PROCESS_CPUTIME_ID = 2;"},
        {"gettimeofday", R"(
int gettimeofday(timeval *t, void *zone) {
    double now = __seconds();
    t->tv_sec = (long)now;
    t->tv_usec = (long)((now - t->tv_sec) * 1e6);
    return 0;
}
)"},
        {"clock_gettime", R"(
int clock_gettime(int id, timespec *t) {
    double now = __seconds();
    t->tv_sec = (long)now;
    t->tv_nsec = (long)((now - t->tv_sec) * 1e9);
    return 0;
}
)"},
        {"difftime", "double difftime(time_t a, time_t b) { return (double)(a - b); }"},
    };
    return parts;
}

}  // namespace stridescope::language
