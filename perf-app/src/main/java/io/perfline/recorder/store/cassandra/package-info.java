/** The store that writes recordings to a Cassandra table. */
package io.perfline.recorder.store.cassandra;
