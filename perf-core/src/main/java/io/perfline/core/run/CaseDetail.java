package io.perfline.core.run;

/** A part of a case's result that only some kinds of cases have. */
public sealed interface CaseDetail
    permits EarlierDeployments,
        KeptBytes,
        Unchanged,
        StoredMessages,
        ServerCost,
        ServerMemory,
        ServerEnd,
        LostServer,
        WarmUps,
        WarmUpRequests,
        SentRequests,
        Statements,
        Received,
        ConsumerLag,
        Origin,
        Drain {}
