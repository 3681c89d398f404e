/** Commands that judge runs and find trends. They combine reading files, judging and printing. */
package io.perfline.gate;
