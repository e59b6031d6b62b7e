# SPDX-License-Identifier: Apache-2.0
# The console: gui/main.cpp over the library cheetah_gui, which tests/gui links too.

file(GLOB_RECURSE gui_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/gui/*.cpp")
file(GLOB_RECURSE gui_headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/gui/*.h")
list(REMOVE_ITEM gui_sources "${PROJECT_SOURCE_DIR}/gui/main.cpp")
if(gui_sources)
    find_package(Qt6 6.4 REQUIRED COMPONENTS Widgets)
    add_library(cheetah_gui STATIC ${gui_sources} ${gui_headers})
    set_target_properties(cheetah_gui PROPERTIES AUTOMOC ON)
    target_include_directories(cheetah_gui PUBLIC "${PROJECT_SOURCE_DIR}/gui")
    target_link_libraries(cheetah_gui PUBLIC cheetah_console cheetah_node Qt6::Widgets)

    if(EXISTS "${PROJECT_SOURCE_DIR}/gui/main.cpp")
        add_executable(cheetah-console "${PROJECT_SOURCE_DIR}/gui/main.cpp")
        target_link_libraries(cheetah-console PRIVATE cheetah_gui)
        install(TARGETS cheetah-console RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
        set_property(GLOBAL APPEND PROPERTY CHEETAH_PROGRAMS cheetah-console)
    endif()
endif()
