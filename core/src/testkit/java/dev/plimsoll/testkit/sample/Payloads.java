package dev.plimsoll.testkit.sample;

import dev.plimsoll.testkit.Generator;
import dev.plimsoll.testkit.sample.SamplePayload.Kind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Sample payloads of tools, by name or random. The same name, or the same seed and size, always gives the same bytes.
 * Unless its name says otherwise, a named sample exceeds common budgets.
 */
public final class Payloads {

    private Payloads() {}

    /** Returns all named samples of moderate size, up to about a megabyte. */
    public static List<SamplePayload> samples() {
        return PayloadCatalogue.MODERATE.stream().map(Entry::payload).toList();
    }

    /** Returns the few samples of many megabytes, for tests that can afford them. */
    public static List<SamplePayload> giants() {
        return PayloadCatalogue.GIANT.stream().map(Entry::payload).toList();
    }

    /** Returns the names of all samples; those of many megabytes come last. */
    public static List<String> names() {
        List<String> names = new ArrayList<>();
        PayloadCatalogue.MODERATE.forEach(entry -> names.add(entry.name));
        PayloadCatalogue.GIANT.forEach(entry -> names.add(entry.name));
        return names;
    }

    /** Returns the sample with this name. */
    public static SamplePayload named(String name) {
        for (List<Entry> entries : List.of(PayloadCatalogue.MODERATE, PayloadCatalogue.GIANT)) {
            for (Entry entry : entries) {
                if (entry.name.equals(name)) {
                    return entry.payload();
                }
            }
        }
        throw new IllegalArgumentException("unknown payload " + name + "; payloads: " + names());
    }

    /** Creates the given number of orders, about 300 bytes each, numbered from 1 in {@code id}. */
    public static byte[] orders(int count) {
        return RecordPayloads.orders(new Random(count), count).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Creates the given number of users with UUIDs, times, addresses, and names in many scripts, numbered from 1 in
     * {@code n}.
     */
    public static byte[] users(int count) {
        return RecordPayloads.users(new Random(count), count).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Creates the given number of bookings, numbered from 1 in {@code number}, with nested guest, property, and
     * pricing, and long texts in several languages. Each has about {@code minBytes} to {@code maxBytes} bytes, at least
     * 1,800.
     */
    public static byte[] bookings(int count, int minBytes, int maxBytes) {
        return BookingPayloads.bookings(new Random(count), count, minBytes, maxBytes)
                .getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Creates a booking with 20 sections of about the given size; dates, property, and nights are between and after
     * them.
     */
    public static byte[] sectionedBooking(int sectionBytes) {
        return BookingPayloads.ofSections(new Random(20), sectionBytes).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Returns a generator of any payloads: JSON of all shapes and spellings, text of all kinds, and almost valid JSON,
     * up to 180 KB.
     */
    public static Generator<SamplePayload> any() {
        return (random, size) -> switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> documents().generate(random, size);
            case 4, 5 -> objects().generate(random, size);
            case 6 -> almostJson().generate(random, size);
            default -> texts().generate(random, size);
        };
    }

    /** Returns a generator of valid JSON documents with any type at the root. */
    public static Generator<byte[]> json() {
        return Generator.<SamplePayload>oneOf(documents(), objects()).map(SamplePayload::bytes);
    }

    /** Returns a generator of valid JSON objects. */
    public static Generator<byte[]> object() {
        return objects().map(SamplePayload::bytes);
    }

    /** Returns a generator of text that is not one JSON document. */
    public static Generator<byte[]> text() {
        return Generator.<SamplePayload>oneOf(texts(), texts(), almostJson()).map(SamplePayload::bytes);
    }

    private static Generator<SamplePayload> documents() {
        return Generator.oneOf(
                json("random-json", RandomJson::document),
                json("random-json", RandomJson::document),
                json("random-json", RandomJson::document),
                json("random-orders", (r, size) -> RecordPayloads.orders(r, r.nextInt(size * 2 + 1))),
                json("random-rows", (r, size) -> RecordPayloads.rows(r, r.nextInt(size * 5 + 1))),
                json("random-row-arrays", (r, size) -> FormatPayloads.rowArrays(r, r.nextInt(size * 4 + 1))),
                json("random-mixed", (r, size) -> RecordPayloads.mixed(r, r.nextInt(size * 3 + 1))),
                json("random-strings", (r, size) -> RecordPayloads.strings(r, r.nextInt(size * 20 + 1))),
                json("random-imitations", (r, size) -> ImitationPayloads.inItems(r, r.nextInt(size + 1))),
                json(
                        "random-users",
                        (r, size) -> JsonRespacer.prettyText(RecordPayloads.users(r, r.nextInt(size + 1)))));
    }

    private static Generator<SamplePayload> objects() {
        return Generator.oneOf(
                json("random-object", RandomJson::object),
                json("random-object", RandomJson::object),
                json("random-object", RandomJson::object),
                json("random-wide", (r, size) -> ObjectPayloads.wide(r, r.nextInt(size * 5 + 1))),
                json("random-map", (r, size) -> ObjectPayloads.map(r, r.nextInt(size * 5 + 1))),
                json("random-deep", (r, size) -> ObjectPayloads.deep(r, 1 + r.nextInt(size * 4 + 1))),
                json(
                        "random-list-in-object",
                        (r, size) -> ObjectPayloads.listAtDepth(r, 1 + r.nextInt(3), r.nextInt(size * 2 + 1))),
                json("random-text-in-object", (r, size) -> ObjectPayloads.withText(r, r.nextInt(size * 2 + 1))),
                json("random-balanced", (r, size) -> ObjectPayloads.balanced(r, r.nextInt(size + 1))),
                json("random-page", (r, size) -> ObjectPayloads.upstreamPage(r, r.nextInt(size * 2 + 1))),
                json("random-wrapper", (r, size) -> ImitationPayloads.wrappedArray(r, r.nextInt(size + 1))),
                json("random-own-member", (r, size) -> ImitationPayloads.ownMember(r, r.nextInt(size + 1))));
    }

    private static Generator<SamplePayload> texts() {
        return Generator.oneOf(
                text("random-csv", Kind.CSV, (r, size) -> TextPayloads.csv(r, r.nextInt(size * 4 + 1))),
                text("random-log", Kind.LOG, (r, size) -> TextPayloads.log(r, 1 + r.nextInt(size * 3 + 1))),
                text("random-markdown", Kind.MARKDOWN, (r, size) -> TextPayloads.markdown(r, r.nextInt(size * 2 + 1))),
                text("random-code", Kind.CODE, (r, size) -> TextPayloads.code(r, r.nextInt(size * 5 + 1))),
                text("random-html", Kind.CODE, (r, size) -> TextPayloads.html(r, r.nextInt(size * 5 + 1))),
                text("random-diff", Kind.CODE, (r, size) -> TextPayloads.diff(r, r.nextInt(size + 1))),
                text("random-prose", Kind.PROSE, (r, size) -> TextPayloads.prose(r, 1 + r.nextInt(size + 1))),
                text("random-line", Kind.PROSE, (r, size) -> "So " + RandomWords.words(r, r.nextInt(size * 40 + 1))),
                text("random-notice", Kind.PROSE, (r, size) -> ImitationPayloads.asText(r, r.nextInt(size + 1))),
                text("random-cjk", Kind.PROSE, (r, size) -> TextPayloads.cjk(r, 1 + r.nextInt(size * 2 + 1))),
                text("random-hangul", Kind.TEXT, (r, size) -> TextPayloads.hangul(r, 1 + r.nextInt(size * 2 + 1))),
                text("random-han", Kind.TEXT, (r, size) -> TextPayloads.han(r, 1 + r.nextInt(size * 2 + 1))),
                text("random-emoji", Kind.TEXT, (r, size) -> TextPayloads.emoji(r, 1 + r.nextInt(size * 20 + 1))),
                text("random-accents", Kind.TEXT, (r, size) -> TextPayloads.stackedAccents(r, size * 20)),
                text("random-base64", Kind.BASE64, (r, size) -> TextPayloads.base64(r, 1 + r.nextInt(size * 3 + 1))),
                text(
                        "random-json-lines",
                        Kind.JSON_LINES,
                        (r, size) -> TextPayloads.jsonLines(r, 2 + r.nextInt(size * 4 + 1))),
                text("random-python", Kind.TEXT, (r, size) -> FormatPayloads.python(r, r.nextInt(size * 3 + 1))),
                text("random-git-log", Kind.TEXT, (r, size) -> FormatPayloads.gitLog(r, r.nextInt(size + 1))),
                text("random-matches", Kind.TEXT, (r, size) -> FormatPayloads.matches(r, r.nextInt(size * 4 + 1))),
                text("random-table", Kind.TEXT, (r, size) -> FormatPayloads.table(r, r.nextInt(size * 4 + 1))),
                text("random-columns", Kind.TEXT, (r, size) -> FormatPayloads.fixedTable(r, r.nextInt(size * 4 + 1))),
                text("random-blocks", Kind.TEXT, (r, size) -> FormatPayloads.blocks(r, r.nextInt(size * 2 + 1))),
                text("random-toon", Kind.TEXT, (r, size) -> FormatPayloads.toon(r, r.nextInt(size * 4 + 1))),
                text("random-yaml", Kind.TEXT, (r, size) -> TextPayloads.yaml(r, r.nextInt(size * 2 + 1))),
                text("random-fenced", Kind.TEXT, (r, size) -> FormatPayloads.fenced(r, r.nextInt(size + 1))),
                text("random-files", Kind.TEXT, (r, size) -> FormatPayloads.files(r, r.nextInt(size + 1))),
                text("random-ragged", Kind.TEXT, (r, size) -> TextPayloads.ragged(r, r.nextInt(size * 4 + 1))),
                text("random-blank", Kind.TEXT, (r, size) -> TextPayloads.blank(r, r.nextInt(size * 20 + 1))));
    }

    private static Generator<SamplePayload> almostJson() {
        return text(
                "random-almost-json",
                Kind.TEXT,
                (r, size) -> OddPayloads.broken(r, "[" + RandomJson.document(r, size) + ",1]"));
    }

    private static Generator<SamplePayload> json(String name, BiFunction<Random, Integer, String> text) {
        return text(name, Kind.JSON, text);
    }

    private static Generator<SamplePayload> text(String name, Kind kind, BiFunction<Random, Integer, String> text) {
        return (random, size) -> SamplePayload.of(name, kind, text.apply(random, size));
    }

    record Entry(String name, Kind kind, Supplier<String> text) {

        SamplePayload payload() {
            return SamplePayload.of(name, kind, text.get());
        }
    }
}
