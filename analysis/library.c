#include "analysis/library.h"

#include <string.h>

enum {
    ISO = LIBRARY_ISO,
    ERR = LIBRARY_ERRNO,
    IO = LIBRARY_IO,
    HID = LIBRARY_HIDDEN,
    MATH = LIBRARY_ISO | LIBRARY_MATH | LIBRARY_ERRNO,
    EXACT = LIBRARY_ISO | LIBRARY_MATH,   /* mathematics that never fails */
    XMATH = LIBRARY_MATH | LIBRARY_ERRNO, /* outside ISO C */
    LOC = LIBRARY_LOCALE,
    RET0 = LIBRARY_RETURNS_0,
    FMT = LIBRARY_FORMAT
};

/* Functions that behave alike share a row; names are separated by blanks. */
static const struct library_function rows[] = {
    /* math.h, complex.h, fenv.h */
    { "acos acosh asin asinh atan atan2 atanh cbrt cos cosh erf erfc exp exp2 expm1 fdim fma fmod hypot ilogb ldexp "
      "log log10 log1p log2 logb nextafter nexttoward pow remainder scalbln scalbn sin sinh sqrt tan tanh tgamma",
      ".+", MATH },
    { "lgamma", ".+", MATH },
    { "ceil copysign fabs floor fmax fmin round trunc", ".+", EXACT },
    { "lround llround", ".+", MATH },
    { "rint nearbyint lrint llrint", ".+", MATH | LOC },
    { "cabs cacos cacosh carg casin casinh catan catanh ccos ccosh cexp clog cpow csin csinh csqrt ctan ctanh", ".+",
      MATH },
    { "cimag conj cproj creal", ".+", EXACT },
    { "nan", "r", EXACT },
    { "frexp", ".w", EXACT },
    { "modf", ".w", EXACT },
    { "remquo", "..w", MATH },
    { "sincos", ".ww", XMATH },
    { "lgamma_r gamma_r", ".w", XMATH },
    { "exp10 pow10 drem significand gamma scalb j0 j1 y0 y1 jn yn", ".+", XMATH },
    { "finite isinf isnan", ".+", LIBRARY_MATH },
    { "roundeven fmaximum fminimum", ".+", LIBRARY_MATH },
    { "__isnan __isinf __finite __signbit __fpclassify __isinff __isnanf __finitef __signbitf __fpclassifyf __isinfl "
      "__isnanl __finitel __signbitl __fpclassifyl __issignaling __iseqsig __isinf_sign isfinite isnormal signbit "
      "isunordered isgreater isgreaterequal isless islessequal islessgreater fpclassify",
      ".+", ISO },
    { "fegetround fetestexcept", ".+", ISO | LOC | HID },
    { "fegetenv fegetexceptflag", "w.", ISO | HID },
    { "feclearexcept feraiseexcept fesetround feholdexcept fesetenv feupdateenv fesetexceptflag feenableexcept "
      "fedisableexcept",
      "x.", ISO | HID | LIBRARY_SETS_MODE },
    /* stdlib.h: numbers */
    { "abs labs llabs imaxabs div ldiv lldiv imaxdiv", ".+", ISO },
    { "atoi atol atoll atof", "r", ISO | ERR | LOC },
    { "strtol strtoul strtoll strtoull strtoimax strtoumax", "re.", ISO | ERR | LOC },
    { "strtod strtof strtold strtoq strtouq", "re.", ISO | ERR | LOC },
    { "wcstol wcstoul wcstoll wcstoull wcstod wcstof wcstold", "re.", ISO | ERR | LOC },
    { "a64l", "r", 0 },
    /* random numbers */
    { "rand random lrand48 mrand48 drand48", ".+", HID },
    { "srand srandom srand48", ".", HID },
    { "rand_r", "x", 0 },
    { "erand48 nrand48 jrand48", "x", HID },
    { "seed48 lcong48", "r", HID | LIBRARY_STATIC },
    { "initstate", ".k.", HID | LIBRARY_STATIC },
    { "setstate", "k", HID | LIBRARY_STATIC },
    { "random_r lrand48_r mrand48_r drand48_r", "xw", 0 },
    { "srandom_r srand48_r", ".w", 0 },
    { "erand48_r nrand48_r jrand48_r", "xxw", 0 },
    { "initstate_r", ".k.k", 0 },
    { "arc4random arc4random_uniform getentropy getrandom", "w..", IO },
    /* stdlib.h: memory */
    { "malloc", ".", ISO | ERR | LIBRARY_ALLOCATES },
    { "calloc aligned_alloc", "..", ISO | ERR | LIBRARY_ALLOCATES },
    { "valloc pvalloc memalign", "..", ERR | LIBRARY_ALLOCATES },
    { "realloc", "f.", ISO | ERR | LIBRARY_ALLOCATES | LIBRARY_REALLOC },
    { "reallocarray", "f..", ERR | LIBRARY_ALLOCATES | LIBRARY_REALLOC },
    { "free", "f", ISO },
    { "cfree", "f", 0 },
    { "free_sized free_aligned_sized", "f..", 0 },
    { "posix_memalign", "a..", 0 },
    { "alloca __builtin_alloca alloca_with_align", "..", LIBRARY_ALLOCATES },
    { "_mm_malloc numa_alloc_local numa_alloc_interleaved numa_alloc_onnode numa_alloc", "..",
      LIBRARY_ALLOCATES | ERR },
    { "_mm_free numa_free", "f.", 0 },
    { "malloc_usable_size", "r", 0 },
    { "mmap", "......", ERR | IO | LIBRARY_ALLOCATES },
    { "munmap", "f.", ERR },
    { "madvise mprotect mlock munlock msync posix_madvise", "...", ERR | IO },
    { "sbrk brk mallopt malloc_trim mlockall", "..", HID | LIBRARY_STATIC },
    /* fftw and similar allocators by their usual names */
    { "fftw_malloc fftwf_malloc fftw_alloc_real fftw_alloc_complex fftwf_alloc_real fftwf_alloc_complex", ".",
      ERR | LIBRARY_ALLOCATES },
    { "fftw_free fftwf_free", "f", 0 },
    /* stdlib.h: the rest */
    { "exit _Exit quick_exit abort", ".", ISO | IO | LIBRARY_NO_RETURN },
    { "_exit", ".", IO | LIBRARY_NO_RETURN },
    { "atexit at_quick_exit", "k", ISO | HID },
    { "on_exit", "kk", HID },
    { "getenv", "r", ISO | LIBRARY_STATIC | HID },
    { "secure_getenv", "r", LIBRARY_STATIC | HID },
    { "setenv putenv unsetenv clearenv", "kk.", ERR | HID },
    { "system", "r", ISO | IO },
    { "qsort", "x..c", ISO },
    { "qsort_r", "x..ck", 0 },
    { "bsearch", "rr..c", ISO | LIBRARY_RETURNS_1 },
    { "lfind", "rrr.c", LIBRARY_RETURNS_1 },
    { "mblen mbtowc wctomb", "wr.", ISO | LOC | HID },
    { "mbstowcs wcstombs", "wr.", ISO | LOC | ERR },
    { "realpath", "rw", ERR | IO | LIBRARY_RETURNS_1 | LIBRARY_STATIC },
    { "mkstemp mkdtemp mktemp mkostemp", "x.", ERR | IO | RET0 },
    /* string.h, strings.h */
    { "memcpy memmove memccpy", "wr..", ISO | LIBRARY_COPIES | RET0 },
    { "mempcpy __memcpy_chk __memmove_chk __builtin___memcpy_chk __builtin___memmove_chk", "wr..",
      LIBRARY_COPIES | RET0 },
    { "___memcpy_chk ___memmove_chk", "wr..", LIBRARY_COPIES | RET0 },
    { "memset", "w..", ISO | RET0 },
    { "bzero explicit_bzero __memset_chk ___memset_chk", "w...", RET0 },
    { "memcmp strcmp strncmp", "rr.", ISO },
    { "bcmp strcasecmp strncasecmp strverscmp strcasestr", "rr.", LOC },
    { "strcoll wcscoll", "rr", ISO | LOC },
    { "strxfrm wcsxfrm", "wr.", ISO | LOC },
    { "memchr strchr strrchr strpbrk strstr wcschr wcsrchr wcsstr wmemchr", "rr.", ISO | RET0 },
    { "rawmemchr memrchr strchrnul index rindex memmem basename", "rr..", RET0 },
    { "strlen strspn strcspn wcslen", "rr", ISO },
    { "strnlen wcsnlen ffs ffsl ffsll", "r.", 0 },
    { "strcpy strncpy wcscpy wcsncpy", "wr.", ISO | RET0 },
    { "strcat strncat wcscat wcsncat", "xr.", ISO | RET0 },
    { "stpcpy stpncpy strlcpy __strcpy_chk ___strcpy_chk ___strncpy_chk", "wr..", RET0 },
    { "strlcat ___strcat_chk ___strncat_chk", "xr..", RET0 },
    { "strdup strndup wcsdup", "r.", ERR | LIBRARY_ALLOCATES },
    { "strtok", "kr", ISO | HID | RET0 | LIBRARY_STATIC },
    { "strtok_r strsep", "krk", RET0 | LIBRARY_STATIC },
    { "strerror strsignal", ".", ISO | LOC | HID | LIBRARY_STATIC },
    { "strerror_r", ".w.", LOC | LIBRARY_RETURNS_1 },
    { "wmemcpy wmemmove", "wr.", ISO | RET0 },
    { "wmemset", "w..", ISO | RET0 },
    { "wmemcmp wcscmp wcsncmp", "rr.", ISO },
    /* ctype.h, wctype.h: their tables hang on the locale */
    { "isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower "
      "toupper iswalnum iswalpha iswdigit iswlower iswspace iswupper towlower towupper",
      ".", ISO | LOC },
    { "isascii toascii", ".", LOC },
    { "__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc", ".", LOC | LIBRARY_TABLE },
    { "__ctype_get_mb_cur_max", ".", LOC },
    { "setlocale", ".r", ISO | HID | LIBRARY_STATIC | LIBRARY_SETS_MODE },
    { "localeconv", ".", ISO | LOC | LIBRARY_STATIC },
    { "newlocale uselocale duplocale freelocale", "...", HID | LIBRARY_STATIC | LIBRARY_SETS_MODE },
    { "nl_langinfo", ".", LOC | LIBRARY_STATIC },
    /* stdio.h */
    { "printf vprintf", "rr+", ISO | IO | FMT },
    { "fprintf vfprintf", ".rr+", ISO | IO | FMT },
    { "dprintf vdprintf", ".rr+", IO | FMT },
    { "sprintf vsprintf", "wrr+", ISO | LOC | FMT },
    { "snprintf vsnprintf", "w.rr+", ISO | LOC | FMT },
    { "__printf_chk", ".rr+", IO | FMT },
    { "__fprintf_chk", "..rr+", IO | FMT },
    { "___sprintf_chk", "w..rr+", LOC | FMT },
    { "___snprintf_chk", "w...rr+", LOC | FMT },
    { "asprintf vasprintf", "arr+", ERR | LOC | FMT },
    { "wprintf vwprintf", "rr+", ISO | IO | FMT },
    { "fwprintf vfwprintf", ".rr+", ISO | IO | FMT },
    { "swprintf vswprintf", "w.rr+", ISO | LOC | FMT },
    { "scanf vscanf wscanf", "rw+", ISO | IO },
    { "fscanf vfscanf fwscanf", ".rw+", ISO | IO },
    { "sscanf vsscanf swscanf", "rrw+", ISO | LOC | ERR },
    { "__isoc99_scanf __isoc23_scanf", "rw+", IO },
    { "__isoc99_fscanf __isoc23_fscanf", ".rw+", IO },
    { "__isoc99_sscanf __isoc23_sscanf", "rrw+", LOC | ERR },
    { "__isoc23_strtol __isoc23_strtoul __isoc23_strtoll __isoc23_strtoull __isoc23_strtoimax __isoc23_strtoumax",
      "re.", LOC | ERR },
    { "putchar puts perror putwchar", "r", ISO | IO },
    { "putc fputc fputs ungetc fputwc putwc fputws", "r.", ISO | IO },
    { "getchar getwchar", ".", ISO | IO },
    { "getc fgetc fgetwc getwc", ".", ISO | IO },
    { "gets", "w", IO | RET0 },
    { "fgets fgetws", "w..", ISO | IO | RET0 },
    { "fread", "w...", ISO | IO },
    { "fwrite", "r...", ISO | IO },
    { "putc_unlocked putchar_unlocked getc_unlocked getchar_unlocked fputc_unlocked fgetc_unlocked putw getw", "..",
      IO },
    { "fread_unlocked fgets_unlocked", "w...", IO | RET0 },
    { "fwrite_unlocked fputs_unlocked", "r...", IO },
    { "fopen freopen tmpfile fdopen popen", "rr+", IO | ERR | LIBRARY_ALLOCATES },
    { "open_memstream fmemopen", "kk.", IO | ERR | LIBRARY_ALLOCATES },
    { "fclose fflush fseek ftell rewind feof ferror clearerr fseeko ftello pclose fileno flockfile funlockfile setbuf "
      "setvbuf setlinebuf fflush_unlocked",
      ".k..", IO | ERR },
    { "fgetpos fsetpos", ".x", ISO | IO | ERR },
    { "remove rename tmpnam", "rr", ISO | IO | ERR | LIBRARY_STATIC },
    { "getline", "ax.", IO | ERR },
    { "getdelim", "ax..", IO | ERR },
    { "__underflow __uflow __overflow", "x.", IO },
    /* time.h, sys/time.h */
    { "time", "w", ISO | IO },
    { "clock", ".", ISO | IO },
    { "times", "w", IO },
    { "getrusage", ".w", IO },
    { "clock_gettime clock_getres timespec_get", ".w", IO },
    { "gettimeofday", "ww", IO },
    { "timespec_getres", "w.", IO },
    { "difftime", "..", ISO },
    { "mktime timegm", "x", ISO | LOC | HID },
    { "localtime gmtime ctime asctime", "r", ISO | HID | LIBRARY_STATIC },
    { "localtime_r gmtime_r", "rw", LIBRARY_RETURNS_1 | LOC },
    { "ctime_r asctime_r", "rw", LIBRARY_RETURNS_1 | LOC },
    { "strftime wcsftime", "w.rr", ISO | LOC },
    { "strptime", "rrw", LOC | RET0 },
    { "sleep usleep nanosleep clock_nanosleep", "rw.w", IO },
    { "tzset", ".", HID },
    { "setitimer alarm timer_create", "...", IO },
    /* assert.h, setjmp.h, signal.h */
    { "__assert_fail __assert __assert_rtn __assert_perror_fail", "r+", IO | LIBRARY_NO_RETURN },
    { "err errx verr verrx", ".r+", IO | LIBRARY_NO_RETURN | FMT },
    { "warn warnx vwarn vwarnx", "r+", IO | FMT },
    { "error", "..r+", IO | LIBRARY_NO_RETURN | FMT },
    { "longjmp siglongjmp _longjmp", "r.", ISO | LIBRARY_NO_RETURN | LIBRARY_JUMPS },
    { "setjmp _setjmp sigsetjmp __sigsetjmp", "w.", ISO | LIBRARY_JUMPS },
    { "signal", ".k", ISO | HID | IO | LIBRARY_STATIC },
    { "bsd_signal sysv_signal __sysv_signal", ".k", HID | IO | LIBRARY_STATIC },
    { "sigaction", ".kw", HID | IO },
    { "raise", ".", ISO | IO | LIBRARY_NO_RETURN },
    { "kill", "..", IO | LIBRARY_NO_RETURN },
    { "sigemptyset sigfillset sigaddset sigdelset", "x.", 0 },
    { "sigprocmask pthread_sigmask", ".rw", IO },
    { "__errno_location", ".", LIBRARY_STATIC },
    /* compiler built-ins */
    { "expect expect_with_probability bswap16 bswap32 bswap64 clz clzl clzll ctz ctzl ctzll popcount popcountl "
      "popcountll parity parityl parityll clrsb clrsbl huge_val huge_valf huge_vall inf inff infl isinf_sign "
      "constant_p object_size classify_type choose_expr types_compatible_p dynamic_object_size nanf nanl nans "
      "__bswap_16 __bswap_32 __bswap_64 htonl htons ntohl ntohs bitreverse32 bitreverse64",
      ".+", 0 },
    { "prefetch", ".+", 0 },
    { "assume assume_aligned is_constant_evaluated", "...", RET0 },
    { "add_overflow sub_overflow mul_overflow sadd_overflow ssub_overflow smul_overflow uadd_overflow usub_overflow "
      "umul_overflow saddl_overflow ssubl_overflow smull_overflow uaddl_overflow usubl_overflow umull_overflow",
      "..w", 0 },
    { "unreachable trap debugtrap", ".", LIBRARY_NO_RETURN },
    { "ia32_rdtsc rdtsc readcyclecounter cpu_supports cpu_init", ".", IO },
    { "va_start va_end", "x.", 0 },
    { "va_copy", "wr", 0 },
    /* unistd.h and other system calls that only look or only print */
    { "getpid getppid getuid geteuid getgid gettid sysconf isatty getpagesize get_nprocs sched_getcpu", ".", IO | ERR },
    { "gethostname getcwd", "w.", IO | ERR | RET0 },
    { "read pread", ".w..", IO | ERR },
    { "write pwrite", ".r..", IO | ERR },
    { "open creat access unlink mkdir rmdir chdir chmod truncate link symlink", "rr.", IO | ERR },
    { "close lseek dup dup2 fsync ftruncate pipe", "w..", IO | ERR },
    { "stat lstat", "rw", IO | ERR },
    { "fstat", ".w", IO | ERR },
    { "uname", "w", IO | ERR },
    { "sched_yield sched_setaffinity", "..r", IO },
    { "getopt", ".kr", HID | LIBRARY_STATIC | IO },
    { "getopt_long getopt_long_only", ".krkw", HID | LIBRARY_STATIC | IO },
    { "opendir", "r", IO | ERR | LIBRARY_ALLOCATES },
    { "readdir", ".", IO | HID | LIBRARY_STATIC },
    { "closedir rewinddir", ".", IO },
    { "fork vfork execv execvp execve execl execlp wait waitpid", "kkk", IO | LIBRARY_JUMPS },
    /* threads: whatever they run concurrently is unknown; program.h has_threads says that they are there */
    { "pthread_create", "wrck", IO | HID },
    { "thrd_create", "wck", IO | HID },
    { "pthread_join thrd_join", ".w", IO | HID },
    { "pthread_mutex_lock pthread_mutex_unlock pthread_mutex_trylock pthread_mutex_init pthread_mutex_destroy "
      "pthread_cond_wait pthread_cond_signal pthread_cond_broadcast pthread_cond_init pthread_barrier_wait "
      "pthread_barrier_init pthread_barrier_destroy pthread_spin_lock pthread_spin_unlock mtx_lock mtx_unlock "
      "mtx_init cnd_wait cnd_signal cnd_broadcast sem_wait sem_post sem_init",
      "xx.", HID | IO },
    { "pthread_self pthread_equal", "..", HID },
    { "pthread_exit thrd_exit", "k", LIBRARY_NO_RETURN | IO },
    /* the OpenMP and MPI run-time systems */
    { "omp_get_thread_num omp_get_num_threads omp_get_max_threads omp_get_num_procs omp_in_parallel "
      "omp_set_num_threads omp_set_dynamic omp_set_nested omp_get_level omp_set_schedule omp_get_thread_limit "
      "omp_get_team_size omp_get_ancestor_thread_num omp_get_dynamic omp_get_nested",
      ".+", HID },
    { "omp_get_wtime omp_get_wtick", ".", IO },
    { "omp_init_lock omp_set_lock omp_unset_lock omp_destroy_lock omp_test_lock omp_init_nest_lock "
      "omp_set_nest_lock omp_unset_nest_lock omp_destroy_nest_lock",
      "x", HID },
};

static void add_name(struct library *library, const struct library_function *row, const char *name)
{
    struct library_function *entry = ARENA_NEW(library->arena, struct library_function);
    *entry = *row;
    entry->name = name;
    *string_map_slot(library->arena, &library->functions, name) = entry;
}

/* See library.h. */
void library_init(struct library *library, struct arena *arena)
{
    library->arena = arena;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const char *name = rows[k].name;
        while (*name) {
            size_t length = strcspn(name, " ");
            const char *copy = arena_strndup(arena, name, length);
            add_name(library, &rows[k], copy);
            if (rows[k].flags & LIBRARY_MATH) {
                add_name(library, &rows[k], arena_printf(arena, "%sf", copy));
                add_name(library, &rows[k], arena_printf(arena, "%sl", copy));
            }
            name += length + strspn(name + length, " ");
        }
    }
}

/* See library.h. */
const struct library_function *library_find(const struct library *library, const struct function *function)
{
    const char *name = function->name;
    bool is_builtin = strncmp(name, "__builtin_", 10) == 0;
    if (is_builtin)
        name += 10;
    const struct library_function *entry = string_map_get(&library->functions, name);
    if (!entry || function->is_static)
        return function->is_static && function->is_system ? entry : NULL;
    return is_builtin || function->is_system || (entry->flags & LIBRARY_ISO) ? entry : NULL;
}

/* See library.h. */
char library_argument(const struct library_function *entry, unsigned k)
{
    size_t length = strlen(entry->arguments);
    bool repeats = length > 1 && entry->arguments[length - 1] == '+';
    if (repeats)
        length--;
    if (k < length)
        return entry->arguments[k];
    return repeats ? entry->arguments[length - 1] : '.';
}

/* See library.h. */
int library_returned_argument(const struct library_function *entry)
{
    for (int k = 0; k < 3; k++)
        if (entry->flags & (LIBRARY_RETURNS_0 << k))
            return k;
    return -1;
}
