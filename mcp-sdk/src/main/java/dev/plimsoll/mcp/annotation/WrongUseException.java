package dev.plimsoll.mcp.annotation;

import java.lang.reflect.Method;

/** Thrown at startup if an annotated method cannot be a tool. The message names the method, the reason, and the fix. */
public final class WrongUseException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    WrongUseException(Method method, String wrong, String mend) {
        this(where(method), wrong, mend);
    }

    WrongUseException(String where, String wrong, String mend) {
        super(where + ": " + wrong + ". Mend: " + mend);
    }

    static String where(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }
}
