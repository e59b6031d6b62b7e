# SPDX-License-Identifier: Apache-2.0
# The console: gui/main.cpp over the library cheetah_gui, which tests/gui links too.

file(GLOB_RECURSE gui_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/gui/*.cpp")
file(GLOB_RECURSE gui_headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/gui/*.h")
file(GLOB gui_icons CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/resources/icons/*")
file(GLOB gui_themes CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/resources/themes/*.json")
file(GLOB gui_samples CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/resources/samples/*.json")
file(GLOB gui_translations CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/translations/*.ts")
list(REMOVE_ITEM gui_sources "${PROJECT_SOURCE_DIR}/gui/main.cpp")

# PrintSupport is what QCustomPlot links without saying so.
find_package(Qt6 6.4 REQUIRED COMPONENTS LinguistTools PrintSupport Svg Widgets)
find_package(QCustomPlotQt6 REQUIRED)

add_library(cheetah_gui STATIC ${gui_sources} ${gui_headers})
set_target_properties(cheetah_gui PROPERTIES AUTOMOC ON)
target_include_directories(cheetah_gui PUBLIC "${PROJECT_SOURCE_DIR}/gui")
target_link_libraries(cheetah_gui
    PUBLIC cheetah_console cheetah_node QCustomPlotQt6::QCustomPlotQt6 Qt6::Svg Qt6::Widgets)
if(gui_icons OR gui_themes)
    qt_add_resources(cheetah_gui gui_resources PREFIX "/" BASE "${PROJECT_SOURCE_DIR}/resources"
        FILES ${gui_icons} ${gui_themes} ${gui_samples})
endif()
if(gui_translations)
    qt_add_lrelease(cheetah_gui TS_FILES ${gui_translations} QM_FILES_OUTPUT_VARIABLE gui_qm)
    qt_add_resources(cheetah_gui gui_languages PREFIX "/translations" BASE "${CMAKE_CURRENT_BINARY_DIR}"
        FILES ${gui_qm})
endif()

if(EXISTS "${PROJECT_SOURCE_DIR}/gui/main.cpp")
    add_executable(cheetah-console "${PROJECT_SOURCE_DIR}/gui/main.cpp")
    target_link_libraries(cheetah-console PRIVATE cheetah_gui)
    install(TARGETS cheetah-console RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
    set_property(GLOBAL APPEND PROPERTY CHEETAH_PROGRAMS cheetah-console)
endif()
