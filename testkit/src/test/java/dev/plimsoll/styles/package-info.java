/** A style from outside core, as the guide for new styles shows it. */
@NullMarked
package dev.plimsoll.styles;

import org.jspecify.annotations.NullMarked;
