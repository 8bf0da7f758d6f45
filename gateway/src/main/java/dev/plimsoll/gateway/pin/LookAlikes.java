package dev.plimsoll.gateway.pin;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Finds tools with different names that look alike, such as {@code send_mail} and {@code send_mаil} with a
 * Cyrillic letter. The tools may be of one server or of several.
 */
final class LookAlikes {

    private static final int MAX_PAIRS = 100;

    /** Letters that look like the Latin letters at the same positions in {@code LATIN}. */
    private static final String LOOK_ALIKES = "аеорсухіјѕһԁԛԝӏүѵгкмнтвВЕКМНОРСТУХАІЈЅаοανρτυικηωβγΑΒΕΖΗΙΚΜΝΟΡΤΥΧıɡℓ";

    private static final String LATIN = "aeopcyxijshdqwlyvrkmhtbBEKMHOPCTYXAIJSaoavptuiknwbyABEZHIKMNOPTYXigl";

    private static final Map<Integer, Integer> LATIN_BY_LOOK_ALIKE = new HashMap<>();

    static {
        for (int i = 0; i < LOOK_ALIKES.length(); i++) {
            LATIN_BY_LOOK_ALIKE.put((int) LOOK_ALIKES.charAt(i), (int) LATIN.charAt(i));
        }
    }

    private final Map<String, Map<String, String>> serverByNameByForm = new LinkedHashMap<>();
    private final List<Pair> pairs = new ArrayList<>();

    /** Two tools whose names look alike. */
    record Pair(String server, String tool, String otherServer, String otherTool) {}

    /** Adds a tool. */
    void add(String server, String tool) {
        Map<String, String> serverByName =
                serverByNameByForm.computeIfAbsent(formOf(tool), form -> new LinkedHashMap<>());
        if (serverByName.putIfAbsent(tool, server) == null && serverByName.size() > 1 && pairs.size() < MAX_PAIRS) {
            Map.Entry<String, String> first = serverByName.entrySet().iterator().next();
            pairs.add(new Pair(server, tool, first.getValue(), first.getKey()));
        }
    }

    /** Returns the pairs found so far, at most 100. */
    List<Pair> pairs() {
        return List.copyOf(pairs);
    }

    /** Returns a form of a name: names that look alike have the same form. */
    static String formOf(String name) {
        StringBuilder form = new StringBuilder(name.length());
        Normalizer.normalize(name, Normalizer.Form.NFKC).codePoints().forEach(codePoint -> {
            int latin = LATIN_BY_LOOK_ALIKE.getOrDefault(codePoint, codePoint);
            if (HiddenCharacters.find(Character.toString(latin)).isEmpty()) {
                form.appendCodePoint(commonForm(latin));
            }
        });
        return form.toString().toLowerCase(Locale.ROOT);
    }

    /** Returns one common character for ASCII characters and dashes that look alike. */
    private static int commonForm(int codePoint) {
        return switch (codePoint) {
            case '1', 'I', '|' -> 'l';
            case '0', 'O' -> 'o';
            case '-', '.', ' ', 0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2212 -> '_';
            default -> codePoint;
        };
    }
}
