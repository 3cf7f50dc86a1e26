/**
 * Finds what is wrong with a request, field by field. A missing field or a wrong type is malformed (400); a value
 * outside its rules is invalid (422). Source: docs/rules.md#errors, docs/rules.md#unknown-fields.
 */
import { cardNumberMessage, forbiddenCharsMessage } from '@atoll/domain/contract/platform/endpoint';
import type { FieldErrors } from '@atoll/domain/refusal/refusal';
import type { Sentence } from '@atoll/domain/refusal/sentence';
import type * as z from 'zod/mini';
import { type Refused, refused } from '../errors/refused.ts';

type Issue = z.core.$ZodIssue;

/** Returns a field's label from its path: `items.0.menuItemId` → 'Menu item'. */
function labelOf(path: readonly PropertyKey[]): string {
  const last = path.findLast((part) => typeof part === 'string') ?? 'This';
  const words = String(last)
    .replace(/Id$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isMissing(issue: Issue, input: unknown): boolean {
  let value = input;
  for (const part of issue.path) value = (value as Record<PropertyKey, unknown> | undefined | null)?.[part];
  return value === undefined || value === null;
}

/** Returns the message that the schema itself gives, if any. */
function ownMessage({ message }: Issue): Sentence | undefined {
  return message && message !== 'Invalid input' ? (message as Sentence) : undefined;
}

function formatMessage(format: string, label: string): Sentence {
  if (format === 'date') return `${label} must be a date, like 2026-01-31`;
  if (format === 'datetime') return `${label} must be a date and time`;
  return `Atoll cannot read ${label}. Check it and try again`;
}

function messageOf(issue: Issue, input: unknown): Sentence {
  const label = labelOf(issue.path);
  if (isMissing(issue, input)) return `${label} is required`;
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int'
        ? `${label} must be a whole number`
        : `${label} must be of type ${issue.expected}`;
    case 'too_small':
      if (issue.origin === 'string') {
        return Number(issue.minimum) <= 1
          ? `${label} is required`
          : `${label} needs at least ${issue.minimum} characters`;
      }
      return issue.origin === 'array' ? `${label} are required` : `${label} must be ${issue.minimum} or more`;
    case 'too_big':
      if (issue.origin === 'string') return `${label} may have at most ${issue.maximum} characters`;
      return issue.origin === 'array'
        ? `${label} may have at most ${issue.maximum} entries`
        : `${label} must be ${issue.maximum} or less`;
    case 'invalid_value':
      return `${label} must be one of ${issue.values.join(', ')}`;
    case 'invalid_format':
      return ownMessage(issue) ?? formatMessage(issue.format, label);
    case 'custom':
      if (issue.message === forbiddenCharsMessage)
        return `${label} has characters that Atoll cannot use. Type it again`;
      if (issue.message === cardNumberMessage)
        return `${label} has a card number. Remove it: Atoll does not store card numbers`;
      return ownMessage(issue) ?? `Atoll cannot read ${label}. Check it and try again`;
    default:
      return `Atoll cannot read ${label}. Check it and try again`;
  }
}

function isMalformed(issue: Issue): boolean {
  if (issue.code === 'invalid_type') return issue.expected !== 'int';
  if (issue.code === 'invalid_union') return issue.errors.every((branch) => branch.some(isMalformed));
  return false;
}

/** Returns the refusal of a failed parse: every field path with its message. */
export function invalidRequest(issues: readonly Issue[], input: unknown, part: 'params' | 'query' | 'body'): Refused {
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const path = issue.path.map(String).join('.') || part;
    errors[path] ??= messageOf(issue, input);
  }
  if (issues.every(({ message }) => message === cardNumberMessage)) return refused('cardNumber', { errors });
  const malformed = part !== 'body' || issues.some(isMalformed);
  return refused(malformed ? 'malformed' : 'invalid', { details: Object.values(errors)[0] ?? '', errors });
}
