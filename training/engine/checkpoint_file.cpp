#include "training/engine/checkpoint_file.h"

#include "core/base/platform.h"
#include "training/engine/fault_point.h"

#include <openssl/evp.h>
#include <torch/types.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <span>
#include <system_error>
#include <unistd.h>

namespace yardstick::training {
namespace {

constexpr std::string_view kCheckpointMagic = "YSCKPT\r\n";
constexpr std::size_t kPrefixBytes = 24;
constexpr std::size_t kDigestBytes = 32;
constexpr std::uint64_t kMaxHeaderBytes = 64u << 20;

/// SHA-256 that can be read without ending it.
class Digest
{
public:
    Digest() : m_context(EVP_MD_CTX_new(), EVP_MD_CTX_free) { EVP_DigestInit_ex(m_context.get(), EVP_sha256(), nullptr); }
    void add(std::string_view bytes) { EVP_DigestUpdate(m_context.get(), bytes.data(), bytes.size()); }
    [[nodiscard]] std::string raw() const
    {
        const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> copy(EVP_MD_CTX_new(), EVP_MD_CTX_free);
        EVP_MD_CTX_copy_ex(copy.get(), m_context.get());
        std::string out(kDigestBytes, '\0');
        EVP_DigestFinal_ex(copy.get(), reinterpret_cast<unsigned char*>(out.data()), nullptr);
        return out;
    }
    [[nodiscard]] std::string hex() const
    {
        std::string out;
        for (const char c : raw()) {
            constexpr std::string_view kDigits = "0123456789abcdef";
            out += kDigits[static_cast<unsigned char>(c) >> 4];
            out += kDigits[static_cast<unsigned char>(c) & 15];
        }
        return out;
    }

private:
    std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> m_context;
};

/// A new file beside the target; removed again unless it was renamed.
class TempFile
{
public:
    explicit TempFile(const std::filesystem::path& target) : m_target(target), m_path(target)
    {
        m_path += ".tmp-" + platform::randomToken(6);
        m_fd = ::open(m_path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        m_errno = m_fd < 0 ? errno : 0;
    }
    ~TempFile()
    {
        if (m_fd >= 0) {
            ::close(m_fd);
        }
        if (!m_renamed) {
            ::unlink(m_path.c_str());
        }
    }
    TempFile(const TempFile&) = delete;
    TempFile& operator=(const TempFile&) = delete;

    void write(std::string_view bytes)
    {
        m_digest.add(bytes);
        while (m_errno == 0 && !bytes.empty()) {
            const ssize_t n = ::write(m_fd, bytes.data(), bytes.size());
            if (n < 0) {
                m_errno = errno == EINTR ? 0 : errno;
                continue;
            }
            bytes.remove_prefix(static_cast<std::size_t>(n));
            m_bytes += n;
        }
    }

    [[nodiscard]] const Digest& digest() const { return m_digest; }

    Result<WrittenFile> commit()
    {
        faultPoint("checkpoint_written");
        if (m_errno == 0 && ::fsync(m_fd) != 0) {
            m_errno = errno;
        }
        if (m_errno == 0 && ::close(std::exchange(m_fd, -1)) != 0) {
            m_errno = errno;
        }
        faultPoint("checkpoint_rename");
        if (m_errno == 0 && ::rename(m_path.c_str(), m_target.c_str()) != 0) {
            m_errno = errno;
        }
        if (m_errno != 0) {
            return fail(platform::ioError(m_errno, "write", m_target));
        }
        m_renamed = true;
        faultPoint("checkpoint_renamed");
        if (const int folder = ::open(m_target.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); folder >= 0) {
            ::fsync(folder);
            ::close(folder);
        }
        return WrittenFile{m_bytes, m_digest.hex()};
    }

private:
    std::filesystem::path m_target, m_path;
    Digest m_digest;
    std::int64_t m_bytes = 0;
    int m_fd = -1;
    int m_errno = 0;
    bool m_renamed = false;
};

const std::array<std::pair<std::string_view, at::ScalarType>, 6> kTypes{{{"f32", at::kFloat},
                                                                         {"f16", at::kHalf},
                                                                         {"f64", at::kDouble},
                                                                         {"i64", at::kLong},
                                                                         {"i32", at::kInt},
                                                                         {"u8", at::kByte}}};

std::string_view typeName(at::ScalarType type)
{
    for (const auto& [name, known] : kTypes) {
        if (known == type) {
            return name;
        }
    }
    return "";
}

template <typename T> void appendNumber(std::string& out, T value)
{
    out.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

template <typename T> T numberAt(std::string_view bytes, std::size_t offset)
{
    T value{};
    std::memcpy(&value, bytes.data() + offset, sizeof(value));
    return value;
}

std::unexpected<Error> damaged(const std::filesystem::path& path, std::string_view why)
{
    auto error = fail(ErrorCode::BadFile, "{0} is no usable checkpoint: it is truncated, damaged or of another kind.",
                      path.string());
    error.error().detail = why;
    return error;
}

/// One entry of the header's list, checked against the payload.
Result<std::pair<std::string, at::Tensor>> tensorFrom(const nlohmann::json& entry, std::string_view payload,
                                                      const std::filesystem::path& path)
{
    const auto shape = entry.at("shape").get<std::vector<std::int64_t>>();
    const auto offset = entry.at("offset").get<std::uint64_t>();
    const auto bytes = entry.at("bytes").get<std::uint64_t>();
    const auto name = entry.at("dtype").get<std::string>();
    for (const auto& [known, type] : kTypes) {
        if (known != name) {
            continue;
        }
        std::uint64_t wanted = c10::elementSize(type);
        for (const std::int64_t side : shape) {
            if (side < 0 || (side > 0 && wanted > payload.size() / static_cast<std::uint64_t>(side))) {
                return damaged(path, "shape");
            }
            wanted *= static_cast<std::uint64_t>(side);
        }
        if (wanted != bytes || offset > payload.size() || bytes > payload.size() - offset) {
            return damaged(path, "extent");
        }
        at::Tensor tensor = at::empty(shape, type);
        std::memcpy(tensor.data_ptr(), payload.data() + offset, bytes);
        return std::pair{entry.at("name").get<std::string>(), tensor};
    }
    return damaged(path, "dtype " + name);
}

} // namespace

NamedTensors Checkpoint::section(std::string_view prefix) const
{
    NamedTensors out;
    for (const auto& [name, tensor] : tensors) {
        if (name.starts_with(prefix)) {
            out.emplace_back(name.substr(prefix.size()), tensor);
        }
    }
    return out;
}

void Checkpoint::addSection(std::string_view prefix, const NamedTensors& values)
{
    for (const auto& [name, tensor] : values) {
        tensors.emplace_back(std::string(prefix) + name, tensor);
    }
}

Result<WrittenFile> writeCheckpoint(const std::filesystem::path& path, const Checkpoint& checkpoint)
{
    try {
        const torch::NoGradGuard noGrad;
        nlohmann::json header{{"meta", checkpoint.meta}, {"tensors", nlohmann::json::array()}};
        std::uint64_t offset = 0;
        for (const auto& [name, tensor] : checkpoint.tensors) {
            const auto bytes = static_cast<std::uint64_t>(tensor.nbytes());
            header["tensors"].push_back({{"name", name},
                                         {"dtype", typeName(tensor.scalar_type())},
                                         {"shape", tensor.sizes().vec()},
                                         {"offset", offset},
                                         {"bytes", bytes}});
            offset += bytes;
        }
        const std::string text = header.dump();
        std::string prefix(kCheckpointMagic);
        appendNumber(prefix, kCheckpointVersion);
        appendNumber(prefix, std::uint32_t{0});
        appendNumber(prefix, static_cast<std::uint64_t>(text.size()));
        TempFile file(path);
        file.write(prefix);
        file.write(text);
        for (const auto& [name, tensor] : checkpoint.tensors) {
            const at::Tensor plain = tensor.detach().to(at::kCPU).contiguous();
            file.write({static_cast<const char*>(plain.data_ptr()), plain.nbytes()});
        }
        file.write(file.digest().raw());
        return file.commit();
    } catch (const std::exception& error) {
        return fail({ErrorCode::Io, "{0} cannot be written.", {path.string()}, error.what()});
    }
}

Result<Checkpoint> readCheckpoint(const std::filesystem::path& path)
{
    auto content = platform::readFile(path, 1ull << 36);
    if (!content) {
        return fail(content.error());
    }
    const std::string_view bytes = *content;
    if (bytes.size() < kPrefixBytes + kDigestBytes || !bytes.starts_with(kCheckpointMagic)) {
        return damaged(path, "magic");
    }
    if (const auto version = numberAt<std::uint32_t>(bytes, 8); version > kCheckpointVersion) {
        return fail(ErrorCode::NewerVersion, "{0} was written by a newer Yardstick (checkpoint version {1}).",
                    path.string(), version);
    }
    Digest digest;
    digest.add(bytes.substr(0, bytes.size() - kDigestBytes));
    if (digest.raw() != bytes.substr(bytes.size() - kDigestBytes)) {
        return damaged(path, "digest");
    }
    const auto headerBytes = numberAt<std::uint64_t>(bytes, 16);
    if (headerBytes > kMaxHeaderBytes || headerBytes > bytes.size() - kPrefixBytes - kDigestBytes) {
        return damaged(path, "header size");
    }
    try {
        const auto header = nlohmann::json::parse(bytes.substr(kPrefixBytes, headerBytes));
        const auto payload = bytes.substr(kPrefixBytes + headerBytes,
                                          bytes.size() - kPrefixBytes - headerBytes - kDigestBytes);
        Checkpoint checkpoint;
        checkpoint.meta = header.at("meta");
        for (const auto& entry : header.at("tensors")) {
            auto tensor = tensorFrom(entry, payload, path);
            if (!tensor) {
                return fail(tensor.error());
            }
            checkpoint.tensors.push_back(std::move(*tensor));
        }
        return checkpoint;
    } catch (const std::exception& error) {
        return damaged(path, error.what());
    }
}

} // namespace yardstick::training
