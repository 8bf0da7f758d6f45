/** Tests the five source documents, statement by statement, each under its preset. */
@NullMarked
package dev.plimsoll.seeds;

import org.jspecify.annotations.NullMarked;
