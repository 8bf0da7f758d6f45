package dev.plimsoll.mcp.annotation;

import java.lang.reflect.Method;

/** Thrown at startup if an annotated method cannot be a tool. The message names the method, the reason, and the fix. */
public final class WrongUseException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    WrongUseException(Method method, String problem, String fix) {
        this(location(method), problem, fix);
    }

    WrongUseException(String where, String problem, String fix) {
        super(where + ": " + problem + ". Fix: " + fix);
    }

    static String location(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }
}
