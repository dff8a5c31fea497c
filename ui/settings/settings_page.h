// SettingsPage: appearance, charts, money, the store (path, size, check, backup, compact), scheduler and worker. Changes
// act at once and are kept. Owner thread: GUI; work on the store runs on a thread of its own.
#pragma once

#include "core/base/result.h"
#include "ui/window/page.h"

#include <functional>

class QFormLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace yardstick::ui {

class UltralyticsSection;

class SettingsPage : public Page
{
    Q_OBJECT
public:
    explicit SettingsPage(WindowContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString iconName() const override;
    void activate() override;

private:
    void buildAppearance(QVBoxLayout* layout);
    void buildCharts(QVBoxLayout* layout);
    void buildStore(QVBoxLayout* layout);
    void buildUltralytics(QVBoxLayout* layout);
    void buildProgram(QVBoxLayout* layout);
    QFormLayout* section(QVBoxLayout* layout, const QString& title);
    QLabel* value(const char* name);
    QPushButton* button(const QString& text, const char* name);
    void checkStore();
    void backupStore();
    void compactStore();

    UltralyticsSection* m_ultralytics = nullptr;
    QLabel* m_storePath = nullptr;
    QLabel* m_storeSize = nullptr;
    QLabel* m_storeState = nullptr;
    QLabel* m_worker = nullptr;
    QLabel* m_serve = nullptr;
};

} // namespace yardstick::ui
