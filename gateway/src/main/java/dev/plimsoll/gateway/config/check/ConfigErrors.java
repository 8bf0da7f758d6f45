package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.model.ConfigError;
import dev.plimsoll.gateway.config.source.ConfigOrigin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects errors and warnings, sorted by line within each source. */
public final class ConfigErrors {

    private static final int MAX_PRINTABLE_LENGTH = 60;

    private record LocatedError(int sourceIndex, ConfigOrigin origin, ConfigError error) {}

    private final List<LocatedError> errors = new ArrayList<>();
    private final List<LocatedError> warnings = new ArrayList<>();
    private final List<String> sources = new ArrayList<>();

    public void addError(String path, ConfigOrigin configOrigin, String message) {
        errors.add(locate(path, configOrigin, message));
    }

    public void addWarning(String path, ConfigOrigin configOrigin, String message) {
        warnings.add(locate(path, configOrigin, message));
    }

    public void addErrors(List<ConfigError> newErrors) {
        for (ConfigError configError : newErrors) {
            ConfigOrigin configOrigin = ConfigOrigin.of(configError.position());
            errors.add(new LocatedError(sourceIndex(configError.position()), configOrigin, configError));
        }
    }

    private LocatedError locate(String path, ConfigOrigin configOrigin, String message) {
        return new LocatedError(
                sourceIndex(configOrigin.source()),
                configOrigin,
                new ConfigError(path, configOrigin.toString(), message));
    }

    private int sourceIndex(String source) {
        int index = sources.indexOf(source);
        if (index < 0) {
            sources.add(source);
            index = sources.size() - 1;
        }
        return index;
    }

    int errorCount() {
        return errors.size();
    }

    public boolean isEmpty() {
        return errors.isEmpty();
    }

    public List<ConfigError> errors() {
        return sort(errors);
    }

    public List<ConfigError> warnings() {
        return sort(warnings);
    }

    private static List<ConfigError> sort(List<LocatedError> located) {
        if (located.isEmpty()) {
            return List.of();
        }
        return located.stream()
                .sorted(Comparator.comparingInt(LocatedError::sourceIndex)
                        .thenComparingInt(error -> error.origin().line())
                        .thenComparingInt(error -> error.origin().column()))
                .map(LocatedError::error)
                .toList();
    }

    /** Returns a value for a message, without quotes: on one line, shortened, and with escaped invisible characters. */
    static String toPrintable(String value) {
        StringBuilder printable = new StringBuilder();
        int count = value.codePointCount(0, value.length());
        value.codePoints().limit(MAX_PRINTABLE_LENGTH).forEach(c -> {
            int type = Character.getType(c);
            boolean isInvisible = Character.isISOControl(c)
                    || type == Character.SURROGATE
                    || type == Character.FORMAT
                    || type == Character.LINE_SEPARATOR
                    || type == Character.PARAGRAPH_SEPARATOR;
            if (isInvisible) {
                printable.append(String.format("\\u%04x", c));
            } else {
                printable.appendCodePoint(c);
            }
        });
        if (printable.isEmpty()) {
            return "an empty text";
        }
        return count > MAX_PRINTABLE_LENGTH ? printable + "…" : printable.toString();
    }
}
