/** Loads that are programs: a shell command or a load tool, run once, and what it measured. */
package io.perfline.sims.program;
