// ExperimentView: the table itself: fixed row height, selection and scroll kept by id, copying as TSV or Markdown, the
// progress line under running rows. What keys do beyond that is the page's. Owner thread: GUI.
#pragma once

#include "core/records.h"

#include <QTableView>

#include <optional>
#include <vector>

namespace yardstick::ui {

class ExperimentTableModel;

class ExperimentView : public QTableView
{
    Q_OBJECT
public:
    explicit ExperimentView(QWidget* parent = nullptr);

    void setTable(ExperimentTableModel* model);
    [[nodiscard]] std::vector<ExperimentId> selectedIds() const; ///< in the order of the rows
    [[nodiscard]] ExperimentId currentId() const;
    void selectIds(const std::vector<ExperimentId>& ids, bool scroll = true);
    void setCompact(bool compact);

    /// Opens the editor of a cell; when it closes, the table stands where it stood before. The selection stays as it is.
    void editCell(const QModelIndex& index);

    enum class CopyFormat { Tsv, Markdown };
    /// Selected rows, shown columns in their order from left to right; raw values.
    [[nodiscard]] QString copyText(CopyFormat format) const;
    [[nodiscard]] std::vector<int> shownSections() const; ///< from left to right

Q_SIGNALS:
    void selectionSettled(); ///< coalesced: once per pass of the event loop

protected:
    void paintEvent(QPaintEvent* event) override;
    void rowsAboutToBeRemoved(const QModelIndex& parent, int start, int end) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
    void changeEvent(QEvent* event) override;
    void closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) override;

private:
    void keepOverResets();

    struct Before
    {
        std::vector<ExperimentId> selected;
        ExperimentId current;
        int scroll = 0; ///< pixels
    };
    ExperimentTableModel* m_model = nullptr;
    Before m_before; ///< while the model is reset
    struct Place
    {
        int column = -1; ///< of the current cell
        int scroll = 0;  ///< to the side, pixels
    };
    std::optional<Place> m_beforeEdit;
    bool m_pending = false;
};

} // namespace yardstick::ui
