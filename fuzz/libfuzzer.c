/* Connects libFuzzer with fuzz_try. */
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	(void)fuzz_try(p, n);
	return 0;
}
