package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.model.ConfigError;
import dev.plimsoll.gateway.config.source.ConfigOrigin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects errors and warnings, sorted by line within each source. */
public final class ConfigErrors {

    private static final int LONGEST = 60;

    private record Placed(int source, ConfigOrigin origin, ConfigError fault) {}

    private final List<Placed> wrong = new ArrayList<>();
    private final List<Placed> odd = new ArrayList<>();
    private final List<String> sources = new ArrayList<>();

    public void wrong(String path, ConfigOrigin configOrigin, String message) {
        wrong.add(placed(path, configOrigin, message));
    }

    public void odd(String path, ConfigOrigin configOrigin, String message) {
        odd.add(placed(path, configOrigin, message));
    }

    public void wrong(List<ConfigError> faults) {
        for (ConfigError configError : faults) {
            ConfigOrigin configOrigin = ConfigOrigin.of(configError.where());
            wrong.add(new Placed(order(configError.where()), configOrigin, configError));
        }
    }

    private Placed placed(String path, ConfigOrigin configOrigin, String message) {
        return new Placed(
                order(configOrigin.source()), configOrigin, new ConfigError(path, configOrigin.toString(), message));
    }

    private int order(String source) {
        int index = sources.indexOf(source);
        if (index < 0) {
            sources.add(source);
            index = sources.size() - 1;
        }
        return index;
    }

    int count() {
        return wrong.size();
    }

    public boolean none() {
        return wrong.isEmpty();
    }

    public List<ConfigError> errors() {
        return sorted(wrong);
    }

    public List<ConfigError> warnings() {
        return sorted(odd);
    }

    private static List<ConfigError> sorted(List<Placed> placed) {
        if (placed.isEmpty()) {
            return List.of();
        }
        return placed.stream()
                .sorted(Comparator.comparingInt(Placed::source)
                        .thenComparingInt(one -> one.origin().line())
                        .thenComparingInt(one -> one.origin().column()))
                .map(Placed::fault)
                .toList();
    }

    /** Returns a value for a message: on one line and shortened. */
    static String quoted(String value) {
        StringBuilder shown = new StringBuilder();
        int count = value.codePointCount(0, value.length());
        value.codePoints().limit(LONGEST).forEach(c -> {
            int type = Character.getType(c);
            boolean isInvisible = Character.isISOControl(c)
                    || type == Character.SURROGATE
                    || type == Character.FORMAT
                    || type == Character.LINE_SEPARATOR
                    || type == Character.PARAGRAPH_SEPARATOR;
            if (isInvisible) {
                shown.append(String.format("\\u%04x", c));
            } else {
                shown.appendCodePoint(c);
            }
        });
        return shown.isEmpty() ? "an empty text" : count > LONGEST ? shown + "…" : shown.toString();
    }
}
