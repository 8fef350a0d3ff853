import type { RandomStream } from "../random-stream.ts";
import { familyNames } from "../words/family-names.ts";
import { type Culture, femaleNames, maleNames } from "../words/given-names.ts";

export interface PersonName {
  readonly given: string;
  readonly family: string;
}

export function personName(random: RandomStream, culture: Culture, female: boolean): PersonName {
  const given = random.pick(female ? femaleNames[culture] : maleNames[culture]);
  const family = random.pick(familyNames[culture]);
  // Polish surnames in -ski have a feminine form; so do Czech ones.
  if (female && culture === "polish") return { given, family: family.replace(/(sk|ck)i$/, "$1a") };
  if (female && culture === "czech") return { given, family: feminineCzech(family) };
  return { given, family };
}

function feminineCzech(family: string): string {
  if (family.endsWith("ý")) return `${family.slice(0, -1)}á`;
  if (family.endsWith("a")) return `${family.slice(0, -1)}ová`;
  if (family.endsWith("ek")) return `${family.slice(0, -2)}ková`;
  return `${family}ová`;
}
