/** Tests of typical applications with clients. */
@NullMarked
package dev.plimsoll.spring;

import org.jspecify.annotations.NullMarked;
