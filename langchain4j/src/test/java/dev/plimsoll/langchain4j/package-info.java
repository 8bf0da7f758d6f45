/** Tests of guarded tools in agents of LangChain4j, with scripted models. */
@NullMarked
package dev.plimsoll.langchain4j;

import org.jspecify.annotations.NullMarked;
