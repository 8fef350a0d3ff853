/** A generator of whole numbers below a bound, the same for the same seed. */
export type Random = (below: number) => number;

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below);
  };
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
  return () => {
    switch (random(5)) {
      case 0:
        return `${pick(common)} ${pick(PLACES)} of ${word()}`;
      case 1:
        return `${pick(common)} ${pick(PLACES)} ${1 + random(999)}`;
      case 2:
        return `${pick(common)} ${word()[0]}. ${word()}`;
      default:
        return `${word()} ${word()}`;
    }
  };
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
