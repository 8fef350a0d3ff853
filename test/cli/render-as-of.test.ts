import { expect, it } from "vitest";
import { asOfText } from "../../src/cli/render/lines.ts";

const now = new Date(2026, 4, 3, 18, 0, 0);
const at = (environment: string, asOf?: Date) => ({
  environment,
  kind: "database",
  ...(asOf === undefined ? {} : { asOf: asOf.toISOString() }),
});

it("says the time alone where it is today's, and the day before it where it is not", () => {
  expect(asOfText([at("shop", new Date(2026, 4, 3, 16, 2, 11))], now)).toBe("As of 16:02:11");
  expect(asOfText([at("shop", new Date(2025, 0, 9, 6, 2, 11))], now)).toBe("As of 2025-01-09 06:02:11");
});

it("names the environments where their times differ, and says nothing where none tells", () => {
  const shop = at("shop", new Date(2026, 4, 3, 16, 2, 11));
  const crm = at("crm", new Date(2026, 4, 2, 9, 0, 0));
  expect(asOfText([shop, crm], now)).toBe("As of 16:02:11 (shop), 2026-05-02 09:00:00 (crm)");
  expect(asOfText([shop, { ...shop, environment: "crm" }, at("api")], now)).toBe("As of 16:02:11");
  expect(asOfText([at("api")], now)).toBeUndefined();
});
