/** Which commit of a range made a build slower: the search, and what it remembers. */
package io.perfline.cli.bisect;
