/** The engine, its store, and its keys; the data folder, which outlives the process. */
@NullMarked
package dev.plimsoll.gateway.data;

import org.jspecify.annotations.NullMarked;
