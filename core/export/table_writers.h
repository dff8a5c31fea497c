// The writer per format behind exports::write. Each gets tables that checkTable accepted. Not for other layers.
#pragma once

#include "core/export/table.h"

#include <span>
#include <string>

namespace yardstick::exports {

/// RFC 4180; `separator` ',' with CRLF, or '\t' with LF.
std::string writeSeparated(const Table& table, char separator);
std::string writeJson(std::span<const Table> tables); ///< one object, or an array of them when there are several
std::string writeMarkdown(std::span<const Table> tables, bool bold);
std::string writeLatex(std::span<const Table> tables, bool bold); ///< needs \usepackage{booktabs}
std::string writeHtml(std::span<const Table> tables, bool bold);  ///< a whole document, nothing fetched
Result<std::string> writeXlsx(std::span<const Table> tables, bool bold);

std::string escapeHtml(std::string_view text);
/// The <table> elements alone, for a document that has its own head.
std::string htmlTable(const Table& table, bool bold);

} // namespace yardstick::exports
