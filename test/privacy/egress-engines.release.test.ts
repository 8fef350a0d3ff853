import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_ACT_LIMITS } from "../../src/environment/act-context.ts";
import type { EgressLevel } from "../../src/environment/egress/egress-level.ts";
import { withEgress } from "../../src/environment/egress/with-egress.ts";
import type { DatabaseEnvironment } from "../../src/environments/database/create-database-environment.ts";
import { testContext } from "../../src/testing/environment-under-test.ts";
import { CANARY } from "./canary-database.ts";
import { type CanaryPlace, MISSING, RUNNING } from "./canary-engines.ts";
import { observedTexts } from "./observed-texts.ts";

const TASK = { question: "How many people are there in each city?" };
const WITHHELD = ["schema", "masked"] as const;

/** Where a function or a form of dates is another one's, or numbers are text: what does the same is code of functions, formats and numbers. */
const ADVISED = [
  "SELECT YEAR(joined) FROM person",
  "SELECT EXTRACT(MONTH FROM joined) FROM person",
  "SELECT YEAR(mixed) FROM person",
  "SELECT strftime('%Y-%m', born) FROM thing",
  "SELECT DATE_FORMAT(born, '%Y') FROM thing",
  "SELECT julianday(born) FROM thing",
  "SELECT DATEDIFF(week, born, seen) FROM thing",
  "SELECT count_if(salary > 5) FROM person",
  "SELECT id FROM person WHERE joined > '2000-01-31'",
  "SELECT id FROM person ORDER BY joined",
  "SELECT id FROM person WHERE amount > 5",
  "SELECT lenght(name) FROM person",
];

describe.each(RUNNING)(
  "a database of $engine whose every cell is a canary",
  { timeout: 60_000 },
  ({ actions, create }) => {
    // Advice that takes too long is not given: a busy machine would tell less.
    const context = testContext({ limits: { ...DEFAULT_ACT_LIMITS, milliseconds: 60_000 } });
    let place: CanaryPlace;
    let database: DatabaseEnvironment;
    beforeAll(async () => {
      place = await create();
      database = await place.open();
      await database.index.ensureBuilt({ signal: new AbortController().signal });
    });
    afterAll(async () => {
      await database?.close();
      await place?.drop();
    });

    const leaks = async (level: EgressLevel) => {
      const seen = await observedTexts(withEgress(database, level), TASK, actions, context);
      return seen.filter(({ text }) => CANARY.test(text));
    };

    async function act(level: EgressLevel, tool: string, given: Record<string, string>) {
      const environment = withEgress(database, level);
      const workspace = await environment.openWorkspace(TASK, context);
      return await environment.act(workspace, { environment: "db", tool, arguments: given }, context);
    }

    async function suggested(level: EgressLevel, query: string): Promise<readonly string[]> {
      const { failure, observation } = await act(level, "check_query", { query });
      const said = failure === undefined ? (observation?.warnings ?? []) : [failure];
      return said.flatMap(({ suggestions }) => suggestions.map(({ text }) => text));
    }

    it("shows canaries at the level all", async () => {
      expect((await leaks("all")).length).toBeGreaterThan(40);
    });

    it.each(WITHHELD)("tells none at the level %s, whatever is done and whatever fails", async (level) =>
      expect(await leaks(level)).toEqual([]),
    );

    it("is read with the same code at each level: functions, formats and places are no values", async () => {
      const advice = [];
      for (const query of ADVISED) {
        const all = await suggested("all", query);
        advice.push(...all);
        for (const level of WITHHELD)
          expect([query, level, await suggested(level, query)]).toEqual([query, level, all]);
      }
      expect(advice.length).toBeGreaterThan(ADVISED.length);
    });

    it.each(WITHHELD)(
      "says what may be wrong with an answer without a value, at the level %s",
      async (level) => {
        const environment = withEgress(database, level);
        const workspace = await environment.openWorkspace(TASK, context);
        for (const text of [
          "SELECT max(joined) AS latest FROM person",
          "SELECT id FROM person ORDER BY joined",
          "SELECT id FROM person WHERE mixed > '2000-01-31'",
          "SELECT sum(amount) FROM person",
        ]) {
          const { warnings, failure } = await environment.conclude(workspace, { text }, context);
          expect(JSON.stringify([warnings, failure])).not.toMatch(CANARY);
        }
        const { warnings = [], answer } = await environment.conclude(
          workspace,
          { text: "SELECT id FROM person ORDER BY joined" },
          context,
        );
        expect(warnings.flatMap(({ suggestions }) => suggestions)).toHaveLength(1);
        expect(JSON.stringify(answer)).toMatch(CANARY);
      },
    );
  },
);

for (const why of MISSING) it.skip(`egress: ${why}`);
