package dev.plimsoll.gateway.config.check;

import java.nio.file.Path;

/** Where relative paths start. */
public record ConfigPaths(Path start, Path home) {

    /** The absolute path that a text stands for; {@code ~/} is the user's home. */
    public Path absolute(String text) {
        Path path = text.equals("~") || text.startsWith("~/")
                ? home.resolve(text.substring(text.length() > 1 ? 2 : 1))
                : start.resolve(text);
        return path.normalize();
    }
}
