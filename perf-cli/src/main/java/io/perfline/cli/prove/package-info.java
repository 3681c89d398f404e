/** {@code ./perfline prove}: measures the false alarms and the detected changes of a service. */
package io.perfline.cli.prove;
