package dev.plimsoll.gateway.config;

/** The configuration file that is read if no file is named. It need not exist. */
public enum DefaultFile {
    /** The user's own file, for processes that clients start in an unknown working folder. */
    USER,
    /** {@code plimsoll.yaml} in the working folder. */
    WORKING_FOLDER
}
