package io.perfline.gate.verdict;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * The address at which people can open the report of a run.
 *
 * @param page the URL of the page, or its path in the folder of the run
 */
public record ReportAddress(String page) {

  /**
   * The variable in which a CI server gives the URL of the page, which it publishes after the gate.
   */
  public static final String VARIABLE = "PERFLINE_REPORT_URL";

  private static final String ADDRESS = "https?://.+";

  private static final String IN_RUN = "report/index.html";

  /** Returns the URL that the CI server gives, otherwise the path in the folder of the run. */
  public static ReportAddress of(Map<String, String> environment) {
    String given = environment.getOrDefault(VARIABLE, "");
    return new ReportAddress(given.matches(ADDRESS) ? given : IN_RUN);
  }

  /** Returns true if the page can be opened from outside the folder of the run. */
  public boolean isAbsolute() {
    return page.matches(ADDRESS);
  }

  /** Returns the address of the first place on the page that shows a case. */
  public String of(String caseName) {
    return page + "#" + anchor(caseName);
  }

  /** Returns the address of an exceeded limit, or for other lines that of the case. */
  public String of(Line line) {
    return line.outcome() == Outcome.FAIL ? page + "#" + anchor(line) : of(line.caseName());
  }

  /**
   * Returns the id of the element that shows an exceeded limit, such as {@code
   * more-cpu:paired/orders:service}. It is the same in every build. A checksum distinguishes names
   * with characters that a URL may not contain.
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

  /** Returns the id of the first element that shows a case. */
  public static String anchor(String caseName) {
    return "case-" + caseName.replaceAll("[^A-Za-z0-9]+", "-");
  }
}
