/** Keeps the documents true: what they show of the engine is made by the engine, here. */
@NullMarked
package dev.plimsoll.docs;

import org.jspecify.annotations.NullMarked;
