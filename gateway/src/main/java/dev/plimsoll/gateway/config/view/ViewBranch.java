package dev.plimsoll.gateway.config.view;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map to be shown: values are leaves, lists of values, and branches. Comments belong to the names. */
final class ViewBranch {

    private final Map<String, Object> values = new LinkedHashMap<>();
    private final Map<String, String> comments = new LinkedHashMap<>();

    ViewBranch with(String name, Object value) {
        values.put(name, value);
        return this;
    }

    ViewBranch with(String name, String text) {
        return with(name, ViewLeaf.text(text));
    }

    void comment(String name, String comment) {
        comments.put(name, comment);
    }

    String comment(String name) {
        return comments.getOrDefault(name, "");
    }

    Map<String, Object> values() {
        return values;
    }

    /** The branch of that name, made if it is not there. */
    ViewBranch below(String name) {
        Object there = values.computeIfAbsent(name, any -> new ViewBranch());
        if (!(there instanceof ViewBranch viewBranch)) {
            throw new IllegalStateException(name + " is a value, not a section");
        }
        return viewBranch;
    }
}
