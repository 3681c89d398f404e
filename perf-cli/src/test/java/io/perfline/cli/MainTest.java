package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MainTest {

  /** What the child prints: digits and a decimal point that differ in Arabic, and a dash. */
  public static void main(String[] args) {
    Main.useOneFormat();
    System.out.print("%,.1f –".formatted(1234.5));
  }

  @Test
  void printsTheSameInEveryLocaleAndWithoutOne() throws Exception {
    ProcessBuilder child =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Duser.language=ar",
            "-Duser.country=EG",
            "-cp",
            System.getProperty("java.class.path"),
            MainTest.class.getName());
    child.environment().put("LC_ALL", "C");
    Process process = child.redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    assertThat(printed).isEqualTo("1,234.5 –");
  }
}
