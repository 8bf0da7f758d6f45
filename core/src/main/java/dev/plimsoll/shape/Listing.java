package dev.plimsoll.shape;

/** How the items of a page are written one behind the other. */
interface Listing {

    Draft open(Draft body);

    /** Whether an item may stand on the page; if not, the page ends before it. */
    boolean takes(int index);

    void write(int index, Draft body);

    Draft close(Draft body);

    /** What a notice says about it; empty where that goes without saying. */
    String told();

    /** An array of the items as they are. */
    static Listing of(Items items) {
        return new Plain(items);
    }

    /** The items with commas between them. */
    record Plain(Items items) implements Listing {

        @Override
        public Draft open(Draft body) {
            return body.ascii("[");
        }

        @Override
        public boolean takes(int index) {
            return true;
        }

        @Override
        public void write(int index, Draft body) {
            items.write(index, body);
        }

        @Override
        public Draft close(Draft body) {
            return body.ascii("]");
        }

        @Override
        public String told() {
            return "";
        }
    }
}
