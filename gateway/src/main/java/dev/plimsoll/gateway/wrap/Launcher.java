package dev.plimsoll.gateway.wrap;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The program that clients will start: the launcher, by the path that it gives itself. */
public final class Launcher {

    /** Set by the launcher: its own absolute path, links resolved. */
    public static final String PROPERTY = "plimsoll.launcher";

    private Launcher() {}

    /** Clients start it from any folder and for as long as the configuration lives. */
    static String checked(@Nullable String path) throws WrapException {
        if (path == null) {
            throw new WrapException("where plimsoll stands is not known: start it by its launcher, ./plimsoll");
        }
        if (!Path.of(path).isAbsolute() || !Files.isExecutable(Path.of(path))) {
            throw new WrapException("clients could not start " + path + ": it is no program with an absolute path");
        }
        return path;
    }

    /** Whether a configuration names a launcher by a path where there is none any more. */
    static boolean isGone(String program) {
        try {
            Path path = Path.of(program);
            return path.isAbsolute() && !Files.isExecutable(path);
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
