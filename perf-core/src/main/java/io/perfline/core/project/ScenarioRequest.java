package io.perfline.core.project;

import io.perfline.core.yaml.TextTemplate;
import java.util.Map;

/**
 * One request of a session.
 *
 * @param name of its case; unlike the others' of its scenario
 * @param method such as {@code POST}
 * @param path what follows the service's address
 * @param headers by name
 * @param body what is sent; null for none
 * @param check what its answer must be
 * @param save what the next requests of the session use of the answer, by the name they call it
 */
public record ScenarioRequest(
    String name,
    String method,
    TextTemplate path,
    Map<String, TextTemplate> headers,
    TextTemplate body,
    ResponseCheck check,
    Map<String, SavedValue> save) {}
