/** First answers of styles whose keys a seed prescribes. */
@NullMarked
package dev.plimsoll.shape.style.form;

import org.jspecify.annotations.NullMarked;
