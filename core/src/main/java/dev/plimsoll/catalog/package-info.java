/** Short form for lists of many tools: one tool that finds, explains, and calls the other tools. */
@NullMarked
package dev.plimsoll.catalog;

import org.jspecify.annotations.NullMarked;
