import { maskSource } from "./mask-source.ts";

/** A member access that failed: what was looked at, and from what it was taken. */
export interface FailedAccess {
  /** `data.result`, as written; without it where the text could not be read. */
  readonly object: string;
  /** Where the part it was taken from stands (`data`), so that it can be watched in a second run. */
  readonly parent?: { readonly start: number; readonly end: number; readonly text: string };
  /** `data.filter(` rather than `data.result.x`. */
  readonly called: boolean;
}

/** Reads the access that an error at this offset of a program is about, backwards from the dot or bracket that the engine names. */
export function failedAccess(source: string, offset: number, message: string): FailedAccess | undefined {
  const masked = maskSource(source);
  if (/^cannot (?:read|set) property/.test(message)) {
    const end = trimEnd(masked, masked.slice(0, offset).endsWith("?") ? offset - 1 : offset);
    return access(source, masked, end, false);
  }
  if (/not a function$/.test(message)) return access(source, masked, trimEnd(masked, offset), true);
  if (/not iterable$/.test(message)) {
    const chain = /^[\s.[(]*((?:[A-Za-z_$][\w$]*)(?:\??\.[A-Za-z_$][\w$]*)*)/.exec(masked.slice(offset));
    if (chain?.[1] === undefined) return undefined;
    const start = offset + chain[0].length - chain[1].length;
    const end = start + chain[1].length;
    return { object: chain[1], parent: { start, end, text: chain[1] }, called: false };
  }
  return undefined;
}

function access(source: string, masked: string, end: number, called: boolean): FailedAccess | undefined {
  const start = chainStart(masked, end);
  if (start === undefined || start === end) return undefined;
  const object = source.slice(start, end).trim();
  const parentEnd = beforeLast(masked, start, end);
  return {
    object: object.length > 80 ? `…${object.slice(-79)}` : object,
    called,
    ...(parentEnd === undefined
      ? {}
      : { parent: { start, end: parentEnd, text: source.slice(start, parentEnd).trim() } }),
  };
}

/** Where the last `.name` or `[…]` of a chain begins; undefined for a name alone and for a call. */
function beforeLast(masked: string, start: number, end: number): number | undefined {
  const chain = masked.slice(start, end);
  const named = /\s*\??\.\s*[\w$]+$/.exec(chain);
  if (named !== null) return start + named.index;
  if (!chain.endsWith("]")) return undefined;
  const open = openingBracket(masked, end - 1);
  if (open === undefined || open <= start) return undefined;
  return trimEnd(masked, masked.slice(0, open).endsWith("?.") ? open - 2 : open);
}

/** The start of `a.b(c)[d].e`, read backwards from its end. */
function chainStart(masked: string, end: number): number | undefined {
  let at = end;
  for (;;) {
    at = trimEnd(masked, at);
    const last = masked[at - 1] ?? "";
    if (last === ")" || last === "]") {
      const open = openingBracket(masked, at - 1);
      if (open === undefined) return undefined;
      at = open;
      const before = trimEnd(masked, at);
      if (!/[\w$)\].]/.test(masked[before - 1] ?? "")) return at;
      at = masked.slice(0, before).endsWith("?.") ? before - 2 : before;
      continue;
    }
    const name = /[\w$]+$/.exec(masked.slice(Math.max(0, at - 100), at));
    if (name === null) return undefined;
    at -= name[0].length;
    const before = trimEnd(masked, at);
    if (masked[before - 1] !== "." || masked[before - 2] === ".") return at;
    at = masked[before - 2] === "?" ? before - 2 : before - 1;
  }
}

function openingBracket(masked: string, close: number): number | undefined {
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    if (")]}".includes(masked[at] as string)) depth++;
    else if ("([{".includes(masked[at] as string) && --depth === 0) return at;
  }
  return undefined;
}

function trimEnd(text: string, end: number): number {
  let at = end;
  while (at > 0 && /\s/.test(text[at - 1] as string)) at--;
  return at;
}
