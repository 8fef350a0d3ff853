import type { RdfFormat } from "../load-report.ts";
import { type Delimiter, splitLine } from "./delimited-line.ts";

const TERM = String.raw`(?:<[^<>\s]*>|_:\S+|<<.*>>)`;
const OBJECT = String.raw`(?:${TERM}|"(?:[^"\\]|\\.)*"(?:@[A-Za-z0-9-]+|\^\^<[^<>\s]*>)?)`;
const TRIPLE = new RegExp(String.raw`^\s*${TERM}\s*<[^<>\s]*>\s*${OBJECT}\s*\.\s*(?:#.*)?$`, "u");
const QUAD = new RegExp(String.raw`^\s*${TERM}\s*<[^<>\s]*>\s*${OBJECT}\s*${TERM}\s*\.\s*(?:#.*)?$`, "u");
const TURTLE_LINE = /^\s*(?:@prefix\s|@base\s|prefix\s+[^\s:]*:\s*<|base\s+<|@version\s|version\s+["'])/iu;
const TURTLE_STATEMENT =
  /^\s*(?:<[^<>\s]*>|_:\S+|[^\s<>"'|]*:[^\s<>"'|]*|\[)[\s\S]*?[\s>"\]\w]\s*[.;,]\s*(?:#.*)?$/u;
const GRAPH = /^\s*(?:graph\s+)?(?:<[^<>\s]*>|[^\s<>"']*:[^\s<>"']*)?\s*\{(?!\|)/iu;

/** Of the lines that are looked at, so many have to be of a kind. */
const MOST = 0.8;

export interface LinesLook {
  readonly format: RdfFormat;
  readonly delimiter?: Delimiter;
}

/** What the lines at the beginning of a file look like; undefined where it is nothing that has lines of triples. */
export function lookAtLines(text: string): LinesLook | undefined {
  const lines = text.split(/\r?\n/u).filter((line) => line.trim() !== "" && !/^\s*#/u.test(line));
  if (lines.length === 0) return undefined;
  const share = (holds: (line: string) => boolean) => lines.filter(holds).length / lines.length;
  if (lines.some((line) => TURTLE_LINE.test(line))) {
    return { format: lines.some((line) => GRAPH.test(line)) ? "trig" : "turtle" };
  }
  const triples = share((line) => TRIPLE.test(line));
  const quads = share((line) => QUAD.test(line));
  if (triples + quads >= MOST) return { format: quads > 0 ? "n-quads" : "n-triples" };
  for (const delimiter of ["\t", "|"] as const) {
    if (share((line) => !("reason" in splitLine(line, delimiter))) >= MOST)
      return { format: "delimited", delimiter };
  }
  if (triples + quads > 0) return { format: quads > 0 ? "n-quads" : "n-triples" };
  if (lines.some((line) => GRAPH.test(line))) return { format: "trig" };
  return share((line) => TURTLE_STATEMENT.test(line)) >= 0.5 ? { format: "turtle" } : undefined;
}
