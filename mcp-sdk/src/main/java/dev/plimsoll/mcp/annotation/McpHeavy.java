package dev.plimsoll.mcp.annotation;

import dev.plimsoll.policy.Style;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A tool with a long result. It is listed with the arguments that read on; a call with a cursor is answered from what was kept
 * and never runs the method. Parameters are the tool's arguments by name; a {@code Map} gets all of them, and an exchange, a
 * {@code McpTransportContext} or a {@code CallToolRequest} what its name says.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface McpHeavy {

    /** The name of the tool. Default: the name of the method. */
    String name() default "";

    /** What clients and models read about it. */
    String description() default "";

    /** The JSON Schema of the arguments. Default: made from the parameters of the method. */
    String inputSchema() default "";

    /** A record or bean to make that schema from. A parameter of this type gets all arguments at once. */
    Class<?> arguments() default Void.class;

    /** The tool changes something: callers need the tier {@code read_write}. */
    boolean write() default false;

    /** The tool changes something beyond return: callers need the tier {@code admin}. */
    boolean admin() default false;

    /** Callers whom one of these does not permit neither see nor call the tool, nor read on in what it gave. */
    Class<? extends PermissionCheck>[] permissions() default {};

    /** The form of the first answer. Default: as the guard's policy has it. One at most. */
    Style[] style() default {};

    /** How long the result is kept unread, such as {@code 5m}. Default: as the guard's policy has it. */
    String ttl() default "";

    /** Items a page holds at most unless asked. Default: as the guard's policy has it. */
    int pageSize() default 0;

    /** Pages that are fetched ahead where the method returns a {@code PageSource}. Default: as the guard's policy has it. */
    int prefetch() default 0;
}
