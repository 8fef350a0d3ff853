/** Writes src/environment/egress/own-words.ts: the words of the texts in the code of tools, checks and rules. Run it when texts have changed. */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { ownWordsIn } from "./own-words-in.ts";

const FILES = "src/environment{,s}/**/*.ts";
/** Word lists about the world: their words are as likely those of data. */
const LEFT_OUT =
  /\/(?:heuristics|lexicon|stores|drivers|egress|vocabulary|relevance|readings)\/|thesaurus|foreign-syntax/u;

/** Of texts of one word each, and of what engines say. */
const MORE = `Warning Note similar abbreviation exact folded words typo main set reset replaced changed
  malformed invalid input syntax cannot could convert conversion cast division overflow underflow range out constraint argument bad`;

const words = new Set<string>(MORE.split(/\s+/u));
for (const file of globSync(FILES).sort()) {
  if (LEFT_OUT.test(file)) continue;
  for (const word of ownWordsIn(readFileSync(file, "utf8"))) {
    // Names of this program's code are no words.
    if (/^(?:[A-Z]?[a-z]+|[A-Z]+|NULLs|MiB|kB|SQLite|MySQL|PostgreSQL|OpenAPI|IRIs)$/u.test(word))
      words.add(word);
  }
}

const lines: string[] = [];
let line = "";
for (const word of [...words].sort()) {
  if (line.length + word.length > 100) {
    lines.push(line);
    line = "";
  }
  line += `${line === "" ? "" : " "}${word}`;
}
lines.push(line);

writeFileSync(
  "src/environment/egress/own-words.ts",
  `/**
 * Words of this program's own texts about environments, as they are written there: \`node scripts/egress/collect-own-words.ts\`. One that is
 * lacking is withheld below \`all\`, which makes a sentence poorer and tells nothing.
 */
export const OWN_WORDS: ReadonlySet<string> = new Set(
  \`
${lines.join("\n")}
\`.trim().split(/\\s+/u),
);
`,
);
