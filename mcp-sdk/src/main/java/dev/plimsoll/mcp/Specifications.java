package dev.plimsoll.mcp;

import java.util.List;

/**
 * Guards specifications of one kind of server: sync, async, and both without sessions. What comes back is registered in the
 * place of what went in. A specification that is guarded already comes back as it is.
 *
 * @param <T> tools
 * @param <R> resources
 * @param <M> resource templates
 * @param <P> prompts
 */
public interface Specifications<T, R, M, P> {

    /** One tool, for a server that has {@link #reading} as well. */
    T tool(T specification);

    /** {@code plimsoll_read}, the tool that reads on. A server has it once. */
    T reading();

    /** All tools of a server, and {@link #reading} behind them where any of them can be shaped. */
    List<T> tools(List<T> specifications);

    /**
     * The annotated methods of these objects as tools, and {@link #reading} behind them. Throws
     * {@link dev.plimsoll.mcp.annotation.WrongUseException} for a method that cannot be one.
     */
    List<T> scan(Object... annotated);

    /**
     * One tool in the place of all these, which it finds, explains and calls; heavy ones too. A server needs {@link #reading}
     * as well.
     */
    T dispatcher(String name, List<T> specifications);

    /** A resource. Its further pages are read by {@code plimsoll_read} or as one of {@link #templates}. */
    R resource(R specification);

    /** Resources. */
    List<R> resources(List<R> specifications);

    /** A resource template. */
    M template(M specification);

    /** All resource templates of a server, and behind them those of kept pages, {@code plimsoll://page/…} and {@code blob}. */
    List<M> templates(List<M> specifications);

    /** A prompt. */
    P prompt(P specification);

    /** Prompts. */
    List<P> prompts(List<P> specifications);
}
