import assert from "node:assert/strict";
import type { Glossary } from "../environment/glossary.ts";
import { onEmptyStore, STORE_BEGINS, type TestRunner } from "./test-runner.ts";

const ann = { id: "ann" };
const ben = { id: "ben" };
const entry = {
  environment: "shop",
  words: "Exclusively Virtual",
  meaning: "Virtual = 'F'",
  token: { column: "schools.Virtual" },
};

/** What every glossary must hold to. `open` is called with a clock that goes on by a second each time it is looked at. */
export function glossaryConformance(
  runner: TestRunner,
  open: (clock: () => Date) => Promise<Glossary> | Glossary,
): void {
  const withGlossary = onEmptyStore(runner, (clock) => {
    let seconds = 0;
    return open(() => new Date(clock().getTime() + seconds++ * 1000));
  });

  withGlossary("keeps what words mean, with everything that was said about them", async (glossary) => {
    await glossary.remember(entry, ann);
    const [kept, ...more] = await glossary.list("shop", ann);
    assert.deepEqual({ ...kept }, { ...entry, at: STORE_BEGINS.toISOString() });
    assert.equal(more.length, 0);
  });
  withGlossary("keeps the newest meaning of words, whatever their case and spacing", async (glossary) => {
    await glossary.remember(entry, ann);
    const again = { environment: "shop", words: " exclusively  virtual", meaning: "online only" };
    await glossary.remember(again, ann);
    const [kept, ...more] = await glossary.list("shop", ann);
    assert.deepEqual([kept?.meaning, more], ["online only", []]);
  });
  withGlossary("lists the newest first", async (glossary) => {
    for (const words of ["one", "two", "three"])
      await glossary.remember({ environment: "shop", words, meaning: words }, ann);
    assert.deepEqual(
      (await glossary.list("shop", ann)).map(({ words }) => words),
      ["three", "two", "one"],
    );
  });
  withGlossary("keeps principals and environments apart", async (glossary) => {
    await glossary.remember(entry, ann);
    assert.deepEqual(await glossary.list("shop", ben), []);
    assert.deepEqual(await glossary.list("school", ann), []);
    assert.equal(await glossary.forget("shop", entry.words, ben), false);
    assert.equal((await glossary.list("shop", ann)).length, 1);
  });
  withGlossary("forgets what it is told to, and says whether there was such a thing", async (glossary) => {
    await glossary.remember(entry, ann);
    assert.equal(await glossary.forget("shop", "EXCLUSIVELY virtual", ann), true);
    assert.equal(await glossary.forget("shop", "exclusively virtual", ann), false);
    assert.deepEqual(await glossary.list("shop", ann), []);
  });
}
