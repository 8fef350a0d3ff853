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

/** Sentences with `#` for the figure and `@` for its source in brackets. */
const SENTENCES = {
  name: [
    "The largest of them is # @, which nobody had expected.",
    "# @ leads the list.",
    "Behind it comes **#** @; the others are far away.",
    'This is true of "#" @ as well.',
    "- # @: well ahead.",
  ],
  date: ["It began on # @.", "The date is # @, and the rest followed.", "Since # @ nothing has changed."],
  rank: ["It takes the # @ place of all.", "By that measure it stands # @.", "Overall it ranks # of them @."],
  percent: [
    "That is # @ of the total.",
    "It accounts for # of all tickets @, more than any other.",
    "A share of # @ went to it in 2024.",
    "1. The share is # @.",
    "(# @)",
  ],
  ratio: [
    "It sold # times @ as many.",
    "The ratio between them is # @.",
    "For each of the one there are # of the other @.",
  ],
  rating: ["Its mean rating is # @.", "Critics gave it # points on average. @"],
  down: [
    "Sales fell by # @ against the month before.",
    "There were # fewer @ than before.",
    "It was down # @.",
    "A decline of # @ followed.",
    "That is # @ less than the one before.",
    "It lies # below the next @.",
  ],
  up: [
    "Sales rose by # @ against the month before.",
    "There were # more @ than before.",
    "It was up # @.",
    "An increase of # @ followed.",
  ],
} as const;

const filled =
  (form: string, source: string) =>
  (written: string): string =>
    form.replace(/[#@]/gu, (mark) => (mark === "#" ? written : `[${source}]`));

/** Words for a figure of that sort: varied, and by chance. */
export function wordingOf(figure: DrawnFigure, random: Random): Wording {
  const { source, sort, value } = figure;
  if (sort === "difference" || sort === "change") return moved(figure, random);
  if (sort === "count" || sort === "amount") return sized(figure, random);
  const write = writerOf(sort, value, random);
  return { write, sentence: filled(pick(SENTENCES[sort], random), source) };
}

function writerOf(
  sort: "name" | "date" | "rank" | "percent" | "ratio" | "rating",
  value: number | string,
  random: Random,
): Wording["write"] {
  if (sort === "name") return String;
  if (sort === "date") return dateWriter(String(value), random);
  if (sort === "rank") return (rank) => `${rank}${ENDINGS[plural.select(Number(rank))] ?? "th"}`;
  const places = pick(sort === "percent" ? [0, 1, 2] : [1, 2], random);
  const format = digits(places, sort === "ratio" ? 1 : places);
  const sign = sort === "percent" ? pick(["%", " %", " per cent", " percent", "\u00a0%"], random) : "";
  return (number) => format.format(Number(number)) + sign;
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
function moved({ value, sort, source }: DrawnFigure, random: Random): Wording {
  const unit = sort === "change" ? pick(["%", " %", " per cent"], random) : "";
  const format = digits(sort === "change" ? pick([0, 1], random) : 0);
  const size = (by: number | string): string => format.format(Math.abs(Number(by))) + unit;
  if (random() < 0.2) {
    const minus = pick(["-", "−"], random);
    const kind = source.length > 60 ? "as computed" : "net";
    return {
      write: (by) => (Number(by) < 0 ? minus : "") + size(by),
      sentence: filled(`The difference (${kind}) is # @.`, source),
    };
  }
  const forms = SENTENCES[Number(value) < 0 ? "down" : "up"];
  return { write: size, sentence: filled(pick<string>(forms, random), source) };
}

function sized({ value, sort, source }: DrawnFigure, random: Random): Wording {
  const size = Math.abs(Number(value));
  const isWhole = Number.isInteger(value);
  const forms: (() => Wording)[] = [
    () => {
      const currency =
        sort === "amount" ? pick(["", " EUR", " euros"], random) : pick(["", " overall", ""], random);
      const format = pick([digits(isWhole ? 0 : 2, 0), digits(isWhole ? 0 : 1)], random);
      const separator = pick([",", ",", "\u00a0", "\u202f", "'", ""], random);
      return {
        write: (number) => format.format(Number(number)).replaceAll(",", separator),
        sentence: filled(
          pick(
            [
              `The figure is #${currency} @.`,
              `In 2024 it came to #${currency} @, as Q1 shows.`,
              `With #${currency} at the end @ it is ahead of the others.`,
              `- Total: #${currency} @`,
              "It reached **#** @; see also [Q1; Q2].",
            ],
            random,
          ),
          source,
        ),
      };
    },
  ];
  if (size >= 2_000_000) {
    const places = pick([1, 2], random);
    const unit = pick([" million", " million EUR", "M", " million"], random);
    forms.push(() => ({
      write: (number) => digits(places).format(Number(number) / 1e6) + unit,
      sentence: filled("Around # @ were counted.", source),
    }));
  }
  if (size >= 20_000) {
    const step = pick([100, 1000], random);
    forms.push(() => ({
      write: (number) => digits(0).format(Math.round(Number(number) / step) * step),
      sentence: filled("About # @ came together.", `${source} to ${step}`),
    }));
  }
  return pick(forms, random)();
}
