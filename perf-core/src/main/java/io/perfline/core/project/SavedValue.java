package io.perfline.core.project;

import com.fasterxml.jackson.core.JsonPointer;
import io.perfline.core.yaml.Key;
import java.util.regex.Pattern;

/** A part of an answer that later requests use. It has exactly one of the three keys. */
public record SavedValue(
    @Key("The value of this header.") String header,
    @Key("The text at this place of the body.") JsonPointer json,
    @Key("The match of its first group, else of all of it, in the body.") Pattern regex) {}
