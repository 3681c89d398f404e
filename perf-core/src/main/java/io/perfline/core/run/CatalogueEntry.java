package io.perfline.core.run;

import java.util.List;

/**
 * A case that a workload defines.
 *
 * @param name simulation, sweep and value, as in {@code kafka/batch_size/256}
 * @param target what it is aimed at, as in {@code direct}
 * @param profiles the profiles that contain it
 */
public record CatalogueEntry(String name, String target, List<String> profiles) {
  public CatalogueEntry {
    profiles = List.copyOf(profiles);
  }
}
