import type { Configuration } from "./configuration.ts";

/** One configuration that asks nobody, and one that may ask. */
export interface AskingTwins<C> {
  readonly a: C;
  readonly b: C;
}

/** Configurations with what is the same but that it may ask: what asking is worth is the difference between the two. */
export function askingTwins<C extends Configuration>(
  without: readonly C[],
  asking: readonly C[] = without,
): readonly AskingTwins<C>[] {
  return without.flatMap((a) =>
    asking.flatMap((b) => (!a.ask && b.ask && settingsOf(a) === settingsOf(b) ? [{ a, b }] : [])),
  );
}

function settingsOf({ id: _, ask: __, userModel: ___, ...settings }: Configuration): string {
  return JSON.stringify(Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1)));
}
