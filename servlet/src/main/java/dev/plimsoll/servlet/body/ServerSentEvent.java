package dev.plimsoll.servlet.body;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import java.util.function.UnaryOperator;

/** Reads and writes the data of server-sent events. */
final class ServerSentEvent {

    private static final Slice DATA_FIELD = Slice.of("data");
    private static final Slice LINE_END = Slice.of("\n");

    private ServerSentEvent() {}

    /** Creates an event with this message as its data. */
    static Slice of(Slice message) {
        ByteSink out = new ByteSink(message.length() + 32).ascii("event: message\n");
        writeData(message, out);
        return out.raw(LINE_END).slice();
    }

    /**
     * Returns the event with changed data.
     *
     * @param event the lines of an event, with the empty line at its end
     * @param change returns the same slice to keep the event as it is
     */
    static Slice rewrite(Slice event, UnaryOperator<Slice> change) {
        Slice data = data(event);
        Slice changed = data.isEmpty() ? data : change.apply(data);
        if (changed.isSameRange(data)) {
            return event;
        }
        ByteSink out = new ByteSink(event.length() - data.length() + changed.length() + 64);
        boolean isWritten = false;
        int at = event.from();
        while (at < event.to()) {
            int end = Json.findLineBreak(event.bytes(), at, event.to());
            int next = afterLineBreak(event, end);
            Slice line = new Slice(event.bytes(), at, end);
            if (!isData(line)) {
                out.raw(new Slice(event.bytes(), at, next));
            } else if (!isWritten) {
                writeData(changed, out);
                isWritten = true;
            }
            at = next;
        }
        return out.slice();
    }

    private static int afterLineBreak(Slice event, int at) {
        byte[] b = event.bytes();
        boolean isTwoBytes = at + 1 < event.to() && b[at] == '\r' && b[at + 1] == '\n';
        return Math.min(event.to(), at + (isTwoBytes ? 2 : 1));
    }

    private static boolean isData(Slice line) {
        int length = DATA_FIELD.length();
        return line.length() >= length
                && line.sub(0, length).contentEquals(DATA_FIELD)
                && (line.length() == length || line.at(length) == ':');
    }

    /** Returns the data: a range of the event if it is one line, else the lines joined. */
    private static Slice data(Slice event) {
        Slice first = Slice.of("");
        ByteSink joined = null;
        int at = event.from();
        while (at < event.to()) {
            int end = Json.findLineBreak(event.bytes(), at, event.to());
            Slice line = new Slice(event.bytes(), at, end);
            if (isData(line)) {
                Slice value = value(line);
                if (joined != null) {
                    joined.raw(LINE_END).raw(value);
                } else if (first.isEmpty()) {
                    first = value;
                } else {
                    joined = new ByteSink(event.length())
                            .raw(first)
                            .raw(LINE_END)
                            .raw(value);
                }
            }
            at = afterLineBreak(event, end);
        }
        return joined == null ? first : joined.slice();
    }

    private static Slice value(Slice line) {
        int from = Math.min(line.length(), DATA_FIELD.length() + 1);
        boolean hasSpace = from < line.length() && line.at(from) == ' ';
        return line.sub(hasSpace ? from + 1 : from, line.length());
    }

    /** Writes the message as one line, or as several if it contains line breaks. */
    private static void writeData(Slice message, ByteSink out) {
        int at = message.from();
        do {
            int end = Json.findLineBreak(message.bytes(), at, message.to());
            out.ascii("data: ").raw(new Slice(message.bytes(), at, end)).raw(LINE_END);
            at = end < message.to() ? afterLineBreak(message, end) : message.to();
        } while (at < message.to());
    }
}
