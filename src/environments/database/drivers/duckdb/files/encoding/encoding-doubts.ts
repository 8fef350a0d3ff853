import { visibleText } from "../../../../../../util/visible-text.ts";
import { counted } from "../load-report.ts";
import { type Guess, readAs } from "./guess-encoding.ts";
import type { EncodingFacts } from "./text-decoding.ts";

const LONGEST_EXAMPLE = 40;

/** What of a file's encoding may be otherwise, one sentence each. */
export function encodingDoubts({
  encoding,
  strayBytes,
  nuls,
  misfits,
  guess,
  isUtf8AllTheSame,
}: EncodingFacts): readonly string[] {
  return [
    ...(guess?.isDoubtful ? [guessDoubt(encoding, guess)] : []),
    ...(isUtf8AllTheSame ? [`it is valid UTF-8, and was read as ${encoding} because that was named`] : []),
    ...(strayBytes > 0 ? [`${counted(strayBytes, "byte")} no UTF-8, read as Windows-1252`] : []),
    ...(misfits > 0
      ? [`${counted(misfits, "place")} with bytes that are no ${encoding}, read as \ufffd`]
      : []),
    ...(nuls > 0 ? [`${counted(nuls, "NUL character")} left out`] : []),
  ];
}

/** @param read in what it was read: not what is guessed where the words that tell it came late in the file */
function guessDoubt(read: string, { encoding, word, others }: Guess): string {
  const shown = (name: string): string => `"${visibleText(readAs(word, name).slice(0, LONGEST_EXAMPLE))}"`;
  const better = [encoding, ...others].filter((each) => each !== read);
  const named = better.map((name) => `${name} (${shown(name)})`).join(" or ");
  return [
    `no UTF-8, and guessed to be ${read} (${shown(read)})`,
    `if that is wrong, name its encoding with --encoding${named === "" ? "" : `, perhaps ${named}`}`,
  ].join("; ");
}
