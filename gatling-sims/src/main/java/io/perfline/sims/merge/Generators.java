package io.perfline.sims.merge;

import io.perfline.core.run.RunEnvironment;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Several generators taken as one: what they measure compares with what as many alike measure. */
final class Generators {

  private static final int DIGITS = 12;

  private Generators() {}

  /** Where they all stood; one alone is itself. */
  static RunEnvironment of(List<RunEnvironment> all) {
    if (all.size() == 1) {
      return all.get(0);
    }
    return new RunEnvironment(
        all.get(0).name(),
        hash(all.stream().map(RunEnvironment::fingerprint).sorted().toList()),
        distinct(all, RunEnvironment::cpu),
        all.stream().mapToInt(RunEnvironment::cores).min().orElseThrow(),
        all.stream().mapToLong(RunEnvironment::memoryBytes).min().orElseThrow(),
        distinct(all, RunEnvironment::os),
        distinct(all, RunEnvironment::jdk));
  }

  private static String distinct(List<RunEnvironment> all, Function<RunEnvironment, String> of) {
    return all.stream().map(of).distinct().collect(Collectors.joining(" + "));
  }

  private static String hash(List<String> fingerprints) {
    try {
      byte[] text = String.join("|", fingerprints).getBytes(StandardCharsets.UTF_8);
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text);
      return HexFormat.of().formatHex(digest).substring(0, DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
