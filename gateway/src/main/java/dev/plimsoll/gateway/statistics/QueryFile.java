package dev.plimsoll.gateway.statistics;

import dev.plimsoll.gateway.file.PrivateFiles;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.statistics.RepeatedQueries.Entry;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.query.QueryPattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * File in the data folder with the counts of repeated queries. A file or entry that cannot be read is
 * ignored.
 *
 * @param folder the data folder
 */
record QueryFile(Path folder, Log log) {

    private static final String NAME = "repeated-queries.json";
    private static final int MAX_BYTES = 16 << 20;
    private static final int MAX_ENTRY_BYTES = 8_000;
    private static final int MAX_DIGITS = 15;

    /** Returns the entries that are in the file. */
    List<Entry> load() {
        Path file = folder.resolve(NAME);
        List<Entry> entries = new ArrayList<>();
        try {
            Slice json = Files.size(file) > MAX_BYTES ? Slice.of("[]") : Slice.of(Files.readAllBytes(file));
            if (!Json.isValid(json) || Json.type(json) != JsonType.ARRAY) {
                return entries;
            }
            Elements elements = Elements.of(json);
            while (elements.next()) {
                Entry entry = parseEntry(elements.value());
                if (entry != null) {
                    entries.add(entry);
                }
            }
        } catch (NoSuchFileException e) {
            // nothing has been counted yet
        } catch (IOException e) {
            log.log(LogSeverity.WARN, "counts of queries could not be read", "error", String.valueOf(e.getMessage()));
        }
        return entries;
    }

    private static @Nullable Entry parseEntry(Slice value) {
        String server = ObjectEdit.textIn(value, "server", MAX_ENTRY_BYTES);
        String tool = ObjectEdit.textIn(value, "tool", MAX_ENTRY_BYTES);
        String query = ObjectEdit.textIn(value, "query", MAX_ENTRY_BYTES);
        String last = ObjectEdit.textIn(value, "last", 64);
        Slice count = ObjectEdit.valueIn(value, "count");
        Slice parameters = ObjectEdit.valueIn(value, "parameters");
        boolean hasValidCount = count != null && count.utf8().matches("[1-9][0-9]{0," + (MAX_DIGITS - 1) + "}");
        if (server == null || tool == null || query == null || last == null || count == null || !hasValidCount) {
            return null;
        }
        try {
            QueryPattern pattern = new QueryPattern(query, types(parameters));
            return new Entry(server, tool, pattern, Long.parseLong(count.utf8()), Instant.parse(last));
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static Map<String, String> types(@Nullable Slice parameters) {
        Map<String, String> types = new LinkedHashMap<>();
        boolean isObject = parameters != null && Json.type(parameters) == JsonType.OBJECT;
        Members members = Members.of(parameters == null || !isObject ? Slice.of("{}") : parameters);
        while (members.next()) {
            if (members.type() == JsonType.STRING) {
                types.put(members.keyText(), JsonText.unescapeToString(Json.stringInside(members.value())));
            }
        }
        return types;
    }

    /**
     * Returns whether an entry is short enough for the file. Because each entry has a maximum length, the
     * maximum number of entries limits the size of the file.
     */
    static boolean isShortEnough(Entry entry) {
        JsonWriter json = new JsonWriter(256);
        write(entry, json);
        return json.slice().length() <= MAX_ENTRY_BYTES;
    }

    private static void write(Entry entry, JsonWriter json) {
        json.beginObject().string("server", entry.server()).string("tool", entry.tool());
        json.string("query", entry.pattern().text()).beginObject("parameters");
        entry.pattern().parameters().forEach(json::string);
        json.endObject().number("count", entry.count());
        json.string("last", entry.last().toString()).endObject();
    }

    /** Replaces the entries in the file. */
    void save(List<Entry> entries) {
        JsonWriter json = new JsonWriter(256 * entries.size() + 16).beginArray();
        entries.forEach(entry -> write(entry, json));
        try {
            PrivateFiles.replace(folder.resolve(NAME), json.endArray().toByteArray());
        } catch (IOException e) {
            log.log(LogSeverity.WARN, "counts of queries could not be saved", "error", String.valueOf(e.getMessage()));
        }
    }
}
