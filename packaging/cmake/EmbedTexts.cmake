# SPDX-License-Identifier: Apache-2.0
# cmake -DFOLDER=<folder> -DPATTERN=<glob> -DOUTPUT=<file> -P EmbedTexts.cmake
# Writes a list of braced pairs, name without ending and text of each file of the folder, to be included into a C++
# initializer.

file(GLOB files "${FOLDER}/${PATTERN}")
list(SORT files)
file(WRITE "${OUTPUT}" "")
foreach(file IN LISTS files)
    cmake_path(GET file STEM name)
    file(READ "${file}" text)
    file(APPEND "${OUTPUT}" "{\"${name}\", R\"embedded(${text})embedded\"},\n")
endforeach()
