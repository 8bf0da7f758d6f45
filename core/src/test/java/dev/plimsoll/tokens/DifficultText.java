package dev.plimsoll.tokens;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Random strings that are difficult for tokenizers. They contain no lone surrogates, which the reference would lose
 * because it reads strings.
 */
final class DifficultText {

    private static final List<String> ATOMS = List.of(
            // contractions in any case, and the long s, which equals s when case is ignored
            "'s",
            "'S",
            "'ſ",
            "'re",
            "'LL",
            "'ve",
            "'Ve",
            "'m",
            "'d",
            "'D",
            "'t",
            "'x",
            "'",
            "''",
            "don",
            "DON",
            "I'M",
            "we'Re",
            // case
            "Don",
            "HTTPServer",
            "aB",
            "Ab",
            "x",
            "X",
            "ſ",
            "İ",
            "ß",
            "ﬁ",
            "ᾈ",
            "ǅ",
            "ª",
            "ʰ",
            "𝒜",
            "𐐀",
            "𐐨",
            // scripts
            "中文",
            "日本語テキスト",
            "한국어",
            "привет",
            "ПРИВЕТ",
            "अनुच्छेद",
            "ก็",
            "้",
            "க்",
            "שלום",
            "سلام",
            // marks, joiners, emoji
            "é",
            "e\u0301",
            "\u0301",
            "\u0300",
            "👩‍👩‍👧",
            "🇩🇪",
            "😀",
            "❤\uFE0F",
            "\u200b",
            "\uFEFF",
            // white space
            " ",
            "  ",
            "   ",
            "\t",
            "\r\n",
            "\n",
            "\r",
            "\n\n",
            " \n",
            "\n ",
            "\u00a0",
            "\u3000",
            "\u2028",
            "\u0085",
            "\u000b",
            // digits
            "1",
            "12",
            "123",
            "1234",
            "Ⅷ",
            "²",
            "٣",
            "½",
            // symbols and controls
            "!",
            "/",
            "//",
            "\n/",
            "...",
            "\"",
            "{\"a\":1}",
            "_",
            "-",
            "=====",
            "\\",
            "\\n",
            "#include",
            "://",
            "\u0000",
            "\u0001");

    private static final List<String> ALPHABETS = List.of(
            "abcdefghijklmnopqrstuvwxyz",
            "ab",
            "a",
            "etaoin",
            "=",
            "-",
            " ",
            "\n ",
            "\t",
            "/",
            "!?",
            "ACGT",
            "xyzqj",
            "的一是不了人我在有他这为之大来以个中上们",
            "가나다라마바사아자차카타파하",
            "あいうえおかきくけこ",
            "абвгдежз",
            "ไกขคงจ",
            "ąęółżź",
            "e\u0301\u0300",
            "0123456789abcdef",
            "ABCabc");

    private static final List<String> WORDS = List.of(
            "the",
            "international",
            "ization",
            "token",
            "budget",
            "count",
            "encoding",
            "string",
            "response",
            "configuration");

    private DifficultText() {}

    /** Creates up to 30 atoms, ASCII characters, Latin letters, and code points of any kind. */
    static String shortText(Random random) {
        return IntStream.rangeClosed(0, random.nextInt(30))
                .mapToObj(i -> piece(random))
                .collect(Collectors.joining());
    }

    /** Creates about one word of some hundred characters: letters of one alphabet, words without spaces, or both. */
    static String longText(Random random) {
        StringBuilder text = new StringBuilder();
        String alphabet = oneOf(ALPHABETS, random);
        int length = 50 + random.nextInt(1_000);
        int mode = random.nextInt(3);
        while (text.length() < length) {
            if (mode == 0) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            } else if (mode == 1) {
                text.append(oneOf(WORDS, random));
            } else {
                text.append(alphabet);
                alphabet = random.nextInt(5) == 0 ? oneOf(ALPHABETS, random) : alphabet;
            }
        }
        return text.toString();
    }

    private static String piece(Random random) {
        return switch (random.nextInt(10)) {
            case 0 -> String.valueOf((char) (32 + random.nextInt(95)));
            case 1 -> String.valueOf((char) random.nextInt(0x250));
            case 2 -> Character.toString(codePoint(random));
            default -> oneOf(ATOMS, random);
        };
    }

    private static int codePoint(Random random) {
        int c = random.nextInt(0x30000);
        return c >= 0xD800 && c < 0xE000 ? codePoint(random) : c;
    }

    private static <T> T oneOf(List<T> choices, Random random) {
        return choices.get(random.nextInt(choices.size()));
    }
}
