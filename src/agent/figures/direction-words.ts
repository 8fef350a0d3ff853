import type { Direction } from "./number-holds.ts";

const DOWN =
  /(?<![\p{L}])(?:fell|fallen|fall(?:s|ing)?|less|lower(?:ed)?|below|under|fewer|down|declin(?:e|es|ed|ing)|drop(?:s|ped|ping)?|decreas(?:e|es|ed|ing)|shrank|shrunk|shrinks?|lost|los(?:e|es|ing|s)|reduc(?:ed|es|tion)|smaller|shorter|cheaper|behind|short|minus|negative|deficit|worse|slipped|sank|cut|ahead|trail(?:s|ed|ing)?|lag(?:s|ged)?|earlier|younger)(?![\p{L}])/iu;
const FELL =
  /(?<![\p{L}])(?:fell|fallen|fall(?:s|ing)?|down|declin(?:e|es|ed|ing)|drop(?:s|ped|ping)?|decreas(?:e|es|ed|ing)|shrank|shrunk)(?![\p{L}])/iu;
const ROSE =
  /(?<![\p{L}])(?:rose|rise[sn]?|rising|grew|grow[sn]?|growth|gain(?:s|ed)?|up|more|higher|increas(?:e|es|ed|ing)|climbed|jumped)(?![\p{L}])/iu;

const WORDS_BEFORE = 8;
const WORDS_RIGHT_BEFORE = 3;
const WORDS_AFTER = 6;

/** What the words of the sentence around a number say of its sign. */
export function directionOf(before: string, after: string): Direction {
  const left = lastWords(sentenceEnd(before), WORDS_BEFORE);
  const right = firstWords(sentenceStart(after), WORDS_AFTER);
  const near = lastWords(left, WORDS_RIGHT_BEFORE);
  const around = `${lastWords(left, WORDS_RIGHT_BEFORE)} ${firstWords(right, WORDS_RIGHT_BEFORE)}`;
  return {
    isDown: DOWN.test(left) || DOWN.test(right),
    fell: FELL.test(near) && !ROSE.test(around),
  };
}

const sentenceEnd = (text: string): string => text.split(/[.!?]\s|\n/u).at(-1) ?? "";
const sentenceStart = (text: string): string => text.split(/[.!?](?:\s|$)|\n/u)[0] ?? "";
const lastWords = (text: string, count: number): string => text.trim().split(/\s+/u).slice(-count).join(" ");
const firstWords = (text: string, count: number): string =>
  text.trim().split(/\s+/u).slice(0, count).join(" ");
