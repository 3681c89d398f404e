/** Runs made of what other load tools measured, to be judged as any other. */
package io.perfline.gate.imported;
