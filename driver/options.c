#include "driver/options.h"

#include <string.h>

static const struct option options[] = {
    { "-o", FORM_EITHER, OPTION_OUTPUT },
    { "-x", FORM_EITHER, OPTION_LANGUAGE },
    { "-c", FORM_EXACT, OPTION_STAGE },
    { "-S", FORM_EXACT, OPTION_STAGE },
    { "-l", FORM_EITHER, OPTION_LIBRARY },

    { "-I", FORM_EITHER, OPTION_SOURCE },
    { "-D", FORM_EITHER, OPTION_SOURCE },
    { "-U", FORM_EITHER, OPTION_SOURCE },
    { "-include", FORM_EITHER, OPTION_SOURCE },
    { "-include-pch", FORM_SEPARATE, OPTION_SOURCE },
    { "-imacros", FORM_EITHER, OPTION_SOURCE },
    { "-isystem", FORM_EITHER, OPTION_SOURCE },
    { "-iquote", FORM_EITHER, OPTION_SOURCE },
    { "-idirafter", FORM_EITHER, OPTION_SOURCE },
    { "-iprefix", FORM_EITHER, OPTION_SOURCE },
    { "-iwithprefix", FORM_EITHER, OPTION_SOURCE },
    { "-iwithprefixbefore", FORM_EITHER, OPTION_SOURCE },
    { "-imultilib", FORM_EITHER, OPTION_SOURCE },
    { "-isysroot", FORM_EITHER, OPTION_SOURCE },
    { "-nostdinc", FORM_EXACT, OPTION_SOURCE },
    { "-undef", FORM_EXACT, OPTION_SOURCE },
    { "-Wp,", FORM_JOINED, OPTION_SOURCE },
    { "-Xpreprocessor", FORM_SEPARATE, OPTION_SOURCE },
    { "-A", FORM_EITHER, OPTION_SOURCE },

    { "-MD", FORM_EXACT, OPTION_DEPENDENCIES },
    { "-MMD", FORM_EXACT, OPTION_DEPENDENCIES },
    { "-MP", FORM_EXACT, OPTION_DEPENDENCIES },
    { "-MG", FORM_EXACT, OPTION_DEPENDENCIES },
    { "-MF", FORM_EITHER, OPTION_DEPENDENCIES },
    { "-MT", FORM_EITHER, OPTION_DEPENDENCIES },
    { "-MQ", FORM_EITHER, OPTION_DEPENDENCIES },

    { "-L", FORM_EITHER, OPTION_LINKER },
    { "-T", FORM_EITHER, OPTION_LINKER },
    { "-u", FORM_EITHER, OPTION_LINKER },
    { "-z", FORM_EITHER, OPTION_LINKER },
    { "-e", FORM_EITHER, OPTION_LINKER },
    { "-emit-llvm", FORM_EXACT, OPTION_ANY },
    { "-export-dynamic", FORM_EXACT, OPTION_LINKER },
    { "-Wl,", FORM_JOINED, OPTION_LINKER },
    { "-Xlinker", FORM_SEPARATE, OPTION_LINKER },
    { "-rpath", FORM_SEPARATE, OPTION_LINKER },
    { "-framework", FORM_SEPARATE, OPTION_LINKER },
    { "-fuse-ld=", FORM_JOINED, OPTION_LINKER },
    { "-shared", FORM_EXACT, OPTION_LINKER },
    { "-shared-libgcc", FORM_EXACT, OPTION_LINKER },
    { "-static", FORM_EXACT, OPTION_LINKER },
    { "-static-", FORM_JOINED, OPTION_LINKER },
    { "-pie", FORM_EXACT, OPTION_LINKER },
    { "-no-pie", FORM_EXACT, OPTION_LINKER },
    { "-nopie", FORM_EXACT, OPTION_LINKER },
    { "-rdynamic", FORM_EXACT, OPTION_LINKER },
    { "-symbolic", FORM_EXACT, OPTION_LINKER },
    { "-s", FORM_EXACT, OPTION_LINKER },
    { "-r", FORM_EXACT, OPTION_LINKER },
    { "-n", FORM_EXACT, OPTION_LINKER },
    { "-N", FORM_EXACT, OPTION_LINKER },
    { "-t", FORM_EXACT, OPTION_LINKER },
    { "-nostartfiles", FORM_EXACT, OPTION_LINKER },
    { "-nodefaultlibs", FORM_EXACT, OPTION_LINKER },
    { "-nostdlib", FORM_EXACT, OPTION_LINKER },
    { "-nolibc", FORM_EXACT, OPTION_LINKER },

    { "-B", FORM_EITHER, OPTION_ANY },
    { "-Xassembler", FORM_SEPARATE, OPTION_ANY },
    { "-Xclang", FORM_SEPARATE, OPTION_ANY },
    { "-mllvm", FORM_SEPARATE, OPTION_ANY },
    { "-target", FORM_SEPARATE, OPTION_ANY },
    { "-arch", FORM_SEPARATE, OPTION_ANY },
    { "-aux-info", FORM_SEPARATE, OPTION_ANY },
    { "-wrapper", FORM_SEPARATE, OPTION_ANY },
    { "-specs", FORM_SEPARATE, OPTION_ANY },
    { "-specs=", FORM_JOINED, OPTION_ANY },
    { "-dumpdir", FORM_SEPARATE, OPTION_ANY },
    { "-dumpbase", FORM_SEPARATE, OPTION_ANY },
    { "-dumpbase-ext", FORM_SEPARATE, OPTION_ANY },
    { "-resource-dir", FORM_SEPARATE, OPTION_ANY },
    { "-working-directory", FORM_SEPARATE, OPTION_ANY },
    { "--param", FORM_SEPARATE, OPTION_ANY },
    { "--param=", FORM_JOINED, OPTION_ANY },
    { "--sysroot", FORM_SEPARATE, OPTION_ANY },
    { "--sysroot=", FORM_JOINED, OPTION_ANY },

    { "-E", FORM_EXACT, OPTION_ONLY },
    { "-M", FORM_EXACT, OPTION_ONLY },
    { "-MM", FORM_EXACT, OPTION_ONLY },
    { "-###", FORM_EXACT, OPTION_ONLY },
    { "-V", FORM_EXACT, OPTION_ONLY },
    { "-qversion", FORM_EXACT, OPTION_ONLY },
    { "-dumpversion", FORM_EXACT, OPTION_ONLY },
    { "-dumpfullversion", FORM_EXACT, OPTION_ONLY },
    { "-dumpmachine", FORM_EXACT, OPTION_ONLY },
    { "-dumpspecs", FORM_EXACT, OPTION_ONLY },
    { "-fpreprocessed", FORM_EXACT, OPTION_ONLY },
    { "-cc1", FORM_EXACT, OPTION_ONLY },
    { "-print-", FORM_JOINED, OPTION_ONLY },
    { "--print-", FORM_JOINED, OPTION_ONLY },
    { "--help=", FORM_JOINED, OPTION_ONLY },
    { "--target-help", FORM_EXACT, OPTION_ONLY },
    { "--version", FORM_EXACT, OPTION_ONLY },
    { "--output", FORM_EITHER, OPTION_ONLY },
    { "--compile", FORM_EXACT, OPTION_ONLY },
    { "--assemble", FORM_EXACT, OPTION_ONLY },
    { "--preprocess", FORM_EXACT, OPTION_ONLY },
    { "--language", FORM_EITHER, OPTION_ONLY },
};

static bool fits(const struct option *option, const char *word)
{
    size_t length = strlen(option->name);
    if (strncmp(word, option->name, length) != 0)
        return false;
    bool is_exact = word[length] == '\0';
    return option->form == FORM_EXACT || option->form == FORM_SEPARATE ? is_exact
           : option->form == FORM_JOINED                               ? !is_exact
                                                                       : true;
}

/* See options.h. */
const struct option *option_find(const char *word)
{
    static const struct option unknown = { "", FORM_EXACT, OPTION_ANY };
    const struct option *best = &unknown;
    for (unsigned k = 0; k < sizeof options / sizeof *options; k++)
        if (fits(&options[k], word) && strlen(options[k].name) > strlen(best->name))
            best = &options[k];
    return best;
}

/* See options.h. */
const char *option_joined_value(const struct option *option, const char *word)
{
    size_t length = strlen(option->name);
    bool takes_joined = option->form == FORM_JOINED || option->form == FORM_EITHER;
    return takes_joined && word[length] ? word + length : NULL;
}
