/** The {@code perfline} command. */
package io.perfline.cli;
