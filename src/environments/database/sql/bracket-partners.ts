import type { Token } from "./token.ts";

const closing = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
]);

/** Finds for each bracket the one that closes or opens it. A bracket that is closed by one of another kind has no partner. */
export function bracketPartners(tokens: readonly Token[]): { partner: Int32Array; balanced: boolean } {
  const partner = new Int32Array(tokens.length).fill(-1);
  const open: number[] = [];
  let balanced = true;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if (token.kind !== "symbol" || token.value.length !== 1) continue;
    if (closing.has(token.value)) {
      open.push(index);
      continue;
    }
    if (token.value !== ")" && token.value !== "]" && token.value !== "}") continue;
    const opener = open.pop();
    if (opener === undefined || closing.get((tokens[opener] as Token).value) !== token.value) {
      balanced = false;
      continue;
    }
    partner[opener] = index;
    partner[index] = opener;
  }
  return { partner, balanced: balanced && open.length === 0 };
}
