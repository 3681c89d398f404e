/**
 * Reads YAML strictly: a format is stated once, as kinds and shapes; from that statement come the
 * reading, with every fault at once and each at its place, and the JSON Schema for editors.
 */
package io.perfline.core.yaml;
