package io.perfline.core.project;

import io.perfline.core.yaml.SourcePosition;
import io.perfline.core.yaml.UnreadValue;
import java.time.Duration;

/**
 * A load by a driver of the team's own.
 *
 * @param name which the file calls it by
 * @param driver what the driver calls itself
 * @param pace how much of it at once; nobody thinks
 * @param timeout when a request counts as unanswered
 * @param settings what the driver is told, which it alone can read; null for nothing
 * @param place where the driver is named
 */
public record DriverLoad(
    String name,
    String driver,
    LoadModel pace,
    Duration timeout,
    UnreadValue settings,
    SourcePosition place)
    implements DrivenLoad {}
