package io.perfline.core.project;

import com.fasterxml.jackson.core.JsonPointer;
import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A part of a response that later requests use. It has exactly one of the three keys. */
@Key.Noun("what is saved")
public record SavedValue(
    @Key(
            value = "Saves the value of this response header.",
            what = "a header",
            form = ScenarioRequest.TOKEN)
        String header,
    @Key("Saves the value at this JSON pointer of the body.") JsonPointer json,
    @Key(
            "Saves the first group of this regular expression's match in the body; without a group,"
                + " the whole match.")
        Pattern regex)
    implements RecordSchema.Checked {

  @Override
  public void check(ParsedObject parsed) {
    if (Stream.of("header", "json", "regex").filter(parsed::isGiven).count() != 1) {
      parsed.fault("header", "it is saved from one of 'header', 'json' and 'regex'");
    }
  }
}
