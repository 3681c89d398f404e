package io.perfline.core.project.needs;

import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import io.perfline.core.yaml.TextTemplate;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * The section {@code ready} of a need. At most one of the checks is set; without one, it is tcp.
 */
@Key.Noun("a readiness check")
public record NeedReadyCheck(
    @Key("Waits until the port accepts a connection if true, which is the default check.")
        boolean tcp,
    @Key(value = "Sets the path that must return status 200.", kind = "url path") String get,
    @Key(
            value = "Sets the shell command that must succeed.",
            what = "a command",
            form = Need.COMMAND)
        TextTemplate command,
    @Key(value = "Limits the time until the need is ready.", defaultValue = "60 s") Duration within)
    implements RecordSchema.Checked {

  /** The default check. */
  public static final NeedReadyCheck DEFAULT =
      new NeedReadyCheck(true, null, null, Duration.ofSeconds(60));

  @Override
  public void check(ParsedObject parsed) {
    if (Stream.of("tcp", "get", "command").filter(parsed::isGiven).count() > 1) {
      parsed.fault("within", "a need has one check: 'tcp', 'get' or 'command'");
    }
  }
}
