package io.perfline.gate.verdict;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * The address of a run's report, as people can open it.
 *
 * @param page the address of the page
 */
public record ReportAddress(String page) {

  /** The variable in which a CI server names the page, which it publishes after the gate. */
  public static final String VARIABLE = "PERFLINE_REPORT_URL";

  private static final String ADDRESS = "https?://.+";

  private static final String IN_RUN = "report/index.html";

  /** Takes the CI server's address, otherwise the page's place in the run's folder. */
  public static ReportAddress of(Map<String, String> environment) {
    String given = environment.getOrDefault(VARIABLE, "");
    return new ReportAddress(given.matches(ADDRESS) ? given : IN_RUN);
  }

  /** Returns true when the page can be opened from outside the run's folder. */
  boolean isAbsolute() {
    return page.matches(ADDRESS);
  }

  /** Returns the address of the place where the page shows a case first. */
  String of(String caseName) {
    return page + "#" + anchor(caseName);
  }

  /** Returns the address of an exceeded limit; of another line, that of its case. */
  String of(Line line) {
    return line.outcome() == Outcome.FAIL ? page + "#" + anchor(line) : of(line.caseName());
  }

  /**
   * Returns the id of the element that shows an exceeded limit, such as {@code
   * more-cpu:paired/orders:service}: the same in every build. A checksum distinguishes names with
   * other characters than those that an address may contain.
   */
  public static String anchor(Line line) {
    String target = line.target() == null ? "" : ":" + line.target();
    String name = line.threshold() + ":" + line.caseName() + target;
    String plain = name.replaceAll("[^A-Za-z0-9._:/-]", "_");
    if (plain.equals(name)) {
      return name;
    }
    CRC32 checksum = new CRC32();
    checksum.update(name.getBytes(StandardCharsets.UTF_8));
    return "%s-%08x".formatted(plain, checksum.getValue());
  }

  /** Returns the id of the element that shows a case first. */
  public static String anchor(String caseName) {
    return "case-" + caseName.replaceAll("[^A-Za-z0-9]+", "-");
  }
}
