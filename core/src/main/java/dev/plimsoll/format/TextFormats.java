package dev.plimsoll.format;

import dev.plimsoll.format.data.ByteOrderMark;
import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.format.data.TextFormat;
import dev.plimsoll.format.json.JsonFormat;
import dev.plimsoll.format.json.JsonLinesFormat;
import dev.plimsoll.format.line.BlocksFormat;
import dev.plimsoll.format.line.MatchesFormat;
import dev.plimsoll.format.patch.DiffFormat;
import dev.plimsoll.format.patch.GitLogFormat;
import dev.plimsoll.format.python.PythonFormat;
import dev.plimsoll.format.table.SeparatedFormat;
import dev.plimsoll.format.table.TableFormat;
import dev.plimsoll.format.toon.ToonFormat;
import dev.plimsoll.format.yaml.YamlFormat;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.TextFormatName;
import dev.plimsoll.section.PartContents;
import dev.plimsoll.texttype.TextTypes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Table of all formats. They are tried in this order; the first that fits is used. */
public final class TextFormats {

    private static final int HEAD_LINES = 20;
    private static final TextFormat BLOCKS = new BlocksFormat();
    private static final TextFormat YAML = new YamlFormat();

    private static final List<TextFormat> ALL = List.of(
            new JsonFormat(),
            new JsonLinesFormat(),
            new PythonFormat(),
            new DiffFormat(),
            new GitLogFormat(),
            new ToonFormat(),
            new SeparatedFormat("CSV", ",;|"),
            new SeparatedFormat("TSV", "\t"),
            new TableFormat(),
            new MatchesFormat(),
            BLOCKS,
            YAML);

    private TextFormats() {}

    /**
     * Reads the data in a decoded text in the first format that fits, also with a few lines of other text around it; null if
     * no format fits, or if the text is a page snapshot or contains several files.
     */
    public static @Nullable TextData read(Slice text) {
        Slice content = ByteOrderMark.remove(text);
        if (TextTypes.isSnapshot(content) || PartContents.isSeveralFiles(content)) {
            return null;
        }
        TextData wholeData = readWhole(content);
        if (wholeData != null && wholeData.lineErrors().unreadableLines() == 0) {
            return wholeData;
        }
        TextData fencedData = FencedText.read(content, TextFormats::readWhole);
        TextData partialData = fencedData == null ? SurroundedText.read(content, ALL) : fencedData;
        return partialData == null ? wholeData : partialData;
    }

    /**
     * Reads the data in a decoded text that the caller declares to be in one format; null if the text is not in this format.
     *
     * @param format a format of data, not of texts
     */
    public static @Nullable TextData readDeclared(Slice text, TextFormatName format) {
        Slice content = ByteOrderMark.remove(text);
        for (TextFormat textFormat : ALL) {
            if (textFormat.name().equals(format.wireName())) {
                TextData data = textFormat.readDeclared(content);
                TextData surroundedData = data == null ? SurroundedText.read(content, List.of(textFormat)) : data;
                return surroundedData == null ? FencedText.read(content, textFormat::readDeclared) : surroundedData;
            }
        }
        return null;
    }

    /**
     * Returns the offset of the first error in a text that is not in the format; 0 if the format does not find the
     * error.
     */
    public static int errorOffset(Slice text, TextFormatName format) {
        for (TextFormat textFormat : ALL) {
            if (textFormat.name().equals(format.wireName())) {
                return textFormat.errorOffset(text);
            }
        }
        return 0;
    }

    /** Reads a text that is data from its beginning to its end; null if no format fits. */
    static @Nullable TextData readWhole(Slice text) {
        for (TextFormat format : ALL) {
            if (format.equals(BLOCKS) && YAML.canRead(text) && hasListItem(text)) {
                return readListItems(text);
            }
            TextData data = format.canRead(text) ? format.read(text) : null;
            if (data != null) {
                return data;
            }
        }
        return null;
    }

    /** Reads a text with list items in the format YAML or, if it is not YAML, as blocks, whose values have no types. */
    private static @Nullable TextData readListItems(Slice text) {
        TextData yaml = YAML.read(text);
        return yaml == null && BLOCKS.canRead(text) ? BLOCKS.read(text) : yaml;
    }

    /** Returns whether one of the first lines begins with {@code - }. */
    private static boolean hasListItem(Slice text) {
        LineScanner lines = new LineScanner(text);
        boolean isFound = false;
        while (!isFound && lines.next() && lines.lineNumber() <= HEAD_LINES) {
            Slice line = Json.trim(lines.content());
            isFound = line.length() > 2 && line.at(0) == '-' && line.at(1) == ' ';
        }
        return isFound;
    }
}
