/** The message as JSON, read from bytes in one pass and written the same way. */
package io.perfline.recorder.json;
