import type { ActContext } from "../../../environment/act-context.ts";
import type { ArtifactRef } from "../../../environment/artifact-store.ts";
import type { Term } from "../term/term.ts";

const LIFETIME_SECONDS = 30 * 24 * 3600;

type Artifacts = Pick<ActContext, "artifacts" | "principal">;

/** Terms as JSON lines in the artifact store. */
export function keepTerms(terms: readonly Term[], context: Artifacts): Promise<ArtifactRef> {
  return keepLines(terms, context);
}

/** One JSON value a line. @throws FuxiError `artifact-too-large` */
export function keepLines(
  values: readonly unknown[],
  { artifacts, principal }: Artifacts,
): Promise<ArtifactRef> {
  const lines = values.map((value) => `${JSON.stringify(value)}\n`).join("");
  return artifacts.put(new TextEncoder().encode(lines), {
    principal,
    mediaType: "application/x-ndjson",
    lifetimeSeconds: LIFETIME_SECONDS,
  });
}

/** @throws FuxiError `artifact-missing` */
export async function importedTerms({ sha256 }: ArtifactRef, context: Artifacts): Promise<readonly Term[]> {
  return (await readLines(sha256, context)) as readonly Term[];
}

export async function readLines(
  sha256: string,
  { artifacts, principal }: Artifacts,
): Promise<readonly unknown[]> {
  const text = new TextDecoder().decode(await artifacts.get(sha256, principal));
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as unknown]));
}
