/** Reports and saved templates in the API. Source: docs/rules.md#reports, docs/rules.md#report-templates. */
import * as z from 'zod/mini';
import { reportRanges } from '../../date/ranges.ts';
import { comparisons, reportGroups } from '../../report/report.ts';
import { frequencies, mailFormats } from '../../report/schedule.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { calendarDate, id, idParams, instant, key, nameText, text } from '../platform/shape.ts';

const filters = z.object({
  type: z.optional(text(20)),
  userId: z.optional(text(15)),
  categoryId: z.optional(text(15)),
  method: z.optional(text(40)),
  storageId: z.optional(text(15)),
  vendorId: z.optional(text(15)),
  accountId: z.optional(text(15)),
  subject: z.optional(text(40)),
  action: z.optional(text(40)),
  deviceId: z.optional(text(80)),
});

export const reportConfig = z.object({
  reportKey: text(40),
  range: z.enum(reportRanges),
  from: z.optional(calendarDate),
  to: z.optional(calendarDate),
  compareTo: z.enum(comparisons),
  filters,
});

const column = z.object({
  key: z.string(),
  label: z.string(),
  kind: z.enum(['text', 'date', 'instant', 'count', 'quantity', 'money', 'percent', 'minutes']),
  hasTotal: z.optional(z.literal(true)),
  isWord: z.optional(z.literal(true)),
  isKey: z.optional(z.literal(true)),
});

export const reportDefinition = z.object({
  key: z.string(),
  title: z.string(),
  group: z.enum(reportGroups),
  about: z.string(),
  columns: z.array(column),
  ids: z.optional(z.array(z.enum(['userId', 'customerId', 'shiftId']))),
  chart: z.enum(['none', 'bar', 'line', 'heat', 'plane', 'stack']),
  chartOf: z.optional(
    z.object({
      label: z.string(),
      value: z.string(),
      by: z.optional(z.string()),
      parts: z.optional(z.array(z.string())),
    }),
  ),
  filters: z.optional(z.array(z.keyof(filters))),
  hasRange: z.optional(z.literal(false)),
});

const row = z.record(z.string(), z.nullable(z.union([z.string(), z.number()])));
const range = z.object({ from: calendarDate, to: calendarDate });

/** The result of a report: rows, their sums, and the rows of the range that it is compared with. */
export const reportResult = z.object({
  /** The id of the run, used in `/reports/view/{id}`. */
  id,
  config: reportConfig,
  range,
  rows: z.array(row),
  totals: z.record(z.string(), z.number()),
  compared: z.nullable(z.object({ range, rows: z.array(row), totals: z.record(z.string(), z.number()) })),
  /** True when there are more rows than are returned. */
  isCut: z.boolean(),
  at: instant,
});
export type ReportResult = z.infer<typeof reportResult>;

const access = { who: 'member', anyOf: ['Reports'] } as const;

export const listReports = defineEndpoint({
  key: 'report.list',
  method: 'GET',
  path: '/app/reports/list',
  summary: 'Lists the reports that the caller may see',
  access,
  answer: z.array(reportDefinition),
  refusals: [],
});

export const runReport = defineEndpoint({
  key: 'report.run',
  method: 'POST',
  path: '/app/report/run',
  summary: 'Runs a report and stores its configuration, so that it can be opened again by id',
  access,
  body: reportConfig,
  answer: reportResult,
  refusals: ['notFound', 'malformed', 'forbidden', 'reportTooLong'],
});

export const viewReport = defineEndpoint({
  key: 'report.view',
  method: 'GET',
  path: '/app/report/run/:id',
  summary: 'Runs a stored report again, optionally with another range',
  access,
  params: idParams,
  query: z.object({ range: z.optional(z.string()), start: z.optional(z.string()), end: z.optional(z.string()) }),
  answer: reportResult,
  refusals: ['notFound', 'malformed', 'forbidden', 'reportTooLong'],
});

/** Returns a report on A4 pages. `words` translates the title, the columns and the other texts of the document, by English text. */
export const reportPdf = defineEndpoint({
  key: 'report.pdf',
  method: 'POST',
  path: '/app/report/pdf',
  summary: 'Runs a stored report again and returns it as a PDF of A4 pages',
  access,
  body: z.object({ id, words: z.optional(z.record(text(120), text(120))) }),
  answer: z.string(),
  refusals: ['notFound', 'malformed', 'forbidden', 'reportTooLong'],
});

const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must look like 09:30'));

const scheduleFields = {
  frequency: z.enum(frequencies),
  /** 'HH:MM' in the outlet's timezone. */
  time: clockTime,
  /** For Weekly: 0 is Sunday. */
  weekday: z.int().check(z.minimum(0), z.maximum(6)),
  /** For Monthly. */
  day: z.int().check(z.minimum(1), z.maximum(28)),
  /** The recipients: users of the outlet who may see the report. */
  userIds: z.array(id).check(z.minLength(1, 'Choose who receives it'), z.maxLength(10, 'At most 10 people')),
};

export const reportSchedule = z.object({
  ...scheduleFields,
  format: z.enum(mailFormats),
  dueAt: instant,
  sentAt: z.nullable(instant),
  /** Why the last email was not sent; '' when it was. */
  problem: z.string(),
});
export type ReportSchedule = z.infer<typeof reportSchedule>;

export const reportTemplate = z.object({
  id,
  key: z.string(),
  version: z.int(),
  name: z.string(),
  config: reportConfig,
  isShared: z.boolean(),
  isFavourite: z.boolean(),
  isOwn: z.boolean(),
  ownerName: z.string(),
  modifiedAt: instant,
  /** The email schedule; null: not sent. */
  schedule: z.nullable(reportSchedule),
});
export type ReportTemplate = z.infer<typeof reportTemplate>;

const templateFields = {
  name: nameText(2, 80),
  config: reportConfig,
  isShared: z.boolean(),
  isFavourite: z.boolean(),
};

export const listTemplates = defineEndpoint({
  key: 'template.list',
  method: 'GET',
  path: '/app/templates/list',
  summary: 'Lists the caller’s templates and those that others share',
  access,
  answer: z.array(reportTemplate),
  refusals: [],
});

export const createTemplate = defineEndpoint({
  key: 'template.create',
  method: 'POST',
  path: '/app/template/create',
  summary: 'Saves a report as a template; returns the same template for a repeated key',
  access,
  body: z.object({ key, ...templateFields }),
  answer: reportTemplate,
  refusals: ['notFound', 'invalid'],
});

export const updateTemplate = defineEndpoint({
  key: 'template.update',
  method: 'PUT',
  path: '/app/template/update',
  summary: 'Changes one of the caller’s templates',
  access,
  body: z.object({ id, version: z.int(), ...templateFields }),
  answer: reportTemplate,
  refusals: ['notFound', 'invalid', 'versionOld'],
});

export const scheduleTemplate = defineEndpoint({
  key: 'template.schedule',
  method: 'PUT',
  path: '/app/template/schedule',
  summary:
    'Schedules one of the caller’s templates for sending by email, as CSV, PDF or both, in the outlet’s timezone; null ends it',
  access,
  body: z.object({
    id,
    schedule: z.nullable(z.object({ ...scheduleFields, format: z.optional(z.enum(mailFormats)) })),
  }),
  answer: reportTemplate,
  refusals: ['notFound', 'forbidden', 'invalid'],
});

export const listRecipients = defineEndpoint({
  key: 'template.recipients',
  method: 'GET',
  path: '/app/templates/recipients',
  summary: 'Returns the users of the outlet who may receive reports by email',
  access,
  answer: z.array(z.object({ id, name: z.string() })),
  refusals: [],
});

export const deleteTemplate = defineEndpoint({
  key: 'template.delete',
  method: 'DELETE',
  path: '/app/template/delete/:id',
  summary: 'Removes one of the caller’s templates',
  access,
  params: idParams,
  refusals: ['notFound'],
});
