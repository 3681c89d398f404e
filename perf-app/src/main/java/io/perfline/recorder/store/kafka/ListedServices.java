package io.perfline.recorder.store.kafka;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The services that earlier pages have listed, because any service can have older records in a
 * topic. The cursor contains them, each as 48 of the 122 random bits of its id, which distinguish
 * some thousands of services. If there are too many, the first are dropped and may be listed again.
 */
final class ListedServices {

  /** Separates the positions in the partitions from the services in a cursor. */
  private static final char SEPARATOR = '~';

  private static final int MOST = 100;
  private static final int BYTES = 6;
  private static final int LETTERS = 8;

  private final Set<String> listed = new LinkedHashSet<>();

  private ListedServices() {}

  /** Returns the services in a cursor. */
  static ListedServices in(String cursor) {
    ListedServices services = new ListedServices();
    int separator = cursor.indexOf(SEPARATOR);
    for (int at = separator + 1; separator >= 0 && at + LETTERS <= cursor.length(); at += LETTERS) {
      services.listed.add(cursor.substring(at, at + LETTERS));
    }
    return services;
  }

  /** Returns a cursor without the services: the position in each partition. */
  static String positions(String cursor) {
    int separator = cursor.indexOf(SEPARATOR);
    return separator < 0 ? cursor : cursor.substring(0, separator);
  }

  /** Adds a service; returns false if it was listed before. */
  boolean add(UUID service) {
    return listed.add(name(service));
  }

  /** Returns the cursor of the next page; empty if there is none. */
  String cursor(String places) {
    List<String> all = new ArrayList<>(listed);
    return places.isEmpty()
        ? ""
        : places
            + SEPARATOR
            + String.join("", all.subList(Math.max(0, all.size() - MOST), all.size()));
  }

  private static String name(UUID service) {
    long bits = service.getMostSignificantBits() ^ service.getLeastSignificantBits();
    byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(bits).array();
    return Base64.getUrlEncoder().encodeToString(Arrays.copyOf(bytes, BYTES));
  }
}
