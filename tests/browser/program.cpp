// SPDX-License-Identifier: Apache-2.0
#include "support/fakenode.h"
#include "support/loop.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <csignal>

namespace cheetah::test {

namespace {

/// The program cheetah-browser as a user starts it.
class BrowserProgram : public testing::Test {
protected:
    void SetUp() override
    {
        const QByteArray programs = qgetenv("CHEETAH_BIN_DIR");
        if (programs.isEmpty())
            GTEST_SKIP() << "run by ctest, which tells where the programs are";
        program.setProgram(QString::fromLocal8Bit(programs) + QStringLiteral("/cheetah-browser"));
        QFile file(tokenFile());
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write("viewer v\nclient secret\n");
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    }
    void TearDown() override
    {
        program.kill();
        program.waitForFinished();
        EXPECT_TRUE(runUntil([&] { return !lives(chromium); })) << "a browser was left behind";
    }

    QString tokenFile() const { return folder.filePath(QStringLiteral("tokens")); }
    QStringList serving() const
    {
        QUrl url = node.url();
        url.setScheme(QStringLiteral("http"));
        return {QStringLiteral("--user"),
                QStringLiteral("u"),
                QStringLiteral("--client"),
                QStringLiteral("c"),
                QStringLiteral("--headless"),
                QStringLiteral("--node"),
                url.toString(),
                QStringLiteral("--token-file"),
                tokenFile()};
    }
    /// Runs to its end; the exit status.
    int run(const QStringList &arguments)
    {
        program.setArguments(arguments);
        program.start();
        runUntil([&] { return program.state() == QProcess::NotRunning; });
        return program.exitCode();
    }
    void serve()
    {
        program.setArguments(serving());
        program.start();
        ASSERT_TRUE(runUntil([&] { return !node.windows().empty(); }, Seconds(40)))
            << program.readAllStandardError().toStdString();
        const QString pid = QString::number(program.processId());
        QFile children(QStringLiteral("/proc/%1/task/%1/children").arg(pid));
        ASSERT_TRUE(children.open(QIODevice::ReadOnly));
        chromium = children.readAll().trimmed().toLongLong();
        ASSERT_TRUE(lives(chromium)) << "Chromium is a direct child, and the only one";
    }
    static bool lives(qint64 pid) { return pid > 0 && ::kill(static_cast<pid_t>(pid), 0) == 0; }

    QTemporaryDir folder;
    FakeNode node;
    QProcess program;
    qint64 chromium = 0;
};

} // namespace

TEST_F(BrowserProgram, ExplainsItselfAndRefusesBadArguments)
{
    EXPECT_EQ(run({QStringLiteral("--help")}), 0);
    const QByteArray help = program.readAllStandardOutput();
    for (const char *option : {"--user", "--client", "--node", "--token-file", "--windows", "--tabs", "--max-windows",
                               "--max-tabs", "--headless", "--metadata", "--profile", "--chromium"})
        EXPECT_TRUE(help.contains(option)) << option;
    EXPECT_EQ(run({}), 2);
    EXPECT_EQ(run(serving() << QStringLiteral("--tabs") << QStringLiteral("0")), 2);
    EXPECT_EQ(run(serving() << QStringLiteral("--windows") << QStringLiteral("many")), 2);
    EXPECT_EQ(run(serving() << QStringLiteral("--tabs=3") << QStringLiteral("--max-tabs=2")), 2);
    EXPECT_EQ(run(serving() << QStringLiteral("--metadata") << QStringLiteral("=x")), 2);
    EXPECT_EQ(run(serving() << QStringLiteral("--unknown")), 2);
}

TEST_F(BrowserProgram, NamesWhatItCannotUse)
{
    EXPECT_EQ(run(serving() << QStringLiteral("--chromium") << QStringLiteral("/nowhere/chromium")), 1);
    EXPECT_TRUE(program.readAllStandardError().contains("--chromium"));
    QFile::setPermissions(tokenFile(), QFile::ReadOwner | QFile::ReadOther);
    EXPECT_EQ(run(serving()), 1);
    EXPECT_TRUE(program.readAllStandardError().contains(tokenFile().toLocal8Bit()));
    EXPECT_TRUE(node.hellos.empty());
}

TEST_F(BrowserProgram, EndsItsBrowserWithItself)
{
    serve();
    program.terminate();
    ASSERT_TRUE(runUntil([&] { return program.state() == QProcess::NotRunning; }));
    EXPECT_EQ(program.exitStatus(), QProcess::NormalExit);
    EXPECT_EQ(program.exitCode(), 0);
    EXPECT_FALSE(lives(chromium));
    EXPECT_EQ(node.byes, 1);
}

TEST_F(BrowserProgram, ItsBrowserEndsEvenIfItIsKilled)
{
    serve();
    program.kill();
    EXPECT_TRUE(runUntil([&] { return !lives(chromium); }));
}

TEST_F(BrowserProgram, LeavesWithAStatusOfItsOwnWhenSuperseded)
{
    serve();
    node.close(CloseCode::Superseded, ErrorCode::Superseded);
    ASSERT_TRUE(runUntil([&] { return program.state() == QProcess::NotRunning; }));
    EXPECT_EQ(program.exitCode(), 3);
}

} // namespace cheetah::test
