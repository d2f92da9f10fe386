/* Tests of libaiprt. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "aiprt.h"

static void disjoint_compares_half_open_ranges(void **state)
{
    (void)state;
    char a[100];
    assert_true(aip_disjoint(a, 0, 50, a, 50, 100));
    assert_true(aip_disjoint(a, 50, 100, a, 0, 50));
    assert_false(aip_disjoint(a, 0, 51, a, 50, 100));
    assert_false(aip_disjoint(a, 0, 100, a + 99, 0, 1));
    assert_true(aip_disjoint(a, 0, 99, a + 99, 0, 1));
    assert_true(aip_disjoint(a + 10, -10, 0, a, 10, 20));
    assert_false(aip_disjoint(a + 10, -10, 1, a, 10, 20));
}

static void empty_ranges_are_disjoint(void **state)
{
    (void)state;
    char a[10];
    assert_true(aip_disjoint(a, 5, 5, a, 0, 10));
    assert_true(aip_disjoint(a, 5, 4, a, 0, 10));
    assert_true(aip_disjoint(NULL, 0, 0, NULL, 0, 0));
}

static void same_range_is_accepted_only_when_asked(void **state)
{
    (void)state;
    double a[10];
    assert_false(aip_disjoint(a, 0, 80, a, 0, 80));
    assert_true(aip_disjoint_or_same(a, 0, 80, a, 0, 80));
    assert_false(aip_disjoint_or_same(a + 1, 0, 72, a, 0, 72));
    assert_false(aip_disjoint_or_same(a, 8, 80, a, 0, 72));
}

static void rows_in_any_order_are_told_apart(void **state)
{
    (void)state;
    static double block[64];
    double *up[4] = { block, block + 8, block + 16, block + 24 };
    double *down[4] = { block + 24, block + 16, block + 8, block };
    double *mixed[4] = { block + 8, block + 24, block, block + 16 };
    double *twice[4] = { block + 8, block + 24, block, block + 8 };
    assert_true(aip_rows_disjoint(up, 0, 4, 0, 64));
    assert_true(aip_rows_disjoint(down, 0, 4, 0, 64));
    assert_true(aip_rows_disjoint(mixed, 0, 4, 0, 64));
    assert_false(aip_rows_disjoint(mixed, 0, 4, 0, 65));
    assert_false(aip_rows_disjoint(up, 0, 4, 0, 72));
    assert_false(aip_rows_disjoint(twice, 0, 4, 0, 64));
    assert_true(aip_rows_disjoint(twice, 1, 4, 0, 64));
    assert_true(aip_rows_disjoint(twice, 0, 4, 8, 8));
    assert_true(aip_rows_disjoint(twice, 3, 3, 0, 64));
}

static void rows_against_a_range(void **state)
{
    (void)state;
    static double block[64];
    double *rows[3] = { block + 40, block, block + 16 };
    assert_true(aip_rows_apart(rows, 0, 3, 0, 64, block, 64, 128));
    assert_false(aip_rows_apart(rows, 0, 3, 0, 64, block, 64, 129));
    assert_true(aip_rows_apart(rows, 0, 3, 0, 0, block, 0, 512));
}

static void rows_against_rows(void **state)
{
    (void)state;
    static double block[64];
    double *even[3] = { block + 32, block, block + 16 }, *odd[3] = { block + 40, block + 8, block + 24 };
    assert_true(aip_rows_rows_apart(even, 0, 3, 0, 64, odd, 0, 3, 0, 64));
    assert_false(aip_rows_rows_apart(even, 0, 3, 0, 72, odd, 0, 3, 0, 64));
    assert_false(aip_rows_rows_apart(even, 0, 3, 0, 64, even, 2, 3, 0, 8));
    assert_true(aip_rows_rows_apart(even, 0, 3, 0, 64, odd, 1, 1, 0, 64));
}

static void injective_finds_repeated_values(void **state)
{
    (void)state;
    int permutation[1000];
    for (int k = 0; k < 1000; k++)
        permutation[k] = k * 7 % 1000 - 500;
    assert_true(aip_injective_int(permutation, 0, 1000));
    permutation[999] = permutation[3];
    assert_false(aip_injective_int(permutation, 0, 1000));
    assert_true(aip_injective_int(permutation, 4, 1000));
    assert_true(aip_injective_int(permutation, 5, 5));
    assert_true(aip_injective_int(permutation, 5, 4));
}

static void injective_handles_extreme_values(void **state)
{
    (void)state;
    long far[4] = { INT64_MIN, 0, INT64_MAX - 1, -1 };
    assert_true(aip_injective_long(far, 0, 4));
    far[3] = INT64_MIN;
    assert_false(aip_injective_long(far, 0, 4));
    unsigned long wide[3] = { 0, UINT64_MAX - 1, 1ul << 40 };
    assert_true(aip_injective_ulong(wide, 0, 3));
    unsigned char bytes[3] = { 0, 255, 128 };
    assert_true(aip_injective_uchar(bytes, 0, 3));
    signed char small[3] = { 1, -1, 1 };
    assert_false(aip_injective_char(small, 0, 3));
    short middle[3] = { -32768, 32767, 0 };
    assert_true(aip_injective_short(middle, 0, 3));
    unsigned short high[2] = { 65535, 65535 };
    assert_false(aip_injective_ushort(high, 0, 2));
    unsigned word[2] = { 4000000000u, 3 };
    assert_true(aip_injective_uint(word, 0, 2));
}

static void blocks_cover_every_iteration_once(void **state)
{
    (void)state;
    for (ptrdiff_t count = 0; count < 200; count++)
        for (ptrdiff_t blocks = 1; blocks < 70; blocks += 3) {
            assert_int_equal(aip_block(count, blocks, 0), 0);
            assert_int_equal(aip_block(count, blocks, blocks), count);
            for (ptrdiff_t b = 0; b < blocks; b++) {
                ptrdiff_t size = aip_block(count, blocks, b + 1) - aip_block(count, blocks, b);
                assert_true(size == count / blocks || size == count / blocks + 1);
            }
        }
}

static void copies_are_zero_and_never_overflow(void **state)
{
    (void)state;
    char *copies = aip_copies(3, 100);
    assert_non_null(copies);
    for (int k = 0; k < 300; k++)
        assert_int_equal(copies[k], 0);
    aip_free(copies);
    assert_null(aip_copies(1 << 20, SIZE_MAX / 1024));
    assert_null(aip_copies(-1, 8));
    aip_free(aip_copies(0, 8));
    aip_free(NULL);
}

static void without_openmp_there_is_one_thread(void **state)
{
    (void)state;
    assert_int_equal(aip_threads(), 1);
    assert_int_equal(aip_scan_blocks(1000000, 1000, 64), 1);
    assert_int_equal(aip_copy_blocks(1000000, 8, 64), 1);
}

static void fixed_blocks_follow_from_sizes_alone(void **state)
{
    (void)state;
    assert_int_equal(aip_fixed_blocks(0, 8, 64), 1);
    assert_int_equal(aip_fixed_blocks(-5, 8, 64), 1);
    assert_int_equal(aip_fixed_blocks(4096, 800, 64), 4);
    assert_int_equal(aip_fixed_blocks(1000000, 800, 64), 16);
    assert_int_equal(aip_fixed_blocks(1000000, 800, 8), 8);
    assert_int_equal(aip_fixed_blocks(1000000, 1 << 26, 64), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(disjoint_compares_half_open_ranges),
        cmocka_unit_test(empty_ranges_are_disjoint),
        cmocka_unit_test(same_range_is_accepted_only_when_asked),
        cmocka_unit_test(rows_in_any_order_are_told_apart),
        cmocka_unit_test(rows_against_a_range),
        cmocka_unit_test(rows_against_rows),
        cmocka_unit_test(injective_finds_repeated_values),
        cmocka_unit_test(injective_handles_extreme_values),
        cmocka_unit_test(blocks_cover_every_iteration_once),
        cmocka_unit_test(copies_are_zero_and_never_overflow),
        cmocka_unit_test(without_openmp_there_is_one_thread),
        cmocka_unit_test(fixed_blocks_follow_from_sizes_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
