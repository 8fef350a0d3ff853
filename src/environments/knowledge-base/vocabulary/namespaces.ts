/** Namespaces that have one customary prefix. */
export const NAMESPACES = {
  rdf: "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
  rdfs: "http://www.w3.org/2000/01/rdf-schema#",
  owl: "http://www.w3.org/2002/07/owl#",
  xsd: "http://www.w3.org/2001/XMLSchema#",
  skos: "http://www.w3.org/2004/02/skos/core#",
  foaf: "http://xmlns.com/foaf/0.1/",
  dc: "http://purl.org/dc/elements/1.1/",
  dct: "http://purl.org/dc/terms/",
  schema: "http://schema.org/",
  schemas: "https://schema.org/",
  prov: "http://www.w3.org/ns/prov#",
  geo: "http://www.w3.org/2003/01/geo/wgs84_pos#",
} as const;

/** Full IRIs of names that are separated by spaces. */
export function named(namespace: string, names: string): readonly string[] {
  return names.split(" ").map((name) => namespace + name);
}
