package dev.plimsoll.source;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.CallDecision;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.SourceResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.view.ReadArguments;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** An engine with a caller who calls a tool that returns a source. */
public @NullMarked final class SourceFixture {

    private static final JsonMapper JSON = new JsonMapper();

    final Plimsoll engine;
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    public SourceFixture() {
        this(policy -> policy);
    }

    public SourceFixture(UnaryOperator<Policy> change) {
        this(change, task -> {});
    }

    SourceFixture(UnaryOperator<Policy> change, Consumer<Runnable> prefetcher) {
        SnapshotStore store =
                SnapshotStore.inMemory(new StoreLimits(64 << 20, 64 << 20, 1000), () -> now, new Random(7));
        engine = Plimsoll.builder()
                .store(store)
                .policy(change.apply(Policy.defaults()))
                .prefetcher(prefetcher)
                .build();
    }

    void advance(Duration time) {
        now = now.plus(time);
    }

    static ToolCall call(String caller) {
        return ToolCall.of("main", "list_rows", caller).withHints(ToolHints.READ_ONLY);
    }

    public static Slice toJson(@Nullable Object value) {
        return Slice.of(JSON.writeValueAsBytes(value));
    }

    /** Returns the text of the answer to the tool's call. */
    public String callTool(PageSource source) {
        return callTool(source, ReadArguments.NONE);
    }

    public String callTool(PageSource source, ReadArguments readArguments) {
        return text(engine.guard(
                call("ann").withReadArguments(readArguments), new SourceResult(source, SourceFixture::toJson)));
    }

    /** Reads with a cursor and further arguments, such as {@code "find":"text"}. */
    public String read(@Nullable String cursor, String arguments) {
        return readByCaller(
                "ann", "{\"cursor\":\"" + cursor + "\"" + (arguments.isEmpty() ? "" : "," + arguments) + "}");
    }

    /** Asks for the further pages of a result. */
    void collect(@Nullable String cursor) {
        engine.collectSource(
                ToolCall.of("main", "plimsoll_read", "ann"),
                Slice.of("{\"cursor\":\"" + cursor + "\",\"collect\":true}"));
    }

    String readByCaller(String caller, String arguments) {
        ToolCall call = ToolCall.of("main", "plimsoll_read", caller);
        return text(((CallDecision.Answer) engine.classify(call, null, Slice.of(arguments))).outcome());
    }

    static String text(Outcome outcome) {
        Slice content = member(outcome.result(), "content");
        return text(member(ItemIndex.of(content).item(0), "text"));
    }

    static Slice member(Slice object, String name) {
        Slice value = Members.get(object, name);
        if (value == null) {
            throw new AssertionError("no " + name + " in " + object.utf8());
        }
        return value;
    }

    static String text(Slice string) {
        return JsonText.unescapeToString(Json.stringInside(string));
    }

    public static @Nullable String cursor(String answer) {
        Slice cursor = Members.get(Slice.of(answer), "nextCursor");
        return cursor == null ? null : text(cursor);
    }

    static List<String> items(String answer, String name) {
        ItemIndex index = ItemIndex.of(member(Slice.of(answer), name));
        List<String> items = new ArrayList<>();
        for (int i = 0; i < index.count(); i++) {
            items.add(index.item(i).utf8());
        }
        return items;
    }

    /** Returns all items, read page by page with cursors only. */
    public List<String> readAll(String first) {
        List<String> items = new ArrayList<>(items(first, "items"));
        String cursor = cursor(first);
        while (cursor != null) {
            String page = read(cursor, "");
            items.addAll(items(page, "items"));
            cursor = cursor(page);
        }
        return items;
    }
}
