package dev.plimsoll.query.node;

import java.util.List;

/** Function that the expression defines. The body is set after parsing, because it may call the function itself. */
public final class QueryFunction {

    private final String name;
    private final List<String> parameters;
    private QueryNode body = new PathNode.Identity();

    /** Creates a function. A parameter {@code $x} is both an argument {@code x} and a value {@code $x}. */
    public QueryFunction(String name, List<String> parameters) {
        this.name = name;
        this.parameters = List.copyOf(parameters);
    }

    public String name() {
        return name;
    }

    public List<String> parameters() {
        return parameters;
    }

    public void setBody(QueryNode newBody) {
        body = newBody;
    }

    QueryNode body() {
        return body;
    }

    boolean isValueParameter(int parameter) {
        return parameters.get(parameter).startsWith("$");
    }
}
