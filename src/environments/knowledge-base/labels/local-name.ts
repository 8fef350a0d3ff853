/** Identifiers that people cannot read: Freebase's, and long codes of letters and digits such as hashes and UUIDs. */
const OPAQUE = /^(?:[mg]\.[0-9a-z_]+|(?=.*\d)[0-9a-f]{8,}(?:-[0-9a-f]+)*|(?=.*\d)[A-Za-z0-9]{24,})$/u;

/** Words with a shorter part are not split: `McDonald`, `DeNiro`. */
const LEAST_PART = 3;

/** The last part of an IRI, without escapes: `…/resource/AC%2FDC` gives `AC/DC`, `…#directedBy` gives `directedBy`. May be empty. */
export function localName(iri: string): string {
  const whole = iri.replace(/[#/]+$/u, "");
  const end = Math.max(whole.lastIndexOf("#"), whole.lastIndexOf("/"));
  const local = whole.slice((end >= 0 ? end : whole.lastIndexOf(":")) + 1);
  try {
    return decodeURIComponent(local);
  } catch {
    return local;
  }
}

/**
 * The local name as people may write it: `Barack_Obama` gives "Barack Obama", `BarackObama` itself and "Barack Obama". Empty if it is a code
 * and not a name.
 */
export function readableLocalNames(iri: string): readonly string[] {
  const local = localName(iri);
  const spaced = local.replaceAll("_", " ").trim();
  if (spaced === "" || OPAQUE.test(local)) return [];
  const parts = spaced.includes(" ") ? [spaced] : spaced.split(/(?<=\p{Ll})(?=\p{Lu})/u);
  const split = parts.length > 1 && parts.every((part) => part.length >= LEAST_PART);
  return split ? [spaced, parts.join(" ")] : [spaced];
}
