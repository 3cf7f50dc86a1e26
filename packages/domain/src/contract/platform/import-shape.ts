/** What an import of a CSV file is asked for and answers. Source: R35.52, docs/rules.md#csv. */
import * as z from 'zod/mini';

const optionalText = z.optional(z.string());

/** An invalid row of a file: its number in the file (the heading is row 1) and its messages by field. */
export const badRow = z.object({ row: z.int(), errors: z.record(z.string(), z.string()) });

/** A record that an import changes: its row, its name, and each field with its old and new text. `of` names the entry of a list. */
export const importChange = z.object({
  row: z.int(),
  name: z.string(),
  fields: z.array(z.object({ label: z.string(), of: z.optional(z.string()), from: z.string(), to: z.string() })),
});
export type ImportChange = z.infer<typeof importChange>;

/** What an import does, or would do, with the rows without mistakes. Servers of earlier releases do not say it. */
export const importFindings = {
  created: z.optional(z.int()),
  changed: z.optional(z.int()),
  unchanged: z.optional(z.int()),
  /** The changed records; of very many only the first. */
  changes: z.optional(z.array(importChange)),
  /** Names of the categories that do not exist yet. */
  categories: z.optional(z.array(z.string())),
  /** Rows with mistakes that were left out because the person agreed to it. */
  leftOut: z.optional(z.int()),
  /** Fingerprint of all this. An import that sends it writes nothing when a new preview would differ. */
  plan: z.optional(z.string()),
  /** True when nothing was written because the plan that was sent is no longer true. */
  isStale: z.optional(z.boolean()),
};

/** The result of an import or its preview. `job` is the key of an import that continues in the background. */
export const importResult = z.object({
  rows: z.int(),
  good: z.int(),
  bad: z.array(badRow),
  ...importFindings,
  job: z.optional(z.string()),
});
export type ImportResult = z.infer<typeof importResult>;

/**
 * How a file is imported. `columns`: the field of each column in its order, '' for one that is left out, separated by commas. `makeMissing`: makes
 * categories that do not exist. `leaveOut`: imports the other rows when some have mistakes. `plan`: that of the preview the person saw.
 */
export const importQuery = z.object({
  preview: optionalText,
  columns: optionalText,
  makeMissing: optionalText,
  leaveOut: optionalText,
  plan: optionalText,
});
