package dev.plimsoll.json;

/** Listener for the end of a value. The iterator of a nested value tells the iterator around it where the value ended. */
interface ValueEndListener {

    void onValueEnd(int offset);
}
