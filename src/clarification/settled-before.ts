import type { Withheld } from "../environment/egress/egress-level.ts";
import { egressOf } from "../environment/egress/told-answer.ts";
import { toldKept } from "../environment/egress/told-reading.ts";
import { isUntold } from "../environment/egress/told-text.ts";
import type { Environment } from "../environment/environment.ts";
import type { Glossary, GlossaryEntry } from "../environment/glossary.ts";
import type { Principal } from "../environment/principal.ts";
import type { Settled } from "../environment/settled.ts";
import type { Task } from "../environment/task.ts";

/** What the glossary holds for the environments: given knowledge of every question, which a model reads as far as it may. */
export async function settledBefore(
  glossary: Glossary,
  environments: readonly Environment[],
  principal: Principal,
): Promise<Pick<Task, "settled">> {
  const lists = await Promise.all(environments.map(({ id }) => glossary.list(id, principal)));
  const level = egressOf(environments);
  const settled = lists.flat().map((entry) => knownAt(entry, level));
  return settled.length === 0 ? {} : { settled };
}

function knownAt({ at: _, told, ...entry }: GlossaryEntry, level: Withheld | undefined): Settled {
  if (level === undefined) return entry;
  return { ...entry, told: told !== undefined && holds(told, entry, level) ? told : formOf(entry, level) };
}

/** What may be told was found under the level of its own day, and forms are too much for a stricter one. */
const holds = (told: string, { meaning }: Settled, level: Withheld): boolean =>
  level === "masked" || told === meaning || isUntold(told);

/** Of a meaning that was kept where all may be told, or before it was kept what may. */
const formOf = ({ words, meaning }: Settled, level: Withheld): string => toldKept(meaning, [words], level);
