package dev.plimsoll.mcp.annotation;

import java.lang.reflect.Method;

/** Exception that reports at startup that an annotated method cannot be a tool. The message names the method, the reason, and the fix. */
public final class WrongUseException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    WrongUseException(Method method, String problem, String fix) {
        this(location(method), problem, fix);
    }

    WrongUseException(String location, String problem, String fix) {
        super(location + ": " + problem + ". Fix: " + fix);
    }

    static String location(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }
}
