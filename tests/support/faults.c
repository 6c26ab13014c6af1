// Loaded before a program (LD_PRELOAD): makes its k-th call of one kind fail, to see what becomes
// of its files.
//   FAULTS_CALL   open, read, write, fsync, close, rename, link, mkdir or thread
//   FAULTS_AT     which one of them, from 1; 0: every one
//   FAULTS_ERROR  the errno; for write also "short" (half is written, every time) and "none" (it
//                 says that it wrote nothing)
//   FAULTS_UNDER  a folder: calls that have to do with other files are left alone
//   FAULTS_MARK   a file that is made when a call failed, which tells the test to go on
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char* setting(const char* name) {
    const char* value = getenv(name);
    return value == NULL ? "" : value;
}

static int concerns_path(const char* path) {
    const char* under = setting("FAULTS_UNDER");
    char whole[4096];
    if (path[0] == '/') return strncmp(path, under, strlen(under)) == 0;
    // Relative to where the program was started.
    if (getcwd(whole, sizeof whole) == NULL) return 0;
    return strncmp(whole, under, strlen(under)) == 0;
}

static int concerns_file(int file) {
    char name[64], path[4096];
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    const ssize_t length = readlink(name, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = '\0';
    return path[0] == '/' && concerns_path(path);  // else it is a pipe
}

// Whether this call is the one that is to fail.
static int is_due(const char* call, int concerned) {
    static atomic_long count;
    if (!concerned || strcmp(setting("FAULTS_CALL"), call) != 0) return 0;
    const char* error = setting("FAULTS_ERROR");
    const int always = strcmp(error, "short") == 0 || strcmp(error, "none") == 0;
    const long at = atol(setting("FAULTS_AT"));
    if (!always && at != 0 && atomic_fetch_add(&count, 1) + 1 != at) return 0;
    const char* mark = setting("FAULTS_MARK");
    if (mark[0] != '\0') {
        const long file = syscall(SYS_openat, AT_FDCWD, mark, O_WRONLY | O_CREAT, 0600);
        if (file >= 0) syscall(SYS_close, file);
    }
    errno = atoi(error);
    return 1;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int opened(const char* name, int folder, const char* path, int flags, mode_t mode) {
    const int concerned = path[0] == '/' || folder == AT_FDCWD ? concerns_path(path)
                                                               : concerns_file(folder);
    if (is_due("open", concerned)) return -1;
    (void)name;
    return (int)syscall(SYS_openat, folder, path, flags, mode);
}

#define MODE                                       \
    va_list rest;                                  \
    va_start(rest, flags);                         \
    const mode_t mode = va_arg(rest, unsigned int); \
    va_end(rest)

int open(const char* path, int flags, ...) {
    MODE;
    return opened("open", AT_FDCWD, path, flags, mode);
}
int open64(const char* path, int flags, ...) {
    MODE;
    return opened("open", AT_FDCWD, path, flags, mode);
}
int openat(int folder, const char* path, int flags, ...) {
    MODE;
    return opened("open", folder, path, flags, mode);
}
int openat64(int folder, const char* path, int flags, ...) {
    MODE;
    return opened("open", folder, path, flags, mode);
}

ssize_t read(int file, void* to, size_t bytes) {
    if (is_due("read", concerns_file(file))) return -1;
    return syscall(SYS_read, file, to, bytes);
}

ssize_t write(int file, const void* from, size_t bytes) {
    if (is_due("write", concerns_file(file))) {
        if (strcmp(setting("FAULTS_ERROR"), "none") == 0) return 0;
        if (strcmp(setting("FAULTS_ERROR"), "short") != 0) return -1;
        bytes = bytes > 1 ? bytes / 2 : bytes;
    }
    return syscall(SYS_write, file, from, bytes);
}

int fsync(int file) {
    if (is_due("fsync", concerns_file(file))) return -1;
    return (int)syscall(SYS_fsync, file);
}

int close(int file) {
    const int concerned = concerns_file(file);
    const int result = (int)syscall(SYS_close, file);
    if (is_due("close", concerned)) return -1;
    return result;
}

int rename(const char* from, const char* to) {
    if (is_due("rename", concerns_path(to))) return -1;
    return NEXT(rename)(from, to);
}
int renameat(int from_folder, const char* from, int to_folder, const char* to) {
    if (is_due("rename", concerns_path(to))) return -1;
    return NEXT(renameat)(from_folder, from, to_folder, to);
}

int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) {
    if (is_due("link", concerns_path(from))) return -1;
    return NEXT(linkat)(from_folder, from, to_folder, to, flags);
}

int mkdir(const char* path, mode_t mode) {
    if (is_due("mkdir", concerns_path(path))) return -1;
    return NEXT(mkdir)(path, mode);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                   void* argument) {
    if (is_due("thread", 1)) return errno;
    return NEXT(pthread_create)(thread, attributes, start, argument);
}
