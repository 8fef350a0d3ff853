import { z } from "zod";

const price = z.strictObject({
  input: z.number().min(0),
  output: z.number().min(0),
  cachedInput: z.number().min(0).optional().describe("As input unless given."),
});

/** What `fuxi eval` counts with; also the content of a file of prices. */
export const evaluationSchema = z.strictObject({
  prices: z
    .record(z.string().min(1), price)
    .optional()
    .describe("Of a million tokens each, by the names that --model takes."),
  currency: z.string().min(1).optional().describe("Of the prices (USD)."),
});

export type EvaluationContent = z.infer<typeof evaluationSchema>;
