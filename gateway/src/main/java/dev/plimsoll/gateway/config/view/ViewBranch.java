package dev.plimsoll.gateway.config.view;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map to display. Values are leaves, lists of values, or branches; comments belong to names. */
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

    void setComment(String name, String comment) {
        comments.put(name, comment);
    }

    String findComment(String name) {
        return comments.getOrDefault(name, "");
    }

    Map<String, Object> values() {
        return values;
    }

    /** Returns the branch of this name; if there is none, creates it. */
    ViewBranch getOrCreateBranch(String name) {
        Object value = values.computeIfAbsent(name, absent -> new ViewBranch());
        if (!(value instanceof ViewBranch viewBranch)) {
            throw new IllegalStateException(name + " is a value, not a section");
        }
        return viewBranch;
    }
}
