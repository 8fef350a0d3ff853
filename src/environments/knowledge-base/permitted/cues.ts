import { foldText } from "../../../util/fold-text.ts";

/** Words by which a thought asks for a tool without naming it. */
const CUES: Readonly<Record<string, RegExp>> = {
  get_relations: /\b(?:relations?|edges?|connected to|query the kb)\b/u,
  get_neighbors: /\b(?:neighbou?rs?|follow|use the relation|might use|via|through|go from|lead)\b/u,
  get_attributes: /\b(?:attributes?)\b/u,
  intersection: /\b(?:intersect\w*|both|in common|overlap|as well as|at the same time|also)\b/u,
  union: /\b(?:union|either|or|any of|combine|all of them|together)\b/u,
  difference:
    /\b(?:except|exclud\w*|without|remove|other than|difference|apart from|besides|itself|not|never|neither|no|but|leav(?:e|ing) (?:out|aside))\b/u,
  count: /\b(?:count|how many|number of)\b/u,
  argmax:
    /\b(?:argmax|most|largest|biggest|greatest|highest|maximum|latest|newest|longest|tallest|oldest|last|youngest)\b/u,
  argmin:
    /\b(?:argmin|least|fewest|smallest|lowest|minimum|earliest|oldest|first|shortest|youngest|oldest)\b/u,
  filter:
    /\b(?:filter|before|after|since|until|more than|less than|fewer than|greater|at least|at most|older|younger|longer|shorter|larger|smaller|higher|lower|between|over|under|only those|equal)\b/u,
  values: /\b(?:values?|what year|when|how (?:long|old|tall|high|much|large|big)|date)\b/u,
  find_entities: /\b(?:find (?:the )?entit\w+|look up|search|named|called)\b/u,
  find_classes: /\b(?:class|classes|type of|kind of)\b/u,
  instances: /\b(?:instances?|all (?:the )?\w+s\b|every|each|list of)\b/u,
  describe: /\b(?:describe|details|look at)\b/u,
  get_path: /\b(?:path|connection between|how .* connected)\b/u,
};

export interface Cues {
  /** 1 where the tool is named, 0.3 where a word asks for it, else 0. */
  tool(name: string): number;
  /** Whether a name stands in the words: `#2`, a relation's text, a label. */
  mentions(name: string): boolean;
  /** Variables that are named. */
  readonly variables: readonly number[];
}

/** What a thought, or a question, says about the next action. */
export function cuesIn(text: string): Cues {
  const folded = foldText(text);
  const padded = ` ${folded} `;
  return {
    tool(name) {
      if (new RegExp(`\\b${name.replace("_", "[_ ]")}\\b`, "u").test(folded)) return 1;
      return CUES[name]?.test(folded) ? 0.3 : 0;
    },
    mentions(name) {
      const wanted = foldText(name);
      if (wanted.length < 2) return false;
      const at = padded.indexOf(wanted);
      if (at < 0) return false;
      // Part of a longer name is another name: `film.film` in `film.film.director`, `#1` in `#12`.
      for (let place = at; place >= 0; place = padded.indexOf(wanted, place + 1)) {
        const [before = " ", after = " "] = [padded[place - 1], padded[place + wanted.length]];
        const next = padded[place + wanted.length + 1] ?? " ";
        const runsOn = /[\p{L}\p{N}_]/u.test(after) || (after === "." && /[\p{L}\p{N}_]/u.test(next));
        if (!/[\p{L}\p{N}_.^/]/u.test(before) && !runsOn) return true;
      }
      return false;
    },
    variables: [...new Set([...text.matchAll(/#\s?(\d+)/gu)].map((match) => Number(match[1])))],
  };
}
