import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { itoolGold } from "../../src/evaluation/itool/follow-solution.ts";
import { type ItoolGold, readItool } from "../../src/evaluation/itool/itool-item.ts";

import { type CinemaApi, startCinemaApi } from "../../src/samples/cinema/api/create-cinema-app.ts";
import { callOverHttp } from "../support/call-over-http.ts";

const read = (name: string) =>
  readFileSync(new URL(`../../src/samples/cinema/${name}`, import.meta.url), "utf8");
const items = readItool(read("itool-items.json"));
const answers = JSON.parse(read("itool-answers.json")) as Readonly<Record<string, ItoolGold>>;
let api: CinemaApi;

beforeAll(async () => {
  api = await startCinemaApi();
});
afterAll(() => api.close());

describe("the bundled Itool set", () => {
  it("has more than the paper's 139 unclear items in the paper's proportions, and clear ones beside them", () => {
    const count = (...categories: readonly string[]) =>
      items.filter(({ category }) => categories.includes(category)).length;
    const unclear = items.length - count("clear");
    expect(unclear).toBeGreaterThanOrEqual(139);
    expect(count("clear")).toBeGreaterThanOrEqual(50);
    // Query when need, Table 4.1: of 138.
    const paper = [
      [70, count("missing", "unclear")],
      [30, count("problematic")],
      [25, count("unsupported")],
      [13, count("several-meanings")],
    ] as const;
    for (const [theirs, ours] of paper) expect(ours / unclear).toBeCloseTo(theirs / 138, 1);
  });

  it("has the answers that its solutions lead to, by nothing but HTTP and JSONata", async () => {
    const computed: Record<string, ItoolGold> = {};
    for (const item of items) computed[item.id] = await itoolGold(item, callOverHttp(api.url));
    expect(computed).toEqual(answers);
  });
});
