import { createHash } from "node:crypto";
import { iri } from "../term/term.ts";
import { termText } from "../term/term-text.ts";
import type { Program } from "./program.ts";
import { nodesOf, stepKey } from "./program-parts.ts";

/** Longer keys are replaced by their digest, so that no key grows with the program. */
const LONGEST = 400;

/** Programs never change, are asked for their keys again and again, and share their parts. */
const KEYS = new WeakMap<Program, string>();

/**
 * A text that is the same for programs that say the same: commutative operands and members of `terms` in any order, members repeated.
 * At most 400 characters; from there on parts are SHA-256 digests. The time is linear in the distinct nodes of the program.
 */
export function programKey(program: Program): string {
  const key = KEYS.get(program);
  if (key !== undefined) return key;
  for (const node of nodesOf(program)) {
    if (!KEYS.has(node)) KEYS.set(node, bounded(keyOf(node, (of) => KEYS.get(of) ?? "")));
  }
  return KEYS.get(program) ?? "";
}

function keyOf(node: Program, key: (of: Program) => string): string {
  switch (node.op) {
    case "terms":
      return `terms(${[...new Set(node.terms.map(termText))].sort().join(" ")})`;
    case "instances":
      return `instances(${termText(iri(node.class))})`;
    case "follow":
      return `follow(${stepKey(node.step)} ${key(node.from)})`;
    case "intersection":
    case "union":
      return `${node.op}(${[key(node.left), key(node.right)].sort().join(" ")})`;
    case "difference":
      return `difference(${key(node.left)} ${key(node.right)})`;
    case "argmax":
    case "argmin":
      return `${node.op}(${node.attribute.map(stepKey).join("/")} ${key(node.of)})`;
    case "filter":
      return `filter(${node.attribute.map(stepKey).join("/")} ${node.comparison} ${termText(node.value)} ${key(node.of)})`;
    case "count":
      return `count(${key(node.of)})`;
    case "variable":
      return `#${node.index}`;
    case "imported":
      return `imported(${node.terms.sha256})`;
  }
}

function bounded(key: string): string {
  return key.length <= LONGEST ? key : `sha256:${createHash("sha256").update(key).digest("hex")}`;
}
