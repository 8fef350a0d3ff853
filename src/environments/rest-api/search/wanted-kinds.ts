import type { OperationKind } from "./operation-kind.ts";
import type { ReadStep } from "./read-step.ts";

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
const BEFORE_ORDERS = new Set([
  "please",
  "then",
  "and",
  "to",
  "now",
  "just",
  "also",
  "must",
  "should",
  "lets",
  "us",
  "can",
  "could",
  "you",
  "ok",
  "or",
]);
const LIST_CUES =
  /\b(?:list|all|every|each|any|which|how many|overview|page through|browse|newest|most recent|what are)\b/iu;
const SEARCH_CUES =
  /\b(?:search|find|lookup|look(?:ed)? up|called|titled|named|by (?:its |their )?name|query)\b/iu;

const READING: ReadonlySet<OperationKind> = new Set(["list", "item", "search"]);

/** What each kind of operation is worth for a step: more than 1 where the step seems to ask for it, less where it seems to ask for the opposite. */
export function wantedKinds(text: string, step: ReadStep): Readonly<Record<OperationKind, number>> {
  const deeds = deedsOf(step.text, step.question);
  const write = Math.max(deeds.create, deeds.update, deeds.delete, deeds.act);
  const read = Math.max(deeds.read, deeds.search);
  // What is done with a thing that has only a name begins with finding it.
  const aside = step.named && step.mentions.length === 0 ? 0.85 : 0.7;
  const factor = (kind: OperationKind): number => {
    if (READING.has(kind)) {
      const side = write > read ? aside : read > write ? 1.15 : 1;
      return side * readingFactor(kind, text, step);
    }
    const side = write > read ? 1.15 : read > write ? 0.5 : 0.9;
    const own = kind === "action" ? deeds.act : deeds[kind as "create" | "update" | "delete"];
    const best = write === 0 ? 0 : own / write;
    // Nobody means to remove anything without a word for it.
    return side * ((kind === "delete" ? 0.6 : 0.8) + (kind === "delete" ? 0.5 : 0.3) * best);
  };
  return {
    list: factor("list"),
    search: factor("search"),
    item: factor("item"),
    create: factor("create"),
    update: factor("update"),
    delete: factor("delete"),
    action: factor("action"),
  };
}

function readingFactor(kind: OperationKind, text: string, { mentions, named }: ReadStep): number {
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
