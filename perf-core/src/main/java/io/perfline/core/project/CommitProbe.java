package io.perfline.core.project;

import com.fasterxml.jackson.core.JsonPointer;

/**
 * Where a service tells the commit that it was built from.
 *
 * @param get path that is asked
 * @param json where it stands in the answer; null when it is the whole answer
 * @param dirty where in the answer it says {@code true} when the work tree held changes; null when
 *     it doesn't
 */
public record CommitProbe(String get, JsonPointer json, JsonPointer dirty) {}
