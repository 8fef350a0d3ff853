import { wordKey } from "../../../util/english/word-key.ts";

const SAME = 0.75;
const IN_MIND = 0.45;

let table: ReadonlyMap<string, ReadonlyMap<string, number>> | undefined;

/** Keys of the synonyms of a word, with their similarity (0 to 1). */
export function synonymsOf(key: string): ReadonlyMap<string, number> {
  table ??= buildTable();
  return table.get(key) ?? NONE;
}

const NONE: ReadonlyMap<string, number> = new Map();

function buildTable(): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const built = new Map<string, Map<string, number>>();
  const relate = (from: string, to: string, strength: number): void => {
    if (from === to) return;
    const of = built.get(from) ?? new Map<string, number>();
    built.set(from, of);
    of.set(to, Math.max(of.get(to) ?? 0, strength));
  };
  for (const group of SAME_MEANING) {
    const keys = keysOf(group);
    for (const from of keys) for (const to of keys) relate(from, to, SAME);
  }
  for (const [from, to] of BRINGS_TO_MIND)
    for (const one of keysOf(from)) for (const other of keysOf(to)) relate(one, other, IN_MIND);
  return built;
}

function keysOf(words: string): readonly string[] {
  return [...new Set(words.split(" ").map(wordKey))];
}

/**
 * Groups of words that mean nearly the same in requests to services, from many domains. Groups are symmetric. Words are whole words; their forms are
 * found by key. A word may be in several groups.
 */
export const SAME_MEANING: readonly string[] = [
  // Reading
  "list all every browse enumerate index overview",
  "search find lookup query seek locate discover",
  "get retrieve fetch read show view return pull display see obtain",
  "detail details information info profile data description metadata",
  "count number total quantity",
  "history log past record records audit activity events",
  "report statistics stats analytics metrics insight summary",
  "preview upcoming draft",
  "download export",
  "upload import attach",
  "filter criteria condition narrow",
  // Changing
  "create add make new insert register generate open establish",
  "setup configure configuration settings preferences options",
  "update change edit modify alter amend adjust revise rename correct fix",
  "replace overwrite swap substitute",
  "delete remove erase drop destroy discard purge",
  "remove detach unlink disconnect unfollow unsave unlike unsubscribe unstar",
  "cancel abort abandon terminate void revoke withdraw rescind",
  "stop end halt pause suspend hold freeze",
  "start begin launch run trigger initiate",
  "resume continue restart unpause reopen",
  "send dispatch deliver post submit forward transmit",
  "approve accept allow permit confirm authorize grant",
  "reject decline refuse deny turn-down dismiss block",
  "verify validate confirm check prove",
  "finalize complete finish close conclude",
  "assign allocate attach",
  "move transfer migrate relocate",
  "copy duplicate clone fork",
  "merge combine join unite",
  "restore recover undelete undo revert rollback",
  "archive deactivate disable inactive",
  "activate enable active",
  "lock block ban restrict",
  "invite invitation",
  "subscribe follow watch",
  "save bookmark favorite favourite like star",
  "mark flag label",
  "redact anonymize erase",
  "test simulate sandbox try mock",
  // People and organisations
  "me my mine myself own current personal",
  "company business organization firm corporation enterprise studio agency",
  // Film, television, music, books, news
  "movie film picture cinema",
  "tv television show series program programme",
  "cast actor actress performer role character star",
  "crew director producer writer",
  "credits cast crew",
  "image picture photo photograph poster logo still backdrop artwork cover avatar thumbnail portrait icon",
  "song track tune music title recording",
  "play listen stream hear",
  "repeat loop again",
  "network channel broadcaster station",
  "keyword tag topic",
  "latest newest recent last",
  "recommendation suggestion recommended suggested",
  "collection franchise saga",
  "biography bio born birthday",
  // Money and trade
  "transfer remittance send wire",
  "invoice bill statement",
  // Places and travel
  "location place site venue spot address",
  // Work, files, messages
  "terminal pos till counter",
];

/** Associations that are no synonyms. One way: from each word on the left to those on the right. */
export const BRINGS_TO_MIND: readonly (readonly [string, string])[] = [
  ["actor actress director star singer writer author celebrity composer", "person people credits"],
  ["direct directed director producer produced wrote written composer starring starred", "credits crew"],
  ["play plays acted act lead protagonist cast guest", "credits cast"],
  ["look looks face appearance", "images"],
  ["headquartered headquarters homepage website parent founded", "details company"],
  ["watch watching", "popular trending playing"],
  ["tonight today now currently", "today now current"],
  ["week coming soon", "upcoming air"],
  ["favorite favourite", "top saved"],
  ["mute louder quieter turn-up turn-down", "volume"],
  ["who", "person people user"],
];

/** Phrases that stand for one word. */
export const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(look(?:ed|ing)?|search) up\b/giu, "lookup"],
  [/\bget(?:ting)? rid of\b/giu, "delete"],
  [/\bsign(?:ed|ing)? up\b/giu, "register"],
  [/\bhow many\b/giu, "how-many"],
  [/\bset(?:ting)? up\b/giu, "setup"],
  [/\bcall(?:ed|ing)? off\b/giu, "cancel"],
  [/\b(take|taken|taking)\b(?= .{1,60}\b(off|out)\b)/giu, "remove"],
  [/\bthrow(?:n|ing)? (away|out)\b/giu, "delete"],
  [/\b(carry|carrying|go|keep) (on|going)\b/giu, "resume"],
  [/\bnext up\b|\bup next\b|\bcoming up\b/giu, "queue upcoming"],
  [/\b(?:come|came|comes|coming) out\b/giu, "release"],
  [/\blook(?:s)? like\b/giu, "looks"],
  [/\blet\b(?= .{1,20}\bthrough\b)/giu, "approve"],
];

/** Words that do not help to identify an operation. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the this that these those and or but nor so if then than as of in on at by for from to with without into onto over under about between after
  before during until while because since is are was were be been being am do does did done doing have has had having will would shall should can could
  may might must it its it's they them their there here he him his she her hers we us you your yours i i'd i'll i've i'm please want wants wanted need
  needs like'd would'd some any each one ones both such only just also too very much more most many few other another same not no yes ok okay well what
  which whose whom when why how let lets us out off up down back away give me tell know anything something nothing everything somebody someone whether
  s t d ll ve re m don doesn didn isn aren wasn won can't id ids identifier again still yet ever never per via within using use used called named titled
  note now right particular whole actually really thing things kind kinds sort time first second`.split(
    /\s+/u,
  ),
);
