import type { ActContext } from "../act-context.ts";
import type { ReferenceName, References } from "../references.ts";
import type { Workspace } from "../workspace.ts";
import { type EgressScope, knowsName, withinEgress } from "./egress-scope.ts";
import { toldFailure } from "./told-observation.ts";

type ScopeOf = (workspace: Workspace, context: ActContext, name?: string) => Promise<EgressScope>;

/** One name as it is told, and as the environment has it. */
interface Told {
  readonly name: string;
  readonly own: ReferenceName;
}

/**
 * Names of what can be handed over without values: a column that an engine has named by a cell is told by its place among those of the same
 * result, `draft.4`, and is handed over by that. A place that something else is called by is not told. The values themselves go past every
 * prompt, and stay whole.
 */
export function toldReferences(references: References, scopeOf: ScopeOf): References {
  return {
    ...references,
    async list(workspace, context) {
      const scope = await scopeOf(workspace, context);
      const own = await withinEgress(scope, () => references.list(workspace, context));
      return toldNames(own, scope).map((each) => ({ ...each.own, name: each.name }));
    },
    async read(workspace, name, context) {
      const scope = await scopeOf(workspace, context);
      return await withinEgress(scope, async () => {
        const meant = PLACE.test(name)
          ? meantBy(name.trim(), await references.list(workspace, context), scope)
          : name;
        const { values, failure } = await references.read(workspace, meant, context);
        if (failure === undefined) return { values };
        const told = toldFailure(failure, await scopeOf(workspace, context, name));
        return { failure: meant === name ? told : { ...told, part: { ...told.part, text: name } } };
      });
    },
  };
}

const PLACE = /^\s*(?<head>[^.]+)\.(?<place>\d+)\s*$/u;

function toldNames(own: readonly ReferenceName[], scope: EgressScope): readonly Told[] {
  const known = own.filter(({ name }) => isKnown(name, scope));
  const taken = new Set(known.map(({ name }) => name));
  return own.flatMap((each): readonly Told[] => {
    if (taken.has(each.name)) return [{ name: each.name, own: each }];
    const place = placeOf(each, own);
    return place === undefined || taken.has(place) ? [] : [{ name: place, own: each }];
  });
}

/** The environment's own name for what a name was told for, else for what stands at a place: it may call something else by that number. */
function meantBy(name: string, own: readonly ReferenceName[], scope: EgressScope): string {
  const told = toldNames(own, scope).find((each) => each.name === name);
  return (told?.own ?? own.find((each) => placeOf(each, own) === name))?.name ?? name;
}

function placeOf({ name }: ReferenceName, own: readonly ReferenceName[]): string | undefined {
  const head = headOf(name);
  if (head === undefined) return undefined;
  const beside = own.filter((each) => headOf(each.name) === head);
  return `${head}.${beside.findIndex((each) => each.name === name) + 1}`;
}

/** Of `draft.title`, what the column is one of; the environment's own name. */
function headOf(name: string): string | undefined {
  const [, head] = /^([^.]+)\./su.exec(name) ?? [];
  return head;
}

/**
 * How environments call their results says nothing of their content; behind the point stands a name of the schema, or of a cell. A number would
 * be taken for a place.
 */
function isKnown(name: string, scope: EgressScope): boolean {
  const [, rest = ""] = /^[^.]+\.(.*)$/su.exec(name) ?? [];
  return !/^\d+$/u.test(rest) && knowsName(rest, scope);
}
