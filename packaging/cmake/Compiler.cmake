# SPDX-License-Identifier: Apache-2.0
# How everything is compiled: language, warnings, optimisation, and the tools that make it fast.

option(CHEETAH_UNITY "Compile several sources at once (fewer CPU seconds, coarser rebuilds)" OFF)
option(CHEETAH_FUZZ "Build tests/fuzz with libFuzzer; needs clang" OFF)
option(CHEETAH_RECORD "Programs record what they do into the build folder's profile, for CHEETAH_PROFILE" OFF)
set(CHEETAH_PROFILE "" CACHE PATH "Folder of what programs recorded (packaging/build --profiled): what they did is optimised for that, the rest as ever")
set(CHEETAH_SANITIZE "" CACHE STRING "Value of -fsanitize=, such as address,undefined")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
# All parts are linked into one program, so that the compiler may call and inline what it sees as it is. Else, for Qt wants
# -fPIC, each call would go where another library could have put a function of the same name.
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_UNITY_BUILD ${CHEETAH_UNITY})
set(CMAKE_UNITY_BUILD_BATCH_SIZE 8)

if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Debug CACHE STRING "Debug or Release" FORCE)
endif()
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
# g++ clears a value of more than 32 bytes with `rep stos`, whose start alone takes longer than all stores together for
# the sizes of messages and results.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
    string(APPEND CMAKE_CXX_FLAGS_RELEASE " -mmemset-strategy=vector_loop:512:noalign,libcall:-1:noalign")
endif()
add_compile_definitions($<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)

# Warnings are errors. g++ 12 reports -Wrestrict for ordinary std::string concatenation (GCC bug 105651), and loses
# track of optional and variant at -O2 and once sanitizers instrument them, so these two are the exceptions.
add_compile_options(-Werror -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
                    -Wconversion -Wno-sign-conversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-Wno-restrict)
    if(CHEETAH_SANITIZE OR CMAKE_BUILD_TYPE STREQUAL "Release")
        add_compile_options(-Wno-maybe-uninitialized)
    endif()
endif()

# Objects have the same names below every build folder, by which what one build recorded is found in another.
if(CHEETAH_RECORD)
    add_compile_options("-fprofile-generate=${PROJECT_BINARY_DIR}/profile" "-fprofile-prefix-path=${PROJECT_BINARY_DIR}")
    add_link_options(-fprofile-generate)
elseif(CHEETAH_PROFILE)
    add_compile_options("-fprofile-use=${CHEETAH_PROFILE}" "-fprofile-prefix-path=${PROJECT_BINARY_DIR}"
                        -fprofile-partial-training -fprofile-correction -Wno-missing-profile -Wno-coverage-mismatch)
endif()

if(CHEETAH_SANITIZE)
    add_compile_options(-fsanitize=${CHEETAH_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${CHEETAH_SANITIZE})
endif()

if(CHEETAH_FUZZ)
    if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        message(FATAL_ERROR "CHEETAH_FUZZ needs clang: configure with -DCMAKE_CXX_COMPILER=clang++")
    endif()
    add_compile_options(-fsanitize=fuzzer-no-link,address)
    add_link_options(-fsanitize=address)
endif()

# Paths below the source tree are hashed relative to it, so that clones and presets share one cache. It does not see what was
# recorded.
find_program(CHEETAH_CCACHE ccache)
mark_as_advanced(CHEETAH_CCACHE)
if(CHEETAH_CCACHE AND NOT CHEETAH_RECORD AND NOT CHEETAH_PROFILE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER
        "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1 "${CHEETAH_CCACHE}")
endif()

# mold 1.10 takes what a Release optimises at its link for other than the same in a library that is compiled already.
find_program(CHEETAH_MOLD mold)
mark_as_advanced(CHEETAH_MOLD)
if(CHEETAH_MOLD AND NOT CMAKE_BUILD_TYPE STREQUAL "Release")
    add_link_options(-fuse-ld=mold)
endif()
