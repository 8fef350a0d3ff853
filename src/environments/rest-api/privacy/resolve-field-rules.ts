import type { PrivacyRules } from "../../../environment/privacy-rules.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { ApiDocument } from "../document/api-document.ts";
import { createOperationIndex, noSuchOperation, type OperationIndex } from "../operation-index.ts";
import { type FieldRule, readFieldPattern } from "./field-matcher.ts";

import { hideInDocument } from "./hide-in-document.ts";

/** Privacy rules, resolved for one API. */
export interface ApiRules {
  /** Names of denied operations. */
  readonly operations: readonly string[];
  readonly fields: readonly FieldRule[];
}

/**
 * Resolves rules for an API. A pattern that names an operation denies the operation. Any other one is about response fields of all operations, or of one
 * operation if its name comes first (`GET /users email`).
 *
 * @throws FuxiError `configuration-invalid` for a pattern that names nothing in the document, for one that masks an operation, and for `allow`
 */
export function resolveFieldRules(
  { allow, deny = [], mask = [] }: PrivacyRules,
  document: ApiDocument,
): ApiRules {
  if (allow !== undefined)
    throw new FuxiError("configuration-invalid", "Of an API it cannot be said what alone may be seen.", {
      hint: "Deny operations and fields instead.",
    });
  const index = createOperationIndex(document.operations);
  const denied = deny.map((text) => readRule(text, "deny", index));
  const masked = mask.map((text) => readRule(text, "mask", index));
  const all = [...denied, ...masked];
  const operations = all.flatMap((each) => ("names" in each ? [each] : []));
  const fields = all.flatMap((each) => ("pattern" in each ? [each] : []));
  const mistaken = operations.find(({ does }) => does === "mask");
  if (mistaken !== undefined)
    throw new FuxiError(
      "configuration-invalid",
      `${mistaken.names} is an operation, which cannot be masked.`,
      {
        hint: `Deny it, or mask a field of its response: "${mistaken.names} name".`,
      },
    );
  const { used } = hideInDocument(document, fields);
  const unused = fields.find((rule) => rule.pattern.documented && !used.has(rule));
  if (unused !== undefined) throw namesNothing(unused);
  return { operations: operations.map(({ names }) => names), fields };
}

type ReadRule = FieldRule | { readonly names: string; readonly does: "deny" | "mask" };

function readRule(written: string, does: "deny" | "mask", index: OperationIndex): ReadRule {
  const text = written.trim();
  const [, before = "", after = ""] = /^(.+?)\s+([^\s/][^\s]*)$/u.exec(text) ?? [];
  const scope = before === "" ? undefined : index.find(before)?.operation;
  if (scope !== undefined) return { pattern: readFieldPattern(after), does, operation: scope.id };
  if (index.find(text) !== undefined) return { names: text, does };
  if (/\s/u.test(text) || text.includes("/")) throw noSuchOperation(text, index.all);
  return { pattern: readFieldPattern(text), does };
}

function namesNothing({ pattern, operation }: FieldRule): FuxiError {
  const where = operation === undefined ? "the API's documented responses have" : `${operation} returns`;
  return new FuxiError(
    "configuration-invalid",
    `The privacy pattern ${pattern.text} matches no operation and no field that ${where}.`,
    { hint: `For a field that the document does not tell of, write ..${pattern.text}.` },
  );
}
