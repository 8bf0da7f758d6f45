package dev.plimsoll.docs;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Lists the requests that {@code plimsoll_read} refuses, with their messages. */
final class Refusals {

    /** The requests. {@code $} stands for a valid cursor, which the table does not show. */
    private static final List<String> REQUESTS = List.of(
            "{}",
            "{\"cursor\":\"abc\"}",
            "{\"cursor\":\"$\",\"limit\":5000}",
            "{\"cursor\":\"$\",\"max_tokens\":90000}",
            "{\"cursor\":\"$\",\"max_tokens\":20}",
            "{\"cursor\":\"$\",\"page\":-1}",
            "{\"cursor\":\"$\",\"page\":99}",
            "{\"cursor\":\"$\",\"pages\":\"3-1\"}",
            "{\"cursor\":\"$\",\"mode\":\"fast\"}",
            "{\"cursor\":\"$\",\"mode\":\"filtered\"}",
            "{\"cursor\":\"$\",\"fields\":[\",\"]}",
            "{\"cursor\":\"$\",\"path\":\"/99\"}",
            "{\"cursor\":\"$\",\"path\":\"99\"}",
            "{\"cursor\":\"$\",\"startLine\":9,\"endLine\":3}",
            "{\"cursor\":\"$\",\"startLine\":900}",
            "{\"cursor\":\"$\",\"direction\":\"up\"}",
            "{\"cursor\":\"$\",\"mode\":\"find\"}",
            "{\"cursor\":\"$\",\"find\":\"/a(b/\"}",
            "{\"cursor\":\"$\",\"find\":\"/(a)\\\\1/\"}",
            "{\"cursor\":\"$\",\"find\":\"a\",\"query\":\".\"}",
            "{\"cursor\":\"$\",\"query\":\".[0\"}",
            "{\"cursor\":\"$\",\"query\":\"keys[0].totl\"}",
            "{\"cursor\":\"$\",\"query\":\".\",\"fields\":\"id\"}",
            "{\"cursor\":\"$\",\"search\":\"x\"}");

    private Refusals() {}

    static String markdown(ExampleEngine exampleEngine, String cursor) {
        // a new engine has not stored the result of this cursor
        String expired = row(
                "a cursor whose result has expired",
                ExampleEngine.of("list_orders", 420).read(cursor, REQUESTS.get(2)));
        return "| request | code | message | suggestion |\n|---|---|---|---|\n"
                + REQUESTS.stream()
                        .map(request -> row("`" + withoutCursor(request) + "`", exampleEngine.read(cursor, request)))
                        .collect(Collectors.joining("\n"))
                + "\n" + expired;
    }

    private static String withoutCursor(String request) {
        return request.replace("\"cursor\":\"$\",", "");
    }

    private static String row(String request, ClientResult clientResult) {
        return "| " + request + " | " + textAt(clientResult, "/error/code") + " | "
                + textAt(clientResult, "/error/message") + " | " + textAt(clientResult, "/error/details/suggestion")
                + " |";
    }

    private static String textAt(ClientResult clientResult, String path) {
        Slice text = valueAt(clientResult.result(), "/content/0/text");
        Slice error = Slice.of(JsonText.unescape(Json.stringInside(text)));
        String value = Slice.of(JsonText.unescape(Json.stringInside(valueAt(error, path))))
                .utf8();
        return value.replaceAll("\\s*\\n\\s*", " ").replace("|", "\\|");
    }

    private static Slice valueAt(Slice json, String path) {
        return Objects.requireNonNull(JsonPointer.parse(path).find(json), path);
    }
}
