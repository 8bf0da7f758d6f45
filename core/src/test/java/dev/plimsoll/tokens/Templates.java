package dev.plimsoll.tokens;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Generates text from the templates in the folder {@code corpus}. The same seed gives the same text. */
final class Templates {

    /** Names and words by the kind of a placeholder, such as {@code first}, {@code noun}, or {@code verb}. */
    private static final Map<String, List<String>> WORDS_BY_KIND = Arrays.stream(
                    resource("names").strip().split("\n"))
            .map(line -> List.of(line.split(" ")))
            .collect(Collectors.toMap(words -> words.get(0), words -> words.subList(1, words.size())));

    private static final Map<String, List<String>> SENTENCES = Map.of(
            "de", entries("prose-de"),
            "es", entries("prose-es-fr"),
            "ja", entries("prose-ja"),
            "ko", entries("prose-ko"),
            "ru", entries("prose-ru"),
            "zh", entries("prose-zh"),
            "en", entries("prose-en"),
            "short",
                    List.of(
                            "The «adj» «noun» could not «verb» the «noun».",
                            "Please «verb» the «noun» before you «verb» it again.",
                            "«Verb» fails when the «noun» is «adj».",
                            "It would be nice to «verb» «noun»s by «noun».",
                            "Waiting for «int:2-90» «adj» «noun»s.",
                            "«first» «last» asked to «verb» the «adj» «noun» in «city»."));

    private final Random random;

    Templates(long seed) {
        this.random = new Random(seed);
    }

    /** Returns the entries of a file. */
    static List<String> entries(String file) {
        return Stream.of(resource(file).split("(?m)^%%%%\n"))
                .map(entry -> entry.endsWith("\n") ? entry.substring(0, entry.length() - 1) : entry)
                .toList();
    }

    private static String resource(String file) {
        try (InputStream in = Templates.class.getResourceAsStream("corpus/" + file + ".txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(file, e);
        }
    }

    int between(int from, int to) {
        return from + random.nextInt(to - from + 1);
    }

    <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** Replaces each placeholder between « and ». */
    String fill(String template) {
        StringBuilder out = new StringBuilder();
        int copiedLength = 0;
        for (int open = template.indexOf('«'); open >= 0; open = template.indexOf('«', copiedLength)) {
            int close = template.indexOf('»', open);
            out.append(template, copiedLength, open).append(value(template.substring(open + 1, close)));
            copiedLength = close + 1;
        }
        return out.append(template, copiedLength, template.length()).toString();
    }

    /**
     * Returns a value for a placeholder, such as {@code int:1-99}, {@code hex:8} (eight digits), {@code noun},
     * {@code Noun} (capitalized), or {@code UPNOUN} (upper case).
     */
    private String value(String placeholder) {
        String[] parts = placeholder.split("[:-]", -1);
        String kind = parts[0];
        if (kind.equals("int")) {
            return String.valueOf(between(Integer.parseInt(parts[1]), Integer.parseInt(parts[2])));
        }
        if (parts.length == 2) {
            return chars(kind, Integer.parseInt(parts[1]));
        }
        if (WORDS_BY_KIND.containsKey(kind)) {
            return oneOf(WORDS_BY_KIND.get(kind));
        }
        if (SENTENCES.containsKey(kind)) {
            return fill(oneOf(SENTENCES.get(kind)));
        }
        if (!Character.isUpperCase(kind.charAt(0))) {
            return generate(kind);
        }
        String lowerCase = kind.toLowerCase(Locale.ROOT);
        return lowerCase.startsWith("up")
                ? value(lowerCase.substring(2)).toUpperCase(Locale.ROOT)
                : capitalize(value(lowerCase));
    }

    private String generate(String kind) {
        return switch (kind) {
            case "bool" -> String.valueOf(random.nextBoolean());
            case "uuid" -> new UUID(random.nextLong(), random.nextLong()).toString();
            case "iso" -> value("date") + "T" + value("time") + "." + between(100, 999) + "Z";
            case "date" -> "2025-%02d-%02d".formatted(between(1, 12), between(1, 28));
            case "time" -> "%02d:%02d:%02d".formatted(between(0, 23), between(0, 59), between(0, 59));
            case "clock" -> "%02d:%02d".formatted(between(0, 23), between(0, 59));
            case "epoch" -> String.valueOf(between(1_690_000_000, 1_760_000_000));
            case "price" -> "%d.%02d".formatted(between(0, 900), between(0, 99));
            case "dec" -> String.valueOf(random.nextGaussian() * Math.pow(10, between(-1, 4)));
            case "lat" -> String.valueOf(random.nextInt(180_000_000) / 1e6 - 90);
            case "lon" -> String.valueOf(random.nextInt(360_000_000) / 1e6 - 180);
            case "ip" -> between(1, 223) + "." + between(0, 255) + "." + between(0, 255) + "." + between(1, 254);
            case "email" -> fill("«word».«noun»«int:1-99»@example.com");
            case "url" -> fill("https://«word».example.com/«noun»/«int:1-9999»");
            case "camel" -> value("verb") + capitalize(value("adj")) + capitalize(value("noun"));
            case "snake" -> fill("«verb»_«adj»_«noun»");
            case "sentence" -> random.nextInt(3) == 0 ? value("en") : value("short");
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private String chars(String kind, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return switch (kind) {
            case "hex" -> HexFormat.of().formatHex(bytes).substring(0, length);
            case "UPHEX" -> HexFormat.of().withUpperCase().formatHex(bytes).substring(0, length);
            case "hexpairs" -> HexFormat.ofDelimiter(" ").formatHex(bytes);
            case "b64" -> Base64.getEncoder().encodeToString(bytes).substring(0, length);
            case "b64url" -> Base64.getUrlEncoder().encodeToString(bytes).substring(0, length);
            case "b64lines" ->
                IntStream.range(0, length).mapToObj(i -> value("b64:76")).collect(Collectors.joining("\n"));
            case "alnum" -> pick("abcdefghijklmnopqrstuvwxyz0123456789", length);
            case "UP" -> pick("ABCDEFGHIJKLMNOPQRSTUVWXYZ", length);
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private String pick(String alphabet, int length) {
        return IntStream.range(0, length)
                .mapToObj(i -> String.valueOf(alphabet.charAt(random.nextInt(alphabet.length()))))
                .collect(Collectors.joining());
    }

    private static String capitalize(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }
}
