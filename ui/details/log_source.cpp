#include "ui/details/log_source.h"

#include <algorithm>

namespace yardstick::ui {
namespace {

constexpr qint64 kLongestLine = 4096; ///< bytes shown of one line

} // namespace

void LogSource::setFile(const QString& path)
{
    m_path = path;
    m_file.close();
    m_file.setFileName(path);
    restart();
}

void LogSource::restart()
{
    m_starts.clear();
    m_indexed = m_longest = 0;
    m_restarted = true;
}

bool LogSource::poll(qint64 maxBytes)
{
    m_restarted = false;
    m_more = false;
    if (m_path.isEmpty()) {
        return false;
    }
    if (!m_file.isOpen() && !m_file.open(QIODevice::ReadOnly)) {
        return false;
    }
    const qint64 size = m_file.size();
    if (size < m_indexed) {
        restart();
    }
    if (size == m_indexed) {
        return m_restarted;
    }
    m_file.seek(m_indexed);
    const QByteArray block = m_file.read(std::min(maxBytes, size - m_indexed));
    if (block.isEmpty()) {
        return m_restarted;
    }
    if (m_starts.empty()) {
        m_starts.push_back(0);
    }
    for (qsizetype at = block.indexOf('\n'); at >= 0; at = block.indexOf('\n', at + 1)) {
        m_longest = std::max(m_longest, std::min(kLongestLine, m_indexed + at - m_starts.back()));
        m_starts.push_back(m_indexed + at + 1);
    }
    m_indexed += block.size();
    m_more = m_indexed < size;
    return true;
}

int LogSource::lineCount() const
{
    // What follows the last newline is a line only once it has a byte.
    const bool openLine = !m_starts.empty() && m_starts.back() < m_indexed;
    return static_cast<int>(m_starts.size()) - (m_starts.empty() || openLine ? 0 : 1);
}

QString LogSource::line(int index) const
{
    if (index < 0 || index >= lineCount()) {
        return {};
    }
    const auto i = static_cast<size_t>(index);
    const qint64 begin = m_starts[i];
    const qint64 end = i + 1 < m_starts.size() ? m_starts[i + 1] : m_indexed;
    m_file.seek(begin);
    QByteArray bytes = m_file.read(std::min(end - begin, kLongestLine));
    while (bytes.endsWith('\n') || bytes.endsWith('\r')) {
        bytes.chop(1);
    }
    // A progress bar rewrites its line: the last state counts.
    const qsizetype rewritten = bytes.lastIndexOf('\r');
    return QString::fromUtf8(rewritten >= 0 ? bytes.mid(rewritten + 1) : bytes);
}

std::optional<int> LogSource::find(const QString& text, int from, bool backwards) const
{
    const int count = lineCount();
    if (text.isEmpty() || count == 0) {
        return std::nullopt;
    }
    for (int step = 0; step < count; ++step) {
        const int index = ((from + (backwards ? -step : step)) % count + count) % count;
        if (line(index).contains(text, Qt::CaseInsensitive)) {
            return index;
        }
    }
    return std::nullopt;
}

} // namespace yardstick::ui
