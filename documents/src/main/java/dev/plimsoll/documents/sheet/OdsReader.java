package dev.plimsoll.documents.sheet;

import dev.plimsoll.document.DocumentText;
import dev.plimsoll.documents.limit.ReadMeter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Converts ods files to records. */
public final class OdsReader {

    private final XmlReader xml;
    private final ReadMeter meter;
    private final Set<String> hiddenStyles = new HashSet<>();

    private OdsReader(XmlReader xml, ReadMeter meter) {
        this.xml = xml;
        this.meter = meter;
    }

    /** Converts a file. */
    public static DocumentText read(byte[] bytes, ReadMeter meter) throws IOException {
        ZipEntries entries = ZipEntries.unpack(bytes, "content.xml"::equals, meter);
        try (XmlReader xml = new XmlReader(entries.get("content.xml"), meter)) {
            return WorkbookWriter.write(new OdsReader(xml, meter).readSheets(), meter);
        }
    }

    private List<Sheet> readSheets() throws IOException {
        List<Sheet> sheets = new ArrayList<>();
        String style = "";
        while (xml.next()) {
            if (xml.isStart("style")) {
                style = xml.attribute("name", "");
            } else if (xml.isStart("table-properties")
                    && xml.attribute("display", "true").equals("false")) {
                hiddenStyles.add(style);
            } else if (xml.isStart("table")) {
                boolean isHidden = hiddenStyles.contains(xml.attribute("style-name", ""));
                Sheet sheet = new Sheet(xml.attribute("name", "Sheet" + (sheets.size() + 1)), isHidden, meter);
                readRows(sheet);
                sheets.add(sheet);
            }
        }
        return sheets;
    }

    private void readRows(Sheet sheet) throws IOException {
        int row = 0;
        while (xml.next() && !xml.isEnd("table")) {
            if (xml.isStart("table-row")) {
                int repetitions = Math.max(1, xml.intAttribute("number-rows-repeated", 1));
                List<@Nullable Cell> cells = readRow(sheet, row);
                boolean isEmpty = cells.stream().allMatch(cell -> cell == null);
                // often, an empty last row is repeated a million times
                for (int copy = 0; copy < repetitions && !isEmpty; copy++) {
                    for (int column = 0; column < cells.size(); column++) {
                        Cell cell = cells.get(column);
                        if (cell != null) {
                            sheet.set(row + copy, column, cell);
                        }
                    }
                }
                row = Math.addExact(row, repetitions);
            }
        }
    }

    private List<@Nullable Cell> readRow(Sheet sheet, int row) throws IOException {
        List<@Nullable Cell> cells = new ArrayList<>();
        int column = 0;
        while (xml.next() && !xml.isEnd("table-row")) {
            boolean isCell = xml.isStart("table-cell");
            if (isCell || xml.isStart("covered-table-cell")) {
                int repetitions = Math.max(1, xml.intAttribute("number-columns-repeated", 1));
                int right = column + Math.max(1, xml.intAttribute("number-columns-spanned", 1)) - 1;
                int bottom = row + Math.max(1, xml.intAttribute("number-rows-spanned", 1)) - 1;
                if (isCell && (right > column || bottom > row)) {
                    sheet.addMergedRange(new Sheet.CellRange(row, column, bottom, right));
                }
                Cell cell = isCell ? readCell(sheet) : null;
                if (cell != null) {
                    meter.addCells(repetitions);
                    while (cells.size() < column) {
                        cells.add(null);
                    }
                    for (int copy = 0; copy < repetitions; copy++) {
                        cells.add(cell);
                    }
                }
                column = Math.addExact(column, repetitions);
            }
        }
        return cells;
    }

    /** Reads the value of the current cell, and moves to its end; returns null if it has no value. */
    private @Nullable Cell readCell(Sheet sheet) throws IOException {
        String type = xml.attribute("value-type", "");
        String value = xml.attribute("value");
        String date = xml.attribute("date-value");
        String time = xml.attribute("time-value");
        String booleanValue = xml.attribute("boolean-value");
        boolean hasFormula = xml.attribute("formula") != null;
        StringBuilder text = new StringBuilder();
        while (xml.next() && !xml.isEnd("table-cell")) {
            if (xml.isStart("annotation")) {
                xml.readText("annotation", "");
            } else if (xml.isStart("p") && text.length() > 0) {
                text.append('\n');
            } else if (xml.isStart("s")) {
                text.append(" ".repeat(Math.min(100, Math.max(1, xml.intAttribute("c", 1)))));
            } else if (xml.isStart("tab")) {
                text.append('\t');
            } else {
                text.append(xml.text());
            }
        }
        if (hasFormula && type.isEmpty() && text.isEmpty()) {
            sheet.addFormulaWithoutValue();
        }
        return switch (type) {
            case "float", "percentage", "currency" -> CellNumbers.toNumber(value == null ? text.toString() : value);
            case "date" -> Cell.ofText(date == null ? text.toString() : date);
            case "time" -> Cell.ofText(time == null ? text.toString() : time);
            case "boolean" -> Cell.ofBoolean("true".equals(booleanValue));
            default -> text.isEmpty() ? null : Cell.ofText(text.toString());
        };
    }
}
