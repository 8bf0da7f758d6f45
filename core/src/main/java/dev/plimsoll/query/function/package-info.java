/** Functions that every query can use, by name and number of arguments, written in Java or in jq. */
@NullMarked
package dev.plimsoll.query.function;

import org.jspecify.annotations.NullMarked;
