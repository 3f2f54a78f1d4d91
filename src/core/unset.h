#ifndef ADIT_CORE_UNSET_H
#define ADIT_CORE_UNSET_H

/*
 * Before a large automatic variable of the rules: the compiler does not fill it with zeros, as it
 * does with all others (-ftrivial-auto-var-init). It is made for every move that a bot considers,
 * and the function that sets it says which part is read.
 */
#if defined __has_attribute
#if __has_attribute(uninitialized)
#define UNSET __attribute__((uninitialized))
#endif
#endif
#ifndef UNSET
#define UNSET
#endif

#endif
