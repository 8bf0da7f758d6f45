package dev.plimsoll.testkit.sample;

import dev.plimsoll.testkit.sample.Payloads.Entry;
import dev.plimsoll.testkit.sample.SamplePayload.Kind;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;

/** The named samples. {@code PayloadsTest} checks that each payload matches its name. */
final class PayloadCatalogue {

    static final List<Entry> MODERATE = Stream.of(
                    records(), objects(), singleValues(), odd(), imitations(), texts(), almostJson(), empties())
            .flatMap(List::stream)
            .toList();

    static final List<Entry> GIANT = List.of(
            text("line-of-10-mb", Kind.TEXT, r -> RandomWords.words(r, 2_000).repeat(10_500_000 / 10_000)),
            json("orders-of-20-mb", r -> RecordPayloads.orders(r, 66_000)),
            json("string-of-10-mb", r -> "\"" + RandomWords.words(r, 2_000).repeat(1_000) + "\""),
            text("log-of-10-mb", Kind.LOG, r -> TextPayloads.log(r, 60_000)));

    private PayloadCatalogue() {}

    private static List<Entry> records() {
        return List.of(
                json("row-arrays", r -> FormatPayloads.rowArrays(r, 1_200)),
                json("orders", r -> RecordPayloads.orders(r, 800)),
                json("users", r -> RecordPayloads.users(r, 600)),
                json("bookings", r -> BookingPayloads.bookings(r, 40, 2_000, 12_000)),
                json("ten-small-items", r -> RecordPayloads.array(10, i -> "{\"id\":" + i + ",\"name\":\"item\"}")),
                json("records-all-unlike", r -> RecordPayloads.differing(r, 1_500)),
                json("arrays-of-arrays", r -> RecordPayloads.rows(r, 3_000)),
                json("mixed-array", r -> RecordPayloads.mixed(r, 1_500)),
                json("numbers-only", r -> RecordPayloads.array(20_000, String::valueOf)),
                json("short-strings-10000", r -> RecordPayloads.strings(r, 10_000)),
                json("users-pretty", r -> JsonRespacer.prettyText(RecordPayloads.users(r, 400))),
                json("white-space-heavy", r -> OddPayloads.spacious(r, 300)),
                json(
                        "one-giant-item-among-small",
                        r -> "[{\"id\":1},{\"id\":2,\"blob\":\"" + RandomWords.words(r, 20_000) + "\"},{\"id\":3}]"));
    }

    private static List<Entry> objects() {
        return List.of(
                json("wide-object", r -> ObjectPayloads.wide(r, 3_000)),
                json("deep-object", r -> ObjectPayloads.deep(r, 900)),
                json("booking-of-20-sections", r -> BookingPayloads.ofSections(r, 3_000)),
                json("map-of-thousands", r -> ObjectPayloads.map(r, 4_000)),
                json("balanced-object", r -> ObjectPayloads.balanced(r, 200)),
                json("list-at-depth-1", r -> ObjectPayloads.listAtDepth(r, 1, 600)),
                json("list-at-depth-2", r -> ObjectPayloads.listAtDepth(r, 2, 600)),
                json("list-at-depth-3", r -> ObjectPayloads.listAtDepth(r, 3, 600)),
                json("dominating-string", r -> ObjectPayloads.withText(r, 600)),
                json("upstream-next", r -> ObjectPayloads.upstreamPage(r, 600)),
                json("upstream-cursor", r -> ObjectPayloads.upstreamCursorPage(r, 400)),
                json("json-in-json", r -> OddPayloads.nested(r, 300)));
    }

    private static List<Entry> singleValues() {
        return List.of(
                json("one-giant-record", r -> ObjectPayloads.oneRecord(r, 40_000)),
                json("one-giant-string", r -> "\"" + RandomWords.words(r, 40_000) + "\""),
                json("one-giant-string-in-array", r -> "[\"" + RandomWords.words(r, 40_000) + "\"]"),
                json("one-giant-key", r -> "{\"id\":1,\"" + RandomWords.words(r, 40_000) + "\":true,\"end\":null}"),
                json(
                        "giant-keys-in-records",
                        r -> RecordPayloads.array(5, i -> "{\"" + RandomWords.words(r, 8_000) + "\":" + i + "}")),
                json("one-giant-number", r -> "[1," + RandomWords.digits(r, 100_000) + ",2]"),
                json(
                        "base64-in-object",
                        r -> "{\"name\":\"a.bin\",\"data\":\"" + RandomWords.base64(r, 200_000) + "\"}"),
                json("repeated-character", r -> "{\"a\":\"" + "a".repeat(100_000) + "\"}"));
    }

    private static List<Entry> odd() {
        return List.of(
                json("levels-400-arrays", r -> OddPayloads.levels('[', 400)),
                json("levels-400-objects", r -> OddPayloads.levels('{', 400)),
                json("levels-400-wide", r -> ObjectPayloads.deep(r, 400)),
                json("levels-20000", r -> OddPayloads.levels('[', 20_000)),
                json("odd-numbers", r -> OddPayloads.numbers(3_000)),
                json("number-1e400", r -> "1e400"),
                json("number-1.10", r -> "1.10"),
                json("integer-of-30-digits", r -> OddPayloads.LONG_INTEGER),
                json("duplicate-keys", r -> OddPayloads.duplicateKeys(r, 1_000)),
                json("lone-surrogates", r -> OddPayloads.loneSurrogates(1_000)),
                json("nul-escapes", r -> OddPayloads.nulEscapes(1_000)),
                json("u-escaped-text", r -> OddPayloads.escapedText(r, 500)),
                json("emoji-in-json", r -> "{\"emoji\":\"" + TextPayloads.emoji(r, 5_000) + "\"}"),
                json(
                        "lone-surrogates-in-one-string",
                        r -> "{\"text\":\"" + "\\udc00\\ud800x\\udfff\\ud83d".repeat(4_000) + "\"}"));
    }

    private static List<Entry> imitations() {
        return List.of(
                json("imitates-wrapper", r -> ImitationPayloads.wrappedArray(r, 300)),
                json("imitates-own-member", r -> ImitationPayloads.ownMember(r, 300)),
                json("imitates-value-wrapper", r -> ImitationPayloads.valueWrapper(r, 300)),
                json("imitates-in-items", r -> ImitationPayloads.inItems(r, 500)),
                json("imitates-result-with-meta", r -> ImitationPayloads.inMeta(r, 1_000)),
                json("cursors-only", r -> RecordPayloads.array(2_000, i -> "\"" + ImitationPayloads.cursor(r) + "\"")),
                text("imitates-notice-in-text", Kind.PROSE, r -> ImitationPayloads.asText(r, 200)));
    }

    private static List<Entry> texts() {
        return List.of(
                text("csv-with-quoted-newlines", Kind.CSV, r -> TextPayloads.csv(r, 2_000)),
                text("log-with-stack-traces", Kind.LOG, r -> TextPayloads.log(r, 1_500)),
                text("markdown", Kind.MARKDOWN, r -> TextPayloads.markdown(r, 800)),
                text("code", Kind.CODE, r -> TextPayloads.code(r, 2_500)),
                text("html", Kind.CODE, r -> TextPayloads.html(r, 1_500)),
                text("diff", Kind.CODE, r -> TextPayloads.diff(r, 800)),
                text("yaml", Kind.TEXT, r -> TextPayloads.yaml(r, 1_200)),
                text("tsv", Kind.CSV, r -> TextPayloads.tsv(r, 2_500)),
                text("python", Kind.TEXT, r -> FormatPayloads.python(r, 900)),
                text("git-log", Kind.TEXT, r -> FormatPayloads.gitLog(r, 400)),
                text("matches", Kind.TEXT, r -> FormatPayloads.matches(r, 1_200)),
                text("table", Kind.TEXT, r -> FormatPayloads.table(r, 1_500)),
                text("fixed-columns", Kind.TEXT, r -> FormatPayloads.fixedTable(r, 1_500)),
                text("blocks", Kind.TEXT, r -> FormatPayloads.blocks(r, 700)),
                text("toon", Kind.TEXT, r -> FormatPayloads.toon(r, 2_000)),
                text("fenced-json", Kind.TEXT, r -> FormatPayloads.fenced(r, 200)),
                text("files", Kind.TEXT, r -> FormatPayloads.files(r, 200)),
                text("prose", Kind.PROSE, r -> TextPayloads.prose(r, 300)),
                text(
                        "prose-in-one-line",
                        Kind.PROSE,
                        r -> TextPayloads.prose(r, 200).replace('\n', ' ')),
                text("cjk", Kind.PROSE, r -> TextPayloads.cjk(r, 1_500)),
                text("random-hangul", Kind.TEXT, r -> TextPayloads.hangul(r, 1_000)),
                text("random-han", Kind.TEXT, r -> TextPayloads.han(r, 1_000)),
                text("zwj-emoji", Kind.TEXT, r -> TextPayloads.emoji(r, 8_000)),
                text("stacked-accents", Kind.TEXT, r -> TextPayloads.stackedAccents(r, 40_000)),
                text("base64-lines", Kind.BASE64, r -> TextPayloads.base64(r, 1_500)),
                text("base64-in-one-line", Kind.BASE64, r -> RandomWords.base64(r, 120_000)),
                text("json-lines", Kind.JSON_LINES, r -> TextPayloads.jsonLines(r, 2_000)),
                text("ragged-lines", Kind.TEXT, r -> TextPayloads.ragged(r, 2_000)),
                text("line-of-200-kb", Kind.TEXT, r -> "x" + RandomWords.hex(r, 200_000)),
                text(
                        "one-word-lines",
                        Kind.TEXT,
                        r -> RandomWords.words(r, 30_000).replace(' ', '\n')),
                text("blank-lines", Kind.TEXT, r -> "\n".repeat(50_000)),
                text("spaces-only", Kind.TEXT, r -> " ".repeat(100_000)));
    }

    private static List<Entry> almostJson() {
        return List.of(
                text("truncated-json", Kind.TEXT, r -> OddPayloads.truncated(RecordPayloads.orders(r, 600), r)),
                text(
                        "json-with-trailing-comma",
                        Kind.TEXT,
                        r -> OddPayloads.trailingComma(RecordPayloads.orders(r, 500))),
                text("json-in-single-quotes", Kind.TEXT, r -> OddPayloads.singleQuoted(r, 500)),
                text("json-with-comments", Kind.TEXT, r -> OddPayloads.commented(r, 500)),
                text("json-after-byte-order-mark", Kind.TEXT, r -> "\ufeff" + RecordPayloads.orders(r, 500)),
                text(
                        "json-in-prose",
                        Kind.TEXT,
                        r -> "Here are the orders:\n" + RecordPayloads.orders(r, 500) + "\nAnything else?"),
                text("json-in-a-fence", Kind.MARKDOWN, r -> "```json\n" + RecordPayloads.orders(r, 500) + "\n```\n"),
                text("raw-control-in-string", Kind.TEXT, r -> "[\"a\tb\"," + RecordPayloads.orders(r, 500) + "]"),
                text("two-documents", Kind.TEXT, r -> OddPayloads.twoDocuments(r, 300)));
    }

    private static List<Entry> empties() {
        return List.of(
                json("empty-object", r -> "{}"),
                json("empty-array", r -> "[]"),
                json("empty-string", r -> "\"\""),
                json("null", r -> "null"),
                json("false", r -> "false"),
                json("empty-array-in-object", r -> "{\"items\":[],\"totalCount\":0}"),
                text("empty-text", Kind.TEXT, r -> ""),
                text("one-space", Kind.TEXT, r -> " "),
                text("one-newline", Kind.TEXT, r -> "\n"));
    }

    private static Entry json(String name, Function<Random, String> text) {
        return text(name, Kind.JSON, text);
    }

    private static Entry text(String name, Kind kind, Function<Random, String> text) {
        return new Entry(name, kind, () -> text.apply(new Random(name.hashCode())));
    }
}
