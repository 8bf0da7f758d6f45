package dev.plimsoll.call;

/** Result of a call, as the engine gets it: bytes, or a source from which pages are read on demand. */
public sealed interface CallResult permits RawResult, SourceResult {}
