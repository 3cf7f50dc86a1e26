import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { printRefusals, readPrintAnswer } from './print-answer.ts';

const text = (atMost: number) => z.string().check(z.maxLength(atMost));
const blank = (atMost: number) => z.nullish(text(atMost));
const flag = z.nullish(z.boolean());
const job = {
  jobId: text(60).check(z.minLength(1)),
  printer: blank(60),
  duplicate: flag,
  reason: blank(40),
  message: blank(400),
};
const schemas: Readonly<Record<number, z.ZodMiniType>> = {
  200: z.object({ ...job, state: z.enum(['printed', 'sent']), confirmed: flag }),
  202: z.object({ ...job, state: z.enum(['queued', 'waiting']) }),
  409: z.object({
    message: text(1000),
    details: blank(4000),
    code: z.literal(409),
    reason: z.enum(Object.keys(printRefusals)),
  }),
};

const any = fc.constantFrom<unknown>(null, undefined, 0, 409, 1.5, '', 'x', 'x'.repeat(61), true, [], {});
const often = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: value }, { weight: 1, arbitrary: any });
const bodies = often(
  fc.record(
    {
      jobId: often(fc.constantFrom('a', 'x'.repeat(60))),
      state: often(fc.constantFrom('printed', 'sent', 'queued', 'waiting')),
      printer: often(fc.constant('Kitchen')),
      duplicate: often(fc.boolean()),
      confirmed: often(fc.boolean()),
      reason: often(fc.constantFrom('busy', 'printer_busy', 'toString')),
      message: often(fc.constant('Paper is out')),
      details: often(fc.constant('')),
      code: often(fc.constant(409)),
    },
    { requiredKeys: ['jobId', 'state', 'message'] },
  ),
);

it('[R35.86] recognizes the responses of the print server, and only those', () => {
  fc.assert(
    fc.property(fc.constantFrom(200, 202, 409), bodies, (status, body) => {
      expect(readPrintAnswer(status, body) !== null).toBe(schemas[status]?.safeParse(body).success);
    }),
    { numRuns: 3000 },
  );
  expect(readPrintAnswer(200, { jobId: 'a', state: 'sent' })).toEqual({
    jobId: 'a',
    state: 'sent',
    printer: '',
    duplicate: false,
    confirmed: false,
    message: '',
  });
});
