/**
 * Warnings about queries that are valid and still mislead: fields that do not exist, numbers that are texts, values that never
 * occur, counts over a part, and cuts among equal values.
 *
 * <p>An {@code OriginAnalysis} follows the values of an expression back to the document and collects what it does with them; a
 * {@code DocumentValues} looks at the document. A warning needs both.
 */
@NullMarked
package dev.plimsoll.query.warning;

import org.jspecify.annotations.NullMarked;
