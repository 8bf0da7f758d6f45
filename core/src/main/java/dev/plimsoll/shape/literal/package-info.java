/** Parts of forms that several styles can have: values cut at fixed limits, and questions to a client's user. */
@NullMarked
package dev.plimsoll.shape.literal;

import org.jspecify.annotations.NullMarked;
