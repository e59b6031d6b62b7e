# SPDX-License-Identifier: Apache-2.0
# Checks of the tree itself: tests/lint/<check>.py as ctest cases `lint.<check>`, the checks' own tests as
# `lint.selftest`. Run them alone with `ctest -L lint`.

file(GLOB checks CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/lint/*.py")
list(FILTER checks EXCLUDE REGEX "/(test_[a-z_]*|tree)\\.py$")
foreach(check IN LISTS checks)
    cmake_path(GET check STEM name)
    add_test(NAME lint.${name} COMMAND "${CHEETAH_PYTHON}" -B "${check}" "${PROJECT_SOURCE_DIR}")
    set_tests_properties(lint.${name} PROPERTIES LABELS lint TIMEOUT 120 SKIP_RETURN_CODE 77)
endforeach()

add_test(NAME lint.selftest
         COMMAND "${CHEETAH_PYTHON}" -B -m unittest discover -s "${PROJECT_SOURCE_DIR}/tests/lint" -p "test_*.py")
set_tests_properties(lint.selftest PROPERTIES LABELS lint TIMEOUT 120)

add_custom_target(format
    COMMAND "${CHEETAH_PYTHON}" -B "${PROJECT_SOURCE_DIR}/tests/lint/format.py" --fix "${PROJECT_SOURCE_DIR}"
    VERBATIM)
