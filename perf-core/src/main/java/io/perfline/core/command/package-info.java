/** The parts that all {@code ./perfline} commands share: exit codes, error messages and tables. */
package io.perfline.core.command;
