import type { TestRunner } from "./test-runner.ts";

/** Runs tests on one subject, which the first of them opens and which is closed after the last: opening an environment costs more than most tests of it. */
export function openedOnce<Subject extends { close(): Promise<void> }>(
  runner: TestRunner,
  open: () => Promise<Subject>,
): (name: string, body: (subject: Subject) => Promise<void>) => void {
  let opened: Promise<Subject> | undefined;
  runner.after(async () => (await opened?.catch(() => undefined))?.close());
  return (name, body) =>
    runner.it(name, async () => {
      opened ??= open();
      await body(await opened);
    });
}
