import { join } from "node:path";
import { it } from "vitest";
import { expectOneEffect } from "../../support/expect-one-effect.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder();
const KILLS = 24;

it(`makes an order once at most, killed at ${KILLS} moments around it`, async () => {
  await expectOneEffect(KILLS, (kill) => join(folder, `${kill}.store`));
}, 120_000);
