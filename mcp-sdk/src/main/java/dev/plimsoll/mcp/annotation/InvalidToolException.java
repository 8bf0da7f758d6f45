package dev.plimsoll.mcp.annotation;

import java.lang.reflect.Method;

/** Exception that reports an annotated method that cannot be a tool. It prevents startup. The message names the method, the reason, and the fix. */
public final class InvalidToolException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    InvalidToolException(Method method, String problem, String fix) {
        this(location(method), problem, fix);
    }

    InvalidToolException(String location, String problem, String fix) {
        super(location + ": " + problem + ". Fix: " + fix);
    }

    static String location(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }
}
