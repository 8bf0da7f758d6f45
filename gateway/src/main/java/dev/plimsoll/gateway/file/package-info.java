/**
 * Files in the data folder and of other programs: written completely or not at all, and private if they contain
 * secrets.
 */
@NullMarked
package dev.plimsoll.gateway.file;

import org.jspecify.annotations.NullMarked;
