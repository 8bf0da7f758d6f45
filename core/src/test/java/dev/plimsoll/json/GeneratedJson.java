package dev.plimsoll.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Generates random JSON values (maps, lists, strings, decimals, booleans, nulls) and random spellings of them from a seed. */
public final class GeneratedJson {

    private static final int[] SPECIAL_CODE_POINTS = {
        0, 1, 8, 9, 10, 12, 13, 0x1F, ' ', '"', '/', '\\', 0x7F, 0x80, 0xE9, 0x7FF, 0x800, 0x2028, 0xD7FF, 0xD800,
        0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFEFF, 0xFFFD, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF
    };

    private final Random random;

    public GeneratedJson(long seed) {
        random = new Random(seed);
    }

    /** Creates a container, so that every proper prefix of its text is incomplete. */
    public Object container(int depth) {
        return random.nextBoolean() ? object(depth) : array(depth);
    }

    public @Nullable Object value(int depth) {
        int kind = random.nextInt(depth > 0 ? 8 : 5);
        return switch (kind) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> number();
            case 3, 4 -> string();
            case 5 -> array(depth - 1);
            default -> object(depth - 1);
        };
    }

    private List<@Nullable Object> array(int depth) {
        List<@Nullable Object> items = new ArrayList<>();
        int count = random.nextInt(5);
        for (int i = 0; i < count; i++) {
            items.add(value(depth));
        }
        return items;
    }

    private Map<String, @Nullable Object> object(int depth) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        int count = random.nextInt(6);
        for (int i = 0; i < count; i++) {
            members.put(random.nextBoolean() ? "k" + random.nextInt(20) : string(), value(depth));
        }
        return members;
    }

    BigDecimal number() {
        return switch (random.nextInt(4)) {
            case 0 -> BigDecimal.valueOf(random.nextInt(100) - 50);
            case 1 -> new BigDecimal(new BigInteger(100, random), random.nextInt(40) - 20);
            case 2 -> new BigDecimal(BigInteger.valueOf(random.nextInt(1000) - 500), random.nextInt(1000) - 500);
            default -> new BigDecimal(BigInteger.valueOf(random.nextLong()), random.nextInt(5));
        };
    }

    /** Creates a string with all kinds of code points, including lone surrogates. */
    String string() {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(random.nextInt(8) == 0 ? 60 : 12);
        for (int i = 0; i < length; i++) {
            int kind = random.nextInt(10);
            text.appendCodePoint(
                    kind < 7
                            ? 'a' + random.nextInt(26)
                            : kind < 9
                                    ? SPECIAL_CODE_POINTS[random.nextInt(SPECIAL_CODE_POINTS.length)]
                                    : random.nextInt(0x110000));
        }
        return text.toString();
    }

    /** Writes a value with random white space, escapes, number formats, and member order. */
    public String spell(@Nullable Object value) {
        StringBuilder out = new StringBuilder();
        spell(value, out);
        return out.toString();
    }

    private void spell(@Nullable Object value, StringBuilder out) {
        if (value instanceof Map<?, ?> members) {
            spellObject(members, out);
        } else if (value instanceof List<?> items) {
            String separator = "[";
            for (Object item : items) {
                out.append(separator).append(space());
                spell(item, out);
                out.append(space());
                separator = ",";
            }
            out.append(items.isEmpty() ? "[" + space() + "]" : "]");
        } else if (value instanceof String text) {
            out.append(spellString(text));
        } else if (value instanceof BigDecimal number) {
            out.append(spellNumber(number));
        } else {
            out.append(value);
        }
    }

    private void spellObject(Map<?, ?> members, StringBuilder out) {
        List<Map.Entry<?, ?>> entries = new ArrayList<>(members.entrySet());
        Collections.shuffle(entries, random);
        String separator = "{";
        for (Map.Entry<?, ?> member : entries) {
            out.append(separator).append(space()).append(spellString((String) member.getKey()));
            out.append(space()).append(':').append(space());
            spell(member.getValue(), out);
            out.append(space());
            separator = ",";
        }
        out.append(entries.isEmpty() ? "{" + space() + "}" : "}");
    }

    String space() {
        return random.nextInt(3) > 0 ? "" : " \n\t\r".repeat(3).substring(random.nextInt(6), 6 + random.nextInt(6));
    }

    private String spellString(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isPaired = Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1));
            int shortEscape = "\"\\/\b\f\n\r\t".indexOf(c);
            boolean isEscapeNeeded = c < ' ' || c == '"' || c == '\\' || (Character.isSurrogate(c) && !isPaired);
            if (shortEscape >= 0 && random.nextBoolean()) {
                out.append('\\').append("\"\\/bfnrt".charAt(shortEscape));
            } else if (isEscapeNeeded || random.nextInt(8) == 0) {
                out.append(unicodeEscape(c));
            } else if (isPaired) {
                out.append(c).append(text.charAt(++i));
            } else {
                out.append(c);
            }
            // Jackson accepts a surrogate pair only if both or none of its halves are escaped
            if (isPaired && i + 1 < text.length() && text.charAt(i) == c) {
                out.append(unicodeEscape(text.charAt(++i)));
            }
        }
        return out.append('"').toString();
    }

    private String unicodeEscape(char c) {
        return String.format(random.nextBoolean() ? "\\u%04x" : "\\u%04X", (int) c);
    }

    private String spellNumber(BigDecimal number) {
        return switch (random.nextInt(4)) {
            case 0 -> number.toString();
            case 1 ->
                number.setScale(Math.max(number.scale(), 0) + random.nextInt(3)).toPlainString();
            case 2 -> number.unscaledValue() + "e" + -number.scale();
            default ->
                new BigDecimal(number.unscaledValue(), number.scale() - 7)
                        .toPlainString()
                        .concat(random.nextBoolean() ? "E-7" : "e-007");
        };
    }

    /** Returns a copy in which, at one place, up to two bytes are removed and up to two other bytes are inserted. */
    byte[] mutate(byte[] text) {
        byte[] problematicBytes = "{}[]\",:\\u0e+-.tfn \n\t\0\u00e9\ud83d\ude00\u007f".getBytes(StandardCharsets.UTF_8);
        ByteSink out = new ByteSink();
        int start = random.nextInt(text.length + 1);
        out.raw(new Slice(text, 0, start));
        int droppedBytes = random.nextInt(3);
        for (int i = random.nextInt(3); i > 0; i--) {
            out.raw(
                    random.nextInt(8) == 0
                            ? (byte) random.nextInt(256)
                            : problematicBytes[random.nextInt(problematicBytes.length)]);
        }
        return out.raw(new Slice(text, Math.min(start + droppedBytes, text.length), text.length))
                .toByteArray();
    }
}
