/** Guards the tools of an agent written with LangChain4j. */
@NullMarked
package dev.plimsoll.langchain4j;

import org.jspecify.annotations.NullMarked;
