import { closeSync, openSync, writeSync } from "node:fs";
import { mulberry32 } from "../src/util/mulberry32.ts";

export const NAMESPACE = "http://kg.example/";
const TRIPLES_PER_ENTITY = 8;
const RELATIONS = 200;
export const CLASSES = 30;

const TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>";
const LABEL = "<http://www.w3.org/2000/01/rdf-schema#label>";
const INTEGER = "<http://www.w3.org/2001/XMLSchema#integer>";
const FLUSH = 1 << 22;

/**
 * Writes N-Triples, the same for the same number: entities `e0`, `e1`, … with 8 triples each (a class of 30, a name, a whole number, and five
 * relations of 200, Zipf-distributed), about 84 bytes a triple.
 */
export function writeGeneratedTriples(path: string, triples: number): { readonly entities: number } {
  const random = seededRandom(7);
  const nextName = nameGenerator(seededRandom(8));
  const entities = Math.max(1, Math.floor(triples / TRIPLES_PER_ENTITY));
  const relation = zipf(RELATIONS, random);
  const classOf = zipf(CLASSES, random);
  const file = openSync(path, "w");
  let lines = "";
  for (let i = 0; i < entities; i++) {
    const subject = `<${NAMESPACE}e${i}>`;
    lines += `${subject} ${TYPE} <${NAMESPACE}C${classOf()}> .\n`;
    lines += `${subject} ${LABEL} "${nextName()}" .\n`;
    lines += `${subject} <${NAMESPACE}size> "${random(1_000_000)}"^^${INTEGER} .\n`;
    for (let j = 3; j < TRIPLES_PER_ENTITY; j++) {
      lines += `${subject} <${NAMESPACE}r${relation()}> <${NAMESPACE}e${random(entities)}> .\n`;
    }
    if (lines.length > FLUSH || i === entities - 1) {
      writeSync(file, lines);
      lines = "";
    }
  }
  closeSync(file);
  return { entities };
}

/** Numbers below `count`; number k is drawn with a share of 1 / (k + 1). */
function zipf(count: number, random: (below: number) => number): () => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let k = 0; k < count; k++) {
    sum += 1 / (k + 1);
    sums[k] = sum;
  }
  return () => {
    const wanted = (random(2 ** 30) / 2 ** 30) * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] as number) > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

/** A generator of whole numbers below a bound, the same for the same seed. */
type Random = (below: number) => number;

export function seededRandom(seed: number): Random {
  const next = mulberry32(seed);
  return (below) => Math.floor(next() * below);
}

const STARTS =
  "b c d f g h j k l m n p r s t v w br ch cl cr dr fl gr kn ph pl pr qu sh sl st th tr wh".split(" ");
const MIDDLES = "a e i o u ai au ea ee ei ie oa oo ou y".split(" ");
const ENDS = "b ck d ff g l ll m n nd ng nt p r rd rn s ss st t th x".split(" ");
const PLACES =
  "School Academy Street Institute Park Hospital Museum Theatre Company Library Station Club".split(" ");

/** Names of persons, places and institutions of made-up words, some of them much alike, 8 to 40 characters. */
export function nameGenerator(random: Random): () => string {
  const pick = (list: readonly string[]) => list[random(list.length)] as string;
  const word = () => {
    const syllables = 1 + random(3);
    let text = "";
    for (let i = 0; i < syllables; i++) text += pick(STARTS) + pick(MIDDLES);
    text += pick(ENDS);
    return text[0]?.toUpperCase() + text.slice(1);
  };
  const common = Array.from({ length: 3_000 }, word);
  const forms = [
    () => `${pick(common)} ${pick(PLACES)} of ${word()}`,
    () => `${pick(common)} ${pick(PLACES)} ${1 + random(999)}`,
    () => `${pick(common)} ${word()[0]}. ${word()}`,
  ];
  return () => forms[random(5)]?.() ?? `${word()} ${word()}`;
}

/** The text with so many random edits: a letter deleted, inserted, replaced, or swapped with its neighbour. */
export function mistype(text: string, edits: number, random: Random): string {
  let edited = text;
  for (let i = 0; i < edits; i++) {
    const at = random(edited.length);
    const letter = "abcdefghijklmnopqrstuvwxyz"[random(26)] as string;
    const [head, here, tail] = [edited.slice(0, at), edited[at] ?? "", edited.slice(at + 1)];
    const changed = [
      head + tail,
      head + letter + here + tail,
      head + letter + tail,
      head + tail.slice(0, 1) + here + tail.slice(1),
    ];
    edited = changed[random(4)] as string;
  }
  return edited;
}
