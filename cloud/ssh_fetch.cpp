#include "cloud/ssh_fetch.h"

#include "cloud/background.h"
#include "cloud/ssh_copy.h"
#include "cloud/ssh_errors.h"
#include "cloud/ssh_scripts.h"

#include "core/base/platform.h"
#include "core/base/time.h"

#include <algorithm>

namespace yardstick {
namespace {

namespace fs = std::filesystem;
constexpr const char* kIncoming = ".incoming";
constexpr int kMaxRounds = 3; ///< a file may be replaced while it is copied

bool staysInside(const std::string& path)
{
    const fs::path p(path);
    return !path.empty() && p.is_relative() && path.find('\n') == std::string::npos &&
           std::none_of(p.begin(), p.end(), [](const fs::path& part) { return part == ".."; });
}

/// Moves what is as announced from `incoming` to the run directory; gives back the rest.
Result<std::vector<std::string>> moveVerified(const fs::path& run, const std::vector<std::string>& files,
                                              const std::map<std::string, std::string>& sums)
{
    std::vector<std::string> rest;
    for (const std::string& file : files) {
        const fs::path arrived = run / kIncoming / file;
        const auto sum = platform::sha256File(arrived);
        if (!sum || *sum != sums.at(file)) {
            rest.push_back(file);
            continue;
        }
        std::error_code ec;
        fs::create_directories((run / file).parent_path(), ec);
        fs::rename(arrived, run / file, ec);
        if (ec) {
            return fail(platform::ioError(ec.value(), "write", run / file));
        }
    }
    return rest;
}

} // namespace

SshFetch::SshFetch(SshConnection& connection, std::string root, std::string token, fs::path run,
                   std::vector<std::string> files, Deadline deadline, Done<void> done, QObject* parent)
    : QObject(parent)
    , m_connection(connection)
    , m_root(std::move(root))
    , m_token(std::move(token))
    , m_run(std::move(run))
    , m_files(std::move(files))
    , m_until(monotonicSeconds() + static_cast<double>(deadline.count()) / 1000)
    , m_done(std::move(done))
{
    QTimer::singleShot(0, this, &SshFetch::askDigests);
}

Deadline SshFetch::left() const
{
    return Deadline(std::max(1, static_cast<int>((m_until - monotonicSeconds()) * 1000)));
}

void SshFetch::end(Result<> result)
{
    deleteLater();
    if (const auto done = std::exchange(m_done, {})) {
        done(std::move(result));
    }
}

void SshFetch::askDigests()
{
    std::vector<std::string> remote;
    for (const std::string& file : m_files) {
        if (!staysInside(file)) {
            end(fail(ErrorCode::InvalidArgument, "{0} is no path inside of a run folder.", file));
            return;
        }
        remote.push_back("jobs/" + m_token + "/" + file);
    }
    m_connection.run(scripts::digests(m_root, remote), left(), [alive = QPointer<SshFetch>(this)](const RemoteReply& r) {
        if (alive) {
            alive->handleDigests(r);
        }
    });
}

void SshFetch::handleDigests(const RemoteReply& reply)
{
    const auto lines = reply.out.split('\n');
    if (reply.error || lines.size() < static_cast<qsizetype>(m_files.size())) {
        end(fail(reply.error.value_or(sshTimeout(m_connection.name()))));
        return;
    }
    std::vector<std::string> present;
    for (size_t i = 0; i < m_files.size(); ++i) {
        const std::string sum = lines[static_cast<qsizetype>(i)].trimmed().toStdString();
        if (sum.size() == 64) {
            m_sums[m_files[i]] = sum;
            present.push_back(m_files[i]);
        } else {
            m_missing.push_back(m_files[i]);
        }
    }
    m_files = std::move(present);
    compareHere();
}

/// Leaves out what is here already.
void SshFetch::compareHere()
{
    inBackground<std::vector<std::string>>(
        this,
        [run = m_run, files = m_files, sums = m_sums] {
            std::vector<std::string> needed;
            for (const std::string& file : files) {
                std::error_code ec;
                const auto sum = fs::exists(run / file, ec) ? platform::sha256File(run / file).value_or("") : "";
                if (sum != sums.at(file)) {
                    needed.push_back(file);
                }
            }
            return needed;
        },
        [this](std::vector<std::string> needed) {
            m_files = std::move(needed);
            m_files.empty() ? acknowledge() : copy();
        });
}

void SshFetch::copy()
{
    std::error_code ec;
    fs::create_directories(m_run / kIncoming, ec);
    startCopy(m_connection, {false, m_run / kIncoming, m_root + "/jobs/" + m_token, m_files}, left(), this,
              [this](Result<> copied) { copied ? takeOver() : end(fail(copied.error())); });
}

void SshFetch::takeOver()
{
    using Moved = Result<std::vector<std::string>>;
    inBackground<Moved>(
        this, [run = m_run, files = m_files, sums = m_sums] { return moveVerified(run, files, sums); },
        [this](const Moved& rest) {
            if (!rest) {
                end(fail(rest.error()));
                return;
            }
            m_files = *rest;
            if (m_files.empty()) {
                acknowledge();
            } else if (++m_rounds < kMaxRounds) {
                askDigests();
            } else {
                end(fail(ErrorCode::Busy, "{0} on {1} is not what its digest says; it is fetched again later.",
                         m_files.front(), m_connection.name()));
            }
        });
}

void SshFetch::acknowledge()
{
    std::error_code ec;
    fs::remove_all(m_run / kIncoming, ec);
    std::string text;
    for (const auto& [path, sum] : m_sums) {
        text += sum + "  " + path + "\n";
    }
    const QByteArray encoded = QByteArray::fromStdString(text).toBase64();
    m_connection.run(
        scripts::acknowledge({{"root", m_root}, {"token", m_token}, {"text", encoded.toStdString()}}), left(),
        [alive = QPointer<SshFetch>(this)](const RemoteReply&) { // a note only: the files are here
            if (!alive) {
                return;
            }
            if (alive->m_missing.empty()) {
                alive->end({});
            } else {
                alive->end(fail(ErrorCode::NotFound, "{0} does not exist on {1}.", alive->m_missing.front(),
                                alive->m_connection.name()));
            }
        });
}

} // namespace yardstick
