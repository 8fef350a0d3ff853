import type { ActContext } from "../../environment/act-context.ts";
import { mayHandOver } from "./may-hand-over.ts";
import type { ReferenceSources } from "./reference-sources.ts";

export interface Referable {
  /** `kb:#3.labels`. */
  readonly text: string;
  /** What it holds, in a few words: "12 texts". */
  readonly reason: string;
}

/** What the environments other than the acting one can hand over now, of each the newest first. */
export async function referable(
  acting: string,
  { environments, workspaces }: ReferenceSources,
  context: ActContext,
): Promise<readonly Referable[]> {
  const taking = environments.find(({ id }) => id === acting);
  const lists = await Promise.all(
    environments.map(async (environment) => {
      const { id, capabilities } = environment;
      const workspace = workspaces.get(id);
      if (id === acting || workspace === undefined) return [];
      if (taking !== undefined && !mayHandOver(environment, taking)) return [];
      const names = (await capabilities.references?.list(workspace, context)) ?? [];
      return names.map(({ name, kind, total }) => ({
        text: `${id}:${name}`,
        reason: total === undefined ? kind : `${total} ${kind}`,
      }));
    }),
  );
  return lists.flat();
}
