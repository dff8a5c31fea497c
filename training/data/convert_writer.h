// ConvertWriter: the target side of a conversion (convert.h): a folder beside the target, renamed when whole.
// Private to the converters. One thread.
#pragma once

#include "training/data/convert.h"
#include "training/data/dataset.h"

namespace yardstick::training {

class ConvertWriter
{
public:
    /// AlreadyExists when the target holds anything.
    static Result<ConvertWriter> create(const std::filesystem::path& target);
    ConvertWriter(ConvertWriter&&) noexcept;
    ConvertWriter& operator=(ConvertWriter&&) = delete;
    ~ConvertWriter(); ///< removes what was not finished

    /// Box in pixels of a picture of width × height; clipped to it. False (and counted) when nothing is left.
    bool addBox(std::vector<Label>& labels, int cls, double x1, double y1, double x2, double y2, double width, double height);
    /// Links or copies the picture and writes its label file (empty: a background picture).
    Result<> addImage(const std::string& split, const std::filesystem::path& picture, const std::vector<Label>& labels);
    void skip(const std::string& reason) { ++m_report.skipped[reason]; }
    /// Writes data.yaml and puts the folder in its place. BadData when there is no picture at all.
    Result<ConvertReport> finish(const std::vector<std::string>& names);

private:
    explicit ConvertWriter(std::filesystem::path target);
    std::filesystem::path m_target;
    std::filesystem::path m_work; ///< empty after a move
    ConvertReport m_report;
};

} // namespace yardstick::training
