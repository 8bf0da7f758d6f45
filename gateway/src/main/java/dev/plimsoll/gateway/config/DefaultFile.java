package dev.plimsoll.gateway.config;

/** The file that is read, if it exists, when none is named. */
public enum DefaultFile {
    /** The user's own file, for processes that clients start in an unknown working folder. */
    USER,
    /** {@code plimsoll.yaml} in the working folder. */
    WORKING_FOLDER
}
