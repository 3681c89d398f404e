/** The one command on top of everything. */
package io.perfline.cli;
