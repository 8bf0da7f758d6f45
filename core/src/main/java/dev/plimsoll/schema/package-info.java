/** Rewrites what a tool declares, so that what is listed is what is sent. Pure. */
@NullMarked
package dev.plimsoll.schema;

import org.jspecify.annotations.NullMarked;
