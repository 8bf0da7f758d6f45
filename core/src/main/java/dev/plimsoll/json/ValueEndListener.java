package dev.plimsoll.json;

/** Listener for the end of a value. An iterator inside a value reports the end to the iterator around it. */
interface ValueEndListener {

    void onValueEnd(int offset);
}
