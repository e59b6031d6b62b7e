# SPDX-License-Identifier: Apache-2.0
# The engine's folders as static libraries, and the programs. A folder links exactly the folders that it may
# include (tests/lint/include_arrows.py checks the includes themselves).

find_package(Qt6 6.4 REQUIRED COMPONENTS Core Network WebSockets)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(simdjson REQUIRED)
find_package(Boost 1.74 REQUIRED)

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")

# cheetah_library(<folder> [MOC] [LINK <target>...])
# Makes cheetah_<folder> from engine/<folder>/*.cpp, or a header-only library while there are none. MOC runs Qt's
# meta-object compiler over it.
function(cheetah_library folder)
    cmake_parse_arguments(PARSE_ARGV 1 arg "MOC" "" "LINK")
    set(target cheetah_${folder})
    file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/engine/${folder}/*.cpp")
    file(GLOB headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/engine/${folder}/*.h")
    if(sources)
        add_library(${target} STATIC ${sources} ${headers})
        set_target_properties(${target} PROPERTIES AUTOMOC ${arg_MOC})
        set(scope PUBLIC)
    else()
        add_library(${target} INTERFACE)
        set(scope INTERFACE)
    endif()
    target_include_directories(${target} ${scope} "${PROJECT_SOURCE_DIR}/engine")
    target_link_libraries(${target} ${scope} ${arg_LINK})
endfunction()

# cheetah_optimize_as_one(<folder>...)
# In a Release the folders' code is optimised when a program is linked, as if it stood in one file. For folders whose work
# goes through many small functions of many files: put into one another, with more room than g++ gives them by itself, they
# take a seventh less.
function(cheetah_optimize_as_one)
    if(CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        foreach(folder IN LISTS ARGN)
            set_target_properties(cheetah_${folder} PROPERTIES INTERPROCEDURAL_OPTIMIZATION ON)
            target_compile_options(cheetah_${folder} PRIVATE
                                   -finline-limit=1000 "SHELL:--param inline-unit-growth=200"
                                   "SHELL:--param large-function-growth=400")
        endforeach()
        # At the link g++ 12 takes short texts for overrun, and sizes for negative, where it put their making into long
        # functions.
        add_link_options(-Wno-stringop-overflow -Wno-stringop-overread -Wno-alloc-size-larger-than)
    endif()
endfunction()

# cheetah_program(<name> [LINK <target>...]): the program engine/programs/<name>/*.cpp, once it has sources.
function(cheetah_program name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINK")
    file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/engine/programs/${name}/*.cpp")
    file(GLOB headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/engine/programs/${name}/*.h")
    if(NOT sources)
        return()
    endif()
    add_executable(${name} ${sources} ${headers})
    set_target_properties(${name} PROPERTIES AUTOMOC ON)
    target_link_libraries(${name} PRIVATE cheetah_programs ${arg_LINK})
    install(TARGETS ${name} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
    set_property(GLOBAL APPEND PROPERTY CHEETAH_PROGRAMS ${name})
endfunction()

cheetah_library(base MOC LINK Qt6::Core OpenSSL::Crypto simdjson::simdjson)
cheetah_library(model LINK cheetah_base)
cheetah_library(wire MOC LINK cheetah_model Qt6::Network Qt6::WebSockets simdjson::simdjson)
cheetah_library(wording LINK cheetah_model)
cheetah_library(lifecycle MOC LINK cheetah_base)
cheetah_library(registry LINK cheetah_model cheetah_lifecycle)
cheetah_library(pool LINK cheetah_registry)
cheetah_optimize_as_one(base model registry pool)
cheetah_library(delivery LINK cheetah_registry)
cheetah_library(redis MOC LINK cheetah_registry cheetah_delivery Qt6::Network)
cheetah_library(operations LINK cheetah_pool cheetah_delivery)
cheetah_library(edge MOC LINK cheetah_operations cheetah_wire cheetah_wording
                              Qt6::Network Qt6::WebSockets OpenSSL::Crypto Boost::headers)
cheetah_library(console MOC LINK cheetah_model cheetah_wire cheetah_wording)
cheetah_library(browser MOC LINK cheetah_model cheetah_wire Qt6::Network)
cheetah_library(node MOC LINK cheetah_edge cheetah_redis cheetah_console)
cheetah_library(programs MOC LINK cheetah_node)

target_compile_definitions(cheetah_node PUBLIC CHEETAH_VERSION="${PROJECT_VERSION}")

get_target_property(redis_sources cheetah_redis SOURCES)
if(redis_sources)
    find_package(PkgConfig REQUIRED)
    pkg_check_modules(HIREDIS REQUIRED IMPORTED_TARGET hiredis)
    pkg_check_modules(MSGPACK REQUIRED IMPORTED_TARGET msgpack)
    target_link_libraries(cheetah_redis PUBLIC PkgConfig::HIREDIS PkgConfig::MSGPACK)

    # The functions that run inside Redis are part of the program.
    file(GLOB redis_functions CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/resources/redis/*.lua")
    set(redis_library "${PROJECT_BINARY_DIR}/generated/redis/embeddedlibrary.h")
    add_custom_command(OUTPUT "${redis_library}"
        COMMAND "${CMAKE_COMMAND}" "-DFOLDER=${PROJECT_SOURCE_DIR}/resources/redis" -DPATTERN=*.lua
                "-DOUTPUT=${redis_library}" -P "${PROJECT_SOURCE_DIR}/packaging/cmake/EmbedTexts.cmake"
        DEPENDS ${redis_functions} "${PROJECT_SOURCE_DIR}/packaging/cmake/EmbedTexts.cmake" VERBATIM)
    target_sources(cheetah_redis PRIVATE "${redis_library}")
    target_include_directories(cheetah_redis PRIVATE "${PROJECT_BINARY_DIR}/generated")
endif()

cheetah_program(cheetahd)
cheetah_program(cheetahctl LINK cheetah_console)
cheetah_program(cheetah-browser LINK cheetah_browser)
