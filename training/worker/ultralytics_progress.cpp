#include "training/worker/ultralytics_progress.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace yardstick::training {
namespace {

bool has(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

/// Reads "A/B" at the head of `text`; leaves the rest there.
std::optional<std::pair<std::int64_t, std::int64_t>> fractionAt(std::string_view& text)
{
    std::int64_t a = 0, b = 0;
    const char* end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, a);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != '/') {
        return std::nullopt;
    }
    const auto second = std::from_chars(first.ptr + 1, end, b);
    if (second.ec != std::errc()) {
        return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(second.ptr - text.data()));
    return std::pair{a, b};
}

} // namespace

void UltralyticsProgress::see(std::string_view text, double now)
{
    if (!m_began) {
        // "train: Scanning /data/labels/train... 4 images, 0 backgrounds, 0 corrupt"; "train: /data/train... found 20 images in"
        if (text.starts_with("train: ")) {
            for (std::size_t at = text.find(" images"); at != std::string_view::npos && at > 0; at = text.find(" images", at + 1)) {
                std::size_t begin = at;
                while (begin > 0 && text[begin - 1] >= '0' && text[begin - 1] <= '9') {
                    --begin;
                }
                std::from_chars(text.data() + begin, text.data() + at, m_images);
            }
        }
    }
    constexpr std::string_view kStart = "Starting training for ";
    if (const std::size_t at = text.find(kStart); at != std::string_view::npos) {
        m_began = m_began.value_or(now); // the head of the line may come first, its number after it
        std::from_chars(text.data() + at + kStart.size(), text.data() + text.size(), m_epochs);
    }
    if (!m_began) {
        return;
    }
    m_ended = m_ended || has(text, " epochs completed in ");
    seeBar(text);
    const bool heads = (has(text, "Class") && has(text, "Images") && has(text, "Instances")) || (has(text, "classes") && has(text, "top1_acc"));
    // What the validation of the epoch before printed last may arrive after its row.
    if (heads && !m_validation && m_epoch == m_written + 1) {
        m_validation = now;
    }
}

/// "      1/2      2.1G     1.25   3.1 …   37   640: 100%|████| 4/4 [00:01<00:00]": epoch, and batches behind the percentage.
void UltralyticsProgress::seeBar(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const auto epoch = fractionAt(text);
    if (!epoch || epoch->first < 1 || epoch->first > epoch->second || !text.starts_with(' ')) {
        return;
    }
    m_epoch = static_cast<int>(epoch->first);
    m_epochs = static_cast<int>(epoch->second);
    const std::size_t percent = text.find('%');
    for (std::size_t at = percent; at < text.size(); ++at) {
        std::string_view rest = text.substr(at);
        const bool begins = text[at] >= '0' && text[at] <= '9' && (text[at - 1] < '0' || text[at - 1] > '9');
        const auto batch = begins ? fractionAt(rest) : std::nullopt;
        if (batch && batch->second > 0) {
            m_batches = batch->second;
            return;
        }
    }
}

void UltralyticsProgress::epochWritten(int epoch)
{
    m_written = epoch;
    m_validation.reset();
}

} // namespace yardstick::training
