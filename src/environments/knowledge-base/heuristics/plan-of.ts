import type { PlannedStep, Understood } from "../../../environment/capabilities.ts";
import type { JsonObject } from "../../../util/json.ts";
import { identifierOf } from "../access/term-name.ts";
import { programKey } from "../program/program.ts";
import type { Names } from "../vocabulary/names.ts";
import type { Node } from "./resolve/node.ts";
import type { Resolved } from "./resolve/resolve-context.ts";

/** The actions that lead to a set, each list of relations or attributes before what is taken from it. */
export function planOf(
  environment: string,
  { node, cost, assumptions, rules = [] }: Resolved,
  names: Names,
): Understood {
  const writer = new PlanWriter(environment, names);
  const last = writer.write(node);
  return {
    understood: true,
    plan: writer.steps,
    claim: { text: last },
    confidence: Math.max(0.5, 0.97 - cost * 0.6),
    assumptions: [...new Set(assumptions)],
    rules,
  };
}

class PlanWriter {
  readonly steps: PlannedStep[] = [];
  readonly #environment: string;
  readonly #names: Names;
  readonly #variables = new Map<string, string>();
  readonly #listed = new Set<string>();

  constructor(environment: string, names: Names) {
    this.#environment = environment;
    this.#names = names;
  }

  /** Gives the variable of the set, or the identifier of the entity. */
  write(node: Node): string {
    if (node.kind === "name") return identifierOf(node.term, this.#names);
    const key = programKey(node.program);
    const known = this.#variables.get(key);
    if (known !== undefined) return known;
    this.#make(node);
    const made = `#${this.#variables.size}`;
    this.#variables.set(key, made);
    return made;
  }

  #make(node: Exclude<Node, { kind: "name" }>): void {
    switch (node.kind) {
      case "instances":
        this.#step(
          "instances",
          { class: node.class.text },
          `The question is about all of ${node.class.label}.`,
        );
        return;
      case "follow":
        this.#follow(node);
        return;
      case "intersection":
      case "union":
      case "difference": {
        const [left, right] = [this.write(node.left), this.write(node.right)];
        const thoughts = {
          intersection: `What is asked for is in both ${left} and ${right}.`,
          union: `What is asked for is in ${left} or in ${right}.`,
          difference: `${nameOf(node.right) ?? right} is not among what is asked for, so I leave it out.`,
        };
        this.#step(node.kind, { variable1: left, variable2: right }, thoughts[node.kind]);
        return;
      }
      case "filter": {
        const of = this.write(node.of);
        this.#list(
          "kind" in node.attribute.facts ? "get_attributes" : "get_relations",
          of,
          node.attribute.text,
        );
        const thought = `Only those whose ${node.attribute.text} is ${node.comparison} ${node.written} are meant.`;
        const value = node.value.kind === "literal" ? node.written : identifierOf(node.value, this.#names);
        const given = { variable: of, attribute: node.attribute.text, comparison: node.comparison, value };
        this.#step("filter", given, thought);
        return;
      }
      case "extreme": {
        const of = this.write(node.of);
        this.#list("get_attributes", of, node.attribute.text);
        const thought = `"${node.asked}" asks for the ${node.greatest ? "greatest" : "least"} ${node.attribute.text}.`;
        this.#step(
          node.greatest ? "argmax" : "argmin",
          { variable: of, attribute: node.attribute.text },
          thought,
        );
        return;
      }
      case "count": {
        const of = this.write(node.of);
        this.#step("count", { variable: of }, `"How many" asks for the number of members of ${of}.`);
        return;
      }
    }
  }

  #follow({ from, path, asked }: Extract<Node, { kind: "follow" }>): void {
    const variable = this.write(from);
    const name = nameOf(from) ?? variable;
    const value = path.facts.end.kind === "numbers" || path.facts.end.kind === "dates";
    const thought = `"${asked}" asks for what ${path.text} says of ${name}.`;
    if (value) {
      this.#list("get_attributes", variable, path.text);
      this.#step("values", { variable, attribute: path.text }, thought);
      return;
    }
    this.#list("get_relations", variable, path.text);
    this.#step("get_neighbors", { variable, relation: path.text }, thought);
  }

  #list(tool: "get_relations" | "get_attributes", variable: string, wanted: string): void {
    const key = `${tool} ${variable}`;
    if (this.#listed.has(key)) return;
    this.#listed.add(key);
    const what = tool === "get_relations" ? "relations" : "attributes";
    this.#step(tool, { variable }, `I list the ${what} of ${variable}, to take ${wanted} from them.`);
  }

  #step(tool: string, given: JsonObject, thought: string): void {
    this.steps.push({ thought, action: { environment: this.#environment, tool, arguments: given } });
  }
}

function nameOf(node: Node): string | undefined {
  return node.kind === "name" ? node.name : undefined;
}
