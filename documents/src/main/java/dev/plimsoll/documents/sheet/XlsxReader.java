package dev.plimsoll.documents.sheet;

import dev.plimsoll.document.DocumentText;
import dev.plimsoll.document.UnreadableDocumentException;
import dev.plimsoll.documents.limit.ReadMeter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts xlsx files to records. Formulas are not calculated: their values are those that were saved with them. */
public final class XlsxReader {

    private final ZipEntries entries;
    private final ReadMeter meter;
    private final List<String> sharedStrings = new ArrayList<>();
    /** Date type of each cell style. */
    private final List<DateType> styles = new ArrayList<>();

    private boolean has1904Dates;

    private XlsxReader(ZipEntries entries, ReadMeter meter) {
        this.entries = entries;
        this.meter = meter;
    }

    /** Converts a file. */
    public static DocumentText read(byte[] bytes, ReadMeter meter) throws IOException, UnreadableDocumentException {
        ZipEntries entries = ZipEntries.unpack(
                bytes, name -> name.startsWith("xl/") && (name.endsWith(".xml") || name.endsWith(".rels")), meter);
        if (entries.find("xl/workbook.xml") == null) {
            throw new UnreadableDocumentException("xlsx", "it has no workbook");
        }
        return WorkbookWriter.write(new XlsxReader(entries, meter).readSheets(), meter);
    }

    private List<Sheet> readSheets() throws IOException {
        Map<String, String> targets = readTargets();
        readSharedStrings();
        readStyles();
        List<Sheet> sheets = new ArrayList<>();
        try (XmlReader xml = new XmlReader(entries.get("xl/workbook.xml"), meter)) {
            while (xml.next()) {
                if (xml.isStart("workbookPr")) {
                    has1904Dates = isTrue(xml.attribute("date1904"));
                } else if (xml.isStart("sheet")) {
                    String target = targets.get(xml.attribute("id", ""));
                    byte[] xmlFile = target == null ? null : entries.find(target);
                    boolean isHidden = !xml.attribute("state", "visible").equals("visible");
                    Sheet sheet = new Sheet(xml.attribute("name", "Sheet" + (sheets.size() + 1)), isHidden, meter);
                    if (xmlFile != null) {
                        readSheet(xmlFile, sheet);
                        sheets.add(sheet);
                    }
                }
            }
        }
        return sheets;
    }

    private static boolean isTrue(@Nullable String value) {
        return value != null && (value.equals("1") || value.equals("true"));
    }

    /** Reads the names of the entries of sheets, by the IDs of their relationships. */
    private Map<String, String> readTargets() throws IOException {
        Map<String, String> targets = new HashMap<>();
        try (XmlReader xml = new XmlReader(entries.get("xl/_rels/workbook.xml.rels"), meter)) {
            while (xml.next()) {
                if (xml.isStart("Relationship")) {
                    String target = xml.attribute("Target", "");
                    targets.put(xml.attribute("Id", ""), target.startsWith("/") ? target.substring(1) : "xl/" + target);
                }
            }
        }
        return targets;
    }

    private void readSharedStrings() throws IOException {
        byte[] xmlFile = entries.find("xl/sharedStrings.xml");
        if (xmlFile != null) {
            try (XmlReader xml = new XmlReader(xmlFile, meter)) {
                while (xml.next()) {
                    if (xml.isStart("si")) {
                        sharedStrings.add(xml.readText("si", "rPh"));
                    }
                }
            }
        }
    }

    private void readStyles() throws IOException {
        byte[] xmlFile = entries.find("xl/styles.xml");
        if (xmlFile == null) {
            return;
        }
        Map<Integer, DateType> custom = new HashMap<>();
        boolean isInCellStyles = false;
        try (XmlReader xml = new XmlReader(xmlFile, meter)) {
            while (xml.next()) {
                if (xml.isStart("numFmt")) {
                    custom.put(xml.intAttribute("numFmtId", -1), DateType.ofCustom(xml.attribute("formatCode", "")));
                } else if (xml.isStart("cellXfs") || xml.isEnd("cellXfs")) {
                    isInCellStyles = xml.isStart("cellXfs");
                } else if (isInCellStyles && xml.isStart("xf")) {
                    int id = xml.intAttribute("numFmtId", 0);
                    styles.add(custom.getOrDefault(id, DateType.ofBuiltIn(id)));
                }
            }
        }
    }

    private void readSheet(byte[] xmlFile, Sheet sheet) throws IOException {
        int row = -1;
        int column = -1;
        try (XmlReader xml = new XmlReader(xmlFile, meter)) {
            while (xml.next()) {
                if (xml.isStart("row")) {
                    row = xml.intAttribute("r", row + 2) - 1;
                    column = -1;
                } else if (xml.isStart("c")) {
                    String reference = xml.attribute("r");
                    column = reference == null ? column + 1 : CellReference.parseColumn(reference);
                    Cell cell = readCell(xml, sheet);
                    if (cell != null) {
                        sheet.set(row, column, cell);
                    }
                } else if (xml.isStart("mergeCell")) {
                    Sheet.CellRange range = CellReference.parseRange(xml.attribute("ref", ""));
                    if (range != null) {
                        sheet.addMergedRange(range);
                    }
                }
            }
        }
    }

    /** Reads the value of the current cell, and moves to its end; returns null if it has no value. */
    private @Nullable Cell readCell(XmlReader xml, Sheet sheet) throws IOException {
        String type = xml.attribute("t", "n");
        int style = xml.intAttribute("s", -1);
        String value = null;
        boolean hasFormula = false;
        while (xml.next() && !xml.isEnd("c")) {
            if (xml.isStart("v")) {
                value = xml.readText("v", "");
            } else if (xml.isStart("is")) {
                value = xml.readText("is", "rPh");
            } else if (xml.isStart("f")) {
                hasFormula = true;
                xml.readText("f", "");
            }
        }
        // an empty value of type str is the result of a formula that returned an empty text
        boolean isWithoutValue = hasFormula && (value == null || (value.isEmpty() && !type.equals("str")));
        if (isWithoutValue) {
            sheet.addFormulaWithoutValue();
        }
        if (value == null || isWithoutValue) {
            return null;
        }
        return switch (type) {
            case "s" -> Cell.ofText(sharedString(value));
            case "b" -> Cell.ofBoolean(isTrue(value.strip()));
            case "str", "inlineStr", "e", "d" -> Cell.ofText(value);
            default -> {
                DateType dateType = style >= 0 && style < styles.size() ? styles.get(style) : DateType.NONE;
                yield dateType == DateType.NONE
                        ? CellNumbers.toNumber(value)
                        : CellNumbers.toDateTime(value, dateType, has1904Dates);
            }
        };
    }

    private String sharedString(String index) throws IOException {
        try {
            String text = sharedStrings.get(Integer.parseInt(index.strip()));
            meter.addCharacters(text.length());
            return text;
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            throw new IOException("no such shared string", e);
        }
    }
}
