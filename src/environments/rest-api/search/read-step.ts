import { nameWords } from "../../../util/name-words.ts";
import type { OperationKind } from "./path-shape.ts";
import { PHRASES, STOP_WORDS } from "./thesaurus.ts";

type Deed = "read" | "search" | "create" | "update" | "delete" | "act";

const VERBS: Readonly<Record<Deed, string>> = {
  read: `list show get give fetch retrieve read pull view display see check tell return load open page count grab collect browse know run report explain
    compare determine identify obtain`,
  search: "search find lookup look query seek discover locate",
  create: `create add make new insert register generate setup build start open draw onboard issue book order buy submit upload post invite send charge
    schedule subscribe attach put write compose introduce enrol enroll draft give`,
  update: `update change edit modify alter amend adjust revise rename correct fix set save replace move mark assign switch raise lower extend renew like
    follow rate give attach add put let turn store`,
  delete: `delete remove cancel drop erase discard unfollow unsave unlike unsubscribe clear revoke detach abandon destroy purge take wipe stop kick
    withdraw undo`,
  act: `cancel approve decline reject pay capture confirm verify void finalize close accept send refund release start stop pause resume skip play
    reverse mark let try retry hand dispute advance redact turn collect activate deactivate enable disable archive publish merge transfer lock unlock`,
};

/** Words before a verb that gives an order. */
const BEFORE_ORDERS = new Set(
  "please then and to now just also must should lets us can could you ok or".split(" "),
);
const LIST_CUES =
  /\b(?:list|all|every|each|any|which|how many|overview|page through|browse|newest|most recent|what are)\b/iu;
const SEARCH_CUES =
  /\b(?:search|find|lookup|look(?:ed)? up|called|titled|named|by (?:its |their )?name|query)\b/iu;

const READING = ["list", "item", "search"] as const;
const WRITING = ["create", "update", "delete", "action"] as const;

/** What each kind of operation is worth for a step: more than 1 where the step seems to ask for it, less where it seems to ask for the opposite. */
export function wantedKinds(text: string, step: ReadStep): Readonly<Record<OperationKind, number>> {
  const deeds = deedsOf(step.text, step.question);
  const write = Math.max(deeds.create, deeds.update, deeds.delete, deeds.act);
  const read = Math.max(deeds.read, deeds.search);
  // What is done with a thing that has only a name begins with finding it.
  const aside = step.named && step.mentions.length === 0 ? 0.85 : 0.7;
  const reading = write > read ? aside : read > write ? 1.15 : 1;
  const writing = write > read ? 1.15 : read > write ? 0.5 : 0.9;
  const worth = [
    ...READING.map((kind) => [kind, reading * readingFactor(kind, text, step)]),
    ...WRITING.map((kind) => {
      const best = write === 0 ? 0 : deeds[kind === "action" ? "act" : kind] / write;
      // Nobody means to remove anything without a word for it.
      const [least, more] = kind === "delete" ? [0.6, 0.5] : [0.8, 0.3];
      return [kind, writing * (least + more * best)];
    }),
  ];
  return Object.fromEntries(worth) as Record<OperationKind, number>;
}

function readingFactor(kind: (typeof READING)[number], text: string, { mentions, named }: ReadStep): number {
  if (kind === "list") return LIST_CUES.test(text) ? 1.1 : 1;
  if (kind === "item") return mentions.length > 0 ? 1.08 : named ? 1 : 0.9;
  const nameOnly = named && mentions.length === 0;
  return SEARCH_CUES.test(text) ? (nameOnly ? 1.35 : 1.15) : nameOnly ? 1.1 : 0.85;
}

const GIVING = new Set(["give", "send"]);
const READS: readonly Deed[] = ["read"];

function deedsOf(text: string, question: boolean): Record<Deed, number> {
  const deeds: Record<Deed, number> = { read: 0, search: 0, create: 0, update: 0, delete: 0, act: 0 };
  let worth = 1;
  if (question) {
    deeds.read = 1;
    worth = 0.8;
  }
  for (const sentence of text.split(/[.;:!?]\s+|[,;]\s+/u)) {
    const words = (sentence.toLowerCase().match(/[\p{L}'’-]+/gu) ?? []).map((each) =>
      each.replace(/['’]/gu, ""),
    );
    for (const [at, word] of words.entries()) {
      if (at > 0 && !BEFORE_ORDERS.has(words[at - 1] ?? "")) continue;
      // What somebody wants to be given is read; what is given to a thing is written.
      const meant = GIVING.has(word) && words[at + 1] === "me" ? READS : DEEDS.get(word);
      if (meant === undefined) continue;
      for (const deed of meant) deeds[deed] = Math.max(deeds[deed], at === 0 ? worth : worth * 0.7);
      worth *= 0.85;
    }
  }
  return deeds;
}

const DEEDS: ReadonlyMap<string, readonly Deed[]> = new Map(
  [...new Set(Object.values(VERBS).flatMap((words) => words.split(/\s+/u)))].map((word) => [
    word,
    (Object.keys(VERBS) as Deed[]).filter((deed) => VERBS[deed].split(/\s+/u).includes(word)),
  ]),
);

/** A word of a step, folded; `weight` is less than 1 in quotes. */
export interface StepWord {
  readonly word: string;
  readonly weight: number;
}

/** What a step's text says, before any document is looked at. */
export interface ReadStep {
  /** The text with phrases replaced by the words that they stand for (`get rid of` by `delete`). */
  readonly text: string;
  readonly words: readonly StepWord[];
  /** For each value that looks like an identifier, the folded words before it, nearest first: `the film with id 597` gives `[film]`. */
  readonly mentions: readonly (readonly string[])[];
  /** True where a quoted or capitalised name stands in it. */
  readonly named: boolean;
  /** True where it asks rather than orders. */
  readonly question: boolean;
}

const TOKEN =
  /["“”][^"“”]{1,80}["“”]|(?<![\p{L}\p{N}])['‘][^'‘’]{1,80}['’](?![\p{L}\p{N}])|[\p{L}\p{N}][\p{L}\p{N}_'’.@/-]*|[,.;:!?]/gu;
const QUESTION =
  /^(?:(?:and|so|ok|okay|well|please)\W+)*(?:who|what|when|where|which|whose|why|how|is|are|was|were|do|does|did|has|have|can you tell|tell me)\b/iu;
const ORDINAL =
  /^(?:\d+(?:st|nd|rd|th)|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\w+teenth|twentieth)$/iu;
/** `me` is the person who asks only where it is not whom something is shown or done for. */
const NOT_MINE =
  /\b(?:show|give|tell|get|fetch|find|send|let|for|bring|make|read|pull|grab|remind|list|to)\s+me\b/giu;
/** A step is a sentence or two; of more, the beginning counts. */
export const MOST_STEP_TEXT = 4000;
const MENTION_REACH = 4;
const LESS_WANTED = 0.25;

export function readStep(text: string): ReadStep {
  const mine = text.slice(0, MOST_STEP_TEXT).replace(NOT_MINE, (all) => all.slice(0, -"me".length));
  const phrased = PHRASES.reduce((so, [phrase, word]) => so.replace(phrase, word), mine);
  const tokens = [...phrased.matchAll(TOKEN)];
  const words = new Map<string, number>();
  const mentions: (readonly string[])[] = [];
  let named = false;
  let before: string[] = [];
  let starts = true;
  for (const [at, match] of tokens.entries()) {
    const [token] = match;
    if (/^[,.;:!?]$/u.test(token)) {
      starts = token !== ",";
      if (starts) before = [];
      continue;
    }
    const quoted = /^["“”'‘]/u.test(token);
    const content = contentWords(token);
    if (!quoted && isIdentifier(token)) {
      if (before.length > 0) mentions.push(before.slice(0, MENTION_REACH));
      before = [];
      starts = false;
      continue;
    }
    if (ORDINAL.test(token)) mentions.push(contentWords(tokens[at + 1]?.[0] ?? ""));
    if (quoted || (!starts && /^\p{Lu}/u.test(token) && !/^I\b/u.test(token))) named = true;
    // What stands in quotes is a value, seldom a name of the API's things.
    const weight = quoted ? LESS_WANTED : 1;
    for (const word of content) words.set(word, Math.max(words.get(word) ?? 0, weight));
    before = [...content.toReversed(), ...before];
    starts = false;
  }
  return {
    text: phrased,
    words: [...words].map(([word, weight]) => ({ word, weight })),
    mentions: mentions.filter((each) => each.length > 0),
    named,
    question: QUESTION.test(text.slice(0, MOST_STEP_TEXT).trim()),
  };
}

function contentWords(token: string): readonly string[] {
  if (/-/u.test(token) && SPECIAL.has(token)) return [token];
  return nameWords(token.replace(/['’]s$/u, "")).filter(
    (word) => !STOP_WORDS.has(word) && !/^\d+$/u.test(word),
  );
}

const SPECIAL = new Set(["how-many", "turn-down", "turn-up"]);

function isIdentifier(token: string): boolean {
  const bare = token.replace(/['’]s$/u, "").replace(/[.,]+$/u, "");
  if (!/\d/u.test(bare) || ORDINAL.test(bare)) return false;
  return /^[\p{L}\p{N}_-]+$/u.test(bare) && !/^\d[a-z]$/iu.test(bare);
}
