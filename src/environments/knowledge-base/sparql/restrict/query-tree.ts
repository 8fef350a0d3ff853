import type { ParsedSparql } from "../admit/admit-query.ts";

/** A SELECT or ASK as the parser gives it, and its parts. */
export type ReadQuery = Extract<ParsedSparql, { readonly subType: "select" | "ask" }>;
export type SelectQuery = Extract<ParsedSparql, { readonly subType: "select" }>;
export type Pattern = ReadQuery["where"]["patterns"][number];
export type Group = ReadQuery["where"];
export type Triples = Extract<Pattern, { readonly subType: "bgp" }>["triples"];
export type Triple = Extract<Triples[number], { readonly type: "triple" }>;
export type GraphNode = Triple["subject"];
export type Verb = Triple["predicate"];
export type Path = Exclude<Verb, { readonly subType: "variable" }>;
export type Expression = Extract<Pattern, { readonly subType: "filter" }>["expression"];
export type Values = Extract<Pattern, { readonly subType: "values" }>;
export type ParsedTerm = Extract<GraphNode, { readonly type: "term" }>;
