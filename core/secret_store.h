// SecretStore: keys live in the keychain only (Secret Service on Linux); never in the store, a file, a log or an export.
#pragma once

#include "core/base/result.h"

#include <QObject>

#include <functional>
#include <string>

namespace yardstick {

/// Text that is wiped when it goes; it has no stream and no JSON operator.
class Secret
{
public:
    Secret() = default;
    explicit Secret(std::string text) : m_text(std::move(text)) {}
    ~Secret() { wipe(); }
    Secret(Secret&& other) noexcept : m_text(std::move(other.m_text)) { other.wipe(); }
    Secret& operator=(Secret&& other) noexcept
    {
        if (this != &other) {
            wipe();
            m_text = std::move(other.m_text);
            other.wipe();
        }
        return *this;
    }
    Secret(const Secret&) = delete;
    Secret& operator=(const Secret&) = delete;
    [[nodiscard]] const std::string& reveal() const { return m_text; }
    [[nodiscard]] bool empty() const { return m_text.empty(); }

private:
    void wipe()
    {
        for (volatile char& c : m_text) {
            c = 0;
        }
        m_text.clear();
    }
    std::string m_text;
};

class SecretStore
{
public:
    virtual ~SecretStore() = default;
    /// Unsupported when there is no keychain (no login session): then keys are kept in memory for this run, said clearly.
    virtual void read(const std::string& name, QObject* context, std::function<void(Result<Secret>)> done) = 0;
    virtual void write(const std::string& name, Secret secret, QObject* context, std::function<void(Result<>)> done) = 0;
    virtual void remove(const std::string& name, QObject* context, std::function<void(Result<>)> done) = 0;
};

} // namespace yardstick
