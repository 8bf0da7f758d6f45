/** Annotated methods, right and wrong. */
@NullMarked
package dev.plimsoll.mcp.annotation;

import org.jspecify.annotations.NullMarked;
