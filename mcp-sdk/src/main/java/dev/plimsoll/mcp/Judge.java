package dev.plimsoll.mcp;

/** Decides about the requests for one thing that a server offers. May block: the store may be on a disk. */
@FunctionalInterface
interface Judge<Q, A> {

    Step<Q, A> meet(Visitor visitor, Q request);
}
