import { closeSync, openSync, writeSync } from "node:fs";
import { nameGenerator, seededRandom } from "./generated-names.ts";

export const NAMESPACE = "http://kg.example/";
export const TRIPLES_PER_ENTITY = 8;
export const RELATIONS = 200;
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
