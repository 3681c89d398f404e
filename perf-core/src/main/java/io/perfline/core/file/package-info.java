/** Files that are there as a whole or not at all, and the JSON in them. */
package io.perfline.core.file;
