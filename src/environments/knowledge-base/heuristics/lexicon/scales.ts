import { phraseKey } from "../../../../util/english/word-key.ts";

/** What a superlative measures, and which end it means. */
export interface Scale {
  /** Keys of names that the attribute may have, the likeliest first. */
  readonly attributes: readonly string[];
  readonly greatest: boolean;
}

const DATES =
  "birth date,birthdate,date of birth,founded,release date,release year,publication year,year,date";

const SCALES: readonly (readonly [most: string, least: string, attributes: string])[] = [
  ["longest", "shortest", "length,duration,runtime,running time,length in km,length in minutes,pages"],
  ["highest tallest", "lowest", "height,elevation,altitude,height in metres"],
  ["largest biggest", "smallest", "area,population,size,inhabitants,capacity"],
  ["latest newest youngest last", "earliest oldest first", DATES],
];

/** Undefined where the word is no superlative. */
export function scaleOf(word: string): Scale | undefined {
  const scale = SCALES.find(([most, least]) => `${most} ${least}`.split(" ").includes(word));
  return (
    scale && {
      attributes: scale[2].split(",").map((name) => phraseKey(name.split(" "))),
      greatest: scale[0].split(" ").includes(word),
    }
  );
}
