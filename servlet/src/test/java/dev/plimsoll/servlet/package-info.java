/** Tests of the servlet filter. */
@NullMarked
package dev.plimsoll.servlet;

import org.jspecify.annotations.NullMarked;
