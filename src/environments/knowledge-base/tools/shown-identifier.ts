/** `Berlin [wd:Q64]` is how candidates are shown. A regular expression would take quadratic time on many brackets. */
export function shownIdentifier(text: string): string | undefined {
  if (!/[\])]$/u.test(text)) return undefined;
  const inside = text.slice(0, -1).trimEnd();
  const last = inside.split(/\s/u).at(-1) ?? "";
  const before = inside.slice(0, inside.length - last.length).trimEnd();
  const identifier = /[[(]$/u.test(before) ? last : last.slice(last.search(/[[(]/u) + 1 || last.length);
  return identifier === "" ? undefined : identifier;
}
