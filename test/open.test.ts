import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { ask } from "../src/ask.ts";
import { open } from "../src/open.ts";
import { testContext } from "../src/testing/environment-under-test.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const folder = temporaryFolder();
const cacheFolder = join(folder, "cache");
const path = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const SALES = path("sales.csv", "city,amount\nLyon,5\nParis,7\nLyon,4\n");
const CITIES = path("cities.csv", "city,country\nLyon,France\nParis,France\n");
const SHOP = join(folder, "shop.sqlite");
const shop = new DatabaseSync(SHOP);
shop.exec(
  "CREATE TABLE sale (city TEXT, card TEXT); INSERT INTO sale VALUES ('Lyon', '4111'), ('Paris', '4222')",
);
shop.close();

describe("open", () => {
  it("opens a file for a question without more settings", async () => {
    await using environment = disposable(await open(SHOP, { cacheFolder }));
    const { outcome } = await ask({
      environments: [environment.value],
      question: "How many sales have city Lyon?",
    });
    expect(outcome).toMatchObject({ type: "answered", answer: { text: "1" } });
  });

  it("makes one database of several data files", async () => {
    await using environment = disposable(await open([SALES, CITIES], { cacheFolder }));
    const { text } = await environment.value.describe("schema", undefined, testContext());
    expect(text).toMatch(/sales[\s\S]*cities|cities[\s\S]*sales/u);
  });

  it("hides what it is told to hide", async () => {
    await using environment = disposable(await open(SHOP, { cacheFolder, deny: ["sale.card"] }));
    const { text } = await environment.value.describe("schema", undefined, testContext());
    expect(text).toContain("city");
    expect(text).not.toContain("card");
  });

  it("tells on what it was told to what the caller should know", async () => {
    const warnings: string[] = [];
    const total = path("totals.csv", "city,amount\nLyon,5\nParis,7\nTotal,12\n");
    const environment = await open(total, { cacheFolder, onWarning: (message) => warnings.push(message) });
    await environment.close();
    expect(warnings.join()).toMatch(/total/iu);
  });

  it.each([
    [[SHOP, SALES], "usage", /one environment, and these are 2/u],
    [join(folder, "none.sqlite"), "target-not-found", /none\.sqlite/u],
    [[], "usage", /these are 0/u],
  ])("refuses %j", async (target, code, message) => {
    await expect(open(target, { cacheFolder })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });
});

function disposable<T extends { close(): Promise<void> }>(value: T): { value: T } & AsyncDisposable {
  return { value, [Symbol.asyncDispose]: () => value.close() };
}
