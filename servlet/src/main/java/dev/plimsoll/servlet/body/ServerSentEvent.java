package dev.plimsoll.servlet.body;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import java.util.function.UnaryOperator;

/** Methods that read and write the data of server-sent events. */
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
     * @param change changes the data; returns the same slice to keep the event unchanged
     */
    static Slice rewrite(Slice event, UnaryOperator<Slice> change) {
        Slice data = dataOf(event);
        Slice newData = data.isEmpty() ? data : change.apply(data);
        if (newData.isSameRange(data)) {
            return event;
        }
        ByteSink out = new ByteSink(event.length() - data.length() + newData.length() + 64);
        boolean isWritten = false;
        int position = event.from();
        while (position < event.to()) {
            int end = Json.findLineBreak(event.bytes(), position, event.to());
            int next = afterLineBreak(event, end);
            Slice line = new Slice(event.bytes(), position, end);
            if (!isData(line)) {
                out.raw(new Slice(event.bytes(), position, next));
            } else if (!isWritten) {
                writeData(newData, out);
                isWritten = true;
            }
            position = next;
        }
        return out.slice();
    }

    private static int afterLineBreak(Slice event, int position) {
        byte[] bytes = event.bytes();
        boolean isTwoBytes = position + 1 < event.to() && bytes[position] == '\r' && bytes[position + 1] == '\n';
        return Math.min(event.to(), position + (isTwoBytes ? 2 : 1));
    }

    private static boolean isData(Slice line) {
        int length = DATA_FIELD.length();
        return line.length() >= length
                && line.sub(0, length).contentEquals(DATA_FIELD)
                && (line.length() == length || line.at(length) == ':');
    }

    /** Returns the data: a range of the event if it has one line of data, otherwise the joined lines. */
    private static Slice dataOf(Slice event) {
        Slice firstLine = null;
        ByteSink joinedLines = null;
        int position = event.from();
        while (position < event.to()) {
            int end = Json.findLineBreak(event.bytes(), position, event.to());
            Slice line = new Slice(event.bytes(), position, end);
            if (isData(line)) {
                Slice value = fieldValue(line);
                if (joinedLines != null) {
                    joinedLines.raw(LINE_END).raw(value);
                } else if (firstLine == null) {
                    firstLine = value;
                } else {
                    joinedLines = new ByteSink(event.length())
                            .raw(firstLine)
                            .raw(LINE_END)
                            .raw(value);
                }
            }
            position = afterLineBreak(event, end);
        }
        return joinedLines != null ? joinedLines.slice() : firstLine == null ? Slice.of("") : firstLine;
    }

    private static Slice fieldValue(Slice line) {
        int from = Math.min(line.length(), DATA_FIELD.length() + 1);
        boolean hasSpace = from < line.length() && line.at(from) == ' ';
        return line.sub(hasSpace ? from + 1 : from, line.length());
    }

    /** Writes the message as one line, or as several if it contains line breaks. */
    private static void writeData(Slice message, ByteSink out) {
        int position = message.from();
        do {
            int end = Json.findLineBreak(message.bytes(), position, message.to());
            out.ascii("data: ").raw(new Slice(message.bytes(), position, end)).raw(LINE_END);
            position = end < message.to() ? afterLineBreak(message, end) : message.to();
        } while (position < message.to());
    }
}
