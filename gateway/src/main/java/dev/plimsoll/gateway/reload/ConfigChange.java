package dev.plimsoll.gateway.reload;

/**
 * A setting that is another in the new configuration.
 *
 * @param was the value as it may be shown
 * @param is the same of the new one
 * @param live whether a process that runs takes it
 */
public record ConfigChange(String path, String was, String is, boolean live) {

    private static final int LONGEST = 200;

    public ConfigChange {
        was = cut(was);
        is = cut(is);
    }

    private static String cut(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }

    @Override
    public String toString() {
        return path + ": " + was + " -> " + is;
    }
}
