package io.perfline.core.project;

import com.fasterxml.jackson.core.JsonPointer;
import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Recorded HTTP traffic that is sent again. The requests of each recorded connection are sent one
 * after another, in their recorded order.
 *
 * @param file the recording
 * @param speed the speed as a multiple of the recorded one; 1 with {@code rate}
 * @param rate requests per second at equal intervals; null for the recorded times
 * @param fields the places in JSON responses that must be equal to the recorded ones
 * @param ignore the places below them that may differ
 * @param timeout the time after which a request counts as unanswered
 */
@Key.Noun("a replay")
public record Replay(
    String name,
    @Key(
            value = "Names the recording, which 'perfline capture' wrote.",
            name = "replay",
            required = true)
        Path file,
    @Key(
            value =
                "Sets the speed of the replay: 1x keeps the recorded times, 2x is twice as fast.",
            kind = "speed",
            defaultValue = "1x")
        double speed,
    @Key(
            value = "Sends equally spaced requests at this rate, instead of at the recorded times.",
            kind = "constant rate")
        Double rate,
    @Key(
            value =
                "Lists the JSON pointers of values that must equal those of the recorded response,"
                    + " such as /total; / stands for the whole response.",
            kind = "places")
        List<JsonPointer> fields,
    @Key(
            value =
                "Lists JSON pointers below those of 'fields' whose values may differ, such as /id.",
            kind = "places")
        List<JsonPointer> ignore,
    @Key(
            value = "Sets the time after which a request without a response fails.",
            defaultValue = "10 s")
        Duration timeout)
    implements DrivenLoad, RecordSchema.Checked {

  /** The name of the driver of replays. */
  public static final String DRIVER = "replay";

  @Override
  public String driver() {
    return DRIVER;
  }

  /** Returns an open model, whose rate is known only after the recording has been read. */
  @Override
  public LoadModel model() {
    Rate any = Rate.constant(rate == null ? 1 : rate);
    return new LoadModel(any, false, 0, 0, Duration.ZERO, timeout);
  }

  /**
   * Returns the speed or rate as {@code run.json} records it, such as {@code 2x} or {@code 200/s}.
   */
  public String rhythm() {
    return rate == null ? number(speed) + "x" : number(rate) + "/s";
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }

  @Override
  public void check(ParsedObject parsed) {
    if (parsed.isGiven("speed") && parsed.isGiven("rate")) {
      parsed.fault("rate", "a replay has either 'speed' or 'rate'");
    }
    parsed.needs("ignore", "fields");
    if (timeout.isZero()) {
      parsed.fault("timeout", "it must be longer than 0");
    }
  }
}
