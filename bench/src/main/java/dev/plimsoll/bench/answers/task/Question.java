package dev.plimsoll.bench.answers.task;

/**
 * Question in a form that scripted readers can work on. It describes fields by words of a person, such as "author login".
 * Readers find the names of the fields in answers.
 */
public sealed interface Question permits RecordQuestion, LineQuestion {

    /** Returns whether the first match answers the question, so that a reader can stop there. */
    boolean isLookup();
}
