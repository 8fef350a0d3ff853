import { type DateUnit, dateUnit } from "../sql/date-pattern-text.ts";
import type { ForeignFunction } from "../sql/sql-dialect.ts";
import { ENGINE_WORDS, type Engine, EVERYWHERE, OWN, SYNTAX, WORDS } from "./foreign-function-tables.ts";

/** SQL for a part of the date `$1`. */
const PARTS: Readonly<Record<Engine, (unit: DateUnit) => string>> = {
  sqlite(unit) {
    const code = STRFTIME.split(" ").find((each) => each.slice(2) === unit)?.[0];
    if (code !== undefined) return `CAST(strftime('%${code}', $1) AS INTEGER)`;
    if (unit === "quarter") return "(CAST(strftime('%m', $1) AS INTEGER) + 2) / 3";
    return unit === "weekday" ? "CAST(strftime('%w', $1) AS INTEGER) + 1" : "unixepoch($1)";
  },
  duckdb(unit) {
    if (unit === "weekday" || unit === "dow") return `dayofweek($1)${unit === "dow" ? "" : " + 1"}`;
    return `${unit === "doy" ? "dayofyear" : unit}($1)`;
  },
  postgres(unit) {
    if (unit === "weekday") return "CAST(EXTRACT(DOW FROM $1) AS integer) + 1";
    return `CAST(EXTRACT(${unit.toUpperCase()} FROM $1) AS ${unit === "epoch" ? "bigint" : "integer"})`;
  },
  mysql(unit) {
    if (unit === "weekday" || unit === "dow") return `DAYOFWEEK($1)${unit === "dow" ? " - 1" : ""}`;
    if (unit === "isodow") return "WEEKDAY($1) + 1";
    const own = { week: "WEEKOFYEAR", doy: "DAYOFYEAR", epoch: "UNIX_TIMESTAMP" }[unit as string];
    return `${own ?? unit.toUpperCase()}($1)`;
  },
};
const STRFTIME = "Y=year m=month V=week d=day H=hour M=minute S=second j=doy w=dow u=isodow";

const units = (text: string): readonly DateUnit[] => text.split(" ") as DateUnit[];
const UNITS = units("year quarter month week day hour minute second doy dow isodow weekday epoch");
/** Units that MySQL's own EXTRACT rejects. */
const ODD_UNITS = units("doy dow isodow weekday epoch");

/** Calls that name a part of a date: `EXTRACT(part FROM x)`, `DATE_PART('part', x)`, `DATEPART(part, x)`. */
const PART_CALLS: Readonly<Record<Engine, readonly (readonly [name: string, units: readonly DateUnit[]])[]>> =
  {
    sqlite: ["EXTRACT", "DATE_PART", "DATEPART"].map((name) => [name, UNITS] as const),
    duckdb: [["DATEPART", UNITS]],
    postgres: [["DATEPART", UNITS]],
    mysql: [
      ["DATE_PART", UNITS],
      ["DATEPART", UNITS],
      ["EXTRACT", ODD_UNITS],
    ],
  };

/** Functions of one argument that return a part of a date. */
const PART_FUNCTIONS =
  `YEAR=year QUARTER=quarter MONTH=month WEEK=week WEEKOFYEAR=week DAY=day DAYOFMONTH=day HOUR=hour
  MINUTE=minute SECOND=second DAYOFYEAR=doy DAYOFWEEK=weekday UNIXEPOCH=epoch UNIX_TIMESTAMP=epoch`
    .split(/\s+/u)
    .map((each) => each.split("=") as [name: string, unit: DateUnit]);

/** @param has true for the lower-case name of one of the engine's own functions */
export function foreignFunctions(engine: Engine, has: (name: string) => boolean): readonly ForeignFunction[] {
  const everywhere = WORDS.reduce(
    (text, word, at) => text.replaceAll(`{${word}}`, ENGINE_WORDS[engine][at] ?? ""),
    EVERYWHERE,
  );
  const part = PARTS[engine];
  const parts = PART_CALLS[engine].flatMap(([name, units]) =>
    units.map((unit) => ({ name, arity: 2, unit, template: part(unit).replaceAll("$1", "$2") })),
  );
  const single = PART_FUNCTIONS.map(([name, unit]) => ({ name, arity: 1, template: part(unit) }));
  const weekday = { name: "WEEKDAY", arity: 1, template: `${part("isodow")} - 1` };
  const own = tableOf(OWN[engine]);
  const isOwn = ({ name, arity }: ForeignFunction) =>
    own.some((each) => each.name === name && each.arity === arity);
  const shared = [...single, weekday, ...tableOf(everywhere)];
  return [
    ...own,
    ...shared.filter((each) => !has(each.name.toLowerCase()) && !isOwn(each)),
    ...parts,
    ...syntaxOf(SYNTAX[engine]),
  ];
}

function tableOf(text: string): readonly ForeignFunction[] {
  return text
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [, names = "", units, arity, template = ""] =
        /^([\w|]+)(?:\[([\w,]+)\])?(?:\((\d)\))?\s+(.+)$/u.exec(line) ?? [];
      const count = arity === undefined ? {} : { arity: Number(arity) };
      const each = (units?.split(",") ?? [""]).map(dateUnit);
      return names.split("|").flatMap((name) =>
        each.map((unit) => ({
          name,
          ...count,
          ...(unit === undefined ? {} : { unit }),
          template: template.replaceAll("{unit}", unit ?? ""),
        })),
      );
    });
}

function syntaxOf(text: string): readonly ForeignFunction[] {
  return text
    .trim()
    .split("\n")
    .map((line) => {
      const [kind = "", name = "", template = ""] = line.split("  ");
      return { kind: kind as NonNullable<ForeignFunction["kind"]>, name, template };
    });
}
