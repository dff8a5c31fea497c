// LogSource: a window of lines onto a text file that may be large and may grow: only line starts are indexed, lines are
// read when asked for. A file that became shorter or another one is read anew. No widgets; owner thread: GUI.
#pragma once

#include <QFile>
#include <QString>

#include <optional>
#include <vector>

namespace yardstick::ui {

class LogSource
{
public:
    void setFile(const QString& path);
    [[nodiscard]] QString path() const { return m_path; }
    /// Indexes what was appended, at most `maxBytes` a call; true when the lines changed. `more()`: call again.
    bool poll(qint64 maxBytes = 16 << 20);
    [[nodiscard]] bool more() const { return m_more; }
    [[nodiscard]] bool restarted() const { return m_restarted; } ///< the last poll began anew
    [[nodiscard]] int lineCount() const;
    [[nodiscard]] QString line(int index) const;
    /// From `from` on (or back), wrapping around; case-insensitive. nullopt: nowhere.
    [[nodiscard]] std::optional<int> find(const QString& text, int from, bool backwards) const;
    [[nodiscard]] qint64 bytes() const { return m_indexed; }
    [[nodiscard]] qint64 longestLine() const { return m_longest; } ///< bytes, as far as a line is shown

private:
    void restart();

    QString m_path;
    mutable QFile m_file;
    std::vector<qint64> m_starts; ///< of each line
    qint64 m_indexed = 0, m_longest = 0;
    bool m_more = false, m_restarted = false;
};

} // namespace yardstick::ui
