package io.perfline.core.environment;

import io.perfline.core.command.Fault;
import io.perfline.core.file.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The values of {@code ${NAME}} in an environment file. */
public final class Variables {

  private Variables() {}

  /** Returns the file to which a running local stack writes its ports and passwords. */
  public static Path ofStack(Path home) {
    return StateFolder.STACK_VARIABLES.in(home);
  }

  /**
   * Returns the variables of the process and those of the local stack.
   *
   * @param home the root of the checkout
   * @param processEnvironment the variables of the process, which override those of the stack
   */
  public static Map<String, String> of(Path home, Map<String, String> processEnvironment) {
    Map<String, String> variables = new HashMap<>(read(ofStack(home)));
    variables.putAll(processEnvironment);
    return Map.copyOf(variables);
  }

  private static Map<String, String> read(Path file) {
    Map<String, String> variables = new HashMap<>();
    try {
      for (String line : Files.readAllLines(file)) {
        int equals = line.indexOf('=');
        if (equals > 0 && !line.startsWith("#")) {
          variables.put(line.substring(0, equals), line.substring(equals + 1));
        }
      }
    } catch (NoSuchFileException noStackIsUp) {
      return Map.of();
    } catch (IOException e) {
      throw new Fault(
          Fault.CONFIGURATION, "cannot read the variables of the local stack in " + file, e);
    }
    return variables;
  }
}
