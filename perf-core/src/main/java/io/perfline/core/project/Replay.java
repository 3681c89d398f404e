package io.perfline.core.project;

import com.fasterxml.jackson.core.JsonPointer;
import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Recorded HTTP traffic that is sent again. The requests of each recorded connection are sent in
 * their order, one after the other.
 *
 * @param name the name of the load in the file
 * @param file the recording
 * @param speed how many times as fast as recorded; 1 with {@code rate}
 * @param rate requests per second at equal distances; null for the recorded rhythm
 * @param fields the places in JSON answers that must be equal to the recorded ones
 * @param ignore places below them that may differ
 * @param timeout the time after which a request counts as unanswered
 */
@Key.Noun("a replay")
public record Replay(
    String name,
    @Key(value = "Recording that 'perf capture' wrote.", name = "replay", required = true)
        Path file,
    @Key(
            value = "The recorded rhythm: 1x as it was, 2x twice as fast.",
            kind = "speed",
            otherwise = "1x")
        double speed,
    @Key(
            value = "Requests per second at equal distances, instead of the recorded rhythm.",
            kind = "constant rate")
        Double rate,
    @Key(
            value =
                "Places in JSON answers whose values must be the recorded ones, such as /total; /"
                    + " for the whole answer.",
            kind = "places")
        List<JsonPointer> fields,
    @Key(value = "Places below 'fields' that may differ, such as /id.", kind = "places")
        List<JsonPointer> ignore,
    @Key(value = "When a request is unanswered.", otherwise = "10 s") Duration timeout)
    implements DrivenLoad, RecordSchema.Checked {

  /** The name of the driver of all replays. */
  public static final String DRIVER = "replay";

  @Override
  public String driver() {
    return DRIVER;
  }

  /** Returns an open model. Its rate is known when the recording has been read. */
  @Override
  public LoadModel pace() {
    Rate any = Rate.constant(rate == null ? 1 : rate);
    return new LoadModel(any, false, 0, 0, Duration.ZERO, timeout);
  }

  /** Returns the rhythm as {@code run.json} records it, such as {@code 2x} or {@code 200/s}. */
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
      parsed.fault("timeout", "in no time nothing is answered");
    }
  }
}
