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

    /** Maximum number of empty documents. A text with more is not data. */
    private static final int MAX_EMPTY_DOCUMENTS = 1_000;

    /** Maximum length of a line. The library repeatedly copies the part of a line that it has read. */
    private static final int MAX_LINE_BYTES = 128 << 10;

    private final Slice text;
    private final ByteSink out;
    private final YamlShape shape = new YamlShape();
    private final YamlEventWriter writer;
    private @Nullable YamlItems itemFinder;
    private int documentCount;
    private int emptyDocuments;
    private int scalarDocuments;
    private int rootItemCount;
    private boolean hasStartMarker;

    private YamlReader(Slice text) {
        this.text = text;
        this.out = new ByteSink(text.length() + text.length() / 4 + 16);
        this.writer = new YamlEventWriter(text, out, shape);
    }

    /** Reads all documents; null if the text is not YAML, or must not be converted. */
    static @Nullable YamlDocuments read(Slice text) {
        YamlReader reader = Utf8.isValid(text) && !hasLongLine(text) ? new YamlReader(text) : null;
        return reader == null || !reader.readEvents() ? null : reader.toDocuments();
    }

    private static boolean hasLongLine(Slice text) {
        LineScanner lines = new LineScanner(text);
        boolean isLong = false;
        while (!isLong && lines.next()) {
            isLong = lines.end() - lines.start() > MAX_LINE_BYTES;
        }
        return isLong;
    }

    private YamlDocuments toDocuments() {
        return new YamlDocuments(
                out.slice(),
                shape,
                documentCount,
                emptyDocuments,
                scalarDocuments,
                rootItemCount,
                hasStartMarker,
                itemLines());
    }

    private boolean readEvents() {
        try {
            ParserImpl events = new ParserImpl(SETTINGS, new StreamReader(SETTINGS, text.utf8()));
            while (events.hasNext()) {
                if (!handle(events.next())) {
                    return false;
                }
            }
        } catch (YamlEngineException e) {
            // the text is not YAML
            return false;
        }
        if (documentCount > 1) {
            out.insert(0, OPEN);
            out.ascii("]");
        }
        return documentCount > 0;
    }

    private boolean handle(Event event) {
        switch (event.getEventId()) {
            case DocumentStart -> {
                writer.startDocument();
                return true;
            }
            case MappingStart, SequenceStart -> {
                return beginCollection((CollectionStartEvent) event);
            }
            case MappingEnd, SequenceEnd -> {
                return writer.endCollection();
            }
            case Scalar -> {
                return readScalar((ScalarEvent) event);
            }
            case Alias -> {
                startItem(event);
                return writer.writeAlias((AliasEvent) event);
            }
            default -> {
                return true;
            }
        }
    }

    private boolean beginCollection(CollectionStartEvent event) {
        startItem(event);
        if (writer.depth() == 0) {
            startRoot();
            hasStartMarker = text.at(0) == '-' && text.length() > 2 && text.at(1) == '-' && text.at(2) == '-';
            boolean isList = event instanceof SequenceStartEvent && !event.isFlow();
            itemFinder = isList ? new YamlItems(text, startMark(event).getColumn()) : null;
        }
        return writer.beginCollection(event);
    }

    private boolean readScalar(ScalarEvent event) {
        startItem(event);
        if (writer.depth() == 0) {
            if (event.getValue().isEmpty() && event.isPlain()) {
                emptyDocuments++;
                return emptyDocuments <= MAX_EMPTY_DOCUMENTS;
            }
            scalarDocuments++;
            startRoot();
        }
        return writer.writeScalar(event);
    }

    private void startRoot() {
        documentCount++;
        out.ascii(documentCount > 1 ? "," : "");
    }

    /** Records the start of a node that is an item of the root list. */
    private void startItem(Event event) {
        if (writer.depth() == 1) {
            rootItemCount++;
            if (itemFinder != null) {
                itemFinder.startItem(startMark(event));
            }
        }
    }

    private static Mark startMark(Event event) {
        return event.getStartMark().orElseThrow();
    }

    /** Returns the lines of each item of the only document; null if they cannot be cut out of the text. */
    private @Nullable Spans itemLines() {
        boolean canDivide = documentCount == 1 && emptyDocuments == 0 && !writer.hasAliases() && itemFinder != null;
        Spans spans = canDivide && itemFinder != null ? itemFinder.finish() : null;
        return spans != null && itemFinder != null && itemFinder.hasFoundAll() ? spans : null;
    }
}
