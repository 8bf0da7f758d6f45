package dev.plimsoll.gateway.config;

import dev.plimsoll.gateway.config.model.StoreConfig;

/** The configuration file that is read if no file is named. It need not exist. */
public enum DefaultFile {
    /**
     * The user's own file. It is for processes that clients start in an unknown working folder. Some clients
     * start a process for each call, so results are stored on disk by default.
     */
    USER(StoreConfig.Type.DISK),
    /** {@code plimsoll.yaml} in the working folder. */
    WORKING_FOLDER(StoreConfig.Type.MEMORY);

    private final StoreConfig.Type storeType;

    DefaultFile(StoreConfig.Type storeType) {
        this.storeType = storeType;
    }

    /** Returns where results are stored unless the configuration says otherwise. */
    StoreConfig.Type storeType() {
        return storeType;
    }
}
