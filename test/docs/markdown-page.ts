import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");

export interface CodeBlock {
  /** As the fence says: `ts`, `console`, … */
  readonly language: string;
  readonly code: string;
  /** From a first line `// name.ts`: what the page calls the file. */
  readonly name?: string;
}

export interface MarkdownPage {
  /** From the root of the project. */
  readonly path: string;
  readonly text: string;
}

/** What a newcomer reads: README.md, CONTRIBUTING.md, everything under docs, and the READMEs of the source. */
export function documentation(): readonly MarkdownPage[] {
  const pages = ["docs", "src"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll("\\", "/")),
  );
  return ["README.md", "CONTRIBUTING.md", ...pages.sort()].map(readPage);
}

export function readPage(path: string): MarkdownPage {
  return { path, text: readFileSync(join(ROOT, path), "utf8") };
}

const FENCE = /^```([^\n]*)\n([\s\S]*?)^```[ \t]*$/gmu;

export function codeBlocks({ text }: MarkdownPage): readonly CodeBlock[] {
  return [...text.matchAll(FENCE)].map(([, info = "", code = ""]) => {
    const name = /^\/\/ ([\w.-]+\.ts)\n/u.exec(code)?.[1];
    return { language: info.trim(), code, ...(name === undefined ? {} : { name }) };
  });
}

const prose = (text: string): string => text.replace(FENCE, "").replace(/`[^`\n]+`/gu, "`code`");

/** Targets of the links that lead to something in the project. */
export function relativeLinks({ text }: MarkdownPage): readonly string[] {
  const inline = [...prose(text).matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/gu)];
  const defined = [...prose(text).matchAll(/^[ \t]*\[(?!\^)[^\]]+\]:[ \t]+<?([^\s>]+)/gmu)];
  return [...inline, ...defined]
    .map(([, target = ""]) => target)
    .filter((target) => !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/iu.test(target));
}

/** The anchors that GitHub gives to the headings of a page. */
export function anchors({ text }: MarkdownPage): readonly string[] {
  const seen = new Map<string, number>();
  return [...text.replace(FENCE, "").matchAll(/^#{1,6}[ \t]+(.+?)[ \t#]*$/gmu)].map(([, heading = ""]) => {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/gu, "$1").toLowerCase();
    const slug = words.replace(/[^\p{L}\p{N}\p{M} _-]/gu, "").replaceAll(" ", "-");
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  });
}
