# SPDX-License-Identifier: Apache-2.0
# tests/<folder>/*.cpp -> cheetah_tests_<folder>, every GoogleTest case a ctest case labelled <folder>.
# tests/bench/*.cpp and tests/fuzz/*.cpp -> one program a file.

find_program(CHEETAH_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH REQUIRED) # Debian's: it sees Debian's modules
mark_as_advanced(CHEETAH_PYTHON)
find_package(GTest)
if(NOT GTest_FOUND)
    message(STATUS "No GoogleTest, so no tests: packaging/install-packages --test installs it")
    add_test(NAME googletest.missing COMMAND "${CMAKE_COMMAND}" -E false)
    return()
endif()
include(GoogleTest)
find_package(Qt6 6.4 REQUIRED COMPONENTS Test)
get_property(cheetah_programs GLOBAL PROPERTY CHEETAH_PROGRAMS)

set(support "${PROJECT_SOURCE_DIR}/tests/support")

# Shared helpers; testmain.cpp is the main of every test executable, guimain.cpp of the console's.
file(GLOB sources CONFIGURE_DEPENDS "${support}/*.cpp")
file(GLOB headers CONFIGURE_DEPENDS "${support}/*.h")
list(FILTER sources EXCLUDE REGEX "/(test|gui)(main|test)\\.cpp$")
add_library(cheetah_test_support STATIC ${sources} ${headers})
set_target_properties(cheetah_test_support PROPERTIES AUTOMOC ON)
target_include_directories(cheetah_test_support PUBLIC "${PROJECT_SOURCE_DIR}/tests")
target_link_libraries(cheetah_test_support PUBLIC cheetah_node cheetah_browser GTest::gmock GTest::gtest)

# cheetah_tests(<folder> [GUI] [PROGRAMS] [SERIAL] [TIMEOUT <seconds>])
# GUI links the console and runs in a QApplication; PROGRAMS builds the programs first; SERIAL runs one case of the folder
# at a time.
function(cheetah_tests folder)
    cmake_parse_arguments(PARSE_ARGV 1 arg "GUI;PROGRAMS;SERIAL" "TIMEOUT" "")
    file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/${folder}/*.cpp")
    file(GLOB headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/${folder}/*.h")
    if(NOT sources)
        return()
    endif()
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 120)
    endif()

    set(target cheetah_tests_${folder})
    add_executable(${target} ${sources} ${headers})
    target_link_libraries(${target} PRIVATE cheetah_test_support)
    if(arg_GUI)
        target_sources(${target} PRIVATE "${support}/guimain.cpp" "${support}/guitest.cpp")
        target_link_libraries(${target} PRIVATE cheetah_gui Qt6::Test)
    else()
        target_sources(${target} PRIVATE "${support}/testmain.cpp")
    endif()
    if(arg_PROGRAMS AND cheetah_programs)
        add_dependencies(${target} ${cheetah_programs})
    endif()

    # The emulator is CMake's only hook in front of every case: there each gets folders of its own.
    set_target_properties(${target} PROPERTIES
        AUTOMOC ON
        RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests"
        CROSSCOMPILING_EMULATOR "${PROJECT_SOURCE_DIR}/tests/support/isolated;CHEETAH_BIN_DIR=${CMAKE_RUNTIME_OUTPUT_DIRECTORY};CHEETAH_SOURCE_DIR=${PROJECT_SOURCE_DIR};CHEETAH_PYTHON=${CHEETAH_PYTHON};--")
    set(serial "")
    if(arg_SERIAL)
        set(serial RESOURCE_LOCK ${folder})
    endif()
    gtest_discover_tests(${target}
        TEST_PREFIX "${folder}."
        DISCOVERY_MODE PRE_TEST
        DISCOVERY_TIMEOUT 60
        WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
        PROPERTIES LABELS ${folder} TIMEOUT ${arg_TIMEOUT} ${serial})
endfunction()

cheetah_tests(engine)
cheetah_tests(contracts)
cheetah_tests(simulation TIMEOUT 300)
cheetah_tests(integration PROGRAMS)
cheetah_tests(browser PROGRAMS SERIAL)
cheetah_tests(gui GUI PROGRAMS)
# The console through a screen reader's eyes, on a display and buses of its own.
if(TARGET cheetah-console)
    add_test(NAME gui.atspi COMMAND "${support}/isolated" --
        "${CHEETAH_PYTHON}" -B "${PROJECT_SOURCE_DIR}/tests/gui/atspi.py" "$<TARGET_FILE:cheetah-console>")
    set_tests_properties(gui.atspi PROPERTIES LABELS gui TIMEOUT 120)
endif()

# Benchmarks are built by the target `bench` alone; measure with the preset `release`.
add_custom_target(bench)
file(GLOB benches CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/bench/*.cpp")
foreach(source IN LISTS benches)
    cmake_path(GET source STEM name)
    add_executable(bench_${name} EXCLUDE_FROM_ALL "${source}")
    set_target_properties(bench_${name} PROPERTIES AUTOMOC ON INTERPROCEDURAL_OPTIMIZATION_RELEASE ON
                          RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bench")
    target_compile_options(bench_${name} PRIVATE -O2)
    target_link_libraries(bench_${name} PRIVATE cheetah_test_support)
    if(name MATCHES "^console_")
        target_sources(bench_${name} PRIVATE "${support}/guitest.cpp")
        target_link_libraries(bench_${name} PRIVATE cheetah_gui)
    endif()
    add_dependencies(bench bench_${name} ${cheetah_programs})
endforeach()

if(CHEETAH_FUZZ)
    file(GLOB fuzzers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/fuzz/*.cpp")
    foreach(source IN LISTS fuzzers)
        cmake_path(GET source STEM name)
        add_executable(fuzz_${name} "${source}")
        set_target_properties(fuzz_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/fuzz")
        target_link_libraries(fuzz_${name} PRIVATE cheetah_node cheetah_browser)
        if(name STREQUAL "filter")
            target_link_libraries(fuzz_${name} PRIVATE cheetah_gui)
        endif()
        target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    endforeach()
endif()
