package dev.plimsoll.testkit.sample;

import java.util.Random;

/** Writes a random JSON document: all types, shapes, and spellings, with or without white space. */
final class RandomJson {

    private static final int MAX_DEPTH = 450;
    private final Random random;
    private final int size;
    private final StringEscaper stringEscaper;
    /** The indentation of a level. An empty string means no white space; {@code ?} means random white
     * space. */
    private final String layout;

    private final StringBuilder out = new StringBuilder();

    private RandomJson(Random random, int size) {
        this.random = random;
        this.size = size;
        this.stringEscaper = StringEscaper.random(random);
        String[] layouts = {"", "", "", "  ", "\t", "?"};
        this.layout = layouts[random.nextInt(layouts.length)];
    }

    /** Creates a document with any value at the root, including scalars. */
    static String document(Random random, int size) {
        RandomJson writer = new RandomJson(random, size);
        writer.value(1 + random.nextInt(1 + size * size / 10), 0);
        return writer.out.toString();
    }

    /** Creates an object, as required for structured content. */
    static String object(Random random, int size) {
        RandomJson writer = new RandomJson(random, size);
        writer.container('{', 2 + random.nextInt(1 + size * size / 10), 1 + random.nextInt(8), 0);
        return writer.out.toString();
    }

    /** Writes a value that contains about the given number of values, including itself. */
    private void value(int nodes, int depth) {
        if (nodes <= 1 || depth > MAX_DEPTH) {
            scalar();
            return;
        }
        char bracket = random.nextBoolean() ? '{' : '[';
        switch (random.nextInt(7)) {
            case 0 -> records(nodes, depth);
            case 1 -> chain(nodes, depth);
            case 2 -> container(bracket, nodes, nodes, depth);
            case 3 -> container('[', nodes, nodes, depth);
            default -> container(bracket, nodes, 1 + random.nextInt(8), depth);
        }
    }

    /**
     * Writes a container with the given number of children, either of similar size, or with most nodes in one child.
     */
    private void container(char bracket, int nodes, int children, int depth) {
        int dominating = random.nextInt(3) == 0 ? random.nextInt(children) : -1;
        int share = Math.max(1, (nodes - 1) / children);
        open(bracket);
        for (int i = 0; i < children; i++) {
            separate(i, depth + 1);
            if (bracket == '{') {
                key(random.nextInt(20) == 0 ? rareKey() : RandomWords.key(random));
            }
            value(dominating < 0 ? share : i == dominating ? nodes - children : 1, depth + 1);
        }
        close(bracket, children, depth);
    }

    private void records(int nodes, int depth) {
        String[] keys = new String[1 + random.nextInt(8)];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = RandomWords.key(random);
        }
        int records = Math.max(1, nodes / (keys.length + 1));
        open('[');
        for (int i = 0; i < records; i++) {
            separate(i, depth + 1);
            open('{');
            for (int k = 0; k < keys.length; k++) {
                separate(k, depth + 2);
                key(keys[k]);
                value(random.nextInt(12) == 0 ? 4 : 1, depth + 3);
            }
            close('{', keys.length, depth + 1);
        }
        close('[', records, depth);
    }

    /** Writes nested arrays and objects with one child each. */
    private void chain(int nodes, int depth) {
        int levels = Math.min(nodes, Math.min(MAX_DEPTH - depth, random.nextInt(10) == 0 ? MAX_DEPTH : 20));
        StringBuilder brackets = new StringBuilder();
        for (int i = 0; i < levels; i++) {
            char bracket = random.nextBoolean() ? '{' : '[';
            brackets.append(bracket);
            open(bracket);
            separate(0, depth + i + 1);
            if (bracket == '{') {
                key(RandomWords.key(random));
            }
        }
        value(nodes - levels, depth + levels);
        for (int i = levels - 1; i >= 0; i--) {
            close(brackets.charAt(i), 1, depth + i);
        }
    }

    private void scalar() {
        switch (random.nextInt(10)) {
            case 0 -> out.append("null");
            case 1 -> out.append(random.nextBoolean());
            case 2, 3, 4 ->
                out.append(
                        random.nextInt(100) == 0
                                ? RandomWords.digits(random, 1 + random.nextInt(1 + size * 20))
                                : RandomWords.number(random));
            case 5 -> out.append(random.nextBoolean() ? "{}" : "[]");
            default -> out.append(stringEscaper.quoted(RandomWords.text(random, size)));
        }
    }

    /** Returns a long key, or {@code again}, a key that an object can have twice. */
    private String rareKey() {
        return random.nextInt(4) > 0 ? "again" : RandomWords.words(random, random.nextInt(1 + size * 4));
    }

    private void key(String key) {
        out.append(stringEscaper.quoted(key));
        if (layout.equals("?")) {
            whiteSpace();
        }
        out.append(layout.isEmpty() ? ":" : ": ");
    }

    private void open(char bracket) {
        out.append(bracket);
    }

    private void close(char bracket, int children, int depth) {
        if (children > 0) {
            newLine(depth);
        }
        out.append(bracket == '{' ? '}' : ']');
    }

    private void separate(int index, int depth) {
        if (index > 0) {
            out.append(',');
        }
        newLine(depth);
    }

    private void newLine(int depth) {
        if (layout.equals("?")) {
            whiteSpace();
        } else if (!layout.isEmpty()) {
            out.append('\n').append(layout.repeat(Math.min(depth, 30)));
        }
    }

    private void whiteSpace() {
        for (int i = random.nextInt(4); i > 0; i--) {
            out.append(" \t\r\n".charAt(random.nextInt(4)));
        }
    }
}
