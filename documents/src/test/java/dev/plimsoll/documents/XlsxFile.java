package dev.plimsoll.documents;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Creates xlsx and ods files for tests. */
final class XlsxFile {

    private final List<String> sheets = new ArrayList<>();
    private final List<String> sheetAttributes = new ArrayList<>();
    private final StringBuilder strings = new StringBuilder();
    private int stringCount;
    private String workbookProperties = "";

    /** Adds a sheet whose data is this XML: rows, and perhaps merged cells after them. */
    XlsxFile sheet(String name, String state, String rows, String mergedCells) {
        sheets.add("<worksheet><sheetData>" + rows + "</sheetData>" + mergedCells + "</worksheet>");
        sheetAttributes.add("name=\"" + name + "\" state=\"" + state + "\"");
        return this;
    }

    XlsxFile withDatesFrom1904() {
        workbookProperties = "<workbookPr date1904=\"1\"/>";
        return this;
    }

    /** Adds a shared string. Returns its index. */
    int addSharedString(String text) {
        strings.append("<si><t xml:space=\"preserve\">").append(escape(text)).append("</t></si>");
        return stringCount++;
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    byte[] bytes() {
        StringBuilder names = new StringBuilder("<workbook xmlns:r=\"r\">" + workbookProperties + "<sheets>");
        StringBuilder targets = new StringBuilder("<Relationships>");
        List<String> entries = new ArrayList<>();
        for (int i = 0; i < sheets.size(); i++) {
            names.append("<sheet ")
                    .append(sheetAttributes.get(i))
                    .append(" r:id=\"r")
                    .append(i)
                    .append("\"/>");
            targets.append("<Relationship Id=\"r" + i + "\" Target=\"worksheets/sheet" + i + ".xml\"/>");
            entries.add("xl/worksheets/sheet" + i + ".xml");
            entries.add(sheets.get(i));
        }
        entries.addAll(List.of("xl/workbook.xml", names + "</sheets></workbook>"));
        entries.addAll(List.of("xl/_rels/workbook.xml.rels", targets + "</Relationships>"));
        entries.addAll(List.of("xl/sharedStrings.xml", "<sst>" + strings + "</sst>"));
        entries.addAll(List.of(
                "xl/styles.xml",
                "<styleSheet><numFmts><numFmt numFmtId=\"164\" formatCode=\"yyyy\\-mm\\-dd hh:mm\"/></numFmts>"
                        + "<cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/><xf numFmtId=\"164\"/><xf numFmtId=\"20\"/>"
                        + "<xf numFmtId=\"46\"/></cellXfs></styleSheet>"));
        return zip("[Content_Types].xml", "<Types/>", entries);
    }

    static byte[] zip(String firstName, String firstContent, List<String> namesAndContents) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            if (firstName.equals("mimetype")) {
                // readers recognize ods files by this entry, which is not packed
                byte[] bytes = firstContent.getBytes(StandardCharsets.UTF_8);
                CRC32 checksum = new CRC32();
                checksum.update(bytes);
                ZipEntry entry = new ZipEntry(firstName);
                entry.setMethod(ZipEntry.STORED);
                entry.setSize(bytes.length);
                entry.setCrc(checksum.getValue());
                zip.putNextEntry(entry);
                zip.write(bytes);
                zip.closeEntry();
            } else {
                add(zip, firstName, firstContent);
            }
            for (int i = 0; i < namesAndContents.size(); i += 2) {
                add(zip, namesAndContents.get(i), namesAndContents.get(i + 1));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static void add(ZipOutputStream zip, String name, String content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }

    static byte[] ods(String content) {
        return zip("mimetype", "application/vnd.oasis.opendocument.spreadsheet", List.of("content.xml", content));
    }
}
