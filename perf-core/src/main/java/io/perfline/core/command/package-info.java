/** The parts that all {@code ./perf} commands share: exit codes, error messages and tables. */
package io.perfline.core.command;
