/*
 * As much of Criterion as the C tests use, for systems without it (tests/platforms.sh). Each test
 * runs in a process of its own; tests/platforms/criterion.c has main. There are no time limits.
 */
#ifndef ADIT_TESTS_CRITERION_H
#define ADIT_TESTS_CRITERION_H
#pragma GCC system_header

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct small_test {
	const char *suite, *name;
	void (*run)(void), (*init)(void), (*fini)(void); /* a suite has no `run` */
	int exit_code, signal;                           /* as which it has to end */
	double timeout;
	bool disabled;
	struct small_test *next;
};

void small_add(struct small_test *t);
void small_say(const char *file, int line, const char *what, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
void small_fail(bool is_last);
void small_skip(void);

#define SMALL_ADD(Id, ...)                                      \
	static struct small_test Id = { __VA_ARGS__ };          \
	__attribute__((constructor)) static void Id##_add(void) \
	{                                                       \
		small_add(&Id);                                 \
	}
#define Test(Suite, Name, ...)                                           \
	static void Suite##_##Name##_run(void);                          \
	SMALL_ADD(Suite##_##Name##_test, .suite = #Suite, .name = #Name, \
	    .run = Suite##_##Name##_run, __VA_ARGS__)                    \
	static void Suite##_##Name##_run(void)
#define TestSuite(Suite, ...) SMALL_ADD(Suite##_suite, .suite = #Suite, __VA_ARGS__)

#define SMALL_CHECK(Is_last, Condition, What, ...)                           \
	do {                                                                 \
		if (!(Condition)) {                                          \
			small_say(__FILE__, __LINE__, What, "" __VA_ARGS__); \
			small_fail(Is_last);                                 \
		}                                                            \
	} while (0)

#define cr_expect(C, ...)           SMALL_CHECK(false, C, #C, __VA_ARGS__)
#define cr_expect_not(C, ...)       SMALL_CHECK(false, !(C), "not " #C, __VA_ARGS__)
#define cr_expect_null(P, ...)      SMALL_CHECK(false, (P) == NULL, #P, __VA_ARGS__)
#define cr_expect_not_null(P, ...)  SMALL_CHECK(false, (P) != NULL, #P, __VA_ARGS__)
#define cr_expect_eq(A, B, ...)     SMALL_CHECK(false, (A) == (B), #A " == " #B, __VA_ARGS__)
#define cr_expect_neq(A, B, ...)    SMALL_CHECK(false, (A) != (B), #A " != " #B, __VA_ARGS__)
#define cr_expect_lt(A, B, ...)     SMALL_CHECK(false, (A) < (B), #A " < " #B, __VA_ARGS__)
#define cr_expect_leq(A, B, ...)    SMALL_CHECK(false, (A) <= (B), #A " <= " #B, __VA_ARGS__)
#define cr_expect_gt(A, B, ...)     SMALL_CHECK(false, (A) > (B), #A " > " #B, __VA_ARGS__)
#define cr_expect_geq(A, B, ...)    SMALL_CHECK(false, (A) >= (B), #A " >= " #B, __VA_ARGS__)
#define cr_expect_str_eq(A, B, ...) SMALL_CHECK(false, strcmp(A, B) == 0, #A " is " #B, __VA_ARGS__)
#define cr_expect_str_neq(A, B, ...) \
	SMALL_CHECK(false, strcmp(A, B) != 0, #A " is not " #B, __VA_ARGS__)
#define cr_expect_str_empty(S, ...) SMALL_CHECK(false, *(S) == '\0', #S " is empty", __VA_ARGS__)
#define cr_expect_arr_eq(A, B, N, ...) \
	SMALL_CHECK(false, memcmp(A, B, N) == 0, #A " is " #B, __VA_ARGS__)
#define cr_expect_float_eq(A, B, Within, ...)                                                  \
	SMALL_CHECK(false, (A) - (B) <= (Within) && (B) - (A) <= (Within), #A " is about " #B, \
	    __VA_ARGS__)

#define cr_assert(C, ...)           SMALL_CHECK(true, C, #C, __VA_ARGS__)
#define cr_assert_not(C, ...)       SMALL_CHECK(true, !(C), "not " #C, __VA_ARGS__)
#define cr_assert_null(P, ...)      SMALL_CHECK(true, (P) == NULL, #P, __VA_ARGS__)
#define cr_assert_not_null(P, ...)  SMALL_CHECK(true, (P) != NULL, #P, __VA_ARGS__)
#define cr_assert_eq(A, B, ...)     SMALL_CHECK(true, (A) == (B), #A " == " #B, __VA_ARGS__)
#define cr_assert_neq(A, B, ...)    SMALL_CHECK(true, (A) != (B), #A " != " #B, __VA_ARGS__)
#define cr_assert_lt(A, B, ...)     SMALL_CHECK(true, (A) < (B), #A " < " #B, __VA_ARGS__)
#define cr_assert_leq(A, B, ...)    SMALL_CHECK(true, (A) <= (B), #A " <= " #B, __VA_ARGS__)
#define cr_assert_gt(A, B, ...)     SMALL_CHECK(true, (A) > (B), #A " > " #B, __VA_ARGS__)
#define cr_assert_geq(A, B, ...)    SMALL_CHECK(true, (A) >= (B), #A " >= " #B, __VA_ARGS__)
#define cr_assert_str_eq(A, B, ...) SMALL_CHECK(true, strcmp(A, B) == 0, #A " is " #B, __VA_ARGS__)
#define cr_assert_arr_eq(A, B, N, ...) \
	SMALL_CHECK(true, memcmp(A, B, N) == 0, #A " is " #B, __VA_ARGS__)
#define cr_assert_fail(...) SMALL_CHECK(true, false, "failed", __VA_ARGS__)

#define cr_log_info(...)    small_say(__FILE__, __LINE__, "info", "" __VA_ARGS__)
#define cr_log_error(...)   small_say(__FILE__, __LINE__, "error", "" __VA_ARGS__)
#define cr_skip_test(...)                                                 \
	do {                                                              \
		small_say(__FILE__, __LINE__, "skipped", "" __VA_ARGS__); \
		small_skip();                                             \
	} while (0)

#endif
