package dev.plimsoll.mcp.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a tool with a long result. It is listed with the arguments for follow-up reads; a call with a cursor is answered
 * from the snapshot and never runs the method. Parameters receive the arguments of the same name. A {@code Map} receives all
 * arguments; an exchange, a {@code McpTransportContext}, or a {@code CallToolRequest} receives the object of that type.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface McpHeavy {

    /** The name of the tool. Default: the name of the method. */
    String name() default "";

    /** The description for clients and models. */
    String description() default "";

    /** The JSON Schema of the arguments. Default: derived from the parameters of the method. */
    String inputSchema() default "";

    /** A record or bean from which to derive that schema. A parameter of this type receives all arguments. */
    Class<?> arguments() default Void.class;

    /** Returns whether the tool changes data: then callers need the tier {@code read_write}. */
    boolean write() default false;

    /** Returns whether the tool changes data irreversibly: then callers need the tier {@code admin}. */
    boolean admin() default false;

    /** The permission checks. A caller who fails one of them cannot see the tool, call it, or read its snapshots. */
    Class<? extends PermissionCheck>[] permissions() default {};

    /** The name of the style of the first answer, such as {@code probe}. Default: the guard's policy. */
    String style() default "";

    /** The time after which an unread snapshot expires, such as {@code 5m}. Default: the guard's policy. */
    String ttl() default "";

    /** The maximum number of items of a page, unless the caller asks for more. Default: the guard's policy. */
    int pageSize() default 0;

    /** The number of pages to prefetch if the method returns a {@code PageSource}. Default: the guard's policy. */
    int prefetch() default 0;
}
