/** First answers of styles that have their own keys. */
@NullMarked
package dev.plimsoll.shape.style.form;

import org.jspecify.annotations.NullMarked;
