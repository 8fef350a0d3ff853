import { expect, it } from "vitest";
import { incompleteNote } from "../../../../src/environments/database/tools/find-value-tools.ts";

it("What was not searched is named from the largest table down, those of unknown size first", () => {
  const sizes = [0, 0, 0, 0, 0, 500_000, undefined, 20];
  const incomplete = sizes.map((rows, i) => ({
    table: `t${i}`,
    column: "c",
    ...(rows === undefined ? {} : { rows }),
  }));
  expect(incompleteNote({ matches: [], incomplete })[0]?.message).toBe(
    "Not fully searched: t6.c, t5.c (about 500,000 rows), t7.c (about 20 rows), t0.c (about 0 rows), t1.c (about 0 rows) and 3 more.",
  );
});
