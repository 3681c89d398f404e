package io.perfline.core.project;

import com.fasterxml.jackson.core.JsonPointer;
import java.util.regex.Pattern;

/**
 * What is kept of an answer: one of the three is there.
 *
 * @param header the value of this header
 * @param json the text that stands there in the body
 * @param regex what its first group, else all of it, matches in the body
 */
public record SavedValue(String header, JsonPointer json, Pattern regex) {}
