package io.perfline.recorder.core;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import java.io.IOException;
import java.io.OutputStream;

/** Reads and writes JSON. */
public final class JsonFactories {

  private static final int POOLED_BUFFERS = 64;
  private static final JsonFactory WRITER = create();

  private JsonFactories() {}

  /** Writes the fields of an object. */
  public interface Fields {
    void write(JsonGenerator json) throws IOException;
  }

  /**
   * Returns a factory with its own pool of buffers. By default Jackson pools them in the server's
   * threads, which would keep this application's class loader alive after it was undeployed.
   */
  public static JsonFactory create() {
    return JsonFactory.builder()
        .recyclerPool(JsonRecyclerPools.newBoundedPool(POOLED_BUFFERS))
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(4)
                .maxNumberLength(32)
                .maxNameLength(64)
                .maxStringLength(1 << 28)
                .build())
        .build();
  }

  /** Writes an object and closes the stream. */
  public static void write(OutputStream out, Fields fields) throws IOException {
    try (JsonGenerator json = WRITER.createGenerator(out)) {
      json.writeStartObject();
      fields.write(json);
      json.writeEndObject();
    }
  }
}
