package dev.plimsoll.format.yaml;

import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.format.data.Spans;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/** Reads all forms of YAML with a library. Empty documents are left out. */
final class YamlReader {

    private static final LoadSettings SETTINGS = LoadSettings.builder()
            .setUseMarks(true)
            .setCodePointLimit(Integer.MAX_VALUE)
            .build();
    private static final Slice OPEN = Slice.of("[");

    /** Maximum number of empty documents. A text with more of {@code ---} is no data. */
    private static final int MAX_EMPTY_DOCUMENTS = 1_000;

    /** Maximum length of a line. The library copies the part of a line that it has read again and again. */
    private static final int MAX_LINE_BYTES = 128 << 10;

    private final Slice text;
    private final ByteSink out;
    private final YamlShape shape = new YamlShape();
    private final YamlEventWriter writer;
    private @Nullable YamlItems items;
    private int documents;
    private int emptyDocuments;
    private int scalarDocuments;
    private int rootItems;
    private boolean isMarked;

    private YamlReader(Slice text) {
        this.text = text;
        this.out = new ByteSink(text.length() + text.length() / 4 + 16);
        this.writer = new YamlEventWriter(text, out, shape);
    }

    /** Reads all documents; null if the text is no YAML, or must not be converted. */
    static @Nullable YamlDocuments read(Slice text) {
        YamlReader reader = Utf8.isValid(text) && !hasLongLine(text) ? new YamlReader(text) : null;
        return reader == null || !reader.readEvents() ? null : reader.documents();
    }

    private static boolean hasLongLine(Slice text) {
        LineScanner lines = new LineScanner(text);
        boolean isLong = false;
        while (!isLong && lines.next()) {
            isLong = lines.stop() - lines.start() > MAX_LINE_BYTES;
        }
        return isLong;
    }

    private YamlDocuments documents() {
        return new YamlDocuments(
                out.slice(), shape, documents, emptyDocuments, scalarDocuments, rootItems, isMarked, itemLines());
    }

    private boolean readEvents() {
        try {
            ParserImpl events = new ParserImpl(SETTINGS, new StreamReader(SETTINGS, text.utf8()));
            while (events.hasNext()) {
                if (!add(events.next())) {
                    return false;
                }
            }
        } catch (YamlEngineException e) {
            // the text is no YAML
            return false;
        }
        if (documents > 1) {
            out.insert(0, OPEN);
            out.ascii("]");
        }
        return documents > 0;
    }

    private boolean add(Event event) {
        switch (event.getEventId()) {
            case DocumentStart -> {
                writer.startDocument();
                return true;
            }
            case MappingStart, SequenceStart -> {
                return begin((CollectionStartEvent) event);
            }
            case MappingEnd, SequenceEnd -> {
                return writer.end();
            }
            case Scalar -> {
                return scalar((ScalarEvent) event);
            }
            case Alias -> {
                startItem(event);
                return writer.alias((AliasEvent) event);
            }
            default -> {
                return true;
            }
        }
    }

    private boolean begin(CollectionStartEvent event) {
        startItem(event);
        if (writer.depth() == 0) {
            startRoot();
            isMarked = text.at(0) == '-' && text.length() > 2 && text.at(1) == '-' && text.at(2) == '-';
            boolean isList = event instanceof SequenceStartEvent && !event.isFlow();
            items = isList ? new YamlItems(text, mark(event).getColumn()) : null;
        }
        return writer.begin(event);
    }

    private boolean scalar(ScalarEvent event) {
        startItem(event);
        if (writer.depth() == 0) {
            if (event.getValue().isEmpty() && event.isPlain()) {
                emptyDocuments++;
                return emptyDocuments <= MAX_EMPTY_DOCUMENTS;
            }
            scalarDocuments++;
            startRoot();
        }
        return writer.scalar(event);
    }

    private void startRoot() {
        documents++;
        out.ascii(documents > 1 ? "," : "");
    }

    /** Notes the place of a node if it is an item of the list that the document is. */
    private void startItem(Event event) {
        if (writer.depth() == 1) {
            rootItems++;
            if (items != null) {
                items.start(mark(event));
            }
        }
    }

    private static Mark mark(Event event) {
        return event.getStartMark().orElseThrow();
    }

    /** Returns the lines of each item of the only document; null if they cannot be cut out of the text. */
    private @Nullable Spans itemLines() {
        boolean canCut = documents == 1 && emptyDocuments == 0 && !writer.hasAliases() && items != null;
        Spans spans = canCut && items != null ? items.finish() : null;
        return spans != null && items != null && items.isFound() ? spans : null;
    }
}
