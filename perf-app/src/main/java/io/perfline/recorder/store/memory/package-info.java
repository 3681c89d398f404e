/** The store that keeps the newest recordings on the heap and forgets them with the application. */
package io.perfline.recorder.store.memory;
