/** The store that writes recordings to a table of Cassandra. */
package io.perfline.recorder.store.cassandra;
