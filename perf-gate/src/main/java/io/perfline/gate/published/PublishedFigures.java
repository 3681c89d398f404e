package io.perfline.gate.published;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Messages per second that were published for the cases we have, too ("Performance Battle of NoSQL
 * blob storages" and "Kryonet: simple but super-fast TCP communication in Java", M. Podval, 2014).
 * They were measured on two 32-core servers of 2014: only their shape compares with ours.
 */
public final class PublishedFigures {

  private static final Map<String, Double> THROUGHPUT = read();

  private PublishedFigures() {}

  /** Messages per second by the name of our case. */
  public static Map<String, Double> throughput() {
    return THROUGHPUT;
  }

  private static Map<String, Double> read() {
    Map<String, Double> figures = new LinkedHashMap<>();
    try (InputStream in = PublishedFigures.class.getResourceAsStream("figures.csv");
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      lines
          .lines()
          .skip(1)
          .map(line -> line.split(","))
          .forEach(cells -> figures.put(cells[0], Double.valueOf(cells[1])));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the published figures", e);
    }
    return Map.copyOf(figures);
  }
}
