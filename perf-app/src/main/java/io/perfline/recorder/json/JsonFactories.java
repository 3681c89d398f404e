package io.perfline.recorder.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;

/** How JSON is read and written here. */
public final class JsonFactories {

  private static final int POOLED_BUFFERS = 64;

  private JsonFactories() {}

  /**
   * A factory whose buffers are pooled in itself: Jackson's default keeps them with the server's
   * threads, which would hold this application's class loader after it is gone.
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
}
