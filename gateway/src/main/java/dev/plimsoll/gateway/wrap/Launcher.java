package dev.plimsoll.gateway.wrap;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Checks the path of the launcher, the program that clients start. */
public final class Launcher {

    /** System property that the launcher sets: its absolute path, with links resolved. */
    public static final String PROPERTY = "plimsoll.launcher";

    private Launcher() {}

    /** Returns the path. Throws if it is relative or not executable: clients start it from any folder. */
    static String requireValid(@Nullable String path) throws WrapException {
        if (path == null) {
            throw new WrapException("the path of plimsoll is not known: start it with its launcher, ./plimsoll");
        }
        if (!Path.of(path).isAbsolute() || !Files.isExecutable(Path.of(path))) {
            throw new WrapException("clients cannot start " + path + ": must be the absolute path of a program");
        }
        return path;
    }

    /** Returns whether a program in a configuration is an absolute path without an executable file. */
    static boolean isMissing(String program) {
        try {
            Path path = Path.of(program);
            return path.isAbsolute() && !Files.isExecutable(path);
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
