import { join } from "node:path";
import { generateReference } from "./generate-reference.ts";
import { ROOT } from "./public-entries.ts";

const { undocumented } = await generateReference(join(ROOT, "docs/reference"));
if (undocumented.length > 0) {
  console.error(`Without a docstring:\n${undocumented.join("\n")}`);
  process.exitCode = 1;
}
