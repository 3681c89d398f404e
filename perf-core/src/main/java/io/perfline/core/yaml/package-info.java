/**
 * Strict reading of YAML. A format is declared once, as records with the keys of a file; reading,
 * messages with positions, and the JSON Schema for editors follow from that declaration.
 */
package io.perfline.core.yaml;
