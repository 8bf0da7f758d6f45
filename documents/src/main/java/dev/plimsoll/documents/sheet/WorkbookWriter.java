package dev.plimsoll.documents.sheet;

import dev.plimsoll.document.DocumentText;
import dev.plimsoll.documents.limit.ReadMeter;
import dev.plimsoll.json.JsonWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the sheets of a spreadsheet as JSON: one sheet as its records; several sheets as an object with the records of
 * each sheet under its name.
 */
final class WorkbookWriter {

    /** Maximum number of sheets in a description. */
    private static final int MAX_LISTED_SHEETS = 8;

    private WorkbookWriter() {}

    static DocumentText write(List<Sheet> sheets, ReadMeter meter) {
        Map<String, SheetRecords> recordsByName = new LinkedHashMap<>();
        List<String> phrases = new ArrayList<>();
        for (Sheet sheet : sheets) {
            SheetRecords records = SheetRecords.create(sheet);
            recordsByName.putIfAbsent(sheet.name(), records);
            phrases.add(sheet.name() + (sheet.isHidden() ? " (hidden)" : "") + ": "
                    + (records.names().isEmpty()
                            ? "empty"
                            : records.rows().size() + (records.rows().size() == 1 ? " row" : " rows"))
                    + formulaPhrase(sheet.formulasWithoutValue()));
        }
        JsonWriter json = new JsonWriter();
        if (recordsByName.size() == 1) {
            recordsByName.values().forEach(records -> records.write(json, meter));
        } else {
            json.beginObject();
            recordsByName.forEach((name, records) -> records.write(json.name(name), meter));
            json.endObject();
        }
        int count = phrases.size();
        String remainingPhrase = count > MAX_LISTED_SHEETS ? ", and " + (count - MAX_LISTED_SHEETS) + " more" : "";
        String listedPhrases = String.join(", ", phrases.subList(0, Math.min(MAX_LISTED_SHEETS, count)));
        return new DocumentText(
                json.slice().utf8(),
                "spreadsheet of " + count + (count == 1 ? " sheet" : " sheets") + " (" + listedPhrases + remainingPhrase
                        + ")");
    }

    private static String formulaPhrase(int withoutValue) {
        return switch (withoutValue) {
            case 0 -> "";
            case 1 -> ", 1 formula without a saved value";
            default -> ", " + withoutValue + " formulas without a saved value";
        };
    }
}
