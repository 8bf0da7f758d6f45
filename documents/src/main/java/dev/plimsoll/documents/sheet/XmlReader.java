package dev.plimsoll.documents.sheet;

import dev.plimsoll.documents.limit.ReadMeter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** Reads the events of an XML document by their local names. Rejects document types and entities. */
final class XmlReader implements AutoCloseable {

    private static final int MAX_DEPTH = 200;

    private final XMLStreamReader reader;
    private final ReadMeter meter;
    private int depth;

    XmlReader(byte[] xml, ReadMeter meter) throws IOException {
        this.meter = meter;
        try {
            reader = factory().createXMLStreamReader(new ByteArrayInputStream(xml));
        } catch (XMLStreamException e) {
            throw new IOException(e);
        }
    }

    private static XMLInputFactory factory() {
        // always the implementation of the JDK
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        factory.setXMLResolver((publicId, systemId, base, namespace) -> new ByteArrayInputStream(new byte[0]));
        return factory;
    }

    /** Moves to the next event; returns false at the end. */
    boolean next() throws IOException {
        meter.countStep();
        try {
            if (!reader.hasNext()) {
                return false;
            }
            int event = reader.next();
            depth += event == XMLStreamConstants.START_ELEMENT ? 1 : event == XMLStreamConstants.END_ELEMENT ? -1 : 0;
            if (depth > MAX_DEPTH || event == XMLStreamConstants.DTD || event == XMLStreamConstants.ENTITY_REFERENCE) {
                throw new IOException(
                        "unexpected XML: a document type, an entity, or more than " + MAX_DEPTH + " levels");
            }
            return true;
        } catch (XMLStreamException e) {
            throw new IOException(e);
        }
    }

    boolean isStart(String name) {
        return reader.isStartElement() && reader.getLocalName().equals(name);
    }

    boolean isEnd(String name) {
        return reader.isEndElement() && reader.getLocalName().equals(name);
    }

    /** Returns the characters of this event; empty if it has none. */
    String text() {
        String text = reader.isCharacters() ? reader.getText() : "";
        meter.addCharacters(text.length());
        return text;
    }

    /** Returns the attribute with this local name in any namespace; null if there is none. */
    @Nullable String attribute(String name) {
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            if (reader.getAttributeLocalName(i).equals(name)) {
                return reader.getAttributeValue(i);
            }
        }
        return null;
    }

    String attribute(String name, String defaultValue) {
        String value = attribute(name);
        return value == null ? defaultValue : value;
    }

    int intAttribute(String name, int defaultValue) {
        String value = attribute(name);
        try {
            return value == null ? defaultValue : Integer.parseInt(value);
        } catch (NumberFormatException e) {
            return defaultValue;
        }
    }

    /**
     * Reads the text of the current element, and moves to the end of this element.
     *
     * @param element name of the current element
     * @param skippedElement name of the elements inside it whose text is left out; empty for none
     */
    String readText(String element, String skippedElement) throws IOException {
        StringBuilder text = new StringBuilder();
        while (next() && !isEnd(element)) {
            if (isStart(skippedElement)) {
                readText(skippedElement, skippedElement);
            } else {
                text.append(text());
            }
        }
        return text.toString();
    }

    @Override
    public void close() throws IOException {
        try {
            reader.close();
        } catch (XMLStreamException e) {
            throw new IOException(e);
        }
    }
}
