package io.perfline.gate.why;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * A flame graph of a case.
 *
 * @param file beside {@code why.json}
 * @param title what it is of
 * @param description what it shows, for whoever can't see it
 * @param width in pixels
 * @param height in pixels
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record Graph(String file, String title, String description, int width, int height) {}
