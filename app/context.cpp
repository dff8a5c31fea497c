#include "app/context.h"

#include "core/actions.h"
#include "core/base/params.h"
#include "core/export/cell_text.h"
#include "core/printed.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>

namespace yardstick::app {
namespace {

constexpr std::size_t kMaxCellWidth = 48; ///< columns of a terminal, for all but the last column of a table

std::string cellText(const exports::Cell& cell, const exports::Column& column, bool withCurrency)
{
    struct Visitor
    {
        const exports::Column& column;
        std::string operator()(std::monostate) const { return "—"; }
        std::string operator()(const std::string& v) const { return v; }
        std::string operator()(std::int64_t v) const { return std::to_string(v); }
        std::string operator()(bool v) const { return v ? "yes" : "no"; }
        std::string operator()(const Money& v) const
        {
            return column.digits == exports::kCostDigits ? printedCost(v) : column.digits >= 0 ? v.toRounded(std::min(column.digits, 6)) : v.toDecimal(4);
        }
        std::string operator()(double v) const
        {
            if (std::isnan(v)) {
                return "NaN";
            }
            if (std::isinf(v)) {
                return v > 0 ? "Infinity" : "-Infinity";
            }
            char buffer[64];
            if (column.digits >= 0) {
                std::snprintf(buffer, sizeof buffer, "%.*f", column.digits, v);
            } else {
                std::snprintf(buffer, sizeof buffer, "%.4g", v);
            }
            return buffer;
        }
    };
    std::string text = std::visit(Visitor{column}, cell.value);
    text += cell.plusMinus > 0 ? " ±" + printedHalfWidth(cell.plusMinus, text) : "";
    const auto* money = std::get_if<Money>(&cell.value);
    return withCurrency && money != nullptr ? text + " " + std::string(money->currency().code()) : text;
}

bool isNumber(const exports::Cell& cell)
{
    return std::holds_alternative<double>(cell.value) || std::holds_alternative<std::int64_t>(cell.value) ||
           std::holds_alternative<Money>(cell.value);
}

} // namespace

std::size_t displayWidth(std::string_view utf8)
{
    std::size_t width = 0;
    for (std::size_t i = 0; i < utf8.size();) {
        const auto lead = static_cast<unsigned char>(utf8[i]);
        const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        char32_t code = length == 1 ? lead : lead & (0xFFu >> (length + 1));
        for (std::size_t k = 1; k < length && i + k < utf8.size(); ++k) {
            code = (code << 6) | (static_cast<unsigned char>(utf8[i + k]) & 0x3Fu);
        }
        width += (code >= 0x1100 && (code <= 0x115F || (code >= 0x2E80 && code <= 0xA4CF) || (code >= 0xAC00 && code <= 0xD7A3) ||
                                     (code >= 0xF900 && code <= 0xFAFF) || (code >= 0xFE30 && code <= 0xFE6F) ||
                                     (code >= 0xFF00 && code <= 0xFF60) || code >= 0x1F300))
                     ? 2
                     : 1;
        i += length;
    }
    return width;
}

std::string counted(std::int64_t n, std::string_view noun)
{
    return std::to_string(n) + " " + std::string(noun) + (n == 1 ? "" : "s");
}

std::string elided(const std::string& utf8, std::size_t width)
{
    if (displayWidth(utf8) <= width) {
        return utf8;
    }
    std::string kept;
    for (std::size_t i = 0; i < utf8.size();) {
        std::size_t end = i + 1;
        while (end < utf8.size() && (static_cast<unsigned char>(utf8[end]) & 0xC0u) == 0x80u) {
            ++end; // a UTF-8 character stays whole
        }
        const std::string next = kept + utf8.substr(i, end - i);
        if (displayWidth(next) + 1 > width) {
            break;
        }
        kept = next;
        i = end;
    }
    return kept + "…";
}

std::filesystem::path Context::file() const
{
    return storeFile.empty() ? Store::defaultFile() : storeFile;
}

Result<Store*> Context::store()
{
    if (!m_store) {
        auto opened = Store::open(file());
        if (!opened) {
            return std::unexpected(opened.error());
        }
        m_store = std::move(*opened);
        if (m_store->info().migrated) {
            say("The store was brought to version " + std::to_string(m_store->info().schemaVersion) + "; the old file is kept as " +
                m_store->info().backup.string() + ".");
        }
    }
    return m_store.get();
}

/// A store that cannot be written can be read all the same, on a full disk and in a read-only folder.
Result<StoreReader> Context::readOnly(const Error& why) const
{
    if (why.code != ErrorCode::DiskFull && why.code != ErrorCode::Io) {
        return std::unexpected(why);
    }
    auto made = StoreReader::openAsItIs(file());
    if (!made) {
        return std::unexpected(why);
    }
    if (!quiet) {
        std::cerr << "yardstick: " << why.message() << " It is only read.\n";
    }
    return made;
}

Result<StoreReader*> Context::reader()
{
    if (!m_reader) {
        auto opened = store();
        auto made = opened ? (*opened)->reader() : readOnly(opened.error());
        if (!made) {
            return std::unexpected(made.error());
        }
        m_reader = std::make_unique<StoreReader>(std::move(*made));
    }
    return m_reader.get();
}

Result<> Context::ensureQueues()
{
    auto read = reader();
    auto queues = read ? (*read)->queues() : Result<std::vector<Queue>>(std::unexpected(read.error()));
    if (!queues) {
        return std::unexpected(queues.error());
    }
    return queues->empty() ? m_store->run([](StoreWriter& w) { return actions::ensureLocalHost(w); }) : Result<>{};
}

void Context::print(const nlohmann::json& value) const
{
    std::cout << value.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << std::endl;
}

void Context::print(const exports::Table& table) const
{
    std::vector<std::vector<std::string>> cells;
    std::vector<std::size_t> widths;
    std::vector<bool> right(table.columns.size(), false);
    std::vector<std::string> headers;
    const std::vector<exports::HumanColumn> shown = exports::humanColumns(table);
    for (const exports::HumanColumn& column : shown) {
        headers.push_back(column.header);
        widths.push_back(displayWidth(headers.back()));
    }
    for (const auto& row : table.rows) {
        std::vector<std::string> texts;
        for (std::size_t c = 0; c < row.size() && c < table.columns.size(); ++c) {
            std::string text = cellText(row[c], table.columns[c], shown[c].withCurrency);
            // A long name would push what follows off the line; files (export, --json) hold it whole.
            texts.push_back(c + 1 < table.columns.size() ? elided(text, kMaxCellWidth) : std::move(text));
            widths[c] = std::max(widths[c], displayWidth(texts.back()));
            right[c] = right[c] || isNumber(row[c]);
        }
        cells.push_back(std::move(texts));
    }
    const auto line = [&](const std::vector<std::string>& texts) {
        std::string out;
        for (std::size_t c = 0; c < texts.size(); ++c) {
            const std::string pad(widths[c] - displayWidth(texts[c]), ' ');
            out += (c ? "  " : "") + (right[c] ? pad + texts[c] : texts[c] + (c + 1 < texts.size() ? pad : ""));
        }
        std::cout << out << '\n';
    };
    line(headers);
    for (const auto& texts : cells) {
        line(texts);
    }
    std::cout.flush();
}

void Context::say(const std::string& text) const
{
    if (!json && !quiet) {
        std::cout << text << std::endl;
    }
}

int Context::fail(const Error& error) const
{
    if (json) {
        print(nlohmann::json{{"error", {{"code", toString(error.code)}, {"message", error.message()}, {"detail", error.detail}}}});
    }
    std::cerr << "yardstick: " << error.message() << '\n';
    if (!error.detail.empty() && !json) {
        std::cerr << error.detail << '\n';
    }
    return exitCode(error.code);
}

Result<Experiment> Context::experiment(const std::string& nameOrId)
{
    auto read = reader();
    if (!read) {
        return std::unexpected(read.error());
    }
    return (*read)->experimentByName(nameOrId);
}

Result<std::vector<Experiment>> Context::experiments(const std::vector<std::string>& namesOrIds)
{
    std::vector<Experiment> found;
    for (const std::string& name : namesOrIds) {
        auto one = experiment(name);
        if (!one) {
            return std::unexpected(one.error());
        }
        found.push_back(std::move(*one));
    }
    return found;
}

Result<nlohmann::json> parseAssignments(const std::vector<std::string>& pairs)
{
    nlohmann::json changes = nlohmann::json::object();
    for (const std::string& pair : pairs) {
        const auto equals = pair.find('=');
        if (equals == std::string::npos || equals == 0) {
            return yardstick::fail(ErrorCode::Usage, "\"{0}\" is not of the form name=value, such as imgsz=320.", pair);
        }
        const std::string name = pair.substr(0, equals);
        auto value = ParamSchema::get().parse(name, pair.substr(equals + 1));
        if (!value) {
            return std::unexpected(value.error());
        }
        changes[name] = std::move(*value);
    }
    return changes;
}

} // namespace yardstick::app
