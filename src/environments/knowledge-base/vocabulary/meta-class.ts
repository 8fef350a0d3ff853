import { NAMESPACES } from "./namespaces.ts";

const META = [NAMESPACES.rdf, NAMESPACES.rdfs, NAMESPACES.owl];

/** Whether the class is one of RDF, RDFS or OWL themselves (`rdf:Property`, `rdfs:Class`): its instances are no part of what the data are about. */
export function isMetaClass(iri: string): boolean {
  return META.some((namespace) => iri.startsWith(namespace));
}
