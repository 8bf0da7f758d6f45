/** Tests of annotated methods, valid and invalid. */
@NullMarked
package dev.plimsoll.mcp.annotation;

import org.jspecify.annotations.NullMarked;
