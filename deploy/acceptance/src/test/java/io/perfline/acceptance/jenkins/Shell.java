package io.perfline.acceptance.jenkins;

import java.util.Map;

/**
 * A shell step.
 *
 * @param stage title of the stage; {@code post} after the last one
 * @param script the text for the shell
 * @param environment what the pipeline adds to the agent's own environment
 */
record Shell(String stage, String script, Map<String, String> environment) {}
