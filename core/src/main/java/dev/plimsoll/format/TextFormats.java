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
     * Reads the data in a decoded text in the first format that fits, also with a few lines of other text around it; null
     * if none fits, or it is the snapshot of a page or holds several files.
     */
    public static @Nullable TextData read(Slice text) {
        Slice unmarked = ByteOrderMark.remove(text);
        if (TextTypes.isSnapshot(unmarked) || PartContents.isSeveralFiles(unmarked)) {
            return null;
        }
        TextData whole = readWhole(unmarked);
        if (whole != null && whole.lineErrors().unread() == 0) {
            return whole;
        }
        TextData part = FencedText.read(unmarked, TextFormats::readWhole);
        TextData surrounded = part == null ? SurroundedText.read(unmarked, ALL) : part;
        return surrounded == null ? whole : surrounded;
    }

    /**
     * Reads the data in a decoded text that is said to be in one format; null if it is not.
     *
     * @param format a format of data, not of texts
     */
    public static @Nullable TextData readAs(Slice text, TextFormatName format) {
        Slice unmarked = ByteOrderMark.remove(text);
        for (TextFormat one : ALL) {
            if (one.name().equals(format.wireName())) {
                TextData data = one.readAs(unmarked);
                TextData surrounded = data == null ? SurroundedText.read(unmarked, List.of(one)) : data;
                return surrounded == null ? FencedText.read(unmarked, one::readAs) : surrounded;
            }
        }
        return null;
    }

    /**
     * Returns the offset of the first error in a text that is not in the format; 0 if the format does not
     * know it.
     */
    public static int errorOffset(Slice text, TextFormatName format) {
        for (TextFormat one : ALL) {
            if (one.name().equals(format.wireName())) {
                return one.errorOffset(text);
            }
        }
        return 0;
    }

    /** Reads a text that is data from its beginning to its end; null if no format fits. */
    static @Nullable TextData readWhole(Slice text) {
        for (TextFormat format : ALL) {
            if (format.equals(BLOCKS) && YAML.mayRead(text) && hasList(text)) {
                return readList(text);
            }
            TextData data = format.mayRead(text) ? format.read(text) : null;
            if (data != null) {
                return data;
            }
        }
        return null;
    }

    /** Reads a text that has list items as YAML; if it is not YAML, as blocks, whose values have no types. */
    private static @Nullable TextData readList(Slice text) {
        TextData yaml = YAML.read(text);
        return yaml == null && BLOCKS.mayRead(text) ? BLOCKS.read(text) : yaml;
    }

    /** Returns whether one of the first lines begins with {@code - }. */
    private static boolean hasList(Slice text) {
        LineScanner lines = new LineScanner(text);
        boolean hasList = false;
        while (!hasList && lines.next() && lines.line() <= HEAD_LINES) {
            Slice line = Json.trim(lines.content());
            hasList = line.length() > 2 && line.at(0) == '-' && line.at(1) == ' ';
        }
        return hasList;
    }
}
