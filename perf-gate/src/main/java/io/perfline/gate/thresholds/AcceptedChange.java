package io.perfline.gate.thresholds;

import static io.perfline.core.yaml.Property.optional;
import static io.perfline.core.yaml.Property.required;

import io.perfline.core.yaml.ObjectSchema;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.Property;
import java.util.Arrays;
import java.util.List;

/**
 * A change of the rules that the commit is judged by, against those of its baseline, which has been
 * accepted: an entry below {@code accepted_changes}.
 *
 * @param kind what was changed
 * @param name the id of the threshold, the name of the case or the path of the setting
 * @param from its value at the baseline
 * @param to its value now
 * @param issue where the change was discussed
 * @param reason why it was accepted
 */
public record AcceptedChange(
    Kind kind, String name, String from, String to, String issue, String reason) {

  /** The kinds of change, each with a key of its own. */
  public enum Kind {
    THRESHOLD("threshold"),
    CASE("case"),
    SETTING("setting");

    private final String key;

    Kind(String key) {
      this.key = key;
    }

    /** Returns the key in {@code thresholds.yml}. */
    public String key() {
      return key;
    }
  }

  private static final Property<String> THRESHOLD =
      optional("threshold", ThresholdKinds.PROSE, "The threshold whose limit was changed.");
  private static final Property<String> CASE =
      optional(
          "case", ThresholdKinds.PROSE, "Instead: the case that the profile no longer contains.");
  private static final Property<String> SETTING =
      optional(
          "setting",
          ThresholdKinds.PROSE,
          "Instead: the setting that was changed, as the verdict names it.");
  private static final Property<String> FROM =
      required("from", ThresholdKinds.PROSE, "Its value at the baseline, as the verdict names it.");
  private static final Property<String> TO =
      required("to", ThresholdKinds.PROSE, "Its value now, as the verdict names it.");
  private static final Property<String> ISSUE =
      required("issue", ThresholdKinds.PROSE, "Where the change was discussed.");
  private static final Property<String> REASON =
      required("reason", ThresholdKinds.PROSE, "Why it was accepted.");

  static final ObjectSchema<AcceptedChange> SHAPE =
      new ObjectSchema<>(
          "an accepted change",
          AcceptedChange::build,
          List.of(THRESHOLD, CASE, SETTING, FROM, TO, ISSUE, REASON));

  private static AcceptedChange build(ParsedObject parsed) {
    List<Kind> given = Arrays.stream(Kind.values()).filter(kind -> parsed.has(name(kind))).toList();
    if (given.size() != 1) {
      parsed.fault(THRESHOLD, "an accepted change needs one of 'threshold', 'case' and 'setting'");
      return null;
    }
    Kind kind = given.get(0);
    return new AcceptedChange(
        kind,
        parsed.get(name(kind)),
        parsed.get(FROM),
        parsed.get(TO),
        parsed.get(ISSUE),
        parsed.get(REASON));
  }

  private static Property<String> name(Kind kind) {
    return switch (kind) {
      case THRESHOLD -> THRESHOLD;
      case CASE -> CASE;
      case SETTING -> SETTING;
    };
  }
}
