#include "ui/datasets/data_report.h"

#include "ui/format.h"

#include <QCoreApplication>

#include <map>

namespace yardstick::ui {
namespace {

using nlohmann::json;

std::int64_t whole(const json& object, const char* key)
{
    const auto it = object.find(key);
    return it != object.end() && it->is_number_integer() ? it->get<std::int64_t>() : 0;
}

std::string words(const json& object, const char* key)
{
    const auto it = object.find(key);
    return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
}

json member(const json& object, const char* key)
{
    const auto it = object.is_object() ? object.find(key) : object.end();
    return object.is_object() && it != object.end() ? *it : json();
}

} // namespace

std::int64_t DataReport::images(const char* split) const
{
    const json s = member(member(m_report, "splits"), split);
    return s.is_object() ? whole(s, "images") : 0;
}

std::int64_t DataReport::instances() const
{
    std::int64_t sum = 0;
    for (const json& split : member(m_report, "splits")) {
        sum += split.is_object() ? whole(split, "instances") : 0;
    }
    return sum;
}

std::int64_t DataReport::problems() const
{
    std::int64_t sum = 0;
    for (const json& split : member(m_report, "splits")) {
        sum += split.is_object() ? whole(split, "problem_count") : 0;
    }
    return sum;
}

std::int64_t DataReport::classes() const
{
    return static_cast<std::int64_t>(member(m_report, "names").size());
}

std::vector<DataReport::ClassCount> DataReport::classCounts() const
{
    std::map<std::int64_t, ClassCount> byId;
    for (const json& split : member(m_report, "splits")) {
        for (const json& c : member(split, "classes")) {
            if (!c.is_object()) {
                continue;
            }
            ClassCount& count = byId[whole(c, "id")];
            count.id = whole(c, "id");
            count.name = fromUtf8(words(c, "name"));
            count.images += whole(c, "images");
            count.instances += whole(c, "instances");
        }
    }
    std::vector<ClassCount> all;
    for (auto& [id, count] : byId) {
        all.push_back(std::move(count));
    }
    return all;
}

bool DataReport::usable() const
{
    return m_report.is_object() && words(m_report, "error").empty();
}

QString DataReport::sentence() const
{
    if (!m_report.is_object()) {
        return {};
    }
    if (const std::string fault = words(m_report, "error"); !fault.empty()) {
        return errorText(fault, {});
    }
    if (problems() > 0) {
        return QCoreApplication::translate("DataReport", "The data set can be used; %n labels or images have problems and are left out.", nullptr,
                                           static_cast<int>(problems()));
    }
    return QCoreApplication::translate("DataReport", "The data set can be used; every label is in order.");
}

QString DataReport::problemText() const
{
    QStringList lines;
    for (const json& split : member(m_report, "splits")) {
        for (const json& p : member(split, "problems")) {
            if (p.is_object()) {
                const std::int64_t line = whole(p, "line");
                const QString where = line > 0 ? QStringLiteral("%1:%2").arg(fromUtf8(words(p, "file"))).arg(line) : fromUtf8(words(p, "file"));
                lines << where + QStringLiteral(": ") + errorText(words(p, "text"), {});
            }
        }
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace yardstick::ui
