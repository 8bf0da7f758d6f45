/** Tests of rewritten response bodies. */
@NullMarked
package dev.plimsoll.servlet.body;

import org.jspecify.annotations.NullMarked;
