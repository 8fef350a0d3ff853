import type { Measure } from "../../benchmark/measure.ts";

export const SUCCESS: Measure = {
  id: "success",
  name: "Success",
  description:
    "The right answer stands in what was answered; what no operation can do was declined (Query when need, Table 6.1, where people judged).",
  unit: "share",
};

export const MISSED: Measure = {
  id: "missed",
  name: "Missed",
  description:
    "Of the queries that have to be asked about, those of which nothing was asked: another understanding has another answer, or what a call needs is not in it.",
  unit: "share",
};
