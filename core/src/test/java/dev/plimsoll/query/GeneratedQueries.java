package dev.plimsoll.query;

import java.util.List;
import java.util.Random;
import org.jspecify.annotations.NullMarked;

/** Generates documents and matching expressions from a seed. */
@NullMarked
final class GeneratedQueries {

    private static final List<String> WORDS = List.of(
            "alpha", "Beta", "", "a b", "x,y", "é", "😀", "null", "12", "x-1", "2020-02-29T01:02:03Z", "tab\\there");

    private final Random random;

    GeneratedQueries(long seed) {
        random = new Random(seed);
    }

    /** The kind of value that {@code .} has at a position. */
    private enum Here {
        ROOT,
        ITEM,
        NUMBER,
        TEXT,
        ANY
    }

    String document() {
        StringBuilder items = new StringBuilder();
        int count = random.nextInt(7);
        for (int i = 0; i < count; i++) {
            items.append(i > 0 ? ", " : "").append(item(i));
        }
        return "{\"n\": " + number() + ", \"s\": " + text() + ", \"b\": " + random.nextBoolean()
                + ", \"z\": null,\n \"xs\": "
                + numbers() + ", \"ws\": [" + text() + "," + text() + "," + text() + "], \"items\": [" + items
                + "], \"m\": [" + numbers() + ", " + numbers() + "], \"o\": {\"b\": {\"c\": [1, {\"d\": " + number()
                + "}]}, \"a\": " + scalar() + "}, \"e\": [], \"f\": {}}";
    }

    private String item(int i) {
        String tags = random.nextInt(4) == 0 ? "" : ", \"tags\": [" + text() + ", " + text() + "]";
        String k = random.nextInt(6) == 0 ? "null" : "\"" + pick("red", "green", "blue") + "\"";
        return "{\"id\": " + i + ", \"k\": " + k + ", \"v\": " + (random.nextInt(8) == 0 ? scalar() : number())
                + ", \"on\": " + random.nextBoolean() + tags + ", \"o\": {\"y\": " + number() + ", \"x\": " + text()
                + "}}";
    }

    private String number() {
        return pick("0", "1", "2", "-3", "7", "10", "2.5", "-0.5", "100", "12");
    }

    private String text() {
        return "\"" + WORDS.get(random.nextInt(WORDS.size())) + "\"";
    }

    private String scalar() {
        return pick(number(), text(), "true", "false", "null");
    }

    private String numbers() {
        return pick("[]", "[3, 1, 2]", "[1, 1, 2.5]", "[5, -1, 0, 5]", "[" + number() + "]");
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** Creates an expression for such a document. */
    String expression() {
        return any(Here.ROOT, 4);
    }

    private String any(Here here, int depth) {
        return switch (random.nextInt(13)) {
            case 0, 1 -> number(here, depth);
            case 2, 3 -> text(here, depth);
            case 4 -> truth(here, depth);
            case 5, 6 -> list(here, depth);
            case 7, 8 -> object(here, depth);
            case 9 -> stream(here, depth);
            case 10 -> control(here, depth);
            case 11 -> update(here, depth);
            default -> path(here);
        };
    }

    private String path(Here here) {
        return switch (here) {
            case ROOT ->
                pick(
                        ".n",
                        ".s",
                        ".b",
                        ".z",
                        ".xs",
                        ".ws",
                        ".items",
                        ".m",
                        ".o",
                        ".o.b.c[1].d",
                        ".items[0]",
                        ".items[-1].o",
                        ".xs[1:]",
                        ".xs[:-1]",
                        ".ws[0]",
                        ".nothing",
                        ".o[\"a\"]",
                        ".items[1].tags",
                        ".s[1:2]",
                        ".m[0][0]",
                        ".e",
                        ".f",
                        ".items[1].tags[0]?",
                        ".",
                        ".n.x?",
                        ".\"s\"",
                        ".items[0]?.k",
                        ".items.k?");
            case ITEM ->
                pick(".id", ".k", ".v", ".on", ".tags", ".o.x", ".o.y", ".o", ".", ".none", ".tags[0]", ".v.a?");
            default -> ".";
        };
    }

    private String number(Here here, int depth) {
        if (depth <= 0) {
            return here == Here.ROOT
                    ? pick("1", ".n", ".xs[0]", "3", ".items[0].v")
                    : here == Here.ITEM ? pick(".id", ".v", ".o.y") : pick("2", "5", ".");
        }
        int d = depth - 1;
        return switch (random.nextInt(12)) {
            case 0 -> "(" + number(here, d) + pick(" + ", " - ", " * ", " / ", " % ") + number(here, d) + ")";
            case 1 -> "(" + any(here, d) + " | length)";
            case 2 -> "(" + list(here, d) + " | add)";
            case 3 -> "(" + number(here, d) + " | " + pick("floor", "ceil", "-.", "tostring | tonumber", "fabs") + ")";
            case 4 -> "(" + list(here, d) + " | " + pick("min", "max", "first", "last", "length", "index(1)") + ")";
            case 5 -> "reduce " + stream(here, d) + " as $x (" + number(here, 0) + "; . + ($x | numbers // 1))";
            case 6 ->
                "(" + text(here, d) + " | " + pick("length", "utf8bytelength", "explode | implode | length") + ")";
            case 7 -> "first(" + stream(here, d) + ")";
            case 8 -> "((" + number(here, d) + ") as $n | $n + " + number(here, d) + ")";
            default -> number(here, 0);
        };
    }

    private String text(Here here, int depth) {
        if (depth <= 0) {
            return here == Here.ROOT
                    ? pick(".s", ".ws[0]", "\"abc\"", ".ws[1]")
                    : here == Here.ITEM ? pick(".k", ".o.x") : pick("\"q\"", ".");
        }
        int d = depth - 1;
        return switch (random.nextInt(13)) {
            case 0 -> "(" + text(here, d) + " + " + text(here, d) + ")";
            case 1 -> "\"<\\(" + any(here, d) + ")>\"";
            case 2 ->
                "(" + text(here, d) + " | "
                        + pick(
                                "ascii_downcase",
                                "ascii_upcase",
                                "ltrimstr(\"a\")",
                                "rtrimstr(\"a\")",
                                "tojson",
                                "explode | implode")
                        + ")";
            case 3 -> "(" + list(here, d) + " | map(tostring) | join(" + pick("\",\"", "\"\"", "\"é\"") + "))";
            case 4 -> "(" + any(here, d) + " | " + pick("tostring", "tojson", "type") + ")";
            case 5 ->
                "(" + text(here, d) + " | "
                        + pick(
                                "sub(\"a\"; \"b\")",
                                "gsub(\"[aeiou]\"; \"*\")",
                                "gsub(\"(?<l>[a-z])\"; \"\\(.l)_\")",
                                "sub(\"^\"; \">\")",
                                "gsub(\"\\\\s+\"; \"\")")
                        + ")";
            case 6 -> "(" + list(here, d) + " | " + pick("@csv", "@tsv", "@sh", "@json", "@text") + ")";
            case 7 ->
                "(" + text(here, d) + " | "
                        + pick(
                                "@base64",
                                "ltrimstr(\"a\") | gsub(\"[^a-z]\"; \"\") | @uri",
                                "@base64 | @base64d",
                                "@json",
                                "@sh")
                        + ")";
            case 8 -> "(" + text(here, d) + " | .[" + pick("1:", ":1", "-2:", "0:2") + "])";
            case 9 ->
                "(" + text(here, d) + " | split(\"" + pick("a", ",", "", " ") + "\") | "
                        + pick("first", "last", "join(\"-\")") + ")";
            default -> text(here, 0);
        };
    }

    private String truth(Here here, int depth) {
        if (depth <= 0) {
            return here == Here.ROOT
                    ? pick(".b", "true", ".n > 1")
                    : here == Here.ITEM
                            ? pick(".on", ".v > 2", ".k == \"red\"", ".id % 2 == 0")
                            : pick(". == 1", "true", ". > 0");
        }
        int d = depth - 1;
        return switch (random.nextInt(12)) {
            case 0 -> "(" + any(here, d) + pick(" == ", " != ", " < ", " <= ", " > ", " >= ") + any(here, d) + ")";
            case 1 -> "(" + truth(here, d) + pick(" and ", " or ") + truth(here, d) + ")";
            case 2 -> "(" + truth(here, d) + " | not)";
            case 3 ->
                "(" + text(here, d) + " | test("
                        + pick("\"a\"", "\"^[A-Z]\"", "\"B\"; \"i\"", "\"\\\\d+\"", "[\"x\", \"gi\"]") + "))";
            case 4 -> "(" + list(here, d) + " | " + pick("any", "all", "any(. == 1)", "all(type == \"number\")") + ")";
            case 5 -> "(" + any(here, d) + " | contains(" + any(here, d) + "))";
            case 6 -> "(" + object(here, d) + " | has(" + pick("\"a\"", "\"k\"", "\"id\"") + "))";
            case 7 -> "(" + text(here, d) + " | " + pick("startswith", "endswith") + "(" + text(here, d) + "))";
            case 8 -> "(" + any(here, d) + " | inside(" + any(here, d) + "))";
            case 9 -> "isempty(" + stream(here, d) + ")";
            default -> truth(here, 0);
        };
    }

    private String list(Here here, int depth) {
        if (depth <= 0) {
            return here == Here.ROOT
                    ? pick(".xs", ".ws", ".items", ".m", "[1, 2]", ".e")
                    : here == Here.ITEM ? pick(".tags", "[.id, .v]") : "[.]";
        }
        int d = depth - 1;
        return switch (random.nextInt(20)) {
            case 0 -> "[" + stream(here, d) + "]";
            case 1 -> itemsOf(here) + " | map(" + any(Here.ITEM, d) + ")";
            case 2 -> "(" + itemsOf(here) + " | map(select(" + truth(Here.ITEM, d) + ")))";
            case 3 ->
                "(" + list(here, d) + " | "
                        + pick(
                                "sort",
                                "unique",
                                "reverse",
                                "flatten",
                                "flatten(1)",
                                "keys",
                                "to_entries",
                                "tostream",
                                "combinations")
                        + ")";
            case 4 -> "(" + itemsOf(here) + " | group_by(" + any(Here.ITEM, d) + "))";
            case 5 -> "(" + itemsOf(here) + " | sort_by(" + any(Here.ITEM, d) + "))";
            case 6 -> "(" + itemsOf(here) + " | unique_by(" + any(Here.ITEM, d) + ") | map(.id))";
            case 7 -> "(" + list(here, d) + pick(" + ", " - ") + list(here, d) + ")";
            case 8 ->
                "(" + object(here, d) + " | "
                        + pick("keys", "keys_unsorted", "to_entries", "[.[]]", "[paths]", "[leaf_paths]", "[tostream]")
                        + ")";
            case 9 ->
                "(" + text(here, d) + " | "
                        + pick(
                                "explode",
                                "split(\",\")",
                                "[match(\"a\"; \"g\").offset]",
                                "[scan(\"[a-z]+\")]",
                                "[splits(\" \")]",
                                "gsub(\"[^a-z]\"; \"\") | indices(\"a\")",
                                "[match(\"(?<x>[a-z])(\\\\d)?\"; \"g\") | .string, .captures[].string]")
                        + ")";
            case 10 -> "[limit(" + pick("1", "2", "5") + "; " + stream(here, d) + ")]";
            case 11 -> "(" + list(here, d) + " | .[" + pick("1:", ":2", "-1:", "1:3", ":-1") + "])";
            case 12 -> "(" + list(here, d) + " | map(" + any(Here.ANY, d) + "))";
            case 13 -> "(" + itemsOf(here) + " | [min_by(.v), max_by(.v)])";
            case 14 -> "[range(" + number(here, 0) + "; " + number(here, 0) + ")]";
            case 15 -> "[foreach " + stream(here, d) + " as $x (0; . + 1; [$x, .])]";
            case 17 -> "(" + itemsOf(here) + " | group_by(.k) | map({k: .[0].k, n: length}))";
            case 16 -> "(" + list(here, d) + " | indices(" + pick("1", "[1]", "[1, 2]") + "))";
            default -> list(here, 0);
        };
    }

    private String itemsOf(Here here) {
        return here == Here.ROOT
                ? ".items"
                : here == Here.ITEM ? "[.]" : "[{id: 1, k: \"red\", v: ., on: true, o: {}}]";
    }

    private String object(Here here, int depth) {
        if (depth <= 0) {
            return here == Here.ROOT
                    ? pick(".o", ".items[0]", "{a: 1}", ".f", ".")
                    : here == Here.ITEM ? pick(".o", ".", "{id, k}") : "{a: .}";
        }
        int d = depth - 1;
        return switch (random.nextInt(13)) {
            case 0 -> "{a: (" + any(here, d) + "), \"b c\": (" + any(here, d) + ")}";
            case 1 -> "{(" + text(here, d) + "): (" + any(here, d) + ")}";
            case 2 -> "(" + object(here, d) + pick(" + ", " * ") + object(here, d) + ")";
            case 3 -> "(" + object(here, d) + " | with_entries(.value |= " + any(Here.ANY, d) + "))";
            case 4 -> "(" + object(here, d) + " | map_values(" + number(Here.ANY, d) + "))";
            case 5 -> "(" + object(here, d) + " | to_entries | from_entries)";
            case 6 -> "(" + text(here, d) + " | capture(\"(?<a>[a-z])(?<b>[0-9])?\"))";
            case 7 -> "(" + object(here, d) + " | del(" + pick(".a", ".k", ".id", ".b?", ".[\"o\"]") + "))";
            case 8 -> "reduce " + stream(here, d) + " as $x ({}; .[$x | tostring] += 1)";
            case 9 -> "((" + object(here, d) + ") as {a: $a, $id} | {$a, $id})";
            default -> object(here, 0);
        };
    }

    private String stream(Here here, int depth) {
        if (depth <= 0) {
            return here == Here.ROOT
                    ? pick(".xs[]", ".items[]", "1, 2", "empty", ".ws[]", ".m[][]", "..")
                    : here == Here.ITEM ? pick(".tags[]?", ".id, .v", ".[]") : pick("., .", "empty");
        }
        int d = depth - 1;
        return switch (random.nextInt(12)) {
            case 0 -> any(here, d) + ", " + any(here, d);
            case 1 -> list(here, d) + " | .[]";
            case 2 -> "(" + itemsOf(here) + "[] | " + any(Here.ITEM, d) + ")";
            case 3 -> "(" + itemsOf(here) + "[] | select(" + truth(Here.ITEM, d) + ") | " + any(Here.ITEM, d) + ")";
            case 4 ->
                "(" + any(here, d) + " | "
                        + pick("..", "recurse", ".. | numbers", ".. | strings", "paths", "recurse(.[]?; . != null)")
                        + ")";
            case 5 -> "(" + stream(here, d) + " | " + any(Here.ANY, d) + ")";
            case 6 -> "range(" + pick("3", "0; 4", "0; 10; 3", "5; 0; -2") + ")";
            case 7 -> "(" + stream(here, d) + " // " + any(here, d) + ")";
            case 8 -> "(1 | while(. < 20; . * 3))";
            case 9 -> "(" + list(here, d) + " | .[]?)";
            default -> stream(here, 0);
        };
    }

    private String control(Here here, int depth) {
        if (depth <= 0) {
            return path(here);
        }
        int d = depth - 1;
        return switch (random.nextInt(13)) {
            case 0 -> "if " + truth(here, d) + " then " + any(here, d) + " else " + any(here, d) + " end";
            case 1 ->
                "if " + truth(here, d) + " then " + any(here, d) + " elif " + truth(here, d) + " then 1 else 2 end";
            case 2 -> "(try (" + any(here, d) + ") catch \"failed\")";
            case 3 -> "[(" + any(here, d) + ")?]";
            case 4 -> "(" + any(here, d) + " // " + any(here, d) + ")";
            case 5 -> "((" + any(here, d) + ") as $x | (" + any(here, d) + ") as [$y] ?// $y | [$x, $y])";
            case 6 -> "def f: " + any(here, d) + "; [f, f]";
            case 7 -> "def f(g): [g, (g | type)]; f(" + any(here, d) + ")";
            case 8 -> "def f($a; b): [$a, b]; f(" + any(here, d) + "; " + any(here, d) + ")";
            case 9 -> "[label $out | " + stream(here, d) + " | if . == 1 then ., break $out else . end]";
            case 10 -> "(1 | [., until(. > 50; . * 2)])";
            case 11 -> "def g: if type == \"array\" then map(g) else [.] end; (" + any(here, d) + " | g)";
            default -> "(" + any(here, d) + " | " + any(Here.ANY, d) + ")";
        };
    }

    private String update(Here here, int depth) {
        if (here != Here.ROOT) {
            return "(. | walk(if type == \"number\" then . + 1 else . end))";
        }
        int d = Math.max(0, depth - 1);
        return switch (random.nextInt(14)) {
            case 0 -> "(" + place() + " = " + any(here, d) + ")";
            case 1 -> "(" + place() + " |= " + any(Here.ANY, d) + ")";
            case 2 -> "(" + place() + pick(" += ", " -= ", " *= ", " //= ") + number(here, d) + ")";
            case 3 -> "del(" + place() + ")";
            case 4 -> "delpaths([" + path(here).replaceAll(".*", "") + "[\"o\", \"b\"], [\"xs\", 0], [\"n\"]])";
            case 5 -> "[paths(type == \"number\")]";
            case 6 -> "[path(" + place() + ")]";
            case 7 -> "(setpath([\"o\", \"new\", 1]; " + any(here, d) + ") | .o)";
            case 8 -> "getpath([\"items\", 0, \"k\"])";
            case 9 -> "([.items[] | to_entries[] | select(.value | type == \"number\")] | from_entries)";
            case 10 -> "(.xs | to_entries | map(select(.value > 1)) | map(.key))";
            case 11 -> "fromstream(" + pick(".o", ".xs", ".items") + " | tostream)";
            case 12 -> "(.items | map(.o) | add)";
            default ->
                "[.. | " + pick("scalars", "arrays", "objects", "booleans", "nulls", "iterables", "values") + "]";
        };
    }

    private String place() {
        return pick(
                ".n",
                ".xs[0]",
                ".xs[]",
                ".items[].v",
                ".o.b.c[1].d",
                ".o.q.r",
                ".items[0]",
                ".items[] | select(.on) | .v",
                ".xs[1:]",
                ".ws[1]",
                "(.n, .s)",
                ".. | numbers",
                ".items[].o.y",
                ".f.x",
                ".e[2]",
                "first(.xs[])",
                ".z.a",
                "getpath([\"o\", \"a\"])",
                ".xs[-1]",
                ".items[].tags[]?",
                "(if .b then .n else .s end)",
                "(.nothing // .n)",
                "recurse(.b?) | .n?");
    }
}
