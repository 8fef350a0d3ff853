import { phraseKey } from "../question/word-key.ts";

/** An adjective of degree: what it measures, likeliest names first, and which end it means. */
export interface Degree {
  readonly attributes: readonly string[];
  readonly greatest: boolean;
}

/** more, less, attributes; `-` before attributes that run the other way (older: earlier birth). */
const SCALES: readonly (readonly [more: string, less: string, attributes: string])[] = [
  [
    "oldest older old",
    "youngest younger young",
    "age,-birth date,-birthdate,-birthday,-date of birth,-birth year,-year of birth,-born,-founded,-founding date,-founding year,-built,-inception,-established,-opened,-opening year,-year built,-release year,-release date,-year,-published,-publication year",
  ],
  [
    "longest longer long",
    "shortest shorter short",
    "length,duration,runtime,running time,length in km,length in minutes,length km,river length,film length,runtime minutes,pages",
  ],
  [
    "tallest taller tall highest higher high",
    "shortest shorter lowest lower low",
    "height,elevation,altitude,height in metres,height m,elevation m",
  ],
  [
    "largest larger biggest bigger greatest large big",
    "smallest smaller small tiniest",
    "area,population,size,surface area,area km,total area,inhabitants,capacity",
  ],
  ["populous populated", "", "population,inhabitants,number of inhabitants"],
  ["heaviest heavier heavy", "lightest lighter light", "weight,mass"],
  ["expensive costliest costlier", "cheapest cheaper cheap", "price,cost,budget"],
  [
    "latest newest newer recent last later",
    "earliest first earlier",
    "release date,release year,date,year,publication date,publication year,published,founded,founding year,founding date,inception,built,year built,opened,opening year,date published,released,established",
  ],
  ["fastest faster fast", "slowest slower slow", "speed,top speed"],
  ["deepest deeper deep", "shallowest shallower", "depth,maximum depth"],
  ["widest wider wide", "narrowest narrower", "width"],
  ["richest richer wealthiest", "poorest poorer", "net worth,wealth,income"],
  ["popular", "", "popularity"],
];

/** Whether the adjective stands by itself (longest) or needs "most" or "least" before it (populous). */
const WITH_MOST: ReadonlySet<string> = new Set("populous populated expensive recent popular".split(" "));

export function degreeOf(adjective: string): readonly Degree[] {
  return SCALES.flatMap(([more, less, attributes]) => {
    const greatest = more.split(" ").includes(adjective);
    if (!greatest && !less.split(" ").includes(adjective)) return [];
    const all = attributes.split(",");
    const named = (negative: boolean) =>
      all
        .filter((each) => each.startsWith("-") === negative)
        .map((each) => phraseKey(each.replace("-", "").split(" ")));
    const plain = named(false);
    const turned = named(true);
    return [
      ...(plain.length > 0 ? [{ attributes: plain, greatest }] : []),
      ...(turned.length > 0 ? [{ attributes: turned, greatest: !greatest }] : []),
    ];
  });
}

export function isSuperlative(adjective: string): boolean {
  return degreeOf(adjective).length > 0 && (/(?:st)$/u.test(adjective) || adjective === "last");
}

export function needsMost(adjective: string): boolean {
  return WITH_MOST.has(adjective);
}

export function isComparative(adjective: string): boolean {
  return degreeOf(adjective).length > 0 && /er$/u.test(adjective);
}

export function isMeasured(adjective: string): boolean {
  return degreeOf(adjective).length > 0 && !isSuperlative(adjective) && !isComparative(adjective);
}

/** Adjectives before the name of an attribute: the highest population. */
export const EXTREMES: ReadonlyMap<string, boolean> = new Map([
  ..."highest largest greatest biggest most maximum longest latest top best"
    .split(" ")
    .map((word) => [word, true] as const),
  ..."lowest smallest least fewest minimum shortest earliest"
    .split(" ")
    .map((word) => [word, false] as const),
]);

/** Units that may stand behind a number. */
export const UNITS: ReadonlySet<string> = new Set(
  "minutes minute hours hour years year km kilometres kilometers metres meters metre meter m miles mile feet inhabitants people pages page dollars euros percent kg".split(
    " ",
  ),
);
