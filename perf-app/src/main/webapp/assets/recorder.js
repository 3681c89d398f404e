"use strict";

// Shows times in the reader's own zone; without script they stay in UTC.
for (const time of document.querySelectorAll("time[datetime]")) {
  const date = new Date(time.dateTime);
  if (!Number.isNaN(date.getTime())) {
    time.title = time.textContent;
    time.textContent = date.toLocaleString(undefined, {
      dateStyle: "medium",
      timeStyle: "medium",
    });
  }
}
