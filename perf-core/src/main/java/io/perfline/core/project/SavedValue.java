package io.perfline.core.project;

import com.fasterxml.jackson.core.JsonPointer;
import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A part of an answer that later requests use. It has exactly one of the three keys. */
@Key.Noun("what is saved")
public record SavedValue(
    @Key(value = "The value of this header.", what = "a header", form = ScenarioRequest.TOKEN)
        String header,
    @Key("The text at this place of the body.") JsonPointer json,
    @Key("The match of its first group, else of all of it, in the body.") Pattern regex)
    implements RecordSchema.Checked {

  @Override
  public void check(ParsedObject parsed) {
    if (Stream.of("header", "json", "regex").filter(parsed::isGiven).count() != 1) {
      parsed.fault("header", "it is saved from one of 'header', 'json' and 'regex'");
    }
  }
}
