package dev.plimsoll.servlet;

import dev.plimsoll.policy.setting.SettingType;
import dev.plimsoll.settings.LibrarySettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Settings of what guards the messages of a server over HTTP, as its host's configuration sets them.
 *
 * @param maxMessageBytes maximum size of the body of a request, and of a response or an event that is rewritten
 * @param maxBufferedBytes maximum size of all bodies that are in memory at the same time
 */
public record FilterSettings(LibrarySettings library, long maxMessageBytes, long maxBufferedBytes) {

    static final long DEFAULT_MESSAGE_BYTES = 64L << 20;

    private static final String MESSAGE_BYTES = "maxMessageBytes";
    private static final String BUFFERED_BYTES = "maxBufferedBytes";
    private static final SettingType<Long> SIZE = SettingType.size(1_024, 1L << 40);

    /**
     * Reads settings.
     *
     * @param source what the settings are, for the message of a fault
     * @param parameters texts by name, in the order in which rules apply
     * @throws IllegalArgumentException if there are faults; the message names all of them
     */
    public static FilterSettings parse(String source, Map<String, String> parameters) {
        LibrarySettings library = LibrarySettings.parse(parameters, Set.of(MESSAGE_BYTES, BUFFERED_BYTES));
        List<String> faults = new ArrayList<>(library.faults());
        long message = size(MESSAGE_BYTES, parameters, DEFAULT_MESSAGE_BYTES, faults);
        long buffered = size(BUFFERED_BYTES, parameters, defaultBufferedBytes(), faults);
        if (message > Integer.MAX_VALUE - 8) {
            faults.add(MESSAGE_BYTES + ": must be less than 2GB, got " + message);
        }
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(source + ": " + String.join("; ", faults));
        }
        return new FilterSettings(library, message, buffered);
    }

    /** Returns a quarter of the heap. */
    static long defaultBufferedBytes() {
        return Runtime.getRuntime().maxMemory() / 4;
    }

    private static long size(String name, Map<String, String> parameters, long otherwise, List<String> faults) {
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            if (LibrarySettings.plainName(parameter.getKey()).equals(LibrarySettings.plainName(name))) {
                try {
                    return SIZE.parse(parameter.getValue());
                } catch (IllegalArgumentException e) {
                    faults.add(name + ": must be " + SIZE.allowed() + ", got " + parameter.getValue());
                }
            }
        }
        return otherwise;
    }
}
