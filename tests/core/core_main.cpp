// main() of the core's tests: a QCoreApplication, no display.
#include <gtest/gtest.h>

#include <QCoreApplication>

int main(int argc, char** argv)
{
    testing::InitGoogleTest(&argc, argv);
    QCoreApplication app(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("yardstick-tests"));
    return RUN_ALL_TESTS();
}
