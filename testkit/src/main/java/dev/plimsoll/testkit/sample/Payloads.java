package dev.plimsoll.testkit.sample;

import dev.plimsoll.testkit.Generator;
import dev.plimsoll.testkit.sample.Payload.Kind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * What tools may answer, by name and at random: always the same bytes for the same name, or the same seed and size. The
 * named samples are above usual budgets but where their name says otherwise.
 */
public final class Payloads {

    private Payloads() {}

    /** All named samples of moderate size, up to about a megabyte. */
    public static List<Payload> samples() {
        return PayloadCatalogue.MODERATE.stream().map(Entry::payload).toList();
    }

    /** The samples of many megabytes: few, for tests that can afford them. */
    public static List<Payload> giants() {
        return PayloadCatalogue.GIANT.stream().map(Entry::payload).toList();
    }

    /** The names of all samples, the giants last. */
    public static List<String> names() {
        List<String> names = new ArrayList<>();
        PayloadCatalogue.MODERATE.forEach(entry -> names.add(entry.name));
        PayloadCatalogue.GIANT.forEach(entry -> names.add(entry.name));
        return names;
    }

    /** The sample of that name. */
    public static Payload named(String name) {
        for (List<Entry> entries : List.of(PayloadCatalogue.MODERATE, PayloadCatalogue.GIANT)) {
            for (Entry entry : entries) {
                if (entry.name.equals(name)) {
                    return entry.payload();
                }
            }
        }
        throw new IllegalArgumentException("no payload is named " + name + "; there are " + names());
    }

    /** So many orders, about 300 bytes each, numbered from 1 in {@code id}. */
    public static byte[] orders(int count) {
        return RecordPayloads.orders(new Random(count), count).getBytes(StandardCharsets.UTF_8);
    }

    /** So many users with UUIDs, times, addresses and names of many scripts, numbered from 1 in {@code n}. */
    public static byte[] users(int count) {
        return RecordPayloads.users(new Random(count), count).getBytes(StandardCharsets.UTF_8);
    }

    /** Any payload: JSON of all shapes and spellings, text of all kinds, and what is almost JSON. */
    public static Generator<Payload> any() {
        return RandomPayloads.any();
    }

    /** One valid JSON document, any type at the root. */
    public static Generator<byte[]> json() {
        return RandomPayloads.json().map(Payload::bytes);
    }

    /** One valid JSON object. */
    public static Generator<byte[]> object() {
        return RandomPayloads.object().map(Payload::bytes);
    }

    /** Text that is not one JSON document. */
    public static Generator<byte[]> text() {
        return RandomPayloads.text().map(Payload::bytes);
    }

    record Entry(String name, Kind kind, Supplier<String> text) {

        Payload payload() {
            return Payload.of(name, kind, text.get());
        }
    }
}
