// A disk that fails on request, and a journal of everything that is written to it, for a program that loads this first.
//
// DISK_ROOT is the folder in question; DISK_FAULTS, a file whose first byte says what fails now; DISK_JOURNAL, a file to
// append the journal to.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { FULL = 1, TORN = 2, UNSYNCED = 4, NO_LOG = 8 };

static const volatile unsigned char *faults = (const unsigned char *)"";
static int journal = -1;
static char root[PATH_MAX];

#define REAL(result, name, ...)                                                                                       \
    static result (*real)(__VA_ARGS__);                                                                                \
    if (!real) real = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

__attribute__((constructor)) static void start(void) {
    if (!getenv("DISK_ROOT") || !realpath(getenv("DISK_ROOT"), root)) return;
    const char *file = getenv("DISK_FAULTS");
    if (file) {
        int fd = syscall(SYS_openat, AT_FDCWD, file, O_RDONLY | O_CLOEXEC, 0);
        void *page = mmap(0, 1, PROT_READ, MAP_SHARED, fd, 0);
        if (page != MAP_FAILED) faults = page;
    }
    file = getenv("DISK_JOURNAL");
    if (file) journal = syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_APPEND | O_CLOEXEC, 0);
}

// The path below the root, or null.
static const char *below(const char *path) {
    size_t length = strlen(root);
    return length && !strncmp(path, root, length) && path[length] == '/' ? path + length + 1 : 0;
}

static const char *path_of(int fd, char *buffer) {
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, buffer, PATH_MAX - 1);
    buffer[length < 0 ? 0 : length] = 0;
    return !strcmp(buffer, root) ? "" : below(buffer);
}

static const char *path_at(int folder, const char *path, char *buffer) {
    if (path[0] == '/') return below(path);
    if (folder == AT_FDCWD || !path_of(folder, buffer)) return 0;
    strncat(strcat(buffer, "/"), path, PATH_MAX - 1 - strlen(buffer));
    return below(buffer);
}

// The index of SQLite's log is a shared memory, which nothing needs after a power cut.
static int is_watched(int fd) {
    char buffer[PATH_MAX];
    if (!*root || (journal < 0 && !*faults)) return 0;
    const char *path = path_of(fd, buffer);
    return path && !strstr(path, "-shm");
}

static void note(char kind, uint64_t inode, uint64_t offset, const void *one, size_t n_one, const void *two, size_t n_two) {
    uint64_t head[4] = {kind, inode, offset, n_one + n_two};
    struct iovec parts[3] = {{head, sizeof head}, {(void *)one, n_one}, {(void *)two, n_two}};
    if (journal >= 0) syscall(SYS_writev, journal, parts, 3);
}

static uint64_t inode_of(int fd) {
    struct stat about;
    return fstat(fd, &about) ? 0 : about.st_ino;
}

static int fails(int error) {
    errno = error;
    return -1;
}

// What a write meets: the number of bytes that reach the disk, or -1.
static ssize_t allowed(int fd, off_t offset, size_t n) {
    if (fd == 2) return *faults & NO_LOG ? fails(ENOSPC) : (ssize_t)n;
    if (!(*faults & (FULL | TORN)) || !is_watched(fd)) return n;
    struct stat about;
    if (*faults & TORN) return n / 2;
    return !fstat(fd, &about) && offset + (off_t)n > about.st_size ? fails(ENOSPC) : (ssize_t)n;
}

static ssize_t written(int fd, const void *bytes, off_t offset, ssize_t n_done, size_t n_asked) {
    if (n_done > 0 && journal >= 0 && is_watched(fd)) note('W', inode_of(fd), offset, bytes, n_done, 0, 0);
    return n_done >= 0 && (size_t)n_done < n_asked && *faults & TORN ? fails(EIO) : n_done;
}

ssize_t write(int fd, const void *bytes, size_t n) {
    REAL(ssize_t, "write", int, const void *, size_t);
    off_t offset = fd > 2 && *root ? lseek(fd, 0, fcntl(fd, F_GETFL) & O_APPEND ? SEEK_END : SEEK_CUR) : 0;
    ssize_t most = allowed(fd, offset, n);
    return most < 0 ? most : written(fd, bytes, offset, real(fd, bytes, most), n);
}

ssize_t writev(int fd, const struct iovec *parts, int n_parts) {
    REAL(ssize_t, "writev", int, const struct iovec *, int);
    return fd == 2 && allowed(fd, 0, 1) < 0 ? -1 : real(fd, parts, n_parts);
}

ssize_t pwrite64(int fd, const void *bytes, size_t n, off64_t offset) {
    REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
    ssize_t most = allowed(fd, offset, n);
    return most < 0 ? most : written(fd, bytes, offset, real(fd, bytes, most, offset), n);
}

ssize_t pwrite(int fd, const void *bytes, size_t n, off_t offset) { return pwrite64(fd, bytes, n, offset); }

int ftruncate64(int fd, off64_t size) {
    REAL(int, "ftruncate64", int, off64_t);
    int done = real(fd, size);
    if (!done && journal >= 0 && is_watched(fd)) note('T', inode_of(fd), size, 0, 0, 0, 0);
    return done;
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

static int synced(int fd, int done) {
    if (!is_watched(fd)) return done;
    if (*faults & UNSYNCED) return fails(EIO);
    if (!done) note('S', inode_of(fd), 0, 0, 0, 0, 0);
    return done;
}

int fsync(int fd) {
    REAL(int, "fsync", int);
    return synced(fd, real(fd));
}

int fdatasync(int fd) {
    REAL(int, "fdatasync", int);
    return synced(fd, real(fd));
}

int openat64(int folder, const char *path, int flags, ...) {
    REAL(int, "openat64", int, const char *, int, ...);
    va_list more;
    va_start(more, flags);
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(more, mode_t) : 0;
    va_end(more);
    char buffer[PATH_MAX];
    const char *name = *root && flags & (O_CREAT | O_TRUNC) ? path_at(folder, path, buffer) : 0;
    if (!name || strstr(name, "-shm")) return real(folder, path, flags, mode);
    struct stat about;
    int is_new = fstatat(folder, path, &about, AT_SYMLINK_NOFOLLOW);
    if (is_new && *faults & FULL) return fails(ENOSPC);
    int fd = real(folder, path, flags, mode);
    if (fd >= 0 && is_new) note('C', inode_of(fd), 0, name, strlen(name), 0, 0);
    if (fd >= 0 && !is_new && flags & O_TRUNC) note('T', inode_of(fd), 0, 0, 0, 0, 0);
    return fd;
}

#define OPEN(name, ...)                                                                                               \
    va_list more;                                                                                                      \
    va_start(more, flags);                                                                                             \
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(more, mode_t) : 0;                                          \
    va_end(more);                                                                                                      \
    return openat64(__VA_ARGS__, path, flags, mode)

int open64(const char *path, int flags, ...) { OPEN(open64, AT_FDCWD); }
int open(const char *path, int flags, ...) { OPEN(open, AT_FDCWD); }
int openat(int folder, const char *path, int flags, ...) { OPEN(openat, folder); }

int mkdir(const char *path, mode_t mode) {
    REAL(int, "mkdir", const char *, mode_t);
    char buffer[PATH_MAX];
    const char *name = *root ? path_at(AT_FDCWD, path, buffer) : 0;
    struct stat about;
    if (name && *faults & FULL && stat(path, &about)) return fails(ENOSPC);
    int done = real(path, mode);
    if (name && !done && !stat(path, &about)) note('D', about.st_ino, 0, name, strlen(name), 0, 0);
    return done;
}

int rename(const char *from, const char *to) {
    REAL(int, "rename", const char *, const char *);
    int done = real(from, to);
    const char *old = below(from), *new = below(to);
    if (old && new && !done) note('R', 0, strlen(old), old, strlen(old), new, strlen(new));
    return done;
}

int unlinkat(int folder, const char *path, int flags) {
    REAL(int, "unlinkat", int, const char *, int);
    char buffer[PATH_MAX];
    const char *name = *root ? path_at(folder, path, buffer) : 0;
    int done = real(folder, path, flags);
    if (name && !done && !strstr(name, "-shm")) note('U', 0, 0, name, strlen(name), 0, 0);
    return done;
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }
