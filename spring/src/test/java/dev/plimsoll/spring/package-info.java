/** Applications as users write them, called by clients. */
@NullMarked
package dev.plimsoll.spring;

import org.jspecify.annotations.NullMarked;
