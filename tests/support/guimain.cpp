// SPDX-License-Identifier: Apache-2.0
#include <QtWidgets/QApplication>

#include <gtest/gtest.h>

/// Tests of the console run in one application, as its windows do.
int main(int argc, char **argv)
{
    testing::InitGoogleTest(&argc, argv);
    const QApplication application(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    return RUN_ALL_TESTS();
}
