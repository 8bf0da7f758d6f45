/** Functions that every query can use, by name and number of arguments, implemented in Java or in jq itself. */
@NullMarked
package dev.plimsoll.query.library;

import org.jspecify.annotations.NullMarked;
