/** Names the columns of tables. */
@NullMarked
package dev.plimsoll.documents.table;

import org.jspecify.annotations.NullMarked;
