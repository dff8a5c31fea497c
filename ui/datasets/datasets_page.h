// DatasetsPage: the data sets that experiments use, with who uses them and, on demand or for the shown one, what the worker
// finds in them: images, instances, classes, problems by file and line. Reports are kept while the window is open.
// Owner thread: GUI.
#pragma once

#include "core/base/result.h"
#include "ui/window/page.h"

#include <nlohmann/json.hpp>

#include <map>

class QLabel;
class QPlainTextEdit;

namespace yardstick::ui {

class DataChecker;
class ValueTableModel;
class ValueView;

class DatasetsPage : public Page
{
    Q_OBJECT
public:
    explicit DatasetsPage(WindowContext& context, QWidget* parent = nullptr);
    ~DatasetsPage() override;

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString iconName() const override;
    [[nodiscard]] QList<QAction*> pageActions() const override { return {m_check, m_checkAll, m_open}; }
    void activate() override;
    void refresh() override { load(); }

Q_SIGNALS:
    void experimentsRequested(); ///< the empty page's button

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct DataSet
    {
        qint64 id = 0; ///< of this session, by path
        QString path;
        std::string task;
        int experiments = 0;
        bool checking = false;
        nlohmann::json report; ///< null: not checked yet
        QString fault;
    };
    void build();
    void buildEmpty();
    void load();
    void show();
    void showReport();
    void checkCurrent();
    void checkAll();
    void openFolder();
    [[nodiscard]] DataSet* current();

    std::map<QString, DataSet> m_sets; ///< by path
    DataChecker* m_checker = nullptr;
    ValueTableModel* m_model = nullptr;
    ValueTableModel* m_classes = nullptr;
    ValueView* m_view = nullptr;
    QLabel* m_summary = nullptr;
    QPlainTextEdit* m_problems = nullptr;
    QWidget* m_empty = nullptr;
    QWidget* m_content = nullptr;
    QAction *m_check = nullptr, *m_checkAll = nullptr, *m_open = nullptr;
    bool m_stale = true;
};

} // namespace yardstick::ui
