import type { ApiDocument, Operation } from "./document/api-document.ts";
import { membersOf } from "./document/schema-view.ts";

/** Names of what must be given: required parameters of all places, and "body" where one is required. */
export function needsOf({ parameters, body }: Operation): readonly string[] {
  const names = parameters.filter(({ required }) => required).map(({ name }) => name);
  return body?.required === true ? [...names, "body"] : names;
}

/** Documents that do not say that a body is required mean it all the same, where it has members that must be there and the operation is no reading one. */
export function mustHaveMembers({ method, body }: Operation): boolean {
  return body !== undefined && (body.required || method !== "GET");
}

/** As `needsOf`, with the members that a body must have in its place: they are given beside the parameters. */
export function namedNeedsOf(operation: Operation, document: ApiDocument): readonly string[] {
  const needs = needsOf(operation);
  const [content] = operation.body?.contents ?? [];
  if (content === undefined || !mustHaveMembers(operation)) return needs;
  const { list } = membersOf(content.schema, document.schemas);
  const members = list.filter(({ required }) => required).map(({ name }) => name);
  if (members.length === 0) return needs;
  // One name may stand in both places, and is given once.
  return [...new Set([...needs.filter((name) => name !== "body"), ...members])];
}
