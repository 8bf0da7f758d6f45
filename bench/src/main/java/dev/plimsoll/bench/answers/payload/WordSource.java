package dev.plimsoll.bench.answers.payload;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.StringJoiner;

/** Source of words, sentences, and values. Two sources with the same seed return the same values. */
final class WordSource {

    private static final List<String> SYLLABLES = List.of(
            "ba", "cor", "den", "el", "fi", "gar", "hol", "is", "jun", "kel", "lo", "mar", "nim", "or", "pel", "qui",
            "ros", "sta", "tor", "ur", "vel", "wen", "yar", "zel");
    private static final List<String> WORDS = List.of(
            "the",
            "server",
            "returns",
            "a",
            "record",
            "after",
            "each",
            "request",
            "and",
            "client",
            "waits",
            "for",
            "its",
            "page",
            "when",
            "index",
            "is",
            "rebuilt",
            "some",
            "queries",
            "fail",
            "with",
            "timeout",
            "until",
            "cache",
            "expires",
            "we",
            "see",
            "this",
            "in",
            "every",
            "region",
            "but",
            "not",
            "on",
            "small",
            "accounts",
            "restart",
            "of",
            "worker",
            "helps",
            "only",
            "briefly",
            "because",
            "queue",
            "fills",
            "again");

    private final Random random;

    WordSource(long seed) {
        random = new Random(seed);
    }

    int number(int bound) {
        return random.nextInt(bound);
    }

    <T> T oneOf(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    /** Returns one of the values; the first ones are more likely. */
    <T> T skewedOneOf(List<T> values) {
        return values.get(Math.min(random.nextInt(values.size()), random.nextInt(values.size())));
    }

    /** Returns a made-up name with a capital letter. */
    String name() {
        StringBuilder name = new StringBuilder();
        int syllables = 2 + random.nextInt(2);
        for (int i = 0; i < syllables; i++) {
            name.append(oneOf(SYLLABLES));
        }
        name.setCharAt(0, Character.toUpperCase(name.charAt(0)));
        return name.toString();
    }

    /** Returns a made-up word in lower case. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    String sentence(int words) {
        StringJoiner sentence = new StringJoiner(" ", "", ".");
        for (int i = 0; i < words; i++) {
            String word = oneOf(WORDS);
            sentence.add(i == 0 ? Character.toUpperCase(word.charAt(0)) + word.substring(1) : word);
        }
        return sentence.toString();
    }

    String hex(int digits) {
        StringBuilder hex = new StringBuilder();
        for (int i = 0; i < digits; i++) {
            hex.append(Character.forDigit(random.nextInt(16), 16));
        }
        return hex.toString();
    }
}
