/** Tests of typical Spring AI applications with MCP clients. */
@NullMarked
package dev.plimsoll.spring;

import org.jspecify.annotations.NullMarked;
