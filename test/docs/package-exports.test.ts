import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { exportedNames, publicEntries } from "../../scripts/reference/public-entries.ts";
import { ROOT } from "./markdown-page.ts";

type Target = string | { readonly types: string; readonly default: string };
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  readonly name: string;
  readonly exports: Readonly<Record<string, Target>>;
};

describe("the package's subpath exports", () => {
  it.for(Object.entries(manifest.exports))(
    "%s can be imported by the package's name",
    ([subpath, target], { skip }) => {
      skip(!existsSync(join(ROOT, "dist")), "dist is not built (npm run build)");
      const specifier = subpath.replace(".", manifest.name);
      const json = subpath.endsWith(".json");
      const program = `const all = await import(${JSON.stringify(specifier)}${json ? ', { with: { type: "json" } }' : ""});
      console.log(Object.keys(all).length)`;
      const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", program], {
        cwd: ROOT,
        encoding: "utf8",
      });
      expect(Number(printed)).toBeGreaterThan(0);
      if (typeof target !== "string") expect(existsSync(join(ROOT, target.types))).toBe(true);
    },
  );
});

describe("what the package exports", () => {
  it("is what people need: at most 120 names, values and types, over all subpaths", () => {
    const names = publicEntries().flatMap((entry) =>
      exportedNames(entry).map((name) => `${entry.specifier}: ${name}`),
    );
    // Oracles, facts about drivers and the insides of stores are private; types that stand within other types are inferred.
    expect(names.length, names.join("\n")).toBeLessThanOrEqual(120);
    expect(names).toEqual(expect.arrayContaining(["fuxi: ask", "fuxi/testing: TestRunner"]));
  });
});
