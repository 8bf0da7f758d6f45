package dev.plimsoll.shape;

/**
 * Of what a query has given.
 *
 * @param noun outputs of the query, or what is in its only one
 * @param total the name of the field that counts them
 */
record ResultTelling(String noun, String total) implements Telling {

    @Override
    public String notice(About about, Span span) {
        return Notices.results(about, noun, span);
    }

    @Override
    public boolean leadsBack(Task task) {
        return task.fresh();
    }

    @Override
    public boolean advises(boolean more) {
        return false;
    }

    @Override
    public void next(Task task, boolean more, Draft draft) {
        throw new IllegalStateException("a query has no calls to go on with");
    }
}
