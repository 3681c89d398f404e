package io.perfline.core.project;

import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.SourcePosition;
import io.perfline.core.yaml.UnreadValue;

/**
 * A load by a driver of the team's own.
 *
 * @param name the name of the load in the file
 * @param settings the settings of the driver, which only it can read; null for none
 * @param place the position of the driver's name
 */
@Key.Noun("a load by a driver")
public record DriverLoad(
    String name,
    @Key(
            value = "Names the driver that generates the load.",
            required = true,
            what = "a driver's name",
            form = "^[\\w.-]+$")
        String driver,
    @Key(
            value = "Sets the driver's own options.",
            name = "with",
            what = "the settings of the driver")
        UnreadValue settings,
    @Key.Inline(without = {"users", LoadModel.THINK_TIME}) LoadModel pace,
    @Key.At("driver") SourcePosition place)
    implements DrivenLoad {}
