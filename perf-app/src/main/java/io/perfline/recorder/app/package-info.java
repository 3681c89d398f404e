/** The recorder put together: started with its context, drained and ended with it. */
package io.perfline.recorder.app;
