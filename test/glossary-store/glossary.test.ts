import { join } from "node:path";
import { describe } from "vitest";
import { memoryGlossary, sqliteGlossary } from "../../src/store/glossary.ts";
import { glossaryConformance } from "../../src/testing/glossary-conformance.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { vitestRunner } from "../support/vitest-runner.ts";

describe("the glossary in memory", () => glossaryConformance(vitestRunner, (clock) => memoryGlossary(clock)));

describe("the glossary in a file", () => {
  const folder = temporaryFolder();
  let files = 0;
  glossaryConformance(vitestRunner, (clock) => sqliteGlossary(join(folder, `${files++}.sqlite`), clock));
});
