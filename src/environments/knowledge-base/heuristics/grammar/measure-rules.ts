import type { Comparison } from "../../program/program.ts";
import { type Rule, rule } from "./chart.ts";
import type { Condition, Noun, Phrase, Verb } from "./phrase.ts";
import type { Conditions } from "./phrase-makers.ts";

type Attribute = Extract<Condition, { by: "compare" }>["attribute"];
interface Bound {
  readonly comparison: Comparison;
  readonly value: string;
}

const compare = (attribute: Attribute, bounds: readonly Bound[]): Conditions =>
  bounds.map((bound) => ({ by: "compare", attribute, ...bound }));

const between = (from: string | number, to: string | number): readonly Bound[] => [
  { comparison: ">=", value: String(from) },
  { comparison: "<=", value: String(to) },
];

const timed = (verb: Verb | undefined, bounds: readonly Bound[]) =>
  compare(verb === undefined ? {} : { verb }, bounds);

/** Comparisons with numbers and dates. */
export const MEASURE_RULES: readonly Rule[] = [
  ...rule("COND", "V? TIME", timed),
  ...rule("VP", "BE? V TIME", timed),
  ...rule("VP", "BE TIME", (bounds: readonly Bound[]) => timed(undefined, bounds)),
  ...rule("TIME", "SINCE DATE", (comparison: Comparison, date: Phrase) =>
    "value" in date ? [{ comparison, value: date.value }] : undefined,
  ),
  ...rule("TIME", "in|from|of|during the? DECADE", (decade: number) => between(decade, decade + 9)),
  ...rule("TIME", "between|from DATE and|to DATE", (from: Phrase, to: Phrase) =>
    "value" in from && "value" in to ? between(from.value, to.value) : undefined,
  ),
  ...rule("SINCE", "after", () => ">"),
  ...rule("SINCE", "later than", () => ">"),
  ...rule("SINCE", "before", () => "<"),
  ...rule("SINCE", "earlier than", () => "<"),
  ...rule("SINCE", "since", () => ">="),
  ...rule("SINCE", "since|from the beginning|start of", () => ">="),
  ...rule("SINCE", "until", () => "<="),

  ...rule("COND", "COMPARED", (conditions: Conditions) => conditions),
  ...rule("VP", "BE COMPARED", (conditions: Conditions) => conditions),
  ...rule(
    "VP",
    "run|runs|ran|last|lasts|lasted|measure|measures COMPARED",
    (conditions: Conditions) => conditions,
  ),
  ...rule(
    "COMPARED",
    "SIGN NUMBER UNIT? MEASURED",
    (comparison: Comparison, value: string, adjective: string) =>
      compare({ adjective }, [{ comparison, value }]),
  ),
  ...rule("VP", "cost|costs SIGN NUMBER UNIT?", (comparison: Comparison, value: string) =>
    compare({ adjective: "expensive" }, [{ comparison, value }]),
  ),
  ...rule("COMPARED", "COMPARATIVE than NUMBER UNIT?", (adjective: string, value: string) =>
    compare({ adjective }, [{ comparison: ">", value }]),
  ),
  ...rule("COND", "with|having AMOUNT", (conditions: Conditions) => conditions),
  ...rule("VP", "HAVE AMOUNT", (conditions: Conditions) => conditions),
  ...rule("AMOUNT", "SIGN NUMBER N", (comparison: Comparison, value: string, noun: Noun) =>
    compare({ noun }, [{ comparison, value }]),
  ),
  ...rule("AMOUNT", "DET? N SIGN NUMBER UNIT?", (noun: Noun, comparison: Comparison, value: string) =>
    compare({ noun }, [{ comparison, value }]),
  ),
  ...rule("SIGN", "more|greater|higher|larger|over|above|exceeding than?", () => ">"),
  ...rule("SIGN", "of? over|above", () => ">"),
  ...rule("SIGN", "of? more than", () => ">"),
  ...rule("SIGN", "less|fewer|lower|smaller|under|below than?", () => "<"),
  ...rule("SIGN", "of? under|below", () => "<"),
  ...rule("SIGN", "of? less|fewer than", () => "<"),
  ...rule("SIGN", "of? at least", () => ">="),
  ...rule("SIGN", "of? at most", () => "<="),
  ...rule("SIGN", "of|exactly", () => "="),
];
