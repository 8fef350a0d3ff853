import { beforeEach, expect, it } from "vitest";
import type { ArtifactRef } from "../../../../src/environment/artifact-store.ts";
import { memoryArtifactStore } from "../../../../src/store/artifacts.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import { describeShops } from "../../../support/describe-shops.ts";
import { SHOP_ENGINES } from "../../../support/shop-database.ts";
import { ShopSession } from "../../../support/shop-session.ts";

/** A text of so many million letters on any engine. */
const millions = (count: number): string =>
  `replace(replace('yyyyyyyyyy', 'y', '${"y".repeat(1000)}'), 'y', '${"y".repeat(count * 100)}')`;

describeShops("concluding with wide cells", SHOP_ENGINES, (open) => {
  const { engine } = open;
  beforeEach(async () => {
    open.session = await ShopSession.open(open.environment, "", context);
  });
  const artifacts = memoryArtifactStore();
  const context = testContext({ artifacts });

  it("keeps a cell of several megabytes to the last letter", async () => {
    const { answer } = await open.session.conclude(
      `SELECT id, concat(${millions(3)}, name) FROM city WHERE id < 3 ORDER BY id`,
    );
    const full = answer?.rows?.full as ArtifactRef;
    const bytes = await artifacts.get(full.sha256, context.principal);
    const rows = new TextDecoder().decode(bytes).trimEnd().split("\n");
    expect(rows.map((row) => JSON.parse(row)[1].length)).toEqual([3_000_004, 3_000_008]);
    expect(rows.map((row) => JSON.parse(row)[1].slice(3_000_000))).toEqual(["Łódź", "New York"]);
  });

  it("has the beginning of a long cell in its words, and the whole in its value", async () => {
    const { answer } = await open.session.conclude(`SELECT ${millions(1)}`);
    expect(answer?.text).toBe(`${"y".repeat(20_000)}…(1,000,000 characters)`);
    expect(answer?.value).toBe("y".repeat(1_000_000));
    const several = await open.session.conclude(`SELECT name, ${millions(1)} AS wide FROM city WHERE id = 4`);
    expect(several.answer?.text).toBe(`name: Paris, wide: ${"y".repeat(1000)}…(1,000,000 characters)`);
  });

  it("fails beyond 64 MB of rows, whether they are many or one is wide, and answers the next claim", async () => {
    for (const sql of [
      `SELECT a.id, ${millions(3)} FROM city a, city b, customer c`,
      // MariaDB gives NULL for a text beyond max_allowed_packet.
      ...(engine.engine === "mariadb" ? [] : [`SELECT id, ${millions(70)} FROM city WHERE id = 1`]),
    ]) {
      const { failure } = await open.session.conclude(sql);
      expect(failure, sql.slice(0, 20)).toMatchObject({
        code: "too-large",
        message: "The answer has more than 64 MB of rows, which is too large to be kept.",
      });
    }
    expect((await open.session.conclude("SELECT name FROM city WHERE id = 4")).answer?.value).toBe("Paris");
  });
});
