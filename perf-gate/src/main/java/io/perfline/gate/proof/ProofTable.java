package io.perfline.gate.proof;

import java.util.Locale;

/** The proof as a table. */
public final class ProofTable {

  private ProofTable() {}

  /**
   * Simulates and tells.
   *
   * @param builds how many builds of each kind
   * @param seed makes it repeatable
   */
  public static String of(int builds, long seed) {
    StringBuilder text = new StringBuilder();
    text.append("Limit <= +5 %, confidence 99 %; ")
        .append(builds)
        .append(" builds a row. Up to +5 % a red is false; beyond, it is a detection.\n\n")
        .append("| method | noise | thresholds | true change | red builds | share | stated |\n")
        .append("|---|---|--:|--:|--:|--:|--:|\n");
    for (Proof.Row row : new Proof(builds, seed).rows()) {
      text.append(
          String.format(
              Locale.ROOT,
              "| %s | %s | %d | %+.1f %% | %d | %.2f %% | %s |\n",
              row.method(),
              row.noise(),
              row.thresholds(),
              row.change(),
              row.red(),
              100 * row.share(),
              stated(row)));
    }
    return text.toString();
  }

  private static String stated(Proof.Row row) {
    if (row.stated() == null) {
      return "–";
    }
    String sign = row.change() > 100 * Math.expm1(Trial.LIMIT) ? "≥" : "≤";
    return String.format(Locale.ROOT, "%s %.0f %%", sign, 100 * row.stated());
  }
}
