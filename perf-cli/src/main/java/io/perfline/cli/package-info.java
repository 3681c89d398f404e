/** The {@code perfline} command, which lists all others, and the commands that need no service. */
package io.perfline.cli;
