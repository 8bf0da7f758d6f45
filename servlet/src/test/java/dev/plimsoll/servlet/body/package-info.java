/** Tests of the servlet filter. */
@NullMarked
package dev.plimsoll.servlet.body;

import org.jspecify.annotations.NullMarked;
