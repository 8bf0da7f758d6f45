package dev.plimsoll.mcp;

import java.util.List;

/**
 * Guard for the specifications of one kind of server: sync or async, with or without sessions. Register the returned specification
 * in place of the original. A specification that is already guarded is returned unchanged.
 *
 * @param <T> the SDK's specification of a tool
 * @param <R> the SDK's specification of a resource
 * @param <M> the SDK's specification of a resource template
 * @param <P> the SDK's specification of a prompt
 */
public interface Specifications<T, R, M, P> {

    /** Guards one tool, for a server that also registers {@link #readTool}. */
    T tool(T specification);

    /** Returns {@code plimsoll_read}, the tool for follow-up reads. A server registers it once. */
    T readTool();

    /** Guards all tools of a server, and appends {@link #readTool} if the policy can shape any of them. */
    List<T> tools(List<T> specifications);

    /**
     * Creates guarded tools from the annotated methods of these objects, and appends {@link #readTool} if needed. Throws {@link
     * dev.plimsoll.mcp.annotation.InvalidToolException} for a method that cannot be a tool.
     */
    List<T> scan(Object... annotated);

    /**
     * Creates one tool (a dispatcher) that replaces all of these tools in the listing. It finds, describes,
     * and calls them, including the heavy tools. The server also needs {@link #readTool}.
     */
    T dispatcher(String name, List<T> specifications);

    /**
     * Guards a resource. Clients read its further pages with {@code plimsoll_read} or through one of the {@link
     * #templates}.
     */
    R resource(R specification);

    /** Guards resources. */
    List<R> resources(List<R> specifications);

    /** Guards a resource template. */
    M template(M specification);

    /**
     * Guards all resource templates of a server, and appends the templates of stored pages: {@code
     * plimsoll://page/…} and {@code plimsoll://blob/…}.
     */
    List<M> templates(List<M> specifications);

    /** Guards a prompt. */
    P prompt(P specification);

    /** Guards prompts. */
    List<P> prompts(List<P> specifications);
}
