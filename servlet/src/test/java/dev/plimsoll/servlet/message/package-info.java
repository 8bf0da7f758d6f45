/** Tests of decisions about messages. */
@NullMarked
package dev.plimsoll.servlet.message;

import org.jspecify.annotations.NullMarked;
