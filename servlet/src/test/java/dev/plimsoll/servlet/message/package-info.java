/** Tests of the servlet filter. */
@NullMarked
package dev.plimsoll.servlet.message;

import org.jspecify.annotations.NullMarked;
