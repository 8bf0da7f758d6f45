package dev.plimsoll.mcp.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says more of an argument than its name and type do. */
@Documented
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT, ElementType.FIELD})
@Retention(RetentionPolicy.RUNTIME)
public @interface McpArgument {

    /** Default: the name of the parameter, for which the code has to be compiled with {@code -parameters}. */
    String name() default "";

    /** What clients and models read about it. */
    String description() default "";

    /** Whether a call has to have it. {@code Optional} and {@code @Nullable} arguments never are required. */
    boolean required() default true;
}
