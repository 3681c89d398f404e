/** The comparison of a run: its two builds, and all cases that are measured for both. */
package io.perfline.sims.comparison;
