/** Atomic replacement of files, and the JSON in them. */
package io.perfline.core.file;
