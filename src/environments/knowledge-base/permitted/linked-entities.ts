import { readTokens } from "../../../util/english/tokens.ts";
import { foldText } from "../../../util/fold-text.ts";
import { linkNames, stretchesOf } from "../heuristics/linking/link-names.ts";
import { type Term, termText } from "../term/term.ts";
import type { ToolCall } from "../tools/knowledge-base-tool.ts";

export interface LinkedEntity {
  readonly term: Term;
  /** Its name in the question, the thought or the workspace. */
  readonly span: string;
  /** Certainty of the link: 1 for whole names, less for near names and for names of several entities. */
  readonly sure: number;
}

export interface Linking {
  /** Surest first. */
  readonly entities: readonly LinkedEntity[];
  /** Texts written as names that name no entity exactly, and deserve a search of their own. */
  readonly open: readonly string[];
}

const MOST_OPEN = 20;
/** Deducted for each reason to doubt a link. */
const DOUBT = 0.1;
const NO_WORDS = { nouns: new Set<string>(), verbs: new Set<string>(), classes: new Map() };

/** Entities named in the texts. */
export async function linkedEntities(
  texts: readonly string[],
  { graph, services }: ToolCall,
): Promise<Linking> {
  const { mode } = services.store.labelSearch;
  const entities = new Map<string, LinkedEntity>();
  const covered: string[] = [];
  const marked: string[] = [];
  for (const text of texts) {
    const tokens = readTokens(text);
    const stretches = stretchesOf(text, tokens, MOST_OPEN, mode).filter((each) => each.marked);
    marked.push(...stretches.map((each) => each.text));
    for (const { text: span, readings, cost } of await linkNames(text, tokens, NO_WORDS, graph, mode)) {
      for (const { term, tier, alias } of readings) {
        if (tier === "exact" || tier === "folded") covered.push(` ${foldText(span)} `);
        const sure = 1 - cost - (readings.length > 1 ? DOUBT : 0) - (alias ? DOUBT : 0);
        const key = termText(term);
        if ((entities.get(key)?.sure ?? 0) < sure) entities.set(key, { term, span, sure });
      }
    }
  }
  return {
    entities: [...entities.values()].sort((a, b) => b.sure - a.sure),
    open: marked.filter((text) => !covered.some((name) => name.includes(` ${foldText(text)} `))),
  };
}
