import { type DrawnFigure, pick } from "./drawn-figure.ts";

type Random = () => number;

/** One way to write a figure; the sentence is the same for a right and a wrong one. */
export interface Wording {
  /** As text: "1,234", "12.5 %", "3rd". */
  write(value: number | string): string;
  sentence(written: string): string;
}

const plural = new Intl.PluralRules("en", { type: "ordinal" });
const ENDINGS: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd", other: "th" };

const digits = (most: number, least = most) =>
  new Intl.NumberFormat("en-GB", { maximumFractionDigits: most, minimumFractionDigits: least });

/** Words for a figure of that sort: varied, and by chance. */
export function wordingOf(figure: DrawnFigure, random: Random): Wording {
  const { source, sort, value } = figure;
  const bracket = `[${source}]`;
  const say = (...forms: readonly ((written: string) => string)[]) => pick(forms, random);
  switch (sort) {
    case "name":
      return {
        write: String,
        sentence: say(
          (name) => `The largest of them is ${name} ${bracket}, which nobody had expected.`,
          (name) => `${name} ${bracket} leads the list.`,
          (name) => `Behind it comes **${name}** ${bracket}; the others are far away.`,
          (name) => `This is true of "${name}" ${bracket} as well.`,
          (name) => `- ${name} ${bracket}: well ahead.`,
        ),
      };
    case "date":
      return {
        write: dateWriter(String(value), random),
        sentence: say(
          (date) => `It began on ${date} ${bracket}.`,
          (date) => `The date is ${date} ${bracket}, and the rest followed.`,
          (date) => `Since ${date} ${bracket} nothing has changed.`,
        ),
      };
    case "rank":
      return {
        write: (rank) => `${rank}${ENDINGS[plural.select(Number(rank))] ?? "th"}`,
        sentence: say(
          (rank) => `It takes the ${rank} ${bracket} place of all.`,
          (rank) => `By that measure it stands ${rank} ${bracket}.`,
          (rank) => `Overall it ranks ${rank} of them ${bracket}.`,
        ),
      };
    case "percent": {
      const places = pick([0, 1, 2], random);
      const sign = pick(["%", " %", " per cent", " percent", "\u00a0%"], random);
      return {
        write: (share) => digits(places).format(Number(share)) + sign,
        sentence: say(
          (share) => `That is ${share} ${bracket} of the total.`,
          (share) => `It accounts for ${share} of all tickets ${bracket}, more than any other.`,
          (share) => `A share of ${share} ${bracket} went to it in 2024.`,
          (share) => `1. The share is ${share} ${bracket}.`,
          (share) => `(${share} ${bracket})`,
        ),
      };
    }
    case "ratio": {
      const places = pick([1, 2], random);
      return {
        write: (ratio) => digits(places, 1).format(Number(ratio)),
        sentence: say(
          (ratio) => `It sold ${ratio} times ${bracket} as many.`,
          (ratio) => `The ratio between them is ${ratio} ${bracket}.`,
          (ratio) => `For each of the one there are ${ratio} of the other ${bracket}.`,
        ),
      };
    }
    case "rating": {
      const places = pick([1, 2], random);
      return {
        write: (rating) => digits(places).format(Number(rating)),
        sentence: say(
          (rating) => `Its mean rating is ${rating} ${bracket}.`,
          (rating) => `Critics gave it ${rating} points on average. ${bracket}`,
        ),
      };
    }
    case "difference":
    case "change":
      return moved(figure, bracket, random);
    default:
      return sized(figure, random);
  }
}

function dateWriter(value: string, random: Random): (date: number | string) => string {
  const forms: Intl.DateTimeFormatOptions[] =
    value.length === 7
      ? [
          { month: "long", year: "numeric" },
          { month: "short", year: "numeric" },
        ]
      : [
          { day: "numeric", month: "long", year: "numeric" },
          { month: "short", day: "numeric", year: "numeric" },
        ];
  const locale = pick(["en-GB", "en-US"], random);
  const format = new Intl.DateTimeFormat(locale, { ...pick(forms, random), timeZone: "UTC" });
  const isPlain = random() < 0.3;
  return (date) =>
    isPlain ? String(date) : format.format(new Date(`${String(date).padEnd(10, "-01")}T00:00:00Z`));
}

/** Positive where words say which way, and with a sign else. */
function moved({ value, sort, source }: DrawnFigure, bracket: string, random: Random): Wording {
  const isDown = Number(value) < 0;
  const unit = sort === "change" ? pick(["%", " %", " per cent"], random) : "";
  const places = sort === "change" ? pick([0, 1], random) : 0;
  const forms: readonly ((written: string) => string)[] = isDown
    ? [
        (by) => `Sales fell by ${by} ${bracket} against the month before.`,
        (by) => `There were ${by} fewer ${bracket} than before.`,
        (by) => `It was down ${by} ${bracket}.`,
        (by) => `A decline of ${by} ${bracket} followed.`,
        (by) => `That is ${by} ${bracket} less than the one before.`,
        (by) => `It lies ${by} below the next ${bracket}.`,
      ]
    : [
        (by) => `Sales rose by ${by} ${bracket} against the month before.`,
        (by) => `There were ${by} more ${bracket} than before.`,
        (by) => `It was up ${by} ${bracket}.`,
        (by) => `An increase of ${by} ${bracket} followed.`,
      ];
  if (random() < 0.2) {
    const minus = pick(["-", "−"], random);
    return {
      write: (by) => (Number(by) < 0 ? minus : "") + digits(places).format(Math.abs(Number(by))) + unit,
      sentence: (by) => `The difference (${source.length > 60 ? "as computed" : "net"}) is ${by} ${bracket}.`,
    };
  }
  return { write: (by) => digits(places).format(Math.abs(Number(by))) + unit, sentence: pick(forms, random) };
}

function sized({ value, sort, source }: DrawnFigure, random: Random): Wording {
  const size = Math.abs(Number(value));
  const bracket = `[${source}]`;
  const isWhole = Number.isInteger(value);
  const forms: (() => Wording)[] = [
    () => {
      const currency =
        sort === "amount" ? pick(["", " EUR", " euros"], random) : pick(["", " overall", ""], random);
      const format = pick([digits(isWhole ? 0 : 2, 0), digits(isWhole ? 0 : 1)], random);
      const separator = pick([",", ",", "\u00a0", "\u202f", "'", ""], random);
      return {
        write: (number) => format.format(Number(number)).replaceAll(",", separator),
        sentence: pick(
          [
            (number: string) => `The figure is ${number}${currency} ${bracket}.`,
            (number: string) => `In 2024 it came to ${number}${currency} ${bracket}, as Q1 shows.`,
            (number: string) => `With ${number}${currency} at the end ${bracket} it is ahead of the others.`,
            (number: string) => `- Total: ${number}${currency} ${bracket}`,
            (number: string) => `It reached **${number}** ${bracket}; see also [Q1; Q2].`,
          ],
          random,
        ),
      };
    },
  ];
  if (size >= 2_000_000) {
    const places = pick([1, 2], random);
    const unit = pick([" million", " million EUR", "M", " million"], random);
    forms.push(() => ({
      write: (number) => digits(places).format(Number(number) / 1e6) + unit,
      sentence: (number) => `Around ${number} ${bracket} were counted.`,
    }));
  }
  if (size >= 20_000) {
    const step = pick([100, 1000], random);
    forms.push(() => ({
      write: (number) => digits(0).format(Math.round(Number(number) / step) * step),
      sentence: (number) => `About ${number} [${source} to ${step}] came together.`,
    }));
  }
  return pick(forms, random)();
}
