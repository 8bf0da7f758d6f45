package dev.plimsoll.gateway.config.check;

import java.nio.file.Path;

/** Resolves relative paths against a base folder. */
public record ConfigPaths(Path baseFolder, Path home) {

    /** Returns the absolute path; {@code ~/} is the user's home. */
    public Path toAbsolute(String text) {
        Path path = text.equals("~") || text.startsWith("~/")
                ? home.resolve(text.substring(text.length() > 1 ? 2 : 1))
                : baseFolder.resolve(text);
        return path.normalize();
    }
}
