/** Processes of this machine: started, recorded, ended; their ports, logs and private files. */
package io.perfline.deploy.process;
