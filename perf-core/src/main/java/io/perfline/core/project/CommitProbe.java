package io.perfline.core.project;

import com.fasterxml.jackson.core.JsonPointer;
import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;

/**
 * The section {@code commit}: how a service reports the commit that it was built from.
 *
 * @param json null if the commit is the whole answer
 * @param dirty null if the service does not report it
 */
public record CommitProbe(
    @Key(value = "Path that is asked.", required = true, kind = "url path") String get,
    @Key("Where it stands in the answer. Default: the whole answer.") JsonPointer json,
    @Key("Position in the answer of a boolean that is true if the work tree had changes.")
        JsonPointer dirty)
    implements RecordSchema.Checked {

  @Override
  public void check(ParsedObject parsed) {
    parsed.needs("dirty", "json");
  }
}
