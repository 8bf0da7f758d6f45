package dev.plimsoll.gateway.config;

/** Which file is read, if it is there, when none is named. */
public enum DefaultFile {
    /** the user's own, for what clients start: whose working folder it is, nobody knows */
    USER,
    /** {@code plimsoll.yaml} in the working folder */
    WORKING_FOLDER
}
