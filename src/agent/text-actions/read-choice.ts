import { isObject } from "../../util/is-object.ts";
import { readJson } from "./read-json.ts";
import { stripFence, stripThinking } from "./strip-thinking.ts";

export interface Choosable {
  /** In order, one for each option. */
  readonly letters: readonly string[];
  /** What each option may be written out as. */
  readonly texts: readonly (readonly string[])[];
  /** Stands for none of them. */
  readonly noneLetter: string;
}

/**
 * The option that a reply names: a letter in any decoration ("d", "(d)", "My choice: d.", `{"choice":"d"}`), or the option written out.
 * Undefined where it names none, or more than one.
 */
export function readChoice(written: string, choosable: Choosable): number | "none" | undefined {
  const text = stripFence(stripThinking(written)).trim();
  const said = choiceInJson(text) ?? text;
  return byLetter(said, choosable) ?? byText(said, choosable);
}

function choiceInJson(text: string): string | undefined {
  const value = text.startsWith("{") ? readJson(text) : undefined;
  const member = isObject(value) ? (value.choice ?? Object.values(value)[0]) : undefined;
  if (typeof member === "string") return member.trim();
  return /"choice"\s*:\s*"([^"]*)"/iu.exec(text)?.[1]?.trim();
}

/** Most certain first. Without a mark before it, a letter that a word follows is an article: "I choose a relation". */
const LETTER_FORMS: readonly RegExp[] = [
  /^[^\p{L}\p{N}]*([a-z]{1,2}|none)[^\p{L}\p{N}]*$/giu,
  /\b(?:choice|choose|answer|option|letter|action|select(?:ion)?)\b[^:=\n]{0,20}[:=]\s*["'`*([]*([a-z]{1,2}|none)\b(?!['’(_])/giu,
  /\b(?:choice|choose|chose|answer|option|letter|select|pick)\b(?:\s+(?:is|would be|option|letter))*\s+["'`*([]*(a(?!\s+[a-z])|[b-z]|[a-z]{2}|none)\b(?!['’(_])/giu,
  /^[("'`*[\s]*([a-z]{1,2})["'`*\]]*[).:](?=\s|\*|$)/giu,
];

function byLetter(text: string, { letters, noneLetter }: Choosable): number | "none" | undefined {
  for (const form of LETTER_FORMS) {
    const named = [...text.matchAll(form)].map((match) => (match[1] ?? "").toLowerCase());
    const meant = named.flatMap((letter): (number | "none")[] => {
      if (letter === "none" || letter === noneLetter) return ["none"];
      const at = letters.indexOf(letter);
      return at < 0 ? [] : [at];
    });
    // Who thinks aloud names what is decided on last.
    if (meant.length > 0) return meant.at(-1);
  }
  return undefined;
}

function byText(text: string, { texts }: Choosable): number | "none" | undefined {
  const said = folded(text);
  const lengths = texts.map((forms) =>
    Math.max(0, ...forms.map(folded).map((form) => (form !== "" && said.includes(form) ? form.length : 0))),
  );
  const longest = Math.max(0, ...lengths);
  if (longest === 0) return /\bnone of (?:these|them|the)\b/iu.test(text) ? "none" : undefined;
  const at = lengths.indexOf(longest);
  return lengths.lastIndexOf(longest) === at ? at : undefined;
}

function folded(text: string): string {
  return text.toLowerCase().replace(/["'`\s…]+/gu, "");
}
