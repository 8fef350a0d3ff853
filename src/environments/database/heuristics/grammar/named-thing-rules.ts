import { nameWords } from "../../../../util/name-words.ts";
import type { Link } from "../lexicon/link.ts";
import { SCALES } from "../question/english.ts";
import { tree } from "./ask-rules.ts";
import { mention, participle } from "./basic-rules.ts";
import { alt, type Input, map, maybe, type Parse, type Rule, rule, seq, words, wordWhere } from "./parser.ts";
import type { Item, NounPhrase, QuestionTree } from "./question-tree.ts";

/** Names resembling what is looked for less than this are of something else. */
const LEAST = 0.78;
/** Verbs whose day has a name of its own. */
const DAY_OF: ReadonlyMap<string, string> = new Map([
  ["born", "birth date"],
  ["die", "death date"],
  ["died", "death date"],
]);

const polite = maybe(words("and|so"));
const named: Rule<NounPhrase> = map(
  seq([maybe(words("the")), mention("value"), maybe(mention("table"))], (_, head) => head),
  (head) => ({ head, modifiers: [], each: false, distinct: false }),
);

/** "When was The Last Ferry released?", "when did Lanterna Midi open?": the day or year of what the verb says. */
const whenDone: Rule<QuestionTree> = rule(() =>
  looked(
    seq(
      [
        polite,
        words("when|what year|in what year|in which year"),
        words("was|were|did|is"),
        named,
        alt(participle, plainVerb),
      ],
      (_, __, ___, subject, verb) => ({ subject, wanted: dayOf(verb), text: verb }),
    ),
  ),
);
const plainVerb: Rule<string> = map(
  wordWhere(({ kind, folded, capital }) => kind === "word" && !capital && /^[a-z]{3,}$/u.test(folded)),
  (word) => word.folded,
);

function dayOf(verb: string): readonly string[] {
  const own = DAY_OF.get(verb);
  return own === undefined
    ? [`${verb} date`, `${verb} on`, `${verb} at`, `${verb} year`, `year ${verb}`, verb]
    : [own];
}

/** "How long is The Last Ferry?": the quantity that the adjective tells. */
const howMuch: Rule<QuestionTree> = rule(() =>
  looked(
    seq(
      [
        polite,
        words("how"),
        wordWhere(({ folded }) => quantities(folded).length > 0),
        words("is|was|are|were"),
        named,
      ],
      (_, __, { folded }, ___, subject) => ({ subject, wanted: quantities(folded), text: folded }),
    ),
  ),
);

function quantities(adjective: string): readonly string[] {
  return SCALES.filter(({ more, less }) => more.includes(adjective) || less.includes(adjective)).flatMap(
    ({ of }) => of.filter((quantity) => !quantity.startsWith("-")),
  );
}

/** "Who directed The Last Ferry?": people of whom a code says that they did. */
const whoDid: Rule<QuestionTree> = rule(() =>
  looked(
    seq([polite, words("who"), participle, maybe(words("in|for")), named], (_, __, verb, ___, { head }) => ({
      subject: {
        head,
        modifiers: [{ kind: "cells" as const, mentions: [head], negated: false, verb, verbTells: true }],
        each: false,
        distinct: false,
      },
      wanted: ["person"],
      text: "who",
    })),
  ),
);

interface Wanted {
  readonly subject: NounPhrase;
  /** What the columns or tables that are asked for may be called, the likeliest first. */
  readonly wanted: readonly string[];
  readonly text: string;
}

/** Puts in what the schema has by the first of the names. */
function looked(inner: Rule<Wanted>): Rule<QuestionTree> {
  return (input, at) =>
    inner(input, at).flatMap(
      ({ value: { subject, wanted, text }, end, cost }): readonly Parse<QuestionTree>[] => {
        const kind = text === "who" ? "table" : "column";
        const links = linksOf(input, wanted, kind, subject);
        const [best] = links;
        if (best === undefined) return [];
        const said = { at, end: at + 1, text, links };
        if (kind === "table") {
          const people: NounPhrase = { ...subject, head: said };
          return [{ value: tree([{ kind: "entity", phrase: people }], people), end, cost: cost + 0.03 }];
        }
        const item: Item = {
          kind: "attribute",
          attribute: { mention: said },
          aggregates: [],
          distinct: false,
        };
        return [{ value: tree([item], subject), end, cost: cost + 0.03 }];
      },
    );
}

/** Columns of what is asked about itself: the day of something else would answer another question. */
function linksOf(
  input: Input,
  wanted: readonly string[],
  kind: "table" | "column",
  { head }: NounPhrase,
): readonly Link[] {
  const own = head.links.map(({ table }) => table);
  for (const name of wanted) {
    const found = input.links
      .naming(nameWords(name))
      .filter(
        (link) => link.kind === kind && link.score >= LEAST && (kind === "table" || own.includes(link.table)),
      );
    if (found.length > 0) return found;
  }
  return [];
}

/** Short questions about one thing that is called by its name. */
export const aboutNamed: Rule<QuestionTree> = rule(() => alt(whenDone, howMuch, whoDid));
