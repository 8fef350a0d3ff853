import { mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cliIn } from "../cli/cli-fixture.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = join(import.meta.dirname, "../..");
const folder = temporaryFolder();
const fuxi = cliIn(folder);

interface Shown {
  readonly command: string;
  readonly output: string;
}

/** The commands of the console blocks of a page, with the output shown below each. */
function consoleBlocks(page: string): readonly Shown[] {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(/```console\n([\s\S]*?)```/g)].flatMap(([, block = ""]) =>
    block
      .split(/^\$ npx fuxi /m)
      .slice(1)
      .map((part) => {
        const [command = "", ...output] = part.split("\n");
        return { command, output: output.join("\n").trim() };
      }),
  );
}

/** Words as a shell would split them: quotes group, nothing is expanded. */
function shellWords(command: string): readonly string[] {
  return [...command.matchAll(/(?:[^\s"]|"[^"]*")+/g)].map(([word]) =>
    word
      .replaceAll('"', "")
      .replace(/^draft\.json$/, draft)
      .replace(/^variables\.json$/, `${draft}.variables`),
  );
}

let draft = "";

/** Lines of the README that need neither a model, an agent, a server of one's own nor what an earlier line printed. */
const alone = [...readFileSync(join(root, "README.md"), "utf8").matchAll(/^npx fuxi (.*?)(?: {2,}#.*)?$/gm)]
  .map(([, command = ""]) => command)
  .filter((command) => !/--model|--http|TOKEN|…/.test(command));

describe("the README", () => {
  it.for(alone)("has a line that runs as it stands: %s", async (command) => {
    const { code, out } = await fuxi(...shellWords(command));
    // 4: the person is asked.
    expect([0, 4]).toContain(code);
    expect(out.trim()).not.toBe("");
  });

  it("begins with files that are there", () => {
    expect(alone.length).toBeGreaterThan(4);
  });
});

describe.each(["README.md", "docs/tools.md"])("%s", (page) => {
  it("shows what the commands print", async () => {
    const shown = consoleBlocks(page);
    expect(shown.length).toBeGreaterThan(0);
    mkdirSync(join(folder, "drafts"), { recursive: true });
    draft = join(folder, "drafts", `${page.replaceAll("/", "-")}.json`);
    // The first time, loading tells how far it is.
    if (shown.some(({ command }) => command.includes("sample:cinema-kb"))) {
      await fuxi("tools", "sample:cinema-kb");
    }
    for (const { command, output } of shown) {
      const { out, err } = await fuxi(...shellWords(command));
      expect(`${out}${err}`.trim(), command).toBe(output);
    }
    renameSync(draft, `${draft}.done`);
  });
});
