/** What a reader asked to see of a kept result, and the place in it: views, positions and the arguments of reading on. */
@NullMarked
package dev.plimsoll.view;

import org.jspecify.annotations.NullMarked;
