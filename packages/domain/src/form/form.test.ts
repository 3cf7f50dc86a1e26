import { describe, expect, it } from 'vitest';
import { type FieldDefinition, type FieldKind, fieldKinds, shownLabel } from './field.ts';
import { fieldMessage, formMessages } from './validate.ts';

const field = (kind: FieldKind, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  key: 'name',
  label: 'Name',
  kind,
  ...more,
});

describe('field messages', () => {
  it('[R11.10] returns a message for an empty required field', () => {
    const required = field('text', { required: true });
    for (const empty of ['', '   ', null, undefined, []])
      expect(fieldMessage(required, empty)).toBe('Name is required');
    expect(fieldMessage(field('boolean', { required: true }), false)).toBe('Name is required');
    expect(fieldMessage(field('reference', { required: true }), 0)).toBe('Name is required');
    expect(fieldMessage(field('text'), '')).toBeNull();
  });

  it('names several values in the plural', () => {
    const several = { required: true, label: 'Sizes' };
    for (const kind of ['list', 'references'] as const)
      expect(fieldMessage(field(kind, several), [])).toBe('Sizes are required');
    expect(fieldMessage(field('choice', { ...several, allowMultiple: true }), [])).toBe('Sizes are required');
  });

  it('[R11.10] accepts zero in a required number field', () => {
    expect(fieldMessage(field('text', { required: true }), 0)).toBeNull();
    expect(fieldMessage(field('money', { required: true }), 0)).toBeNull();
    expect(fieldMessage(field('money', { required: true }), Number.NaN)).toBe('Name is required');
  });

  it('[R11.11] returns the required length of a text field', () => {
    const bounded = field('text', { minLength: 2, maxLength: 4 });
    expect(fieldMessage(bounded, 'a')).toBe('Name must be at least 2 characters long');
    expect(fieldMessage(bounded, 'abcde')).toBe('Name must be at most 4 characters long');
    expect(fieldMessage(bounded, 'ab')).toBeNull();
    expect(fieldMessage(bounded, 'abcd')).toBeNull();
    expect(fieldMessage(bounded, '🍔🍔🍔🍔')).toBeNull();
    expect(fieldMessage(bounded, '')).toBeNull();
  });

  it('[R11.12] returns the minimum length of a dropdown', () => {
    expect(fieldMessage(field('choice', { minLength: 3 }), 'ab')).toBe('Minimum length is 3');
    expect(fieldMessage(field('references', { minLength: 2 }), [1])).toBe('Minimum length is 2');
    expect(fieldMessage(field('choice', { options: ['Kitchen'] }), 'Bar')).toBe('Name is not one of the choices');
  });

  it.each([
    ['email', 'someone@atoll.test', 'someone@atoll', 'Name must look like name@example.com'],
    ['phone', '+960 777-1234', '12345', 'Name must have 7 to 15 digits, like +960 777 1234'],
    ['url', 'https://atoll.test', 'atoll', 'Name must begin with http:// or https://'],
  ] as const)('says what a wrong %s must look like', (kind, right, wrong, message) => {
    expect(fieldMessage(field(kind), right)).toBeNull();
    expect(fieldMessage(field(kind), wrong)).toBe(message);
  });

  it.each(['five', '9:30', '24:00', '12:60', '09:30:00'])('[R11.11] says of %s how a time of day looks', (wrong) => {
    const time = field('text', { isTime: true, required: true });
    expect(fieldMessage(time, wrong)).toBe('Name must be a time, like 09:30');
    expect(fieldMessage(time, '09:30')).toBeNull();
    expect(fieldMessage(time, '')).toBe('Name is required');
  });

  it('limits numbers by their kind and by the field', () => {
    expect(fieldMessage(field('percent'), 100.5)).toBe('Name must be at most 100');
    expect(fieldMessage(field('percent'), 12.5)).toBeNull();
    expect(fieldMessage(field('percent'), 12.555)).toBe('Name must have at most 2 decimals');
    expect(fieldMessage(field('quantity'), 0.125)).toBeNull();
    expect(fieldMessage(field('quantity'), 0.0001)).toBe('Name must have at most 3 decimals');
    expect(fieldMessage(field('money'), -1)).toBe('Name must be at least 0.00');
    expect(fieldMessage(field('money', { max: 5000 }), 5001)).toBe('Name must be at most 50.00');
    expect(fieldMessage(field('integer', { min: 1 }), 0)).toBe('Name must be at least 1');
    expect(fieldMessage(field('integer'), 1.5)).toBe('Name must be a whole number');
    expect(fieldMessage(field('money'), 'abc')).toBe('Name must be a number');
    expect(fieldMessage(field('integer'), Number.POSITIVE_INFINITY)).toBe('Name must be a number');
  });
});

it('[R11.9] a required field has an asterisk after its label', () => {
  expect(shownLabel(field('text', { required: true }))).toBe('Name *');
  expect(shownLabel(field('text'))).toBe('Name');
});

it('formMessages returns a message for each invalid field', () => {
  const fields = [field('text', { required: true }), field('email', { key: 'email', label: 'Email' })];
  expect(formMessages(fields, { email: 'x' })).toEqual({
    name: 'Name is required',
    email: 'Email must look like name@example.com',
  });
  expect(formMessages(fields, { name: 'Zara' })).toEqual({});
});

it('defines a closed set of field kinds', () => {
  expect(fieldKinds).toHaveLength(18);
  for (const kind of fieldKinds)
    expect(fieldMessage(field(kind, { required: true }), null)).toMatch(/^Name (is|are) required$/);
});
