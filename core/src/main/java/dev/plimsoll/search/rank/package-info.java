/** Ranks the passages of a document by the words of a question (BM25), in any language, without a model. */
@NullMarked
package dev.plimsoll.search.rank;

import org.jspecify.annotations.NullMarked;
