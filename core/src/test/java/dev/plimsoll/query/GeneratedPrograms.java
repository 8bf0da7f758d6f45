package dev.plimsoll.query;

import java.util.Random;
import org.jspecify.annotations.NullMarked;

/** Generates programs that call tools in every construct of the language. */
@NullMarked
final class GeneratedPrograms {

    private final Random random;

    GeneratedPrograms(Random random) {
        this.random = random;
    }

    /** Returns a program of about this nesting. */
    String program(int depth) {
        return depth <= 0 ? leaf() : inner(depth - 1);
    }

    private String number() {
        return String.valueOf(random.nextInt(4));
    }

    private String leaf() {
        return switch (random.nextInt(10)) {
            case 0 -> ".";
            case 1 -> "[1,2,3][]";
            case 2 -> number();
            case 3 -> "(.id? // 1)";
            case 4 -> "call(\"state\"; {})";
            case 5 -> "call(\"put\"; {id: " + number() + "})";
            case 6 -> random.nextInt(3) == 0 ? "call(\"fail\"; {id: " + number() + "})" : "call(\"list\")[]";
            case 7 -> random.nextInt(3) == 0 ? "error(\"e\")" : "pages(\"pages\")";
            case 8 -> "call(\"other_get\"; {id: " + number() + "}).id";
            default -> "call(\"get\"; {id: (.id? // " + number() + ")})";
        };
    }

    private String inner(int depth) {
        String a = program(depth - random.nextInt(2));
        String b = program(depth - random.nextInt(2));
        return switch (random.nextInt(25)) {
            case 0, 1, 2 -> "(" + a + " | " + b + ")";
            case 3 -> "[" + a + "]";
            case 4 -> "{a: " + a + ", b: " + b + "}";
            case 5 -> "(" + a + ", " + b + ")";
            case 6 -> "if " + a + " then " + b + " else " + program(depth - 1) + " end";
            case 7 -> "(" + a + " // " + b + ")";
            case 8 -> "(" + a + " and " + b + ")";
            case 9 -> "first(" + a + ")";
            case 10 -> "[limit(2; " + a + ")]";
            case 11 -> "reduce (" + a + ") as $x (0; " + b + ")";
            case 12 -> "(try (" + a + ") catch " + b + ")";
            case 13 -> "([" + a + "] | map(" + b + "))";
            case 14 -> "((" + a + ") as $x | " + b + ")";
            case 15 -> "(def f: " + a + "; " + b + " | f)";
            case 16 -> "([" + a + "] | sort_by(" + b + "))";
            case 17 -> "([" + a + "] | group_by(" + b + ") | map(length))";
            case 18 -> "(label $out | " + a + " | if . == 2 then break $out else . end)";
            case 19 -> "select(" + a + ")";
            case 20 -> "([" + a + "] | count_by(" + b + " | tojson))";
            case 21 -> "any(" + a + "; " + b + ")";
            case 22 -> "[foreach (" + a + ") as $x (0; " + b + "; [., $x])]";
            case 23 -> "([" + a + "] | min_by(" + b + "))";
            default -> "(" + a + " | " + b + ")?";
        };
    }
}
