# Functions that every layer's CMakeLists.txt uses: one way to make a library, a program and a test.

add_library(yardstick_flags INTERFACE)
add_library(yardstick::flags ALIAS yardstick_flags)
target_include_directories(yardstick_flags INTERFACE "${CMAKE_SOURCE_DIR}")
target_compile_options(yardstick_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual)
if(YARDSTICK_WERROR)
    target_compile_options(yardstick_flags INTERFACE -Werror -Wno-error=shadow)
endif()
if(YARDSTICK_SANITIZERS)
    target_compile_options(yardstick_flags INTERFACE "-fsanitize=${YARDSTICK_SANITIZERS}" -fno-omit-frame-pointer)
    target_link_options(yardstick_flags INTERFACE "-fsanitize=${YARDSTICK_SANITIZERS}")
endif()

# Several source files at a time: a clean build in a third of the time. GCC then takes a private class that a source file defines
# for one of a header's.
if(CMAKE_UNITY_BUILD)
    target_compile_options(yardstick_flags INTERFACE -Wno-subobject-linkage)
endif()

# One code model everywhere: Qt asks for it, and a precompiled header is only good for the flags that it was made with.
target_compile_options(yardstick_flags INTERFACE -fPIC)

add_library(yardstick_qt_flags INTERFACE)
add_library(yardstick::qt_flags ALIAS yardstick_qt_flags)
target_compile_definitions(yardstick_qt_flags INTERFACE QT_NO_KEYWORDS QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII
    QT_NO_CONTEXTLESS_CONNECT QT_NO_NARROWING_CONVERSIONS_IN_CONNECT QT_STRICT_ITERATORS QT_NO_DEBUG_OUTPUT)

set(CMAKE_AUTOMOC_MOC_OPTIONS --include "${CMAKE_SOURCE_DIR}/cmake/moc_std.h")

# A layer's folder, when it has a CMakeLists.txt.
function(yardstick_layer folder)
    if(EXISTS "${CMAKE_SOURCE_DIR}/${folder}/CMakeLists.txt")
        add_subdirectory("${CMAKE_SOURCE_DIR}/${folder}" "${CMAKE_BINARY_DIR}/${folder}")
    endif()
endfunction()

# yardstick_library(NAME [QT] SOURCES … HEADERS … PUBLIC targets… PRIVATE targets…)
# Makes yardstick_NAME with the alias yardstick::NAME. HEADERS are public and are verified to compile alone (preset ci).
function(yardstick_library name)
    cmake_parse_arguments(A "QT" "" "SOURCES;HEADERS;PUBLIC;PRIVATE" ${ARGN})
    add_library(yardstick_${name} STATIC ${A_SOURCES})
    add_library(yardstick::${name} ALIAS yardstick_${name})
    target_sources(yardstick_${name} PUBLIC FILE_SET HEADERS BASE_DIRS "${CMAKE_SOURCE_DIR}" FILES ${A_HEADERS})
    target_link_libraries(yardstick_${name} PUBLIC yardstick::flags ${A_PUBLIC} PRIVATE ${A_PRIVATE})
    if(A_QT)
        set_target_properties(yardstick_${name} PROPERTIES AUTOMOC ON)
        target_link_libraries(yardstick_${name} PUBLIC yardstick::qt_flags)
    endif()
endfunction()

# Precompiled headers hold only what never changes: the standard library, JSON and the toolkit. They halve a clean build.
set(YARDSTICK_STD_HEADERS <algorithm> <chrono> <cmath> <expected> <filesystem> <functional> <map> <memory> <optional> <span>
    <sstream> <string> <string_view> <unordered_map> <utility> <variant> <vector> <nlohmann/json.hpp>)
function(yardstick_precompile target)
    target_precompile_headers(${target} PRIVATE ${YARDSTICK_STD_HEADERS} ${ARGN})
endfunction()

# yardstick_test(NAME [QT] [LABELS …] SOURCES … LINK targets… [PCH target] [ENV K=V …] [TIMEOUT s])
# One executable; every GoogleTest case in it is a ctest case NAME.Suite.case. PCH: the target whose precompiled header it shares.
function(yardstick_test name)
    cmake_parse_arguments(A "QT;SERIAL" "TIMEOUT;PCH" "LABELS;SOURCES;LINK;ENV" ${ARGN})
    if(NOT A_TIMEOUT)
        set(A_TIMEOUT 120)
    endif()
    if(NOT A_LABELS)
        set(A_LABELS unit)
    endif()
    string(REPLACE "." "_" target "test_${name}")
    add_executable(${target} ${A_SOURCES})
    target_link_libraries(${target} PRIVATE yardstick::flags GTest::gtest ${A_LINK})
    if(A_QT)
        set_target_properties(${target} PROPERTIES AUTOMOC ON)
        target_link_libraries(${target} PRIVATE yardstick::qt_flags Qt6::Test)
    endif()
    if(A_PCH)
        target_precompile_headers(${target} REUSE_FROM ${A_PCH})
    endif()
    set(properties LABELS "${A_LABELS}" TIMEOUT ${A_TIMEOUT})
    if(A_ENV)
        list(APPEND properties ENVIRONMENT "${A_ENV}")
    endif()
    if(A_SERIAL)
        list(APPEND properties RUN_SERIAL TRUE)
    endif()
    include(GoogleTest)
    gtest_discover_tests(${target} TEST_PREFIX "${name}." NO_PRETTY_VALUES DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60 PROPERTIES ${properties})
endfunction()

# yardstick_embed(TARGET file…): each resources/X.json becomes `extern const std::string_view` through core/base/resources.h.
function(yardstick_embed target)
    set(out "${CMAKE_CURRENT_BINARY_DIR}/embedded_resources.cpp")
    set(files ${ARGN})
    add_custom_command(OUTPUT "${out}"
        COMMAND "${CMAKE_COMMAND}" "-DOUT=${out}" "-DFILES=${files}" -P "${CMAKE_SOURCE_DIR}/cmake/Embed.cmake"
        DEPENDS ${files} "${CMAKE_SOURCE_DIR}/cmake/Embed.cmake" VERBATIM)
    target_sources(${target} PRIVATE "${out}")
endfunction()

function(yardstick_print_summary)
    message(STATUS "Yardstick ${PROJECT_VERSION}: ui=${YARDSTICK_UI} worker=${YARDSTICK_WORKER} (Torch ${Torch_VERSION}) "
        "tests=${YARDSTICK_TESTS} Qt ${Qt6_VERSION} build=${CMAKE_BUILD_TYPE}")
endfunction()

# yardstick_bench(NAME [QT] SOURCES … LINK …): the program bench_NAME, run by scripts/bench NAME; never a test.
function(yardstick_bench name)
    cmake_parse_arguments(A "QT" "" "SOURCES;LINK" ${ARGN})
    add_executable(bench_${name} EXCLUDE_FROM_ALL ${A_SOURCES})
    target_link_libraries(bench_${name} PRIVATE yardstick::flags ${A_LINK})
    if(A_QT)
        set_target_properties(bench_${name} PROPERTIES AUTOMOC ON)
        target_link_libraries(bench_${name} PRIVATE yardstick::qt_flags)
    endif()
endfunction()
