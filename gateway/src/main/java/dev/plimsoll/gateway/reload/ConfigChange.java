package dev.plimsoll.gateway.reload;

/**
 * A setting that differs in the new configuration.
 *
 * @param was the old value, masked if secret
 * @param is the new value, masked if secret
 * @param live whether a running process can apply it
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
