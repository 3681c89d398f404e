/** What every {@code ./perf} command shares: exit codes and how a fault is told. */
package io.perfline.core.command;
