/** What others published of the same sweeps: facts to show beside our figures, never limits. */
package io.perfline.gate.published;
