package io.perfline.core.project.needs;

import io.perfline.core.environment.HostPort;
import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import io.perfline.core.yaml.TextTemplate;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A server that a service needs, such as a database. It has exactly one of {@code command}, {@code
 * at} and {@code compose}. Other missing keys are null.
 *
 * @param at the address of a running server, as {@code host:port}
 * @param compose the path of a Compose file, relative to the project's folder
 */
@Key.Noun("a need")
public record Need(
    String name,
    @Key(
            value =
                "Sets the shell command that starts the server on port ${NAME.port} of 127.0.0.1"
                    + " and ends with it. Each build has its own.",
            what = "a command",
            form = COMMAND)
        TextTemplate command,
    @Key(
            value =
                "Names a server that runs already, in which 'setup' makes a place for each build.",
            what = "an address such as 127.0.0.1:5432",
            form = "^[A-Za-z0-9._-]+:[0-9]{1,5}$")
        String at,
    @Key(
            value =
                "Names a Compose file whose containers each build has for itself. It publishes the"
                    + " port as 127.0.0.1:${PORT}.",
            kind = "path")
        String compose,
    @Key("Defines when the need is ready. By default it is when its port accepts connections.")
        NeedReadyCheck ready,
    @Key(
            value =
                "Sets the shell command that fills the folder ${NAME.dir} once. Each start gets a"
                    + " copy of it. It runs again when it or a file that it names changes; with"
                    + " 'at', once per run.",
            what = "a command",
            form = COMMAND)
        TextTemplate prepare,
    @Key(
            value = "Sets the shell command that runs before each start, such as createdb.",
            what = "a command",
            form = COMMAND)
        TextTemplate setup,
    @Key(
            value =
                "Sets the shell command that undoes 'setup'. It runs after each stop, and before the"
                    + " next command if perfline was killed.",
            what = "a command",
            form = COMMAND)
        TextTemplate teardown,
    @Key(
            value =
                "Sets the shell command that fills the need after each start, when the service is"
                    + " ready and before any load.",
            what = "a command",
            form = COMMAND)
        TextTemplate seed,
    @Key(
            value =
                "Sets the shell command that restores the data before each case and after its"
                    + " warm-up.",
            what = "a command",
            form = COMMAND)
        TextTemplate reset,
    @Key(
            value =
                "Names the database or the role of each build in a PostgreSQL at 'at', such as"
                    + " shop_${SIDE}, by which their CPU times are distinguished.",
            what = "a name",
            form = "\\S+")
        TextTemplate database)
    implements RecordSchema.Checked {

  /** The form of a shell command. */
  static final String COMMAND = ".*\\S.*";

  public Need {
    if (ready == null) {
      ready = NeedReadyCheck.DEFAULT;
    }
  }

  /** Returns the address of the server that runs already; null if each build has its own. */
  public HostPort address() {
    return at == null ? null : HostPort.parse(at).orElseThrow();
  }

  /** Returns all texts that may contain variables of needs. */
  public List<TextTemplate> texts() {
    return Stream.of(command, ready.command(), prepare, setup, teardown, seed, reset, database)
        .filter(Objects::nonNull)
        .toList();
  }

  @Override
  public void check(ParsedObject parsed) {
    List<String> ways = Stream.of("command", "at", "compose").filter(parsed::isGiven).toList();
    if (ways.size() != 1) {
      parsed.fault(
          ways.isEmpty() ? "command" : ways.get(1),
          "a need is one of 'command', 'at' and 'compose', not %s"
              .formatted(ways.isEmpty() ? "none" : ways.size() + " of them"));
    }
    if (parsed.has("at") && HostPort.parse(at).isEmpty()) {
      parsed.fault("at", "expected an address such as 127.0.0.1:5432");
    }
    parsed.needs("database", "at");
    if (parsed.isGiven("prepare") && parsed.isGiven("compose")) {
      parsed.fault("prepare", "it can't be used with 'compose': use a volume, or 'seed'");
    }
  }
}
