/** The five source documents, statement by statement, against what the engine does under the preset that each has. */
@NullMarked
package dev.plimsoll.seeds;

import org.jspecify.annotations.NullMarked;
