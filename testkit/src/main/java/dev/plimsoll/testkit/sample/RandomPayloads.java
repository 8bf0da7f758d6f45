package dev.plimsoll.testkit.sample;

import dev.plimsoll.testkit.Generator;
import dev.plimsoll.testkit.sample.Payload.Kind;
import java.util.Random;
import java.util.function.BiFunction;

/** Random payloads of a size: about 100 KB at the most for size 100, a few bytes for size 0. */
final class RandomPayloads {

    private RandomPayloads() {}

    static Generator<Payload> any() {
        return (random, size) -> switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> json().generate(random, size);
            case 4, 5 -> object().generate(random, size);
            case 6 -> almostJson().generate(random, size);
            default -> text().generate(random, size);
        };
    }

    static Generator<Payload> json() {
        return Generator.oneOf(
                of("random-json", Kind.JSON, RandomJson::document),
                of("random-json", Kind.JSON, RandomJson::document),
                of("random-orders", Kind.JSON, (r, size) -> RecordPayloads.orders(r, r.nextInt(size * 2 + 1))),
                of("random-rows", Kind.JSON, (r, size) -> RecordPayloads.rows(r, r.nextInt(size * 5 + 1))),
                of("random-mixed", Kind.JSON, (r, size) -> RecordPayloads.mixed(r, r.nextInt(size * 3 + 1))),
                of("random-strings", Kind.JSON, (r, size) -> RecordPayloads.strings(r, r.nextInt(size * 20 + 1))),
                of(
                        "random-users",
                        Kind.JSON,
                        (r, size) -> Spacing.prettyText(RecordPayloads.users(r, r.nextInt(size + 1)))));
    }

    static Generator<Payload> object() {
        return Generator.oneOf(
                of("random-object", Kind.JSON, RandomJson::object),
                of("random-object", Kind.JSON, RandomJson::object),
                of("random-wide", Kind.JSON, (r, size) -> ObjectPayloads.wide(r, r.nextInt(size * 5 + 1))),
                of("random-map", Kind.JSON, (r, size) -> ObjectPayloads.map(r, r.nextInt(size * 5 + 1))),
                of("random-deep", Kind.JSON, (r, size) -> ObjectPayloads.deep(r, 1 + r.nextInt(size * 4 + 1))),
                of(
                        "random-list-in-object",
                        Kind.JSON,
                        (r, size) -> ObjectPayloads.listAtDepth(r, 1 + r.nextInt(3), r.nextInt(size * 2 + 1))),
                of(
                        "random-text-in-object",
                        Kind.JSON,
                        (r, size) -> ObjectPayloads.withText(r, r.nextInt(size * 2 + 1))),
                of("random-balanced", Kind.JSON, (r, size) -> ObjectPayloads.balanced(r, r.nextInt(size + 1))),
                of("random-page", Kind.JSON, (r, size) -> ObjectPayloads.upstreamPage(r, r.nextInt(size * 2 + 1))),
                of("random-imitation", Kind.JSON, (r, size) -> ImitationPayloads.ownMember(r, r.nextInt(size + 1))));
    }

    static Generator<Payload> text() {
        return Generator.oneOf(
                of("random-csv", Kind.CSV, (r, size) -> TextPayloads.csv(r, r.nextInt(size * 4 + 1))),
                of("random-log", Kind.LOG, (r, size) -> TextPayloads.log(r, 1 + r.nextInt(size * 3 + 1))),
                of("random-markdown", Kind.MARKDOWN, (r, size) -> TextPayloads.markdown(r, r.nextInt(size * 2 + 1))),
                of("random-code", Kind.CODE, (r, size) -> TextPayloads.code(r, r.nextInt(size * 5 + 1))),
                of("random-prose", Kind.PROSE, (r, size) -> TextPayloads.prose(r, 1 + r.nextInt(size + 1))),
                of("random-line", Kind.PROSE, (r, size) -> "So " + Words.some(r, r.nextInt(size * 40 + 1))),
                of("random-cjk", Kind.PROSE, (r, size) -> TextPayloads.cjk(r, 1 + r.nextInt(size * 2 + 1))),
                of("random-hangul", Kind.TEXT, (r, size) -> TextPayloads.hangul(r, 1 + r.nextInt(size * 2 + 1))),
                of("random-han", Kind.TEXT, (r, size) -> TextPayloads.han(r, 1 + r.nextInt(size * 2 + 1))),
                of("random-emoji", Kind.TEXT, (r, size) -> TextPayloads.emoji(r, 1 + r.nextInt(size * 20 + 1))),
                of("random-accents", Kind.TEXT, (r, size) -> TextPayloads.stackedAccents(r, size * 20)),
                of("random-base64", Kind.BASE64, (r, size) -> TextPayloads.base64(r, 1 + r.nextInt(size * 3 + 1))),
                of(
                        "random-json-lines",
                        Kind.JSON_LINES,
                        (r, size) -> TextPayloads.jsonLines(r, 2 + r.nextInt(size * 4 + 1))),
                of("random-ragged", Kind.TEXT, (r, size) -> TextPayloads.ragged(r, r.nextInt(size * 4 + 1))),
                of(
                        "random-blank",
                        Kind.TEXT,
                        (r, size) -> " \t\r\n".substring(r.nextInt(4)).repeat(r.nextInt(size * 20 + 1))));
    }

    /** Containers cut short or spoilt in other ways; by construction none of them is valid. */
    private static Generator<Payload> almostJson() {
        return of("random-almost-json", Kind.TEXT, (r, size) -> {
            String array = "[" + RandomJson.document(r, size) + ",1]";
            return switch (r.nextInt(5)) {
                case 0 -> array.substring(0, r.nextInt(array.length()));
                case 1 -> OddPayloads.trailingComma(array);
                case 2 -> array + "\n" + array;
                case 3 -> array + "]";
                default -> "\ufeff" + array;
            };
        });
    }

    private static Generator<Payload> of(String name, Kind kind, BiFunction<Random, Integer, String> text) {
        return (random, size) -> Payload.of(name, kind, text.apply(random, size));
    }
}
