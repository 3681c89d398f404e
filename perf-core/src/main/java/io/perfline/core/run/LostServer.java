package io.perfline.core.run;

/**
 * The loss of a server, such as a database, that both builds of a comparison need. The case ended
 * then, and its pairs are those before the loss. A limit that they exceed is exceeded; nothing else
 * can be judged.
 *
 * @param reason a description for users, which names the server
 */
public record LostServer(String reason) implements CaseDetail {}
