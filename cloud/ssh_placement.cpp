#include "cloud/ssh_placement.h"

#include "cloud/background.h"
#include "cloud/ssh_copy.h"
#include "cloud/ssh_errors.h"
#include "cloud/ssh_scripts.h"

#include "core/base/json_fields.h"

#include <QByteArrayView>

#include <algorithm>
#include <sstream>

namespace yardstick {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
constexpr Deadline kStepDeadline{30'000};

std::string base64(const std::string& text)
{
    return QByteArray::fromStdString(text).toBase64().toStdString();
}

std::optional<Error> faultIn(const QByteArray& said, const std::string& machine, const SshAddress& address)
{
    const auto fault = lineOf(said, "fault");
    if (!fault) {
        return std::nullopt;
    }
    if (*fault == "worker") {
        return Error{ErrorCode::WorkerMissing,
                     "{0} is no program that can be run on {1}: install the worker there, or say where it is with "
                     "--worker.",
                     {address.worker.empty() ? "yardstick-worker" : address.worker, machine},
                     {}};
    }
    return Error{ErrorCode::Io,
                 "The folder {0} cannot be written on {1}.",
                 {address.root.empty() ? "~/.yardstick" : address.root, machine},
                 {}};
}

} // namespace

SshPlacement::SshPlacement(SshConnection& connection, PlaceRequest request, QObject* parent)
    : QObject(parent)
    , m_connection(connection)
    , m_request(std::move(request))
    , m_root(connection.address().root)
    , m_outbox(connection.folder() / ("outbox-" + m_request.job.token))
{
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        if (const auto done = std::exchange(m_done, {})) {
            done(fail(doing()));
        }
    });
    setDoing("{0} is asked whether it has the job.");
    prepare({}, [this](const QByteArray& said) { handlePrepared(said); });
}

SshPlacement::~SshPlacement()
{
    std::error_code ec;
    fs::remove_all(m_outbox, ec);
}

void SshPlacement::wait(Deadline deadline, Done<json> done)
{
    m_done = std::move(done);
    m_patience.start(deadline);
}

void SshPlacement::setDoing(const char* text, std::vector<std::string> args)
{
    args.insert(args.begin(), m_connection.name());
    m_doing = Error{ErrorCode::Busy, text, std::move(args), {}};
}

/// With what rsync says last, when a data set is on its way.
Error SshPlacement::doing() const
{
    const auto percent = m_copy ? percentOf(m_copy->output()) : std::nullopt;
    if (!percent) {
        return m_doing;
    }
    std::vector<std::string> args = m_doing.args;
    args.push_back(std::to_string(*percent));
    return Error{ErrorCode::Busy, "The data set is being copied to {0}: {1} files, {2} MB, {3} %.", std::move(args), {}};
}

void SshPlacement::end(Result<json> result)
{
    m_patience.stop();
    deleteLater();
    if (const auto done = std::exchange(m_done, {})) {
        done(std::move(result));
    }
}

void SshPlacement::ask(QByteArray script, std::function<void(const QByteArray&)> next)
{
    m_connection.run(std::move(script), kStepDeadline,
                     [this, alive = QPointer<SshPlacement>(this), next = std::move(next)](RemoteReply reply) {
                         if (!alive) {
                             return;
                         }
                         if (reply.error) {
                             end(fail(*reply.error));
                         } else if (const auto fault = faultIn(reply.out, m_connection.name(), m_connection.address())) {
                             end(fail(*fault));
                         } else {
                             next(reply.out);
                         }
                     });
}

void SshPlacement::prepare(const std::vector<std::string>& wanted, std::function<void(const QByteArray&)> next)
{
    ask(scripts::prepare(
            {{"root", m_root}, {"worker", m_connection.address().worker}, {"token", m_request.job.token}}, wanted),
        std::move(next));
}

void SshPlacement::handlePrepared(const QByteArray& said)
{
    m_root = lineOf(said, "root").value_or("");
    if (lineOf(said, "started")) {
        start(); // finds the job that was started before
        return;
    }
    std::string missing;
    for (const char* tool : {"sha256sum", "base64", "setsid", "stat", "rsync"}) {
        if (!said.contains("tool " + QByteArray(tool) + "\n")) {
            missing += (missing.empty() ? "" : ", ") + std::string(tool);
        }
    }
    if (!missing.empty()) {
        end(fail(ErrorCode::Unsupported, "{0} lacks programs that are needed there: {1}.", m_connection.name(), missing));
        return;
    }
    if (!lineOf(said, "worker")) { // before a data set travels for nothing
        end(fail(*faultIn("fault worker\n", m_connection.name(), m_connection.address())));
        return;
    }
    setDoing("The data set is being read, to be put on {0}.");
    inBackground<Result<Shipment>>(
        this, [job = m_request.job] { return planShipment(job); },
        [this](Result<Shipment> planned) { handlePlanned(std::move(planned)); });
}

void SshPlacement::handlePlanned(Result<Shipment> planned)
{
    if (!planned) {
        end(fail(planned.error()));
        return;
    }
    m_shipment = std::move(*planned);
    prepare(m_shipment.keys(), [this](const QByteArray& said) { handleMissing(said); });
}

void SshPlacement::handleMissing(const QByteArray& said)
{
    const auto have = [&](const std::string& key) {
        return said.contains("have " + QByteArray::fromStdString(key) + "\n") ||
               said.endsWith("have " + QByteArray::fromStdString(key));
    };
    m_needData = !have(m_shipment.data.key);
    for (const FileShipment& file : m_shipment.files) {
        if (!have(file.key)) {
            m_needFiles.push_back(file);
        }
    }
    copyData();
}

void SshPlacement::copyData()
{
    if (!m_needData || m_shipment.data.items.empty()) {
        m_needData ? sealData() : copyFiles();
        return;
    }
    setDoing("The data set is being copied to {0}: {1} files, {2} MB.",
             {std::to_string(m_shipment.data.files), std::to_string(m_shipment.data.bytes / 1'000'000)});
    m_copy = startCopy(m_connection,
              {true, m_shipment.data.folder, m_root + "/" + m_shipment.data.key + "/files", m_shipment.data.items},
              Deadline(0), this, [this](Result<> copied) { copied ? sealData() : end(fail(copied.error())); });
}

void SshPlacement::sealData()
{
    ask(scripts::sealData({{"root", m_root}, {"key", m_shipment.data.key}, {"text", base64(m_shipment.data.yaml)}}),
        [this](const QByteArray& said) {
            if (!lineOf(said, "sealed")) {
                end(fail(ErrorCode::DiskFull, "The disk of {0} is full: the data set cannot be written there.",
                         m_connection.name()));
                return;
            }
            copyFiles();
        });
}

void SshPlacement::copyFiles()
{
    if (m_needFiles.empty()) {
        start();
        return;
    }
    setDoing("Weights are being copied to {0}.");
    std::error_code ec;
    fs::create_directories(m_outbox, ec);
    CopyOrder order{true, m_outbox, m_root + "/files", {}};
    for (const FileShipment& file : m_needFiles) {
        const std::string name = fs::path(file.key).filename().string();
        fs::remove(m_outbox / name, ec);
        fs::create_symlink(fs::absolute(file.file), m_outbox / name, ec);
        order.items.push_back(name);
    }
    startCopy(m_connection, order, Deadline(0), this,
              [this](Result<> copied) { copied ? start() : end(fail(copied.error())); });
}

void SshPlacement::start()
{
    setDoing("The worker is being started on {0}.");
    const std::string job = dumpJson(toJson(withRoot(m_shipment.job, m_root)), 2) + "\n";
    ask(scripts::start({{"root", m_root},
                        {"worker", m_connection.address().worker},
                        {"token", m_request.job.token},
                        {"mode", m_request.job.mode},
                        {"job", base64(job)}}),
        [this](const QByteArray& said) { handleStarted(said); });
}

void SshPlacement::handleStarted(const QByteArray& said)
{
    json handle{{"host", m_request.host.id.value}, {"root", m_root}, {"pid", 0}, {"start", 0}, {"remote_boot", ""}};
    std::istringstream words(lineOf(said, "pid").value_or(""));
    std::int64_t pid = 0;
    std::uint64_t begun = 0;
    std::string boot;
    if (words >> pid >> begun >> boot) {
        handle["pid"] = pid;
        handle["start"] = begun;
        handle["remote_boot"] = boot;
    }
    end(handle);
}

} // namespace yardstick
