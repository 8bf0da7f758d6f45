/** Tests of the sample server with a client. */
@NullMarked
package dev.plimsoll.sample;

import org.jspecify.annotations.NullMarked;
