/** Tools written as annotated methods: the annotations, and what makes tools of them. */
@NullMarked
package dev.plimsoll.mcp.annotation;

import org.jspecify.annotations.NullMarked;
