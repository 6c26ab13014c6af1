// Of POSIX's, GNU's and Windows's headers: a process that is alone, whose host has one processor
// and shows it no files but those beside the text.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> posix_parts() {
    static constexpr LibraryPart parts[] = {
        // <unistd.h>
        {"getpid", "int getpid() { return 1; }"},
        {"getppid", "int getppid() { return 0; }"},
        {"isatty", "int isatty(int file) { return 0; }"},
        {"_SC_PAGESIZE", "const int _SC_PAGESIZE = 30;"},
        {"_SC_NPROCESSORS_CONF", "const int _SC_NPROCESSORS_CONF = 83;"},
        {"_SC_NPROCESSORS_ONLN", "const int _SC_NPROCESSORS_ONLN = 84;"},
        {"sysconf", R"(
long sysconf(int of) {
    if (of == _SC_PAGESIZE) return 4096;
    if (of == _SC_NPROCESSORS_CONF || of == _SC_NPROCESSORS_ONLN) return 1;
    return -1;
}
)"},
        {"getpagesize", "int getpagesize() { return 4096; }"},
        {"get_nprocs", "int get_nprocs() { return 1; }"},
        {"getcwd", R"(
char *getcwd(char *to, size_t most) {
    if (most < 2) return nullptr;
    return strcpy(to, "/");
}
)"},
        {"gethostname", R"(
int gethostname(char *to, size_t most) {
    strncpy(to, "localhost", most);
    return most < 10 ? -1 : 0;
}
)"},
        {"F_OK", "const int F_OK = 0;"},
        {"X_OK", "const int X_OK = 1;"},
        {"W_OK", "const int W_OK = 2;"},
        {"R_OK", "const int R_OK = 4;"},
        {"access", R"(
int access(const char *name, int mode) {
    FILE *f = fopen(name, "r");
    if (!f) return -1;
    fclose(f);
    return 0;
}
)"},
        // A file of C, less one: 0, 1 and 2 are the standard streams.
        {"__file_of", "FILE *__file_of(int file) { return (FILE *)((long)file + 1); }"},
        {"fileno", "int fileno(FILE *f) { return (int)(long)f - 1; }"},
        {"fdopen", "FILE *fdopen(int file, const char *mode) { return __file_of(file); }"},
        {"write", R"(
ssize_t write(int file, const void *from, size_t bytes) {
    if (file < 1) return -1;
    return fwrite(from, 1, bytes, __file_of(file));
}
)"},
        {"read", R"(
ssize_t read(int file, void *to, size_t bytes) {
    if (file < 0 || file == 1 || file == 2) return -1;
    return (ssize_t)fread(to, 1, bytes, __file_of(file));
}
)"},
        {"lseek", R"(
off_t lseek(int file, off_t to, int from) {
    if (file < 3 || fseek(__file_of(file), to, from) != 0) return -1;
    return ftell(__file_of(file));
}
)"},
        {"pread", R"(
ssize_t pread(int file, void *to, size_t bytes, off_t from) {
    off_t before = lseek(file, 0, 1);
    if (lseek(file, from, 0) < 0) return -1;
    ssize_t got = read(file, to, bytes);
    lseek(file, before, 0);
    return got;
}
)"},
        {"close", R"(
int close(int file) { return file < 0 ? -1 : file < 3 ? 0 : fclose(__file_of(file)); }
)"},
        {"fsync", "int fsync(int file) { return file < 0 ? -1 : 0; }"},
        // <fcntl.h>, with Linux's numbers
        {"O_RDONLY", "const int O_RDONLY = 0;"},
        {"O_WRONLY", "const int O_WRONLY = 1;"},
        {"O_RDWR", "const int O_RDWR = 2;"},
        {"O_CREAT", "const int O_CREAT = 64;"},
        {"O_EXCL", "const int O_EXCL = 128;"},
        {"O_TRUNC", "const int O_TRUNC = 512;"},
        {"O_APPEND", "const int O_APPEND = 1024;"},
        {"O_DIRECT", "const int O_DIRECT = 16384;"},
        {"open", R"(
int open(const char *name, int flags, unsigned mode = 0) {
    FILE *there = fopen(name, "rb");
    bool exists = there != nullptr;
    if (exists && (flags & 3) == 0) return fileno(there);
    if (exists) fclose(there);
    if (!exists && (flags & O_CREAT) == 0) return -1;
    if (exists && (flags & O_CREAT) && (flags & O_EXCL)) {
        errno = 17;
        return -1;
    }
    if (!exists && (flags & 3) == 0) {
        fclose(fopen(name, "wb"));
        return fileno(fopen(name, "rb"));
    }
    bool anew = !exists || (flags & O_TRUNC) != 0;
    const char *how = flags & O_APPEND ? ((flags & 3) == 1 ? "ab" : "a+b")
                      : anew           ? ((flags & 3) == 1 ? "wb" : "w+b")
                                       : "r+b";
    return fileno(fopen(name, how));
}
)"},
        {"creat", R"(
int creat(const char *name, unsigned mode) { return open(name, O_WRONLY | O_CREAT | O_TRUNC, mode); }
)"},
        // <stdio.h>, of GNU's
        {"dprintf", R"(
template <typename... A> int dprintf(int file, const char *format, A... rest) {
    return fprintf(file == 1 ? stdout : stderr, format, rest...);
}
)"},
        {"asprintf", R"(
template <typename... A> int asprintf(char **to, const char *format, A... rest) {
    int size = snprintf(nullptr, 0, format, rest...);
    *to = (char *)malloc(size + 1);
    return snprintf(*to, size + 1, format, rest...);
}
)"},
        {"getchar_unlocked", "int getchar_unlocked() { return getchar(); }"},
        {"putchar_unlocked", "int putchar_unlocked(int c) { return putchar(c); }"},
        {"PATH_MAX", "const int PATH_MAX = 4096;"},
        {"FILENAME_MAX", "const int FILENAME_MAX = 4096;"},
        {"NAME_MAX", "const int NAME_MAX = 255;"},
        {"HOST_NAME_MAX", "const int HOST_NAME_MAX = 64;"},
        // <sys/stat.h>: of files there is their size, and no folder is made.
        {"mkdir", "int mkdir(const char *name, unsigned mode) { return 0; }"},
        {"rmdir", "int rmdir(const char *name) { return 0; }"},
        {"unlink", "int unlink(const char *name) { return __file_remove(name); }"},
        {"S_IRUSR", "const unsigned S_IRUSR = 256;"},
        {"S_IWUSR", "const unsigned S_IWUSR = 128;"},
        {"S_IRGRP", "const unsigned S_IRGRP = 32;"},
        {"S_IROTH", "const unsigned S_IROTH = 4;"},
        {"S_ISREG", "bool S_ISREG(unsigned mode) { return (mode & 61440) == 32768; }"},
        {"S_ISDIR", "bool S_ISDIR(unsigned mode) { return (mode & 61440) == 16384; }"},
        {"stat", R"(
struct stat {
    unsigned st_mode;
    off_t st_size;
    long st_mtime, st_blocks, st_blksize;
};
int stat(const char *name, struct stat *of) {
    int file = open(name, O_RDONLY);
    if (file < 0) return -1;
    fstat(file, of);
    return close(file);
}
)",
         true},
        {"fstat", R"(
int fstat(int file, struct stat *of) {
    if (file < 3) return -1;
    off_t at = lseek(file, 0, 1);
    of->st_mode = 33188;
    of->st_size = lseek(file, 0, 2);
    of->st_mtime = 0;
    of->st_blksize = 4096;
    of->st_blocks = (of->st_size + 511) / 512;
    lseek(file, at, 0);
    return 0;
}
)"},
        // <sys/resource.h>
        {"RUSAGE_SELF", "const int RUSAGE_SELF = 0;"},
        {"rusage", "struct rusage { timeval ru_utime; timeval ru_stime; };", true},
        {"getrusage", R"(
int getrusage(int who, rusage *to) {
    double now = __now();
    to->ru_utime.tv_sec = (long)now;
    to->ru_utime.tv_usec = (long)((now - (long)now) * 1e6);
    to->ru_stime.tv_sec = to->ru_stime.tv_usec = 0;
    return 0;
}
)"},
        // <signal.h>: none ever comes.
        {"SIG_DFL", "const int SIG_DFL = 0;"},
        {"SIG_IGN", "const int SIG_IGN = 1;"},
        {"SIGHUP", "const int SIGHUP = 1;"},
        {"SIGINT", "const int SIGINT = 2;"},
        {"SIGABRT", "const int SIGABRT = 6;"},
        {"SIGFPE", "const int SIGFPE = 8;"},
        {"SIGSEGV", "const int SIGSEGV = 11;"},
        {"SIGPIPE", "const int SIGPIPE = 13;"},
        {"SIGALRM", "const int SIGALRM = 14;"},
        {"SIGTERM", "const int SIGTERM = 15;"},
        {"signal", "template <typename F> F signal(int number, F f) { return (F)0; }"},
        // <time.h>, <sched.h>
        {"nanosleep", R"(
int nanosleep(const timespec *t, timespec *left) {
    __slept += t->tv_sec + t->tv_nsec * 1e-9;
    return 0;
}
)"},
        {"TIME_UTC", "const int TIME_UTC = 1;"},
        {"timespec_get", R"(
int timespec_get(timespec *t, int base) {
    clock_gettime(CLOCK_REALTIME, t);
    return base;
}
)"},
        {"sched_yield", "int sched_yield() { return 0; }"},
        // <windows.h>, <conio.h>, and the functions that its compiler wants in place of C's
        {"DWORD", "typedef unsigned DWORD;", true},
        {"LONGLONG", "typedef long long LONGLONG;", true},
        {"LARGE_INTEGER", "union LARGE_INTEGER { LONGLONG QuadPart; };", true},
        {"QueryPerformanceFrequency", R"(
int QueryPerformanceFrequency(LARGE_INTEGER *to) {
    to->QuadPart = 10000000;
    return 1;
}
)"},
        {"QueryPerformanceCounter", R"(
int QueryPerformanceCounter(LARGE_INTEGER *to) {
    to->QuadPart = (LONGLONG)(__now() * 1e7);
    return 1;
}
)"},
        {"GetTickCount", "DWORD GetTickCount() { return (DWORD)(__now() * 1e3); }"},
        {"Sleep", "void Sleep(DWORD milliseconds) { __slept += milliseconds * 1e-3; }"},
        {"_getch", "int _getch() { return getchar(); }"},
        {"getch", "int getch() { return getchar(); }"},
        {"_strdup", "char *_strdup(const char *text) { return strdup(text); }"},
        {"strcpy_s", R"(
int strcpy_s(char *to, size_t most, const char *from) {
    if (strlen(from) >= most) return 34;
    strcpy(to, from);
    return 0;
}
)"},
        {"sprintf_s", R"(
template <typename... A> int sprintf_s(char *to, size_t most, const char *format, A... rest) {
    return snprintf(to, most, format, rest...);
}
)"},
        {"fopen_s", R"(
int fopen_s(FILE **f, const char *name, const char *mode) {
    *f = fopen(name, mode);
    return *f ? 0 : 2;
}
)"},
        {"__builtin_unreachable", "__host__ __device__ void __builtin_unreachable() {}"},
        {"__builtin_trap", "void __builtin_trap() { abort(); }"},
        {"__builtin_prefetch", R"(
template <typename... A> __host__ __device__ void __builtin_prefetch(const void *at, A... hints) {}
)"},
        {"__builtin_memcpy", R"(
void *__builtin_memcpy(void *to, const void *from, size_t bytes) {
    memcpy(to, from, bytes);
    return to;
}
)"},
        {"__builtin_memset", R"(
void *__builtin_memset(void *to, int value, size_t bytes) {
    memset(to, value, bytes);
    return to;
}
)"},
    };
    return parts;
}

}  // namespace stridescope::language
