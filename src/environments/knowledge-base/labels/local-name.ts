/** Identifiers that say nothing to anybody: Freebase's, and long codes of letters and digits such as hashes and UUIDs. */
const OPAQUE = /^(?:[mg]\.[0-9a-z_]+|(?=.*\d)[0-9a-f]{8,}(?:-[0-9a-f]+)*|(?=.*\d)[A-Za-z0-9]{24,})$/u;

/** Short beginnings of a word that belong to what follows: `McDonald`, `DeNiro`. */
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

/** The local name as people would write it (`Barack_Obama`, `BarackObama`: "Barack Obama"), or undefined where it is no name. */
export function readableLocalName(iri: string): string | undefined {
  const local = localName(iri);
  if (OPAQUE.test(local)) return undefined;
  const spaced = local.replaceAll("_", " ").trim();
  if (spaced === "") return undefined;
  if (spaced.includes(" ")) return spaced;
  const parts = spaced.split(/(?<=\p{Ll})(?=\p{Lu})/u);
  return parts.every((part) => part.length >= LEAST_PART) ? parts.join(" ") : spaced;
}
