import os
import lit.formats

site = lit_config.params.get("site")
if not site:
    lit_config.fatal("run the suites through ctest, or give --param site=BUILD/test/lit.site.cfg.py")
lit_config.load_config(config, site)
config.name = "aipcc"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".c", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = os.path.join(config.build, "lit")
# another aipcc than the one that was built with the suites
aipcc = lit_config.params.get("aipcc") or os.environ.get("AIPCC_UNDER_TEST", config.aipcc)
if aipcc != config.aipcc:
    config.test_exec_root = os.path.join(config.build, "lit-other")
config.substitutions += [("%aipcc", aipcc), ("%cc", config.cc),
                         ("%FileCheck", config.filecheck), ("%not", config.lit_not), ("%python", config.python)]
for name in ["OMP_NUM_THREADS", "OMP_WAIT_POLICY", "ASAN_OPTIONS", "TMPDIR"]:
    if name in os.environ:
        config.environment[name] = os.environ[name]
config.environment["OMP_WAIT_POLICY"] = "passive"
config.environment.setdefault("ASAN_OPTIONS", "detect_leaks=0")
config.environment["UBSAN_OPTIONS"] = "halt_on_error=1"
