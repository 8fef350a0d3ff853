import type { NamingText } from "./naming-text.ts";

/** `fault`: the target cannot be used as it is. `warning`: it can, but somebody should know. */
export type DiagnosisState = "ok" | "warning" | "fault";

/** One thing that was looked at on a server, and what was found. */
export interface Diagnosis {
  /** What was looked at, in a word or two: "encryption", "rights". */
  readonly name: string;
  readonly state: DiagnosisState;
  /** One sentence, without credentials. */
  readonly text: string;
  /** How to mend it, as text that can be pasted into the engine's own client. */
  readonly mend?: string;
  /**
   * Where in `text` and `mend` a schema is named, or, where that is absent, anything may be: what privacy rules hide is left out there. Nothing
   * else of the texts names anything of the database but itself and the role.
   */
  readonly named?: readonly {
    readonly in: "text" | "mend";
    readonly start: number;
    readonly end: number;
    readonly schema?: string;
  }[];
}

/** A diagnosis whose texts name things of the database. */
export function namingDiagnosis(
  { name, state }: Pick<Diagnosis, "name" | "state">,
  text: string | NamingText,
  mend?: NamingText,
): Diagnosis {
  const told = typeof text === "string" ? { text, named: [] } : text;
  const named = [
    ...told.named.map((stretch) => ({ in: "text" as const, ...stretch })),
    ...(mend?.named ?? []).map((stretch) => ({ in: "mend" as const, ...stretch })),
  ];
  return {
    name,
    state,
    text: told.text,
    ...(mend === undefined ? {} : { mend: mend.text }),
    ...(named.length === 0 ? {} : { named }),
  };
}

/** What one look at a server gives, or nothing where this server has no such thing. */
export type Look = () => Promise<Diagnosis | readonly Diagnosis[] | undefined>;

/** The results of several looks. One that fails is told as a warning under its name, and the others are still taken. */
export async function takeLooks(looks: Readonly<Record<string, Look>>): Promise<readonly Diagnosis[]> {
  const found: Diagnosis[] = [];
  for (const [name, look] of Object.entries(looks)) {
    try {
      const result = await look();
      if (result !== undefined) found.push(...(Array.isArray(result) ? result : [result as Diagnosis]));
    } catch (error) {
      if ((error as { readonly code?: unknown }).code === "cancelled") throw error;
      found.push({ name, state: "warning", text: "This could not be found out from this server." });
    }
  }
  return found;
}
