package dev.plimsoll.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.Objects;

/** Validates documents like a client, with an independent schema validator. */
record SchemaValidator(Schema schema) {

    static SchemaValidator of(String schema) {
        return new SchemaValidator(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema));
    }

    /** Creates a validator for the schema with this name in a tool's entry. */
    static SchemaValidator of(Slice entry, String name) {
        return of(Objects.requireNonNull(Members.get(entry, name)).utf8());
    }

    boolean accepts(String json) {
        return schema.validate(json, InputFormat.JSON).isEmpty();
    }

    void assertAccepts(String json) {
        assertThat(schema.validate(json, InputFormat.JSON))
                .as(json.substring(0, Math.min(300, json.length())))
                .isEmpty();
    }
}
