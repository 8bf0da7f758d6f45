/**
 * Warnings about queries that are valid and still mislead: fields that do not exist, numbers that are texts, values that never
 * occur, counts of truncated lists, and cuts among equal values.
 *
 * <p>An {@code OriginAnalysis} traces the values of an expression back to the document and collects their uses. {@code
 * DocumentValues} reads the document. A warning needs both.
 */
@NullMarked
package dev.plimsoll.query.warning;

import org.jspecify.annotations.NullMarked;
