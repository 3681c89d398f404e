package io.perfline.core.project;

import com.fasterxml.jackson.core.JsonPointer;
import io.perfline.core.yaml.Key;

/**
 * The section {@code commit}: how a service reports the commit that it was built from.
 *
 * @param json null when the commit is the whole answer
 * @param dirty null when the service does not report it
 */
public record CommitProbe(
    @Key(value = "Path that is asked.", required = true) String get,
    @Key("Where it stands in the answer. Default: the whole answer.") JsonPointer json,
    @Key("Position in the answer of a boolean that is true if the work tree had changes.")
        JsonPointer dirty) {}
