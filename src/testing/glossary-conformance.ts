import assert from "node:assert/strict";
import type { Glossary } from "../environment/glossary.ts";
import type { TestRunner } from "./test-runner.ts";

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
  const withGlossary = (name: string, body: (glossary: Glossary) => Promise<void>): void =>
    runner.it(name, async () => {
      let seconds = 0;
      const glossary = await open(() => new Date(Date.UTC(2026, 0, 1) + seconds++ * 1000));
      try {
        await body(glossary);
      } finally {
        await glossary.close();
      }
    });

  withGlossary("keeps what words mean, with everything that was said about them", async (glossary) => {
    await glossary.remember(entry, ann);
    const [kept, ...more] = await glossary.list("shop", ann);
    assert.deepEqual({ ...kept }, { ...entry, at: "2026-01-01T00:00:00.000Z" });
    assert.equal(more.length, 0);
  });
  withGlossary(
    "keeps one meaning for the same words, the newest, whatever their case and spacing",
    async (glossary) => {
      await glossary.remember(entry, ann);
      await glossary.remember(
        { environment: "shop", words: " exclusively  virtual", meaning: "online only" },
        ann,
      );
      assert.deepEqual(
        (await glossary.list("shop", ann)).map(({ meaning }) => meaning),
        ["online only"],
      );
    },
  );
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
