/** The {@code perf} command. */
package io.perfline.cli;
