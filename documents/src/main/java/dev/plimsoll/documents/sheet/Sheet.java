package dev.plimsoll.documents.sheet;

import dev.plimsoll.documents.limit.ReadMeter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Cells of a sheet, by row and column counted from 0, with its merged ranges. */
final class Sheet {

    private static final int MAX_COLUMNS = 16_384;

    private final String name;
    private final boolean isHidden;
    private final ReadMeter meter;
    private final TreeMap<Integer, List<@Nullable Cell>> rows = new TreeMap<>();
    private final List<CellRange> mergedRanges = new ArrayList<>();
    private int formulasWithoutValue;

    /** Rectangle of cells. If they are merged, only the top left cell has a value. */
    record CellRange(int top, int left, int bottom, int right) {}

    Sheet(String name, boolean isHidden, ReadMeter meter) {
        this.name = name;
        this.isHidden = isHidden;
        this.meter = meter;
    }

    String name() {
        return name;
    }

    boolean isHidden() {
        return isHidden;
    }

    void set(int row, int column, Cell cell) {
        if (row < 0 || column < 0 || column >= MAX_COLUMNS) {
            throw meter.limitExceeded("it has more than " + MAX_COLUMNS + " columns");
        }
        List<@Nullable Cell> cells = rows.computeIfAbsent(row, key -> new ArrayList<>());
        meter.addCells(Math.max(1, column + 1 - cells.size()));
        while (cells.size() <= column) {
            cells.add(null);
        }
        cells.set(column, cell);
    }

    void addMergedRange(CellRange range) {
        meter.countStep();
        mergedRanges.add(range);
    }

    /** Counts a cell whose formula was saved without its value. */
    void addFormulaWithoutValue() {
        formulasWithoutValue++;
    }

    int formulasWithoutValue() {
        return formulasWithoutValue;
    }

    /**
     * Returns the rows that are not empty. In these rows, each cell of a merged range has the value of the range.
     */
    List<List<@Nullable Cell>> nonEmptyRows() {
        for (CellRange range : mergedRanges) {
            List<@Nullable Cell> top = rows.get(range.top());
            Cell cell = top == null || range.left() >= top.size() ? null : top.get(range.left());
            if (cell == null || cell.isEmpty()) {
                continue;
            }
            for (int row : new ArrayList<>(rows.subMap(range.top(), true, Math.max(range.top(), range.bottom()), true)
                    .keySet())) {
                for (int column = range.left(); column <= Math.min(range.right(), MAX_COLUMNS - 1); column++) {
                    set(row, column, cell);
                }
            }
        }
        List<List<@Nullable Cell>> nonEmpty = new ArrayList<>();
        rows.values().stream()
                .filter(row -> row.stream().anyMatch(cell -> cell != null && !cell.isEmpty()))
                .forEach(nonEmpty::add);
        return nonEmpty;
    }

    /** Returns the numbers of the rows of {@link #nonEmptyRows}. */
    List<Integer> nonEmptyRowNumbers() {
        return rows.entrySet().stream()
                .filter(row -> row.getValue().stream().anyMatch(cell -> cell != null && !cell.isEmpty()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns whether a merged range that begins in this row spans several columns. */
    boolean hasMergedColumns(int row) {
        return mergedRanges.stream().anyMatch(range -> range.top() == row && range.right() > range.left());
    }
}
