#ifndef ADIT_RECORD_HOME_CONFIG_H
#define ADIT_RECORD_HOME_CONFIG_H

#include "util/buf.h"
#include "util/err.h"

/*
 * The settings of a user, which apply to every command: HOME/config, a line "NAME VALUE" each
 * (adit(5)). Options and the environment come before them.
 *
 * Two of them are programs that adit runs. So the file is used only if it is a plain file of the
 * user in a folder of the user, and nobody else can write to either.
 */
enum home_setting {
	HOME_KEY,      /* the key to use in doubt: a name or an absolute path */
	HOME_SENDMAIL, /* a program, as an absolute path */
	HOME_ASKPASS,  /* the same, which prints a passphrase */
	HOME_COLOR,    /* auto, always, never */
	HOME_ASCII,    /* yes, no */
	HOME_LANG,     /* the language to read: de, uk */
	HOME_SETTINGS
};
struct home_config {
	struct buf value[HOME_SETTINGS]; /* empty: not set */
};

const char *home_config_name(enum home_setting s);
/* Returns the setting of this name or unique prefix; -1 with ERR_USAGE and a hint. */
int home_config_find(const char *name, struct err *err);

/* Returns the value, or NULL if it is not set. */
const char *home_config_get(const struct home_config *c, enum home_setting s);
/* Checks and sets a value; NULL removes it. ERR_USAGE: not a value of this setting. */
int home_config_set(struct home_config *c, enum home_setting s, const char *value, struct err *err);

/*
 * Reads the file of this home, if there is one. Calls report with a message for each of the first
 * lines that are damaged, and with the number of the others; all other lines count. ERR_AUTH:
 * others can write the file or its folder; ERR_CORRUPT: not a plain file, or too large; ERR_BUSY:
 * it cannot be read. After a failure nothing is set. Release *c in any case.
 */
int home_config_load(const char *home, struct home_config *c,
    void (*report)(void *arg, const char *line), void *arg, struct err *err);
/* Writes the setting to the file, mode 0600, or removes it if value is NULL. Other lines stay. A
 * file that home_config_load does not read stays as it is, with the same errors. */
int home_config_save(const char *home, enum home_setting s, const char *value, struct err *err);
void home_config_release(struct home_config *c);

#endif
