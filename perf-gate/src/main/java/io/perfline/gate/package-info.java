/** The commands that read a run: this is where files, judging and printing meet. */
package io.perfline.gate;
