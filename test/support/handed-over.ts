import type { ActContext, ReferencedKind, ReferencedValues } from "../../src/environment/act-context.ts";

import { testContext } from "../../src/testing/environment-under-test.ts";

/** A context in which the reference stands for the values, as another environment would have put them into the artifact store. */
export async function handedOver(
  reference: string,
  kind: ReferencedKind,
  values: readonly (string | number | null)[],
  context: ActContext = testContext(),
): Promise<ActContext> {
  const lines = values.map((value) => `${JSON.stringify(value)}\n`).join("");
  const artifact = await context.artifacts.put(new TextEncoder().encode(lines), {
    principal: context.principal,
    mediaType: "application/x-ndjson",
    lifetimeSeconds: 60,
  });
  const referenced: ReferencedValues = { reference, kind, total: values.length, values: artifact };
  return { ...context, references: new Map([...(context.references ?? []), [reference, referenced]]) };
}
