// QueueDialog: name, host, threads per job, jobs at once and money limits of a queue. Owner thread: GUI.
#pragma once

#include "core/records.h"

#include <QDialog>

#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace yardstick::ui {

class QueueDialog : public QDialog
{
    Q_OBJECT
public:
    /// `queue` with id 0: a new one.
    QueueDialog(const Queue& queue, const std::vector<Host>& hosts, const QString& currency, QWidget* parent = nullptr);
    [[nodiscard]] Queue queue() const;
    [[nodiscard]] Host host() const;

private:
    QLineEdit* addMoney(class QFormLayout* form, const QString& label, const char* name, const std::optional<Money>& value);
    void hostChanged();
    void refresh();

    Queue m_queue;
    std::vector<Host> m_hosts;
    QString m_currency;
    QLineEdit* m_name = nullptr;
    QComboBox* m_host = nullptr;
    QSpinBox* m_threads = nullptr;
    QSpinBox* m_jobs = nullptr;
    QLineEdit* m_perDay = nullptr;
    QLineEdit* m_inAll = nullptr;
    QLabel* m_fault = nullptr;
    QPushButton* m_accept = nullptr;
};

} // namespace yardstick::ui
