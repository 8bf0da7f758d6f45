package dev.plimsoll.gateway.watch;

import dev.plimsoll.changes.DocumentChanges;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Prints the changes of a view: one line for each change, or one JSON object.
 *
 * @param view name of the view
 * @param isJson whether programs read the output
 */
public record ChangePrinter(PrintStream out, String view, boolean isJson, ZoneId zone) {

    private static final int MAX_VALUE_LENGTH = 200;
    private static final int MAX_TEXT_BYTES = 8_192;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    /** Prints the first value of the view. */
    public void printInitialValue(Slice value, Instant now) {
        if (isJson) {
            print(startObject(now).string("change", "none").raw("value", value));
        } else {
            println(formatTime(now) + " " + view + ": " + describeValue(value));
        }
    }

    /** Prints the changes between two values. Returns their number. */
    public int printChanges(Slice oldValue, Slice newValue, Instant now) {
        Elements changes = Elements.of(DocumentChanges.of(oldValue, newValue).list());
        int count = 0;
        while (changes.next()) {
            count++;
            Slice change = changes.value();
            if (isJson) {
                JsonWriter json = startObject(now);
                Members members = Members.of(change);
                while (members.next()) {
                    json.rawName(members.key()).raw(members.value());
                }
                print(json);
            } else {
                println(formatTime(now) + " " + formatChange(change));
            }
        }
        return count;
    }

    private JsonWriter startObject(Instant now) {
        return new JsonWriter(256)
                .beginObject()
                .string("time", now.truncatedTo(ChronoUnit.SECONDS).toString())
                .string("view", view);
    }

    private void print(JsonWriter json) {
        out.println(json.endObject().slice().utf8());
        out.flush();
    }

    /** Prints a line without control characters, which a server could use to control the terminal. */
    private void println(String line) {
        out.println(line.replaceAll("\\p{C}", "?"));
        out.flush();
    }

    private String formatTime(Instant now) {
        return TIME.format(now.atZone(zone));
    }

    private static String formatChange(Slice change) {
        String kind = String.valueOf(ObjectEdit.textIn(change, "change", MAX_TEXT_BYTES));
        String path = String.valueOf(ObjectEdit.textIn(change, "path", MAX_TEXT_BYTES));
        Slice id = ObjectEdit.valueIn(change, "id");
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-8s", kind))
                .append(path.isEmpty() ? "(all)" : path)
                .append(id == null ? "" : " " + shorten(id));
        Slice fields = ObjectEdit.valueIn(change, "fields");
        if (fields != null && Json.type(fields) == JsonType.ARRAY) {
            Elements fieldChanges = Elements.of(fields);
            while (fieldChanges.next()) {
                String field = String.valueOf(ObjectEdit.textIn(fieldChanges.value(), "path", MAX_TEXT_BYTES));
                String name = field.startsWith(path) ? field.substring(path.length()) : field;
                line.append("  ").append(name).append(formatValues(fieldChanges.value()));
            }
        }
        String from = ObjectEdit.textIn(change, "from", MAX_TEXT_BYTES);
        return line.append(formatValues(change))
                .append(from == null ? "" : "  from " + from)
                .toString();
    }

    private static String formatValues(Slice change) {
        Slice onlyValue = ObjectEdit.valueIn(change, "value");
        Slice oldValue = ObjectEdit.valueIn(change, "was");
        Slice newValue = ObjectEdit.valueIn(change, "is");
        String plainValue = onlyValue == null ? "" : "  " + shorten(onlyValue);
        return oldValue == null && newValue == null ? plainValue : " " + shorten(oldValue) + " -> " + shorten(newValue);
    }

    private static String shorten(@Nullable Slice value) {
        String text = value == null ? "" : value.utf8();
        return text.length() <= MAX_VALUE_LENGTH ? text : text.substring(0, MAX_VALUE_LENGTH) + "…";
    }

    /** Returns the number of items of an array; otherwise the value, shortened. */
    private static String describeValue(Slice value) {
        if (Json.type(value) == JsonType.ARRAY) {
            int count = ItemIndex.of(value).count();
            return count + (count == 1 ? " item" : " items");
        }
        return shorten(value);
    }
}
