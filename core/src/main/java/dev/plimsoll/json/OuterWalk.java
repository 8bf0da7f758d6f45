package dev.plimsoll.json;

/** A walk that can be told where the value it stands at ends, by a walk inside that value. */
interface OuterWalk {

    void endsAt(int offset);
}
