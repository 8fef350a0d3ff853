import type { Language } from "../../words/countries.ts";

export const languageNames: Readonly<Record<Language, string>> = {
  da: "Danish",
  de: "German",
  en: "English",
  es: "Spanish",
  fr: "French",
  hi: "Hindi",
  it: "Italian",
  ja: "Japanese",
  ko: "Korean",
  pl: "Polish",
  pt: "Portuguese",
  tr: "Turkish",
};

/** Age certificates, the mildest first. */
export const certificateMeanings: Readonly<Record<string, string>> = {
  U: "Suitable for everybody.",
  PG: "Everybody may watch; parents should look at it first.",
  "12": "From twelve years.",
  "15": "From fifteen years.",
  "18": "For adults.",
};
