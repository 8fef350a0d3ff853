import type { Operation } from "./document/api-document.ts";

/** Names of what must be given: required parameters of all places, and "body" where one is required. */
export function needsOf({ parameters, body }: Operation): readonly string[] {
  const names = parameters.filter(({ required }) => required).map(({ name }) => name);
  return body?.required === true ? [...names, "body"] : names;
}
