/** Lists of many tools made short: one tool that finds, explains and calls the others. */
@NullMarked
package dev.plimsoll.catalog;

import org.jspecify.annotations.NullMarked;
