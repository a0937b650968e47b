export const MAX_TRIES = 3;

// Tries every waiting mail once. `send` is an async function that rejects when the mail server refuses.
export async function deliverAll(outbox, send) {
  const report = { sent: 0, failed: 0, givenUp: 0 };
  for (const mail of outbox.waiting()) {
    try {
      send(mail);
      outbox.remove(mail);
      report.sent += 1;
    } catch {
      mail.tries += 1;
      report.failed += 1;
      if (mail.tries >= MAX_TRIES) {
        outbox.remove(mail);
        report.givenUp += 1;
      }
    }
  }
  return report;
}

export function summary(report) {
  const parts = [`${report.sent} sent`];
  if (report.failed > 0) parts.push(`${report.failed} failed`);
  if (report.givenUp > 0) parts.push(`${report.givenUp} given up`);
  return parts.join(", ");
}
