package dev.plimsoll.query;

import java.util.List;
import java.util.Random;
import org.jspecify.annotations.NullMarked;

/** Generates documents from a seed, and expressions whose names exist in them. */
@NullMarked
final class GeneratedQueries {

    private static final List<String> WORDS = List.of(
            "alpha", "Beta", "", "a b", "x,y", "é", "😀", "null", "12", "x-1", "2020-02-29T01:02:03Z", "tab\\there");

    private final Random random;

    GeneratedQueries(long seed) {
        random = new Random(seed);
    }

    /** The value that {@code .} has where an expression is generated. */
    private enum Context {
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
        return any(Context.ROOT, 4);
    }

    private String any(Context context, int depth) {
        return switch (random.nextInt(13)) {
            case 0, 1 -> number(context, depth);
            case 2, 3 -> text(context, depth);
            case 4 -> truth(context, depth);
            case 5, 6 -> list(context, depth);
            case 7, 8 -> object(context, depth);
            case 9 -> stream(context, depth);
            case 10 -> control(context, depth);
            case 11 -> update(context, depth);
            default -> path(context);
        };
    }

    private String path(Context context) {
        return switch (context) {
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

    private String number(Context context, int depth) {
        if (depth <= 0) {
            return context == Context.ROOT
                    ? pick("1", ".n", ".xs[0]", "3", ".items[0].v")
                    : context == Context.ITEM ? pick(".id", ".v", ".o.y") : pick("2", "5", ".");
        }
        int d = depth - 1;
        return switch (random.nextInt(12)) {
            case 0 -> "(" + number(context, d) + pick(" + ", " - ", " * ", " / ", " % ") + number(context, d) + ")";
            case 1 -> "(" + any(context, d) + " | length)";
            case 2 -> "(" + list(context, d) + " | add)";
            case 3 ->
                "(" + number(context, d) + " | " + pick("floor", "ceil", "-.", "tostring | tonumber", "fabs") + ")";
            case 4 -> "(" + list(context, d) + " | " + pick("min", "max", "first", "last", "length", "index(1)") + ")";
            case 5 -> "reduce " + stream(context, d) + " as $x (" + number(context, 0) + "; . + ($x | numbers // 1))";
            case 6 ->
                "(" + text(context, d) + " | " + pick("length", "utf8bytelength", "explode | implode | length") + ")";
            case 7 -> "first(" + stream(context, d) + ")";
            case 8 -> "((" + number(context, d) + ") as $n | $n + " + number(context, d) + ")";
            default -> number(context, 0);
        };
    }

    private String text(Context context, int depth) {
        if (depth <= 0) {
            return context == Context.ROOT
                    ? pick(".s", ".ws[0]", "\"abc\"", ".ws[1]")
                    : context == Context.ITEM ? pick(".k", ".o.x") : pick("\"q\"", ".");
        }
        int d = depth - 1;
        return switch (random.nextInt(13)) {
            case 0 -> "(" + text(context, d) + " + " + text(context, d) + ")";
            case 1 -> "\"<\\(" + any(context, d) + ")>\"";
            case 2 ->
                "(" + text(context, d) + " | "
                        + pick(
                                "ascii_downcase",
                                "ascii_upcase",
                                "ltrimstr(\"a\")",
                                "rtrimstr(\"a\")",
                                "tojson",
                                "explode | implode")
                        + ")";
            case 3 -> "(" + list(context, d) + " | map(tostring) | join(" + pick("\",\"", "\"\"", "\"é\"") + "))";
            case 4 -> "(" + any(context, d) + " | " + pick("tostring", "tojson", "type") + ")";
            case 5 ->
                "(" + text(context, d) + " | "
                        + pick(
                                "sub(\"a\"; \"b\")",
                                "gsub(\"[aeiou]\"; \"*\")",
                                "gsub(\"(?<l>[a-z])\"; \"\\(.l)_\")",
                                "sub(\"^\"; \">\")",
                                "gsub(\"\\\\s+\"; \"\")")
                        + ")";
            case 6 -> "(" + list(context, d) + " | " + pick("@csv", "@tsv", "@sh", "@json", "@text") + ")";
            case 7 ->
                "(" + text(context, d) + " | "
                        + pick(
                                "@base64",
                                "ltrimstr(\"a\") | gsub(\"[^a-z]\"; \"\") | @uri",
                                "@base64 | @base64d",
                                "@json",
                                "@sh")
                        + ")";
            case 8 -> "(" + text(context, d) + " | .[" + pick("1:", ":1", "-2:", "0:2") + "])";
            case 9 ->
                "(" + text(context, d) + " | split(\"" + pick("a", ",", "", " ") + "\") | "
                        + pick("first", "last", "join(\"-\")") + ")";
            default -> text(context, 0);
        };
    }

    private String truth(Context context, int depth) {
        if (depth <= 0) {
            return context == Context.ROOT
                    ? pick(".b", "true", ".n > 1")
                    : context == Context.ITEM
                            ? pick(".on", ".v > 2", ".k == \"red\"", ".id % 2 == 0")
                            : pick(". == 1", "true", ". > 0");
        }
        int d = depth - 1;
        return switch (random.nextInt(12)) {
            case 0 ->
                "(" + any(context, d) + pick(" == ", " != ", " < ", " <= ", " > ", " >= ") + any(context, d) + ")";
            case 1 -> "(" + truth(context, d) + pick(" and ", " or ") + truth(context, d) + ")";
            case 2 -> "(" + truth(context, d) + " | not)";
            case 3 ->
                "(" + text(context, d) + " | test("
                        + pick("\"a\"", "\"^[A-Z]\"", "\"B\"; \"i\"", "\"\\\\d+\"", "[\"x\", \"gi\"]") + "))";
            case 4 ->
                "(" + list(context, d) + " | " + pick("any", "all", "any(. == 1)", "all(type == \"number\")") + ")";
            case 5 -> "(" + any(context, d) + " | contains(" + any(context, d) + "))";
            case 6 -> "(" + object(context, d) + " | has(" + pick("\"a\"", "\"k\"", "\"id\"") + "))";
            case 7 -> "(" + text(context, d) + " | " + pick("startswith", "endswith") + "(" + text(context, d) + "))";
            case 8 -> "(" + any(context, d) + " | inside(" + any(context, d) + "))";
            case 9 -> "isempty(" + stream(context, d) + ")";
            default -> truth(context, 0);
        };
    }

    private String list(Context context, int depth) {
        if (depth <= 0) {
            return context == Context.ROOT
                    ? pick(".xs", ".ws", ".items", ".m", "[1, 2]", ".e")
                    : context == Context.ITEM ? pick(".tags", "[.id, .v]") : "[.]";
        }
        int d = depth - 1;
        return switch (random.nextInt(20)) {
            case 0 -> "[" + stream(context, d) + "]";
            case 1 -> itemsOf(context) + " | map(" + any(Context.ITEM, d) + ")";
            case 2 -> "(" + itemsOf(context) + " | map(select(" + truth(Context.ITEM, d) + ")))";
            case 3 ->
                "(" + list(context, d) + " | "
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
            case 4 -> "(" + itemsOf(context) + " | group_by(" + any(Context.ITEM, d) + "))";
            case 5 -> "(" + itemsOf(context) + " | sort_by(" + any(Context.ITEM, d) + "))";
            case 6 -> "(" + itemsOf(context) + " | unique_by(" + any(Context.ITEM, d) + ") | map(.id))";
            case 7 -> "(" + list(context, d) + pick(" + ", " - ") + list(context, d) + ")";
            case 8 ->
                "(" + object(context, d) + " | "
                        + pick("keys", "keys_unsorted", "to_entries", "[.[]]", "[paths]", "[leaf_paths]", "[tostream]")
                        + ")";
            case 9 ->
                "(" + text(context, d) + " | "
                        + pick(
                                "explode",
                                "split(\",\")",
                                "[match(\"a\"; \"g\").offset]",
                                "[scan(\"[a-z]+\")]",
                                "[splits(\" \")]",
                                "gsub(\"[^a-z]\"; \"\") | indices(\"a\")",
                                "[match(\"(?<x>[a-z])(\\\\d)?\"; \"g\") | .string, .captures[].string]")
                        + ")";
            case 10 -> "[limit(" + pick("1", "2", "5") + "; " + stream(context, d) + ")]";
            case 11 -> "(" + list(context, d) + " | .[" + pick("1:", ":2", "-1:", "1:3", ":-1") + "])";
            case 12 -> "(" + list(context, d) + " | map(" + any(Context.ANY, d) + "))";
            case 13 -> "(" + itemsOf(context) + " | [min_by(.v), max_by(.v)])";
            case 14 -> "[range(" + number(context, 0) + "; " + number(context, 0) + ")]";
            case 15 -> "[foreach " + stream(context, d) + " as $x (0; . + 1; [$x, .])]";
            case 17 -> "(" + itemsOf(context) + " | group_by(.k) | map({k: .[0].k, n: length}))";
            case 16 -> "(" + list(context, d) + " | indices(" + pick("1", "[1]", "[1, 2]") + "))";
            default -> list(context, 0);
        };
    }

    private String itemsOf(Context context) {
        return context == Context.ROOT
                ? ".items"
                : context == Context.ITEM ? "[.]" : "[{id: 1, k: \"red\", v: ., on: true, o: {}}]";
    }

    private String object(Context context, int depth) {
        if (depth <= 0) {
            return context == Context.ROOT
                    ? pick(".o", ".items[0]", "{a: 1}", ".f", ".")
                    : context == Context.ITEM ? pick(".o", ".", "{id, k}") : "{a: .}";
        }
        int d = depth - 1;
        return switch (random.nextInt(13)) {
            case 0 -> "{a: (" + any(context, d) + "), \"b c\": (" + any(context, d) + ")}";
            case 1 -> "{(" + text(context, d) + "): (" + any(context, d) + ")}";
            case 2 -> "(" + object(context, d) + pick(" + ", " * ") + object(context, d) + ")";
            case 3 -> "(" + object(context, d) + " | with_entries(.value |= " + any(Context.ANY, d) + "))";
            case 4 -> "(" + object(context, d) + " | map_values(" + number(Context.ANY, d) + "))";
            case 5 -> "(" + object(context, d) + " | to_entries | from_entries)";
            case 6 -> "(" + text(context, d) + " | capture(\"(?<a>[a-z])(?<b>[0-9])?\"))";
            case 7 -> "(" + object(context, d) + " | del(" + pick(".a", ".k", ".id", ".b?", ".[\"o\"]") + "))";
            case 8 -> "reduce " + stream(context, d) + " as $x ({}; .[$x | tostring] += 1)";
            case 9 -> "((" + object(context, d) + ") as {a: $a, $id} | {$a, $id})";
            default -> object(context, 0);
        };
    }

    private String stream(Context context, int depth) {
        if (depth <= 0) {
            return context == Context.ROOT
                    ? pick(".xs[]", ".items[]", "1, 2", "empty", ".ws[]", ".m[][]", "..")
                    : context == Context.ITEM ? pick(".tags[]?", ".id, .v", ".[]") : pick("., .", "empty");
        }
        int d = depth - 1;
        return switch (random.nextInt(12)) {
            case 0 -> any(context, d) + ", " + any(context, d);
            case 1 -> list(context, d) + " | .[]";
            case 2 -> "(" + itemsOf(context) + "[] | " + any(Context.ITEM, d) + ")";
            case 3 ->
                "(" + itemsOf(context) + "[] | select(" + truth(Context.ITEM, d) + ") | " + any(Context.ITEM, d) + ")";
            case 4 ->
                "(" + any(context, d) + " | "
                        + pick("..", "recurse", ".. | numbers", ".. | strings", "paths", "recurse(.[]?; . != null)")
                        + ")";
            case 5 -> "(" + stream(context, d) + " | " + any(Context.ANY, d) + ")";
            case 6 -> "range(" + pick("3", "0; 4", "0; 10; 3", "5; 0; -2") + ")";
            case 7 -> "(" + stream(context, d) + " // " + any(context, d) + ")";
            case 8 -> "(1 | while(. < 20; . * 3))";
            case 9 -> "(" + list(context, d) + " | .[]?)";
            default -> stream(context, 0);
        };
    }

    private String control(Context context, int depth) {
        if (depth <= 0) {
            return path(context);
        }
        int d = depth - 1;
        return switch (random.nextInt(13)) {
            case 0 -> "if " + truth(context, d) + " then " + any(context, d) + " else " + any(context, d) + " end";
            case 1 ->
                "if " + truth(context, d) + " then " + any(context, d) + " elif " + truth(context, d)
                        + " then 1 else 2 end";
            case 2 -> "(try (" + any(context, d) + ") catch \"failed\")";
            case 3 -> "[(" + any(context, d) + ")?]";
            case 4 -> "(" + any(context, d) + " // " + any(context, d) + ")";
            case 5 -> "((" + any(context, d) + ") as $x | (" + any(context, d) + ") as [$y] ?// $y | [$x, $y])";
            case 6 -> "def f: " + any(context, d) + "; [f, f]";
            case 7 -> "def f(g): [g, (g | type)]; f(" + any(context, d) + ")";
            case 8 -> "def f($a; b): [$a, b]; f(" + any(context, d) + "; " + any(context, d) + ")";
            case 9 -> "[label $out | " + stream(context, d) + " | if . == 1 then ., break $out else . end]";
            case 10 -> "(1 | [., until(. > 50; . * 2)])";
            case 11 -> "def g: if type == \"array\" then map(g) else [.] end; (" + any(context, d) + " | g)";
            default -> "(" + any(context, d) + " | " + any(Context.ANY, d) + ")";
        };
    }

    private String update(Context context, int depth) {
        if (context != Context.ROOT) {
            return "(. | walk(if type == \"number\" then . + 1 else . end))";
        }
        int d = Math.max(0, depth - 1);
        return switch (random.nextInt(14)) {
            case 0 -> "(" + pathExpression() + " = " + any(context, d) + ")";
            case 1 -> "(" + pathExpression() + " |= " + any(Context.ANY, d) + ")";
            case 2 -> "(" + pathExpression() + pick(" += ", " -= ", " *= ", " //= ") + number(context, d) + ")";
            case 3 -> "del(" + pathExpression() + ")";
            case 4 -> "delpaths([" + path(context).replaceAll(".*", "") + "[\"o\", \"b\"], [\"xs\", 0], [\"n\"]])";
            case 5 -> "[paths(type == \"number\")]";
            case 6 -> "[path(" + pathExpression() + ")]";
            case 7 -> "(setpath([\"o\", \"new\", 1]; " + any(context, d) + ") | .o)";
            case 8 -> "getpath([\"items\", 0, \"k\"])";
            case 9 -> "([.items[] | to_entries[] | select(.value | type == \"number\")] | from_entries)";
            case 10 -> "(.xs | to_entries | map(select(.value > 1)) | map(.key))";
            case 11 -> "fromstream(" + pick(".o", ".xs", ".items") + " | tostream)";
            case 12 -> "(.items | map(.o) | add)";
            default ->
                "[.. | " + pick("scalars", "arrays", "objects", "booleans", "nulls", "iterables", "values") + "]";
        };
    }

    private String pathExpression() {
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
