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
 * The services that earlier pages listed: a topic is no index, and one of them has older records
 * almost anywhere. The cursor carries them, each as 48 of the 122 random bits of its id, by which
 * no two of some thousands are mistaken for each other; of very many, the first are forgotten, and
 * may be listed again.
 */
final class ListedServices {

  /** Separates the places in the partitions from the services, in a cursor. */
  private static final char BEHIND = '~';

  private static final int MOST = 100;
  private static final int BYTES = 6;
  private static final int LETTERS = 8;

  private final Set<String> listed = new LinkedHashSet<>();

  private ListedServices() {}

  /** Those that a cursor carries. */
  static ListedServices in(String cursor) {
    ListedServices services = new ListedServices();
    int behind = cursor.indexOf(BEHIND);
    for (int at = behind + 1; behind >= 0 && at + LETTERS <= cursor.length(); at += LETTERS) {
      services.listed.add(cursor.substring(at, at + LETTERS));
    }
    return services;
  }

  /** A cursor without them: where each partition has still to be read. */
  static String places(String cursor) {
    int behind = cursor.indexOf(BEHIND);
    return behind < 0 ? cursor : cursor.substring(0, behind);
  }

  /** Takes note of a service; false when it was listed before. */
  boolean add(UUID service) {
    return listed.add(name(service));
  }

  /** The cursor of the next page, or an empty one when there is none. */
  String behind(String places) {
    List<String> all = new ArrayList<>(listed);
    return places.isEmpty()
        ? ""
        : places
            + BEHIND
            + String.join("", all.subList(Math.max(0, all.size() - MOST), all.size()));
  }

  private static String name(UUID service) {
    long bits = service.getMostSignificantBits() ^ service.getLeastSignificantBits();
    byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(bits).array();
    return Base64.getUrlEncoder().encodeToString(Arrays.copyOf(bytes, BYTES));
  }
}
