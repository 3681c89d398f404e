package io.perfline.core.project;

import com.fasterxml.jackson.core.JsonPointer;
import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;

/**
 * The section {@code commit}: how a service reports the commit from which it was built.
 *
 * @param json the place of the commit in the response; null if the commit is the whole response
 * @param dirty the place of the mark for uncommitted changes; null if the service does not report
 *     them
 */
public record CommitProbe(
    @Key(
            value = "Sets the path that is requested, from the service's address on.",
            required = true,
            kind = "url path")
        String get,
    @Key("Locates the commit in a JSON response. By default the whole response is the commit.")
        JsonPointer json,
    @Key(
            "Locates in a JSON response the boolean that is true if the build contains uncommitted"
                + " changes.")
        JsonPointer dirty)
    implements RecordSchema.Checked {

  @Override
  public void check(ParsedObject parsed) {
    parsed.needs("dirty", "json");
  }
}
