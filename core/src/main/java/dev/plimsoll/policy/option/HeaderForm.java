package dev.plimsoll.policy.option;

/** Forms of the header in the text of an answer. */
public enum HeaderForm {
    /** The fields that a model needs; the other fields are only in {@code _meta}. */
    LEAN,

    /** All fields. */
    FULL
}
