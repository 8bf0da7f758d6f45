package dev.plimsoll.servlet;

import dev.plimsoll.policy.setting.SettingType;
import dev.plimsoll.settings.LibrarySettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the guard of an HTTP endpoint, from the configuration of the application.
 *
 * @param maxMessageBytes maximum size of the body of a request, and of a response or an event that is rewritten
 * @param maxBufferedBytes maximum size of all bodies that are in memory at the same time
 */
public record FilterSettings(LibrarySettings library, long maxMessageBytes, long maxBufferedBytes) {

    static final long DEFAULT_MAX_MESSAGE_BYTES = 64L << 20;

    private static final String MESSAGE_BYTES = "maxMessageBytes";
    private static final String BUFFERED_BYTES = "maxBufferedBytes";
    private static final Set<String> OWN_KEYS = Set.of(MESSAGE_BYTES, BUFFERED_BYTES);
    private static final SettingType<Long> SIZE = SettingType.size(1_024, 1L << 40);

    /**
     * Reads settings.
     *
     * @param source where the settings come from, for the error message
     * @param values values by name, in the order in which rules apply
     * @throws IllegalArgumentException if settings are invalid; the message names all errors
     */
    public static FilterSettings parse(String source, Map<String, String> values) {
        LibrarySettings library = LibrarySettings.parse(values, OWN_KEYS);
        List<String> errors = new ArrayList<>(library.faults());
        long maxMessage = parseSize(MESSAGE_BYTES, values, DEFAULT_MAX_MESSAGE_BYTES, errors);
        long maxBuffered = parseSize(BUFFERED_BYTES, values, defaultBufferedBytes(), errors);
        if (maxMessage > Integer.MAX_VALUE - 8) {
            errors.add(MESSAGE_BYTES + ": must be less than 2GB, got " + maxMessage);
        }
        if (!errors.isEmpty()) {
            throw new IllegalArgumentException(source + ": " + String.join("; ", errors));
        }
        return new FilterSettings(library, maxMessage, maxBuffered);
    }

    /**
     * Returns the name of a setting from another spelling of it; null if there is none. Only letters and digits matter. Settings
     * of rules are not found.
     */
    public static @Nullable String findName(String spelling) {
        return LibrarySettings.findName(spelling, OWN_KEYS);
    }

    /** Returns a quarter of the heap. */
    static long defaultBufferedBytes() {
        return Runtime.getRuntime().maxMemory() / 4;
    }

    private static long parseSize(String name, Map<String, String> values, long defaultBytes, List<String> errors) {
        for (Map.Entry<String, String> entry : values.entrySet()) {
            if (LibrarySettings.plainName(entry.getKey()).equals(LibrarySettings.plainName(name))) {
                try {
                    return SIZE.parse(entry.getValue());
                } catch (IllegalArgumentException e) {
                    errors.add(name + ": must be " + SIZE.allowed() + ", got " + entry.getValue());
                }
            }
        }
        return defaultBytes;
    }
}
