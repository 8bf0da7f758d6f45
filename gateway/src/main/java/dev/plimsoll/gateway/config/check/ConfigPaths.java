package dev.plimsoll.gateway.config.check;

import java.nio.file.Path;

/** Resolves relative paths. */
public record ConfigPaths(Path start, Path home) {

    /** Returns the absolute path; {@code ~/} is the user's home. */
    public Path absolute(String text) {
        Path path = text.equals("~") || text.startsWith("~/")
                ? home.resolve(text.substring(text.length() > 1 ? 2 : 1))
                : start.resolve(text);
        return path.normalize();
    }
}
