/** What pages are made of. */
package io.perfline.recorder.html;
