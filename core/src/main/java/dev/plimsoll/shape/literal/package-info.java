/** Forms that several styles use: values that are cut at fixed limits, and questions to a client's user. */
@NullMarked
package dev.plimsoll.shape.literal;

import org.jspecify.annotations.NullMarked;
