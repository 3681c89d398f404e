package io.perfline.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The shell commands of a page, in order. */
record Tutorial(List<String> commands) {

  private static final String PROMPT = "$ ";

  static Tutorial read(Path page) throws IOException {
    List<String> commands = new ArrayList<>();
    boolean console = false;
    for (String line : Files.readAllLines(page)) {
      if (line.startsWith("```")) {
        console = line.equals("```console");
      } else if (console && line.startsWith(PROMPT)) {
        String command = line.substring(PROMPT.length());
        commands.add(command.replaceFirst("\\s+#.*", ""));
      }
    }
    return new Tutorial(List.copyOf(commands));
  }

  /** Returns the only command with these parts. */
  String command(String begin, String part) {
    List<String> found =
        commands.stream()
            .filter(one -> one.startsWith(begin) && one.contains(part))
            .distinct()
            .toList();
    if (found.size() != 1) {
      throw new IllegalStateException(
          "the page has %d commands '%s…%s'".formatted(found.size(), begin, part));
    }
    return found.get(0);
  }
}
