#include "core/import/ultralytics_import.h"

#include "core/import/ultralytics_rows.h"

namespace yardstick::imports {
namespace {

namespace fs = std::filesystem;

constexpr int kRunsAtOnce = 16; ///< one transaction: short beside the store's other work

} // namespace

UltralyticsImport::Signature UltralyticsImport::signatureOf(const fs::path& folder)
{
    std::error_code error;
    Signature s;
    s.bytes = fs::file_size(folder / "results.csv", error);
    s.results = fs::last_write_time(folder / "results.csv", error);
    s.args = fs::last_write_time(folder / "args.yaml", error);
    return s;
}

Result<> UltralyticsImport::writeBatch(const std::vector<FolderRun>& batch, std::optional<KnownRuns>& known, UltralyticsReport& report)
{
    if (!known) {
        const auto reader = m_store.reader();
        auto read = reader ? knownRuns(*reader) : Result<KnownRuns>(fail(reader.error()));
        if (!read) {
            return fail(read.error());
        }
        known = std::move(*read);
    }
    return write(batch, *known, report);
}

Result<UltralyticsReport> UltralyticsImport::look(LastLine last, const Progress& progress)
{
    const auto folders = findUltralyticsRuns(m_options.root);
    if (!folders) {
        return fail(folders.error());
    }
    UltralyticsReport report;
    std::vector<FolderRun> batch;
    std::optional<KnownRuns> known; // read when something has changed
    const int total = static_cast<int>(folders->size());
    for (int i = 0; i < total; ++i) {
        const fs::path& folder = (*folders)[static_cast<std::size_t>(i)];
        const Signature now = signatureOf(folder); // before it is read: what is written meanwhile is seen by the next look
        Seen& seen = m_seen[folder];
        const bool changed = !seen.taken || seen.signature != now || last == LastLine::Take;
        if (!changed && seen.experiment.valid()) {
            ++report.unchanged;
            report.experiments.push_back(seen.experiment);
        } else if (changed) {
            auto run = readUltralyticsRun(folder, last);
            const bool begins = !run && last == LastLine::LeaveIfOpen && run.error().code == ErrorCode::BadFile && run.error().detail.empty();
            if (!begins) { // a file without a line yet is one that has just been made
                for (const Error& problem : run ? run->problems : std::vector<Error>{run.error()}) {
                    if (seen.told.insert(problem.message() + problem.detail).second) {
                        report.problems.push_back(problem);
                    }
                }
            }
            seen.signature = now;
            seen.experiment = {};
            seen.taken = true;
            if (run) {
                batch.emplace_back(folder, std::move(*run));
            }
        }
        const bool full = std::ssize(batch) >= kRunsAtOnce || i + 1 == total;
        if (full && !batch.empty()) {
            if (auto written = writeBatch(batch, known, report); !written) {
                return fail(written.error());
            }
            batch.clear();
        }
        if (progress && batch.empty() && (full || (i + 1) % kRunsAtOnce == 0) && !progress(i + 1, total)) {
            break;
        }
    }
    return report;
}

Result<> UltralyticsImport::write(const std::vector<FolderRun>& runs, KnownRuns& known, UltralyticsReport& report)
{
    UltralyticsReport after = report; // counted once, whether the commit fails or not
    std::vector<ExperimentId> ids;
    const auto written = m_store.run([&](StoreWriter& w) -> Result<> {
        for (const auto& [folder, run] : runs) {
            const auto id = writeRun(w, run, known, m_options.machine, m_options.project, after);
            if (!id) {
                return fail(id.error());
            }
            ids.push_back(*id);
        }
        return {};
    });
    if (!written) {
        for (const auto& [folder, run] : runs) {
            m_seen[folder].taken = false; // the next look takes them again
        }
        return fail(written.error());
    }
    for (std::size_t i = 0; i < runs.size(); ++i) {
        m_seen[runs[i].first].experiment = ids[i];
        after.experiments.push_back(ids[i]);
    }
    report = std::move(after);
    return {};
}

} // namespace yardstick::imports
