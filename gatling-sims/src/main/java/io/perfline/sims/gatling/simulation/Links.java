package io.perfline.sims.gatling.simulation;

import java.net.URI;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/**
 * Finds a page's links by what they name, whatever the addresses look like otherwise: a service's
 * holds one UUID, a recording's two.
 */
final class Links {

  private static final String ID = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";
  private static final Pattern SERVICE = Pattern.compile(ID);
  private static final Pattern RECORDING = Pattern.compile(ID + ".*" + ID);

  private Links() {}

  /**
   * The address of a service's recordings: of {@code wanted} when it is linked, else of any; null
   * when there is none.
   */
  static String service(URI page, List<String> links, UUID wanted) {
    List<String> services =
        links.stream()
            .filter(link -> SERVICE.matcher(link).find() && !RECORDING.matcher(link).find())
            .toList();
    List<String> own = services.stream().filter(link -> link.contains(wanted.toString())).toList();
    return any(page, own.isEmpty() ? services : own);
  }

  /** The address of a recording, any of those linked; null when there is none. */
  static String recording(URI page, List<String> links) {
    return any(page, links.stream().filter(link -> RECORDING.matcher(link).find()).toList());
  }

  private static String any(URI page, List<String> links) {
    return links.isEmpty()
        ? null
        : page.resolve(links.get(ThreadLocalRandom.current().nextInt(links.size()))).toString();
  }
}
