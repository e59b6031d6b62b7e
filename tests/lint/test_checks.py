# SPDX-License-Identifier: Apache-2.0
"""Each check passes on a good tree and fails, with file and line, on a tree that breaks its rule."""
import tempfile
import unittest
from pathlib import Path

import format as format_check
import include_arrows
import one_definition
import spdx
import spec_numbers
import top_level
import translations
import words

APACHE = "// SPDX-License-Identifier: Apache-2.0\n"
GPL = "// SPDX-License-Identifier: GPL-3.0-or-later\n"


class TreeTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name)

    def write(self, path, content):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")


class Translations(TreeTest):
    def found(self, translation):
        self.write("translations/a.ts", '<TS><context><name>c</name><message><source>%1 of {all}</source>'
                                        f"{translation}</message></context></TS>")
        return translations.check(self.root)

    def test_wants_every_text_with_its_placeholders(self):
        self.assertEqual(self.found("<translation>{all}, davon %1</translation>"), [])
        self.assertEqual(len(self.found('<translation type="unfinished"></translation>')), 1)
        self.assertEqual(len(self.found("<translation>davon %1</translation>")), 1)
        self.assertEqual(len(self.found("<translation>{all}, davon %2</translation>")), 1)


class OneDefinition(TreeTest):
    def found(self, first, second):
        self.write("engine/a/a.h", first)
        self.write("engine/b/b.cpp", second)
        return one_definition.check(self.root)

    def test_refuses_a_second_type_of_a_name(self):
        one = "namespace cheetah {\n// struct Other {\nstruct End {\n    int id;\n};\n}\n"
        other = "namespace cheetah {\nclass End final : public Base {\n};\n}\n"
        self.assertEqual(self.found(one, other),
                         ["engine/b/b.cpp:2: cheetah::End is also defined in engine/a/a.h:3"])

    def test_allows_what_the_linker_tells_apart(self):
        one = "namespace cheetah {\nclass End {\n    struct Part;\n};\nstruct Other;\n}\n"
        for other in ("namespace cheetah::gui {\nstruct End {};\n}\n",
                      "namespace cheetah {\nnamespace {\nstruct End {};\n}\n}\n",
                      "namespace cheetah {\nstruct End::Part {};\nstruct Own { struct End {}; };\n}\n",
                      "namespace cheetah {\nclass End;\nvoid f() {\n    struct End {};\n}\n}\n"):
            self.assertEqual(self.found(one, other), [])


class IncludeArrows(TreeTest):
    def found(self, path, line):
        self.write(path, APACHE + line + "\n")
        return include_arrows.check(self.root)

    def test_allows_itself_and_what_its_arrows_reach(self):
        self.assertEqual(self.found("engine/pool/a.h", '#include "pool/b.h"'), [])
        self.assertEqual(self.found("engine/pool/a.h", '#include "base/result.h"'), [])
        self.assertEqual(self.found("engine/pool/a.h", '#include <QObject>'), [])
        self.assertEqual(self.found("engine/programs/cheetah-browser/main.cpp", '#include "browser/a.h"'), [])

    def test_refuses_an_arrow_turned_round(self):
        self.assertEqual(self.found("engine/base/a.h", '#include "model/b.h"'),
                         ['engine/base/a.h:2: includes "model/b.h"; engine/base may include only base'])

    def test_refuses_pool_and_delivery_in_each_other(self):
        self.assertEqual(len(self.found("engine/pool/a.cpp", '#  include "delivery/b.h"')), 1)
        self.assertEqual(len(self.found("engine/delivery/a.cpp", '#include "pool/b.h"')), 2)

    def test_refuses_angle_brackets_and_detours_too(self):
        self.assertEqual(len(self.found("engine/model/a.h", '#include <edge/b.h>')), 1)
        self.assertEqual(len(self.found("engine/model/a.h", '#include "../edge/b.h"')), 1)
        self.assertEqual(len(self.found("engine/model/a.h", '#include "b.h"')), 1)

    def test_refuses_a_folder_without_arrows(self):
        self.assertEqual(len(self.found("engine/misc/a.h", "")), 1)

    def test_gui_sees_console_but_node_in_one_file_only(self):
        self.assertEqual(self.found("gui/models/a.cpp", '#include "console/deployment.h"'), [])
        self.assertEqual(self.found("gui/session/embeddednode.cpp", '#include "node/node.h"'), [])
        self.assertEqual(len(self.found("gui/models/b.cpp", '#include "node/node.h"')), 1)
        self.assertEqual(len(self.found("gui/models/c.cpp", '#include "wire/message.h"')), 2)


class Spdx(TreeTest):
    def test_passes_where_each_file_names_its_licence(self):
        self.write("engine/base/a.h", APACHE)
        self.write("gui/a.cpp", GPL)
        self.write("packaging/build", "#!/bin/sh\n# SPDX-License-Identifier: Apache-2.0\n")
        self.write("README.md", "no line needed")
        self.assertEqual(spdx.check(self.root), [])

    def test_finds_a_missing_and_a_wrong_line(self):
        self.write("engine/base/a.h", "#pragma once\n")
        self.write("engine/base/b.h", GPL)
        self.write("gui/a.cpp", APACHE)
        self.write("packaging/build", "#!/bin/sh\n")
        self.write("CMakeLists.txt", "project(X)\n")
        self.assertEqual(len(spdx.check(self.root)), 5)


class SpecNumbers(TreeTest):
    def setUp(self):
        super().setUp()
        self.write("engine/SPEC.md", "- **W1** One.\n- **W2 ▲** Two.\n- **W20** Twenty.\n")

    def test_lists_what_tests_name(self):
        self.write("tests/engine/a_test.cpp", "// SPEC W1 SPEC W20\n")
        findings, proven, known = spec_numbers.check(self.root, ["W1", "W20"])
        self.assertEqual((findings, proven, known), ([], ["W1", "W20"], ["W1", "W2", "W20"]))

    def test_finds_a_number_that_does_not_exist(self):
        self.write("tests/engine/a_test.cpp", "\n// SPEC W3\n")
        self.assertEqual(spec_numbers.check(self.root)[0],
                         ["tests/engine/a_test.cpp:2: SPEC W3 does not exist in engine/SPEC.md"])

    def test_a_comment_in_the_engine_proves_nothing(self):
        self.write("engine/base/a.h", "// SPEC W2\n")
        self.assertEqual(spec_numbers.check(self.root, ["W2"])[0], ["tests:1: no test names SPEC W2"])


class Words(TreeTest):
    def test_passes_on_ordinary_text(self):
        self.write("engine/base/a.h", APACHE + '// engine/work/ and "https://example.org/work/a" are fine\n')
        self.write("README.md", "a known issue, 3 of them; ${XDG_STATE_HOME}/cheetah")
        self.assertEqual(words.check(self.root), [])

    def test_finds_paths_hosts_and_trackers(self):
        self.write("a.md", "see /" "work/shared\nfrom /" "root/x or /" "home/me/x\nhttps://py" "pi.org/x\nIss" "ue 12")
        self.assertEqual(len(words.check(self.root)), 5)


class TopLevel(TreeTest):
    def test_finds_a_stray_file(self):
        self.write("engine/a.h", "")
        self.write(".clang-format", "")
        self.assertEqual(top_level.check(self.root), [])
        self.write("notes.txt", "")
        self.assertEqual(len(top_level.check(self.root)), 1)


class Format(TreeTest):
    def test_finds_and_fixes_a_badly_formatted_file(self):
        tool = format_check.clang_format()
        if not tool:
            self.skipTest("no clang-format 14")
        self.write(".clang-format", "BasedOnStyle: LLVM\nIndentWidth: 4\n")
        self.write("engine/base/a.h", "int  a ;\n")
        self.assertEqual(len(format_check.check(self.root, tool)), 1)
        format_check.check(self.root, tool, fix=True)
        self.assertEqual(format_check.check(self.root, tool), [])


if __name__ == "__main__":
    unittest.main()
