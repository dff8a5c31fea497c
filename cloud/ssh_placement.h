// SshPlacement: puts one job on a host: looks whether it is there already, copies what is missing (once), starts the
// worker detached. It goes on while nobody waits for it: a data set may take longer than one call. Safe to repeat at any
// step: the lock folder on the host lets one start through. Owner thread: the launcher's. Deletes itself at its end.
#pragma once

#include "cloud/shipment.h"
#include "cloud/ssh_connection.h"

namespace yardstick {

class SshPlacement final : public QObject
{
    Q_OBJECT
public:
    SshPlacement(SshConnection& connection, PlaceRequest request, QObject* parent);
    ~SshPlacement() override;
    /// Who is told; Busy when `deadline` passes before the end (the work goes on).
    void wait(Deadline deadline, Done<nlohmann::json> done);

private:
    void prepare(const std::vector<std::string>& wanted, std::function<void(const QByteArray&)> next);
    void handlePrepared(const QByteArray& said);
    void handlePlanned(Result<Shipment> planned);
    void handleMissing(const QByteArray& said);
    void copyData();
    void sealData();
    void copyFiles();
    void start();
    void setDoing(const char* text, std::vector<std::string> args = {});
    [[nodiscard]] Error doing() const;
    void handleStarted(const QByteArray& said);
    /// Runs a script; a fault of the way or a "fault" line ends the placement.
    void ask(QByteArray script, std::function<void(const QByteArray&)> next);
    void end(Result<nlohmann::json> result);

    SshConnection& m_connection;
    PlaceRequest m_request;
    std::string m_root;
    Shipment m_shipment;
    bool m_needData = false;
    std::vector<FileShipment> m_needFiles;
    std::filesystem::path m_outbox; ///< links named as the files will be there
    Done<nlohmann::json> m_done;
    QTimer m_patience;
    Error m_doing; ///< Busy: one sentence, for who asks meanwhile
    QPointer<TimedProcess> m_copy; ///< of the data set
};

} // namespace yardstick
