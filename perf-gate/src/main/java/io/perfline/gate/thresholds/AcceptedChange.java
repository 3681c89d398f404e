package io.perfline.gate.thresholds;

import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * An entry of the section {@code accepted_changes}: an accepted difference between the rules by
 * which the commit is judged and those of its baseline. Exactly one of the first three keys is
 * given.
 */
@Key.Noun("an accepted change")
public record AcceptedChange(
    @Key(value = "Names the threshold whose limit was loosened.", kind = "prose") String threshold,
    @Key(
            value = "Names, instead of a threshold, a case that the profile no longer contains.",
            name = "case",
            kind = "prose")
        String lostCase,
    @Key(
            value =
                "Names, instead of a threshold, a setting that was changed, as the verdict prints"
                    + " it.",
            kind = "prose")
        String setting,
    @Key(
            value = "Sets the value at the baseline, as the verdict prints it.",
            required = true,
            kind = "prose")
        String from,
    @Key(value = "Sets the value now, as the verdict prints it.", required = true, kind = "prose")
        String to,
    @Key(
            value = "Refers to the issue in which the change was discussed.",
            required = true,
            kind = "prose")
        String issue,
    @Key(value = "Explains why the change was accepted.", required = true, kind = "prose")
        String reason)
    implements RecordSchema.Checked {

  /** The kinds of changes, each with a key of its own. */
  public enum Kind {
    THRESHOLD,
    CASE,
    SETTING;

    /** Returns the key in {@code thresholds.yml}. */
    public String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Returns the kind of rule that was changed. */
  public Kind kind() {
    return threshold != null ? Kind.THRESHOLD : lostCase != null ? Kind.CASE : Kind.SETTING;
  }

  /** Returns the id of the threshold, the name of the case or the path of the setting. */
  public String name() {
    return threshold != null ? threshold : lostCase != null ? lostCase : setting;
  }

  @Override
  public void check(ParsedObject parsed) {
    if (Stream.of(Kind.values()).map(Kind::key).filter(parsed::has).count() != 1) {
      parsed.fault(
          "threshold", "an accepted change needs one of 'threshold', 'case' and 'setting'");
    }
  }
}
