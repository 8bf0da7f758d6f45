package dev.plimsoll.json;

/** Walk over a container. A walk inside its current value reports where that value ends. */
interface OuterWalk {

    void endsAt(int offset);
}
