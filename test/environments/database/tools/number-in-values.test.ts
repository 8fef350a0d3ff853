import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DatabaseEnvironment } from "../../../../src/environments/database/create-database-environment.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import { SHOPS, type Shop } from "../../../support/shop-database.ts";
import { MISSING, RUNNING } from "../engines/asked-on.ts";

const NUMBERS = Array.from({ length: 90 }, (_, i) => i);
const TICKETS: readonly string[] = [
  "CREATE TABLE ticket (ticket_no varchar(20) PRIMARY KEY, room varchar(20))",
  `INSERT INTO ticket VALUES ${NUMBERS.map((i) => `('T-${100 + i}_${i % 2 ? 19 : 20}', '${i < 8 ? `19/${i}` : "R 20"}')`).join(", ")}`,
];

it.each(MISSING)("engine not tried: %s", (why) => expect(why).not.toBe(""));

describe.each(RUNNING)("a search for a number that many values end in, on %s", (engine) => {
  let shop: Shop;
  let environment: DatabaseEnvironment;
  beforeAll(async () => {
    shop = await SHOPS[engine].create(TICKETS);
    environment = await shop.open();
    await environment.index.ensureBuilt({ signal: new AbortController().signal });
  });
  afterAll(async () => {
    await environment?.close();
    await shop?.drop();
  });

  async function found(value: string) {
    const context = testContext();
    const workspace = await environment.openWorkspace(undefined, context);
    const tool = "find_columns_containing_value_fuzzy";
    const action = { environment: "shop", tool, arguments: { value } };
    const { observation } = await environment.act(workspace, action, context);
    return { text: observation?.text ?? "", matches: observation?.data.matches as readonly unknown[] };
  }

  it("counts them, with one of them", async () => {
    const { text, matches } = await found("19");
    expect(text).toMatch(/^45 values of ticket\.ticket_no end in _19, such as 'T-\d+_19'\.$/mu);
    expect(text).toMatch(/^8 values of ticket\.room begin with 19\/, such as '19\/\d'\.$/mu);
    expect(matches.length).toBe(2);
  });

  it("lists what is no end of a value, and what few values end in", async () => {
    const { text } = await found("20");
    expect(text).toContain("ticket.room: 'R 20' (82 rows, by words)");
    expect((await found("101")).text).toContain("'T-101_19' (1 row, by words)");
  });
});
