/** JSON and text as bytes: scan, index by ranges, escape, cut. No code here builds a tree. */
@NullMarked
package dev.plimsoll.json;

import org.jspecify.annotations.NullMarked;
