import { SpanKind } from "@opentelemetry/api";
import { keepingStatements } from "./contents.ts";
import { observe } from "./observe.ts";

/** An environment that makes an answer of a claim. */
export interface ObservedConclude {
  readonly id: string;
  readonly kind: string;
  /** Present where values of it are kept from the model. */
  readonly egress?: string;
}

/** `conclude {kind}`: making an answer of what was claimed, with the statements and requests of that in it. The conventions have no such operation. */
export function observeConclude<T extends { readonly failure?: { readonly code: string } | undefined }>(
  { id, kind, egress }: ObservedConclude,
  work: () => Promise<T>,
): Promise<T> {
  return observe<T>(
    {
      name: `conclude ${kind}`,
      kind: SpanKind.INTERNAL,
      attributes: { "fuxi.environment.id": id, "fuxi.environment.kind": kind },
      ended: ({ failure }) => ({ error: failure?.code }),
    },
    () => keepingStatements(egress !== undefined, work),
  );
}
